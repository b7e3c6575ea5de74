"""The command line. One file per command; each is imported only when called.

`main` prints the overview itself, so that `schwarm --help` costs little more than a bare interpreter.
"""

import os
import sys

from schwarm.platform.streams import use_utf8

COMPLETE = "_SCHWARM_COMPLETE"  # set by a shell that wants to know how a line may go on
# command -> what it does; its code is the function `command` in the module of that name.
COMMANDS = {
    "games": "list the games with their profiles, or the options of one game",
    "show": "draw a position in the terminal",
    "moves": "list the legal moves of a position",
    "play": "play in the terminal, against a bot or each other",
    "up": "start the page: play, watch and replay in the browser",
    "match": "let two bots play many games against each other",
    "lab": "measure rule variants by games of our own players, with intervals",
    "puzzle": "solve puzzles: find the one right move",
    "puzzles": "make puzzles from self-play, or prove those that there are again",
    "analyse": "the best few moves of a position, with scores and lines",
    "tune": "find better weights for a game's bots by self-play",
    "learn": "train a net for a game's bots by self-play",
    "tournament": "run, resume, show and export whole events",
    "sprt": "test whether one bot is stronger, with no more games than needed",
    "perft": "count move sequences: the check that implementations agree",
    "engine": "serve rules and bots to any program over stdin and stdout",
    "server": "a game server that the contest's own clients connect to",
    "client": "let a bot play on a contest server",
    "backup": "save all that a server keeps in one file, while it runs",
    "restore": "make a server's store again from a backup",
    "replay": "step through a replay or a record in the terminal, or play on",
    "convert": "turn the contest's replays into records, or records into replays",
    "export": "write games as a table: CSV or Parquet",
    "new": "start a bot of your own: a folder to open in an editor",
    "check": "try a bot before it is uploaded: game, start, time, illegal moves",
    "package": "make the ZIP with a player that the contest takes",
    "bench": "measure this installation's speed",
    "doctor": "what this machine has and lacks, and whether the sandbox holds",
    "completion": "let your shell complete commands, options, games and bots",
}
PLAIN = """Rules and bots run as plain Python, about 100 times slower than compiled.
Install again with a C compiler (gcc, clang); `SCHWARM_COMPILER=zig pip install .` fetches one (100 MB)."""
# package of others -> the extra it comes with, if not with a plain install.
NEEDED = {
    "torch": "learn",
    "numpy": "env",
    "ray": "cluster",
    "psycopg": "postgres",
    "pyarrow": "data",
} | dict.fromkeys(
    (
        "typer",
        "rich",
        "sqlalchemy",
        "alembic",
        "fastapi",
        "uvicorn",
        "websockets",
        "jinja2",
        "pydantic",
        "segno",
        "confusable_homoglyphs",
        "xlsxwriter",
    ),
    "",
)


def overview() -> str:
    """What `schwarm --help` prints."""
    from schwarm.cli.language import explained

    head = ("usage: schwarm COMMAND [ARGUMENTS]", "Play, program and study five board games.")
    tail = (
        "schwarm COMMAND --help explains a command, --help-all lists all its options.\n"
        "schwarm --version tells the version."
    )
    lines = [f"  {name:<12}{explained(text)}" for name, text in COMMANDS.items()]
    return "\n".join([explained(head[0]), "", explained(head[1]), "", *lines, "", explained(tail), ""])


def main() -> None:
    """Entry point of the `schwarm` command."""
    use_utf8()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code; a caller's mistake is one line on stderr and 2."""
    if COMPLETE in os.environ:
        from schwarm.cli.completion import complete

        return complete(os.environ[COMPLETE])
    if not arguments or arguments[0] in ("--help", "-h", "help"):
        print(overview(), end="")
        return 0
    if arguments[0] == "--version":
        from schwarm import __version__, compiled

        print(f"schwarm {__version__} ({'compiled' if compiled() else 'pure Python'})")
        if not compiled() and not os.environ.get("SCHWARM_PURE"):
            print(PLAIN)
        return 0
    if arguments[0] not in COMMANDS:
        from schwarm.cli.language import language
        from schwarm.game.meant import expected

        told = expected("expected_command", COMMANDS, arguments[0])
        print("schwarm:", told.said(language()), file=sys.stderr)
        return 2
    try:
        from schwarm.cli.start import run_command

        return run_command(arguments[0], arguments[1:])
    except ModuleNotFoundError as missing:
        if missing.name not in NEEDED:
            raise
        from schwarm.cli.language import language
        from schwarm.extras import pip_install
        from schwarm.game.errors import Refusal

        how, command = pip_install(NEEDED[missing.name]), f"schwarm {arguments[0]}"
        told = Refusal("needs_package", command=command, package=missing.name, how=how)
        print("schwarm:", told.said(language()), file=sys.stderr)
        return 2

"""Everything about a player that can be known before the first game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from schwarm import bots
from schwarm.bots.learned import BadNet, NetFile, check_rows, read_net
from schwarm.contest.bot_source import (
    LARGEST_SOURCE,
    BadSource,
    main_beside,
    named_game,
    named_game_of_file,
)
from schwarm.game.errors import Refusal, UnknownGame, reason_of
from schwarm.game.meant import expected
from schwarm.platform.commands import is_own_python, is_path, started_by
from schwarm.players.spec import (
    PYTHON,
    ArchiveSpec,
    BotSpec,
    FunctionSpec,
    NetSpec,
    PlayerError,
    PlayerSpec,
    ProgramSpec,
)
from schwarm.programs.archive import SHELL, SPOILT, START, BadArchive, start_script
from schwarm.programs.program import ProgramError, read_command

TREE_SEARCH, ROLLOUTS, BY_HAND, BY_RULES = "mcts", "rollouts", "hand", "rules"
SCRIPTS = (".py", ".js", ".rb", ".sh", ".jar", ".pl", ".lua")
PYTHONS = re.compile(r"python3?(\.exe)?|.*\.py")  # that are our own, or a version like it
IMPORT_S = 30.0
# Importing the module tells more than finding its file: also what it fails to import itself.
IMPORT = """
import sys
sys.path[:0] = sys.argv[3:]
try:
    module = __import__(sys.argv[1], fromlist=["_"])
except BaseException as error:
    print(f"{type(error).__name__}: {error}", file=sys.stderr)
    sys.exit(3)
if not callable(getattr(module, sys.argv[2], None)):
    sys.exit(4)
"""
NOT_THERE = 4  # its exit code where the function is missing


def bot_names(game: str) -> list[str]:
    """The named bots of a game, weakest first; every game has at least the random one."""
    try:
        return bots.names(game)
    except UnknownGame:
        return ["random"]


def check(spec: PlayerSpec, game: str) -> None:
    """Nothing if this player can play this game here.

    :raises PlayerError: if it cannot; it says why in one line.

    >>> from schwarm import players
    >>> players.check(players.read("eleven"), "hive")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    schwarm.bots.UnknownBot: expected a bot of random, ... not 'eleven'
    """
    if (plays := _marked_game(spec)) not in (None, game):
        raise PlayerError(Refusal("said_of", what=spec, why=Refusal("other_game", plays=plays, game=game)))
    match spec:
        case BotSpec():
            _check_bot(spec, game)
        case NetSpec():
            net_of(spec, game)
        case FunctionSpec():
            _check_function(spec)
        case ProgramSpec():
            program_command(spec)
        case ArchiveSpec():
            try:
                start_script(Path(spec.path), spec.start)
            except BadArchive as error:
                raise PlayerError(*error.args) from None


def _check_bot(spec: BotSpec, game: str) -> None:
    known = bot_names(game)
    others = (TREE_SEARCH, ROLLOUTS, BY_HAND, BY_RULES)
    if spec.bot not in known and (spec.bot not in others or len(known) == 1):
        raise bots.UnknownBot(expected("expected_bot", known, spec.bot))
    if spec.bot == BY_RULES and not bots.knowledge(game).rules:
        raise PlayerError(Refusal("no_rule_weights", what=spec, game=game))
    if spec.nodes and spec.bot == "random":
        raise PlayerError(Refusal("no_nodes", what=spec))
    if spec.noise is not None and (spec.bot != "best" or not spec.nodes):
        raise PlayerError(Refusal("own_level", said=spec))


def net_of(spec: NetSpec, game: str) -> NetFile:
    """The net in a player's file; PlayerError if there is none, or none that plays this game today."""
    try:
        net = read_net(Path(spec.path).read_bytes())
        if net.game != game:
            raise BadNet(Refusal("net_game", game=game, other=net.game))
        check_rows(net)
    except OSError as error:
        raise PlayerError(Refusal("net_file", what=spec, why=reason_of(error))) from None
    except BadNet as error:
        raise PlayerError(Refusal("said_of", what=spec, why=reason_of(error))) from None
    return net


def game_of(spec: PlayerSpec) -> str | None:
    """The only game this player can play, which a net knows and a bot's file may say; None for all others.

    :raises PlayerError: if there is no such net, or the file is no Python.
    """
    if not isinstance(spec, NetSpec):
        return _marked_game(spec)
    try:
        return read_net(Path(spec.path).read_bytes()).game
    except (OSError, BadNet) as error:
        raise PlayerError(Refusal("net_file", what=spec, why=reason_of(error))) from None


def _marked_game(spec: PlayerSpec) -> str | None:
    """The game that a bot's file says it plays, without running it; None where none is said.

    :raises PlayerError: if our Python is to run the file and cannot read it.
    """
    match spec:
        case ArchiveSpec():
            return _game_of_archive(spec)
        case FunctionSpec() if spec.folder:
            return game_of_file(Path(spec.folder, *spec.module.split(".")).with_suffix(PYTHON))
        case ProgramSpec():
            base = Path(spec.folder)
            scripts = [base / word for word in spec.command if word.endswith(PYTHON)]
            if not scripts and spec.command and spec.command[0].endswith(START):  # of a ZIP, unpacked
                return game_of_file(main_beside(base / spec.command[0]))
            if not scripts:
                return None
            try:
                return named_game_of_file(scripts[0])
            except BadSource as error:
                if PYTHONS.fullmatch(Path(spec.command[0]).name):
                    raise PlayerError(error.why) from None
    return None


def game_of_file(path: Path) -> str | None:
    """The only game that a bot's file names; None if it names none or is not there, or no Python of ours."""
    try:
        return named_game_of_file(path)
    except BadSource:
        return None


def _game_of_archive(spec: ArchiveSpec) -> str | None:
    try:
        with zipfile.ZipFile(spec.path) as archive:
            main = str(main_beside(start_script(Path(spec.path), spec.start)))
            if archive.getinfo(main).file_size > LARGEST_SOURCE:
                return None
            return named_game(archive.read(main))
    except (*SPOILT, BadArchive, BadSource):
        return None  # what is wrong with it is said elsewhere


def _check_function(spec: FunctionSpec) -> None:
    """Import it in a process of its own, so that nothing it does can harm this one."""
    paths = [spec.folder, *sys.path] if spec.folder else sys.path
    command = [
        sys.executable,
        "-c",
        IMPORT,
        spec.module,
        spec.function,
        *(path or os.getcwd() for path in paths),
    ]
    try:
        tried = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=IMPORT_S
        )
    except subprocess.TimeoutExpired:
        raise PlayerError(
            Refusal("slow_import", what=spec, module=spec.module, seconds=f"{IMPORT_S:.0f}")
        ) from None
    if tried.returncode == NOT_THERE:
        raise PlayerError(Refusal("no_function", what=spec, module=spec.module, name=spec.function))
    if tried.returncode != 0:
        said = tried.stderr.strip().splitlines() or [Refusal("exit_code", code=tried.returncode)]
        raise PlayerError(Refusal("no_import", what=spec, module=spec.module, why=said[-1]))


def starts_by_itself(script: Path) -> bool:
    """Return True if the system finds the interpreter of a script."""
    return sys.platform != "win32" and os.access(script, os.X_OK)


def program_command(spec: ProgramSpec) -> list[str]:
    """The command with its program's full path; PlayerError says why it cannot be started."""
    base = Path(spec.folder)
    words = list(spec.command)
    if words and words[0].endswith(PYTHON):
        script = base / words[0]
        if not is_path(words[0]) or (script.is_file() and not starts_by_itself(script)):
            words.insert(0, sys.executable)
    elif words and is_own_python(words[0]):
        words[0] = sys.executable
    elif words and words[0].endswith(SHELL) and sys.platform == "win32":
        words[:1] = started_by(base / words[0]) or words[:1]
    if words and is_path(words[0]) and spec.folder:
        words[0] = str(base / words[0])
    try:
        found = read_command(words)
    except ProgramError as error:
        raise PlayerError(error.why) from None
    for word in words[1:]:
        if word.endswith(SCRIPTS) and not word.startswith("-") and not (base / word).is_file():
            raise PlayerError(Refusal("no_script", what=spec, file=word))
    return found

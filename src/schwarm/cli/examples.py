"""Examples at the end of each command's help: lines that a test reads as the commands do."""

from schwarm.game import list_games

# A command, or one of a command's own -> its examples; GAME stands for the name of a game.
EXAMPLES = {
    "games": ("schwarm games", "schwarm games GAME", "schwarm games GAME --json"),
    "show": ("schwarm show GAME --seed 7",),
    "moves": ("schwarm moves GAME --seed 7", "schwarm moves GAME --seed 7 --json"),
    "play": ("schwarm play GAME", "schwarm play GAME --against 5", "schwarm play GAME --side both"),
    "up": ("schwarm up --open", "schwarm up --lan", "schwarm up --program 'My bot=python my_bot.py'"),
    "match": (
        "schwarm match GAME 3 5 --games 20",
        "schwarm match GAME my_bot.py random --games 10 --journal games.jsonl",
        "schwarm match GAME team.zip best@200 --sandbox",
    ),
    "lab": ("schwarm lab GAME --vary OPTION=1,2,3 --games 60", "schwarm lab run study.toml"),
    "lab look": ("schwarm lab look GAME --vary OPTION=1,2,3 --player 'best#500'",),
    "lab run": ("schwarm lab run study.toml --store lab.db",),
    "lab report": ("schwarm lab report study.html study.csv --store lab.db",),
    "lab list": ("schwarm lab list --store lab.db",),
    "puzzle": ("schwarm puzzle GAME", "schwarm puzzle GAME --daily", "schwarm puzzle GAME --themes"),
    "puzzles": ("schwarm puzzles check GAME",),
    "puzzles make": ("schwarm puzzles make GAME --games 100",),
    "puzzles check": ("schwarm puzzles check GAME",),
    "analyse": (
        "schwarm analyse GAME --seed 7 --time 500",
        'schwarm analyse GAME --position "$(schwarm replay games.jsonl --position)"',
    ),
    "tune": ("schwarm tune GAME --rounds 2 --games 100 --to bots.json",),
    "learn": ("schwarm learn GAME --quick",),
    "tournament": ("schwarm tournament run cup.toml", "schwarm tournament export cup.html"),
    "tournament run": ("schwarm tournament run cup.toml --processes 2",),
    "tournament resume": ("schwarm tournament resume", "schwarm tournament resume 3"),
    "tournament list": ("schwarm tournament list",),
    "tournament presets": ("schwarm tournament presets",),
    "tournament table": ("schwarm tournament table", "schwarm tournament table 3"),
    "tournament export": ("schwarm tournament export cup.html --language de",),
    "sprt": (
        "schwarm sprt best@50 7@50 --game GAME --elo1 10",
        "schwarm sprt new.py old.py --game GAME --elo1 50 --time 500",
    ),
    "perft": ("schwarm perft GAME 3 --seed 7", "schwarm perft GAME 2 --seed 7 --divide"),
    "engine": ("schwarm engine",),
    "server": ("schwarm server", "schwarm server --port 13051 --replays replays --store none"),
    "client": ("schwarm client GAME --bot 5", "schwarm client GAME --host 192.168.0.7 --port 13050"),
    "backup": ("schwarm backup monday.zip", "schwarm backup monday.zip --store /srv/schwarm.db"),
    "restore": ("schwarm restore monday.zip --store new/schwarm.db",),
    "replay": ("schwarm replay games.jsonl --list", "schwarm replay games.jsonl --game 2 --ply 20"),
    "convert": ("schwarm convert replay.xml.gz --to games.jsonl",),
    "export": (
        "schwarm export games.jsonl --to plies.csv",
        "schwarm export schwarm.db --to games.parquet --rows games",
    ),
    "new": ("schwarm new bot my_bot --game GAME",),
    "new bot": ("schwarm new bot my_bot --game GAME", "schwarm new bot my_bot --game GAME --example"),
    "check": ("schwarm check my_bot.py", "schwarm check my_bot.py --game GAME --time 500"),
    "package": ("schwarm package GAME --file my_bot.py", "schwarm package GAME --bot best"),
    "bench": ("schwarm bench", "schwarm bench GAME --seconds 0.2"),
    "doctor": ("schwarm doctor", "schwarm doctor sandbox"),
    "completion": ("schwarm completion bash --install", "schwarm completion zsh"),
}


def lines(words: str) -> list[str]:
    """The examples of a command, with the name of a game that there is."""
    return [line.replace("GAME", list_games()[0]) for line in EXAMPLES[words]]


def examples(words: str) -> str:
    """The end of a command's help; typer leaves lines after `\\b` as they are."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines(words))

"""Which options of a command its plain help shows, and in which groups `--help-all` shows the others.

A command that is not in `SHOWN` has few options, and shows all of them. None is ever taken away: all work,
whether the plain help shows them or not.
"""

from collections.abc import Iterable
from typing import Any

MOST = 8  # options that a plain help shows, besides --help itself

# A command -> the options that most people need.
SHOWN = {
    "play": "against side time profile seed record",
    "up": "port host lan name open program chat store",
    "match": "games time opening profile processes sandbox journal json",
    "sprt": "game games time elo0 elo1 processes sandbox store",
    "lab look": "vary player games profile store processes",
    "lab report": "study store language figures",
    "puzzles make": "games seed processes to",
    "analyse": "position seed bot time lines json",
    "tune": "rounds games processes to",
    "learn": "quick generations positions processes folder",
    "tournament run": "store processes seed quiet json",
    "tournament resume": "store processes quiet json",
    "perft": "seed position divide threads",
    "server": "host port game profile soft hard replays store",
    "client": "host port reservation bot time",
    "replay": "list game ply all play against",
}
# A heading of --help-all -> the options under it.
GROUPS = {
    "Start of a game": "seed position profile option opening openings load turn start",
    "End of a game": "adjudicate_win adjudicate_draw judge no_timeout grace",
    "Programs and clients": "sandbox time arrive host port contest uploads trusted_programs names password "
    "exact room games ponder",
    "Several processes and machines": "processes event_processes series on pin threads inner relay bot_seed",
    "Proxy and operator": "proxy proxy_address operator_token_file",
    "Search, learning and statistics": "depth nodes method flat epochs keep gate_games gate_ms gate_nodes "
    "go_on arrays alpha beta model spread most design",
    "Files and output": "journal recheck store from metrics log_json quiet json name side",
}
GROUP_OF = {name: title for title, names in GROUPS.items() for name in names.split()}


def long_name(option: Any) -> str:
    """An option as the tables here call it: `--go-on` is `go_on`."""
    longest: str = max(option.opts, key=len)
    return longest.removeprefix("--").replace("-", "_")


def is_shown(words: str, option: Any) -> bool:
    """Return True if a command's plain help shows this option."""
    names = [word.removeprefix("--").replace("-", "_") for word in option.opts]
    return words not in SHOWN or bool({*names} & {*SHOWN[words].split()})


def group_options(options: Iterable[Any]) -> dict[str, list[Any]]:
    """Options by their headings, in the order of the headings."""
    found: dict[str, list[Any]] = {title: [] for title in GROUPS}
    for option in options:
        found[GROUP_OF[long_name(option)]].append(option)
    return {title: members for title, members in found.items() if members}

"""Files that are no good, of pupils: one clear line each, and never a traceback of ours."""

from __future__ import annotations

import gzip
import shlex
from pathlib import Path

import pytest

import schwarm
from schwarm.cli import run

BOT = """from schwarm.contest.program import ContestBot

class Bot(ContestBot):
    game = "hive"

    def choose(self, game, budget_ms):
        return game.legal_moves()[0]

if __name__ == "__main__":
    raise SystemExit(Bot().main())
"""
FILES = {
    "bot.py": BOT,
    "syntax.py": BOT.replace("class Bot(", "class Bot)"),
    "tabs.py": BOT.replace("        return", "\treturn"),
    "nothing.py": "",
    "other.py": "print('hello')\n",
    "no_game.py": BOT.replace('    game = "hive"\n', ""),
    "chess.py": BOT.replace("hive", "chess"),
    "raises.py": "raise ValueError('what?')\n" + BOT,
    "imports.py": "import nothing_like_this\n" + BOT,
    "no_main.py": BOT.partition("if __name__")[0],
    "empty.jsonl": "",
    "garbage.jsonl": "{]\nnot json\n",
    "list.jsonl": "[1, 2]\n",
    "half.jsonl": '{"game": "hive", "moves": [\n',
    "other.jsonl": '{"hello": 1}\n',
    "wrong.jsonl": '{"game": "chess", "moves": []}\n',
    "text.txt": "hello\n",
    "empty.xml": "",
    "broken.xml": "<protocol><room>",
    "other.xml": "<html></html>",
    "not.zip": "hello",
    "not.gz": "hello",
    "not.db": "hello, this is no database at all\n" * 100,
    "words.toml": "name = ",
    "taken/file.txt": "mine",
}
STARTED = ("check raises.py", "check imports.py")  # these files are started before they fail
WRONG = """
new bot
new bot there
new bot there --game
new bot there --game chess
new bot there --game Blokus
new bot there --game ""
new bot taken --game hive
new bot bot.py --game hive
new bot bot.py/inside --game hive
new bot there --game hive --example=yes
new engine there
check
check missing.py
check taken
check text.txt
check not.zip
check syntax.py
check tabs.py
check nothing.py
check other.py
check no_game.py
check chess.py
check raises.py
check imports.py
check no_main.py
check bot.py --game blokus
check bot.py --game chess
check bot.py --games 0
check bot.py --games many
check bot.py --time -5
check bot.py --time soon
match hive bot.py
match hive missing.zip 1
match hive "./missing" 1
match blokus bot.py random
match hive syntax.py random
match hive not.zip random
match hive text.txt random
match hive net:text.txt random
match hive 1 2 --journal taken
match hive 1 2 --journal text.txt
match hive 1 2 --journal garbage.jsonl
match hive 1 2 --openings missing.txt
package hive --file taken
package hive --file syntax.py
package hive --file other.py
package hive --file nothing.py
package blokus --file bot.py
package hive --file bot.py --to taken
package hive --file bot.py --to missing/folder/bot.zip
package hive --file bot.py --bot best
package hive --wheel text.txt
replay taken
replay empty.jsonl
replay garbage.jsonl
replay list.jsonl
replay half.jsonl
replay other.jsonl
replay wrong.jsonl
replay text.txt
replay broken.xml
replay other.xml
replay not.gz
replay not.db
replay games.jsonl --game 2
replay games.jsonl --game 0
replay games.jsonl --ply 999 --position
replay games.jsonl --ply -1
convert empty.xml --to x.jsonl
convert broken.xml --to x.jsonl
convert other.xml --to x.jsonl
convert not.gz --to x.jsonl
convert cut.xml.gz --to x.jsonl
convert games.jsonl --to x.txt
convert games.jsonl --to missing/x.jsonl
convert taken --to x.jsonl
export games.jsonl --to x.doc
export games.jsonl --to taken
export not.db --to x.csv
tournament run words.toml
tournament run text.txt
tournament run taken
lab run words.toml
replay none.db
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of all kinds, most of them no good."""
    folder = tmp_path_factory.mktemp("desk")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    game = schwarm.new_game("piranhas", seed=3)
    game.play(game.legal_moves()[0])
    (folder / "games.jsonl").write_text(schwarm.record_of(game).to_json() + "\n")
    (folder / "cut.xml.gz").write_bytes(gzip.compress(b"<protocol>" * 500)[:40])
    return folder


@pytest.mark.parametrize("line", WRONG.strip().splitlines())
def test_a_file_that_is_no_good_is_answered_with_one_clear_line(
    line: str, desk: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A bot that does not start shows its own traceback before."""
    monkeypatch.chdir(desk)
    monkeypatch.setenv("SCHWARM_STORE", "none.db")
    assert run(shlex.split(line)) not in (0, None)
    said, complaint = capfd.readouterr()
    assert str(Path(schwarm.__file__).parent) not in said + complaint
    assert ("Traceback" in said + complaint) == (line in STARTED)
    *before, last = complaint.splitlines()
    assert last.startswith("schwarm: ")
    assert len(last) < 300
    assert line in STARTED or not before

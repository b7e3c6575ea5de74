"""A hundred and fifty things people type wrong: each is told in one line, with exit code 2."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from schwarm.cli import run

GAME = "piranhas"
LINES = f"""
nonsense
Games
--nonsense
-x
gamse {GAME}
games chess
games {GAME} hive
games --nope
show
show chess
show {GAME} --seed
show {GAME} --seed x
show {GAME} --seed -1
show {GAME} --seed 1.5
show {GAME} --seed 99999999999999999999999
show {GAME} --position ''
show {GAME} --position x
show {GAME} --position 'a b c'
show {GAME} --profile nope
show {GAME} -o
show {GAME} -o rounds
show {GAME} -o rounds=
show {GAME} -o rounds=0
show {GAME} -o rounds=x
show {GAME} -o rounds=1000000
show {GAME} -o round=3
show {GAME} -o =3
show {GAME} -o seed=3
show {GAME} extra
moves
moves chess
moves {GAME} --position nonsense
moves {GAME} --profile official2
moves {GAME} --jsn
play
play chess
play {GAME} --side green
play {GAME} --against nobody
play {GAME} --against human
play {GAME} --against ./nothere
play {GAME} --against nothere.zip
play {GAME} --against 'python nothere.py'
play {GAME} --against nothere:think
play {GAME} --against json:nothere
play {GAME} --against net:nothere.net
play {GAME} --against 3@
play {GAME} --against 3@x
play {GAME} --against best#
play {GAME} --against best#x
play {GAME} --against best#0
play {GAME} --against random#5
play {GAME} --against 3~4
play {GAME} --time x
play {GAME} --time 0
play {GAME} --time -5
play {GAME} --time 5+
play {GAME} --record /nonexistent/folder/file
match
match {GAME}
match {GAME} 1
match chess 1 2
match {GAME} 1 11
match {GAME} 0 1
match {GAME} 1 2 3
match {GAME} 1 2 --games 0
match {GAME} 1 2 --games x
match {GAME} 1 2 --games -3
match {GAME} 1 2 --processes 0
match {GAME} 1 2 --time abc
match {GAME} 1 2 --seed -1
match {GAME} 1 2 --opening -1
match {GAME} 1 2 --openings nothere.txt
match {GAME} 1 2 --journal nofolder/games.jsonl
match {GAME} 1 2 --adjudicate-win nonsense
match {GAME} 1 2 --adjudicate-win score=2000,plies=2
match {GAME} 1 2 --adjudicate-win score=900,plies=2 --judge nobody
match {GAME} 1 2 --judge random
match {GAME} 1 2 --on moon
match {GAME} 1 2 --sandbox
match {GAME} 1 2 --profile nope
match {GAME} 1 2 -o nope=1
match {GAME} 1 2 --port 99999
match {GAME} ./nothere 1
match {GAME} nothere.zip 1
match {GAME} 'python nothere.py' 1
match {GAME} nothere:think 1
match {GAME} '' 1
lab chess --vary a=1
lab {GAME}
lab {GAME} --vary nonsense
lab {GAME} --vary nope=1,2
lab {GAME} --vary rounds=0
lab {GAME} --vary rounds=5 --player nobody
lab run
lab run nothere.toml
lab report
lab report out.txt
lab report out.html --store nothere.db
lab list --store nothere.db
lab nonsense --vary a=1
puzzle
puzzle chess
puzzle {GAME} nothere
puzzle {GAME} --theme nope
puzzles nonsense
puzzles make
puzzles check chess
analyse
analyse chess
analyse {GAME} --time 0
analyse {GAME} --depth 0
analyse {GAME} --lines 0
analyse {GAME} --threads 0
analyse {GAME} --threads 1000
analyse {GAME} --bot random
analyse {GAME} --bot nobody
analyse {GAME} --bot net:nothere.net
analyse {GAME} --position x
tune
tune chess
tune {GAME} --method guess
tune {GAME} --rounds 0
tune {GAME} --method climb --flat
learn chess
learn {GAME} --generations x
tournament nonsense
tournament run
tournament run nothere.toml
tournament list --store none
tournament resume --store nothere.db
tournament resume x
tournament table 99 --store nothere.db
tournament export out.pdf
tournament export
sprt
sprt 1
sprt 1 nobody
sprt 1 2 --game chess
sprt 1 2 --elo0 x
sprt 1 2 --games 1
sprt 1 2 --model guess
sprt 1 2 --store none
perft
perft {GAME}
perft {GAME} x
perft {GAME} -1
perft chess 1
perft {GAME} 1 --threads 0
perft {GAME} 1 2
engine extra
server --port 99999
server --port 80000
server --game chess
server --profile nope
server --soft 0
server --soft 3000 --hard 2000
server --load nothere.xml
server --store nonsense://x
client
client chess
client {GAME} --port 0
client {GAME} --bot nobody
client {GAME} --host 127.0.0.1 --port 1
backup
backup monday.zip --store nothere.db
backup nofolder/monday.zip
backup monday.zip --store none
restore
restore nothere.zip --store new.db
restore nothere.zip --store nofolder/new.db
replay nothere.jsonl
replay nothere.db
replay nothere.xml
replay . --list
convert
convert nothere.xml --to x.jsonl
convert nothere.jsonl
convert nothere.jsonl --to x.txt
export
export nothere.jsonl --to x.csv
export nothere.jsonl --to x.xlsx
export nothere.jsonl --to x.csv --rows moves
package
package chess
package {GAME} --bot nobody
package {GAME} --file nothere.py
package {GAME} --wheel nothere.whl
bench chess
bench --seconds 0
doctor nonsense
doctor sandbox --quick
completion tcsh
up --port 99999
up --host 203.0.113.7
up --program nonsense
up --program 'X=./nothere'
up --sandbox
up --proxy-address nonsense
up --names nothere.txt
up --lan --host 10.0.0.1
"""


@pytest.mark.parametrize("line", LINES.strip().splitlines())
def test_what_is_typed_wrong_is_told_in_one_line(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(line)) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1, said.err
    assert said.err.startswith("schwarm: ")
    assert "Traceback" not in said.out


def test_there_are_a_hundred_and_fifty_of_them() -> None:
    assert len(set(LINES.strip().splitlines())) >= 150

"""Write recorded talks of the contest's servers with a client, shortened: `python -m tools.transcripts`.

Of each stream in tests/vectors/protocol the first two moves and the result are kept, of long lists two items.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
RECORDED = ROOT / "tests" / "vectors" / "protocol"
FOLDER = ROOT / "examples" / "dialogues"
# File to write -> season and client, the ends of the two names, who speaks.
STREAMS = {
    "official_2017": ("2017/goal_game.red", ".client-to-server", ".server-to-client", "server 17mq.17"),
    "official_2026": ("2026/socha_blue", ".c2s", ".s2c", "server 26.1.0 and socha 4.3.9"),
    "official_2027": ("2027/socha_one", ".c2s", ".s2c", "server 27.0.4 and socha 5.1.0"),
}
MOVES = 2  # that are shown
ITEMS = 2  # of a long list
LEFT_OUT = "left-out"


def read_messages(name: str) -> list[ElementTree.Element]:
    """The messages of one direction."""
    text = gzip.decompress((RECORDED / f"{name}.xml.gz").read_bytes()).decode().strip()
    end = "" if text.endswith("</protocol>") else "</protocol>"
    return list(ElementTree.fromstring(text + end))


def shorten(element: ElementTree.Element) -> None:
    """Leave out what repeats: of more than three neighbours of one name all but the first two."""
    children = list(element)
    for child in children:
        shorten(child)
    same = 0
    for before, child in zip([None, *children], children, strict=False):
        same = same + 1 if before is not None and before.tag == child.tag else 1
        alike = sum(one.tag == child.tag for one in children)
        if alike > ITEMS + 1 and same > ITEMS:
            if same == ITEMS + 1:
                element.insert(list(element).index(child), ElementTree.Element(LEFT_OUT))
            element.remove(child)


def write_message(who: str, way: str, message: ElementTree.Element) -> Iterator[str]:
    """A message, a line each; what belongs to this one game alone has names in capitals."""
    for one in message.iter():
        for name, stands in (("roomId", "ROOM"), ("reservationCode", "CODE"), ("reservation", "CODE")):
            if name in one.attrib:
                one.set(name, stands)
    shorten(message)
    ElementTree.indent(message)
    text = ElementTree.tostring(message, encoding="unicode").strip()
    for line in text.replace(" />", "/>").replace(f"<{LEFT_OUT}/>", "...").splitlines():
        yield f"{who} {way}   {line}"


def asks_for_a_move(message: ElementTree.Element) -> bool:
    """Return True for the request of a move, of any season."""
    data = message.find("data")
    return data is not None and data.get("class", "").lower().endswith("moverequest")


def tells_the_end(message: ElementTree.Element) -> bool:
    """Return True for the result and all that is no message of a room."""
    data = message.find("data")
    return message.tag != "room" or (data is not None and data.get("class") == "result")


def write_transcript(stream: str, to_server: str, from_server: str, whose: str) -> str:
    """A recorded game as a conversation: the client joins, then answers each request of a move."""
    said, heard = (iter(read_messages(stream + end)) for end in (to_server, from_server))
    who = stream.rpartition("_")[2].rpartition(".")[2]
    lines = [f"# Recorded: {whose}; {stream} of tests/vectors/protocol, shortened by tools/transcripts.py."]
    lines += write_message(who, ">", next(said))
    moves = 0
    for message in heard:
        if moves < MOVES or tells_the_end(message):
            lines += write_message(who, "<", message)
        if asks_for_a_move(message):
            moves += 1
            answer = next(said)
            if moves <= MOVES:
                lines += write_message(who, ">", answer)
            if moves == MOVES:
                lines.append("...")
    for message in said:
        lines += write_message(who, ">", message)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for each, stream in STREAMS.items():
        (FOLDER / f"{each}.txt").write_text(write_transcript(*stream), "utf-8")

"""The river as text, and explicit rivers (option `board`).

A river is its eight segments joined by `/`: the direction 0-5 and twenty letters, one for each place
(see tables.py). `W` water, `B` island, `S` sandbank, `L` log, `G` goal, `0`-`5` an island with a passenger
whose landing stage lies in that direction, `a`-`f` the same with the passenger gone. The last segments
may be `?`: not known, to be decided by the seed.
"""

import json
import re
from collections.abc import Mapping, Sequence

from schwarm.game.errors import BadOption, Refusal
from schwarm.games.mississippi_queen.tables import OVERLAPS, PLACES, SEGMENTS, bends, coordinates, neighbour

UNKNOWN = "?"
KINDS = "WGLSB"  # by the numbers in tables.py
WAITING = "012345"
GONE = "abcdef"
MOST_PASSENGERS = 8
SEGMENT = re.compile(r"[0-5][WGLSB0-5a-f]{20}")


def river_faults(segments: Sequence[str]) -> list[str]:
    """All that is wrong with a river's segments."""
    if len(segments) != SEGMENTS:
        return [Refusal("mississippi_queen/segments", wanted=SEGMENTS, count=len(segments))]
    faults: list[str] = []
    known = segments.index(UNKNOWN) if UNKNOWN in segments else SEGMENTS
    for number, segment in enumerate(segments):
        if number < known and not SEGMENT.fullmatch(segment):
            faults.append(
                Refusal("mississippi_queen/segment", number=number, places=PLACES, said=repr(segment))
            )
        if number > known and segment != UNKNOWN:
            faults.append(Refusal("mississippi_queen/unknown", number=number, said=repr(segment)))
    return faults or course_faults(segments[:known])


def course_faults(segments: Sequence[str]) -> list[str]:
    """What is wrong with the directions and passengers of well-formed segments."""
    faults: list[str] = []
    flow = [int(segment[0]) for segment in segments]
    if flow[:2] != [0, 0]:
        faults.append(Refusal("mississippi_queen/first_segments", flow=flow[:2]))
    for number in range(2, len(flow)):
        if flow[number] not in bends(flow[number - 1]):
            expected = bends(flow[number - 1])
            faults.append(Refusal("mississippi_queen/bend", number=number, ways=expected, said=flow[number]))
    if len(flow) == SEGMENTS and int("".join(map(str, flow)), 8) in OVERLAPS:
        faults.append(Refusal("mississippi_queen/overlap"))
    if faults:
        return faults
    passengers = 0
    for number, segment in enumerate(segments):
        spots = coordinates([int(segment[0])])
        for place, letter in enumerate(segment[1:]):
            if letter in WAITING + GONE:
                passengers += 1
                if stage_place(spots, place, pier(letter)) is None:
                    faults.append(Refusal("mississippi_queen/stage", number=number, place=place))
    if passengers > MOST_PASSENGERS:
        faults.append(Refusal("mississippi_queen/most_passengers", most=MOST_PASSENGERS, count=passengers))
    return faults


def pier(letter: str) -> int:
    """Direction of the landing stage of a passenger's field."""
    return (WAITING + GONE).index(letter) % 6


def stage_place(spots: list[tuple[int, int]], place: int, direction: int) -> int | None:
    """The place next to one in the same segment, None if that lies outside."""
    beside = neighbour(*spots[place], direction)
    return spots.index(beside) if beside in spots else None


def read_board(value: object) -> str:
    """The option `board` in its normal form: the river's text, empty for one decided by the seed.

    Takes that text, a list of segment objects {"d": direction, "f": letters}, or the list as JSON text.
    """
    if value == "":
        return ""
    try:
        listed = json.loads(value) if isinstance(value, str) and value.lstrip().startswith("[") else value
    except json.JSONDecodeError as error:
        raise BadOption(f"option board: expected segments as JSON: {error}") from None
    if isinstance(listed, str):
        segments = listed.split("/")
    elif isinstance(listed, Sequence) and all(isinstance(item, Mapping) for item in listed):
        segments = [f"{item.get('d')}{item.get('f')}" for item in listed]
    else:
        raise BadOption(f"option board: expected a list of segments, not {value!r}")
    faults = river_faults(segments)
    if not faults and not isinstance(listed, str):
        faults = order_faults(segments, listed)
    if faults:
        raise BadOption(f"option board: {'; '.join(faults)}")
    return "/".join(segments)


def order_faults(segments: list[str], listed: Sequence[Mapping[str, object]]) -> list[str]:
    """Where segment objects say their number (i) or coordinates (xy), these must be ours."""
    spots = coordinates([int(segment[0]) for segment in segments])
    faults: list[str] = []
    for number, item in enumerate(listed):
        own = [part for spot in spots[PLACES * number : PLACES * number + PLACES] for part in spot]
        if item.get("i", number) != number or item.get("xy", own) != own:
            faults.append(Refusal("mississippi_queen/order", number=number, own=own))
    return faults

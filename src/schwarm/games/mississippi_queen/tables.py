"""Geometry of the Mississippi as flat lists, made once at import; never compiled.

Fields are hexagons with a vertical side left and right, at offset coordinates (x, y); y grows
downwards and even rows stand half a field to the right. Directions count counter-clockwise:

        2   1
         \\ /            0 RIGHT    1 UP_RIGHT    2 UP_LEFT
      3 - o - 0          3 LEFT     4 DOWN_LEFT   5 DOWN_RIGHT
         / \\
        4   5

The river has eight segments of twenty fields; field number = 20*segment + place. Places of a segment
that flows to the right; one that flows in direction d is this one turned about place 9 by d:

      01  06  11  15
        05  10  14  19
          04  09  13  18
        03  08  12  17
      00  02  07  16
"""

SEGMENTS = 8
PLACES = 20  # fields of a segment
FIELDS = SEGMENTS * PLACES
NOWHERE = FIELDS  # the field beyond every edge; nothing can enter it
DIRECTIONS = 6
LEFT = 3  # no segment flows this way; stands for "no segment" in WEB

# What a field is. Ships pass the kinds below ISLAND; a passenger's field is an island.
WATER, GOAL, LOG, SANDBANK, ISLAND = range(5)

# The shape of a segment that flows to the right, place by place.
SHAPE = [(-2, 2), (-2, -2)]
SHAPE += [(-1, y) for y in (2, 1, 0, -1, -2)]
SHAPE += [(0, y) for y in (2, 1, 0, -1, -2)]
SHAPE += [(1, y) for y in (1, 0, -1, -2, 2)]
SHAPE += [(2, y) for y in (1, 0, -1)]
# POINTS[place]: what a ship there counts besides whole segments (W2).
POINTS = [x + 2 for x, _ in SHAPE]


def cube(x: int, y: int) -> tuple[int, int, int]:
    """Cube coordinates q, r, s of a field; they add up to 0."""
    q = x - (y + (y & 1)) // 2
    return q, -q - y, y


def turned(x: int, y: int, turns: int) -> tuple[int, int]:
    """A field turned about (0, 0), 60 degrees counter-clockwise each time."""
    q, r, s = cube(x, y)
    for _ in range(turns):
        q, r, s = -r, -s, -q
    return q + (s + (s & 1)) // 2, s


def neighbour(x: int, y: int, direction: int) -> tuple[int, int]:
    """The field next to one."""
    shift = 1 - (y & 1)  # even rows stand half a field to the right
    dx = (1, shift, shift - 1, -1, shift - 1, shift)[direction]
    return x + dx, y + (0, -1, -1, 0, 1, 1)[direction]


# Centre of a segment minus centre of the one before it, by the new direction: four fields on.
CENTRE_X = [turned(4, 0, direction)[0] for direction in range(DIRECTIONS)]
CENTRE_Y = [turned(4, 0, direction)[1] for direction in range(DIRECTIONS)]
# OFFSET_X[20*direction + place]: where a place lies from the centre (centres have even y).
OFFSET_X = [turned(x, y, direction)[0] for direction in range(DIRECTIONS) for x, y in SHAPE]
OFFSET_Y = [turned(x, y, direction)[1] for direction in range(DIRECTIONS) for x, y in SHAPE]


def places(direction: int, centre: tuple[int, int]) -> list[tuple[int, int]]:
    """The coordinates of a segment's fields, place by place."""
    shape = range(PLACES * direction, PLACES * direction + PLACES)
    return [(centre[0] + OFFSET_X[i], centre[1] + OFFSET_Y[i]) for i in shape]


def coordinates(flow: list[int]) -> list[tuple[int, int]]:
    """Coordinates of all fields of a river whose segments flow in these directions."""
    found: list[tuple[int, int]] = []
    x = y = 0
    for segment, direction in enumerate(flow):
        if segment:
            x, y = x + CENTRE_X[direction], y + CENTRE_Y[direction]
        found += places(direction, (x, y))
    return found


def bends(direction: int) -> list[int]:
    """S2: the directions in which the segment after one of this direction may flow."""
    return [(direction + turn) % 6 for turn in (-1, 0, 1) if (direction + turn) % 6 != LEFT]


def web(before: int, here: int, after: int) -> list[int]:
    """Neighbours of a segment's fields, counted from its place 0; NOWHERE is outside the three segments."""
    around = {}
    if before != LEFT:
        back = places(before, (-CENTRE_X[here], -CENTRE_Y[here]))
        around.update({spot: place - PLACES for place, spot in enumerate(back)})
    if after != LEFT:
        front = places(after, (CENTRE_X[after], CENTRE_Y[after]))
        around.update({spot: place + PLACES for place, spot in enumerate(front)})
    own = places(here, (0, 0))
    around.update({spot: place for place, spot in enumerate(own)})
    return [around.get(neighbour(x, y, k), NOWHERE) for x, y in own for k in range(DIRECTIONS)]


# WEB[120*(36*before + 6*here + after) + 6*place + direction]: `web` for every way to flow through three
# segments. Only neighbouring segments touch, so this is all the geometry a river needs.
WEB = [NOWHERE] * (120 * 216)
for _here in (0, 1, 2, 4, 5):
    for _before in [*bends(_here), LEFT]:
        for _after in [*bends(_here), LEFT]:
            _at = 120 * (36 * _before + 6 * _here + _after)
            WEB[_at : _at + 120] = web(_before, _here, _after)

# D12: the two rivers whose segments 2 and 7 would share a field, as octal numbers of the directions.
OVERLAPS = [0o00121054, 0o00545012]

# UNITS[turn]: what a turn by so many sixths to the left costs (4 and 5 are two and one to the right).
UNITS = [0, 1, 2, 3, 2, 1, 6, 6]  # the last two are no turns
# The turns, cheapest first, and how many of them so many units pay for (3 pay for all).
TURNS = [0, 1, 5, 2, 4, 3]
PAYABLE = [1, 3, 5, 6, 6, 6, 6, 6, 6]
# AXIS: the leader rule projects on q-r, q-s, r-s, r-q, s-q, s-r for directions 0 to 5 (T3).
AXIS_PLUS = [0, 0, 1, 1, 2, 2]
AXIS_MINUS = [1, 2, 2, 0, 0, 1]

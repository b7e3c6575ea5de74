# mypy: ignore-errors
# ruff: noqa
"""A slow, literal implementation of Protista in sets and dicts: the peer of the bench.

It recorded the games in tests/vectors/protista. Nothing but the grid is remembered between calls.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass, field

# --------------------------------------------------------------------------
# options
# --------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    # board and start
    rows: int = 13
    cols: int = 9
    setup: str = "random"  # random | checkers
    pieces: int = 12  # random setup only
    setup_rows: int = 0  # random setup: home rows drawn from, 0: the whole half
    win: str = "targets"  # targets | king
    targets: int = 3
    targets_needed: int = 2
    target_rows: int = 0  # home rows the targets are drawn from, 0: the whole half
    target_spacing: int = 3  # least distance between two targets of a side
    targets_mode: str = "ever"  # ever | together
    # turn
    loop_new: str = "turn"  # turn | move | count
    extra_cap: int = 2
    extra_accumulate: bool = False
    extra_optional: bool = False
    turn_move_cap: int = 24  # 0: none
    must_continue: bool = False
    # the ten kinds
    contiguous_capture: bool = False
    contiguous_stack: bool = True
    cannon_isolated: bool = True
    wave_dirs: str = "across"  # across | all
    wave_bounce_kills: bool = False
    v_count: str = "leg"  # leg | leg_and_vertex
    v_unequal: str = "min"  # min | max
    generate: str = "triangle"  # triangle | cup | four | off
    gen_gap: int = 3
    gen_between: str = "empty"  # empty | any
    gen_enemy: str = "block"  # block | capture
    stack_loss: int = 1
    stack_max: int = 9
    portals: str = "own"  # own | all | off
    portal_jumps: int = 1
    create_count: int = 3  # 0: kind 10 off
    create_area: str = "board"  # board | half
    create_targets: str = "exclude"  # exclude | include | apart
    supply: int = 18  # most pieces a side may have on the board, 0: none
    # end of game
    turn_limit: int = 120  # turns of both sides together, 0: none
    judge_margin: int = 3  # least lead in pieces that decides a judged game
    repetition: int = 3  # 0: off
    repetition_result: str = "judge"  # judge | draw
    no_pieces: str = "loss"  # loss | continue

    @property
    def half(self) -> int:
        return self.rows // 2


DEFAULT = Rules()

PRESETS = {
    "standard": DEFAULT,
    "small": Rules(rows=9, cols=7, pieces=9, supply=14, turn_limit=80),
    "literal": Rules(portals="all", gen_enemy="capture", gen_between="any", wave_dirs="all", supply=0),
    "unity": Rules(
        target_spacing=1,
        supply=0,
        loop_new="count",
        extra_accumulate=True,
        turn_move_cap=0,
        contiguous_capture=True,
        contiguous_stack=False,
        cannon_isolated=False,
        wave_bounce_kills=True,
        v_count="leg_and_vertex",
        generate="off",
        portals="off",
        create_targets="include",
        targets_mode="together",
        turn_limit=0,
        repetition=0,
        no_pieces="continue",
    ),
}
WHITE, BLACK = "w", "b"


def other(color):
    return BLACK if color == WHITE else WHITE


# --------------------------------------------------------------------------
# grid: (row, col), row 0 at the bottom, odd rows shifted right by half
# --------------------------------------------------------------------------

DIRS = ("e", "se", "sw", "w", "nw", "ne")  # clockwise, as indices 0..5


def step(cell, d):
    """Neighbour of cell in direction d; may lie off the board."""
    r, c = cell
    odd = r & 1
    if d == 0:
        return (r, c + 1)
    if d == 3:
        return (r, c - 1)
    nr = r - 1 if d in (1, 2) else r + 1
    return (nr, c + odd) if d in (1, 5) else (nr, c - 1 + odd)


def far(cell, d, n):
    for _ in range(n):
        cell = step(cell, d)
    return cell


def on_board(rules, cell):
    return 0 <= cell[0] < rules.rows and 0 <= cell[1] < rules.cols


def neighbours(rules, cell):
    return [n for n in (step(cell, d) for d in range(6)) if on_board(rules, n)]


def all_cells(rules):
    return [(r, c) for r in range(rules.rows) for c in range(rules.cols)]


def index(rules, cell):
    return cell[0] * rules.cols + cell[1]


def axial(cell):
    """Axial (q, r); e is (+1, 0), ne is (0, +1), nw is (-1, +1)."""
    r, c = cell
    return (c - (r - (r & 1)) // 2, r)


def distance(a, b):
    qa, ra = axial(a)
    qb, rb = axial(b)
    dq, dr = qa - qb, ra - rb
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def name(cell):
    return "abcdefghijklmnopqrstuvwxyz"[cell[1]] + str(cell[0] + 1)


def parse_cell(text):
    return (int(text[1:]) - 1, ord(text[0]) - 97)


# --------------------------------------------------------------------------
# chance: splitmix64 streams
# --------------------------------------------------------------------------

MASK = (1 << 64) - 1


def mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


class Stream:
    def __init__(self, seed, number):
        self.state = (mix(seed & MASK) + 0x9E3779B97F4A7C15 * (number + 1)) & MASK

    def below(self, n):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return mix(self.state) % n

    def sample(self, items, k):
        """k different items in drawing order (partial Fisher-Yates)."""
        pool = list(items)
        for i in range(k):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]


# --------------------------------------------------------------------------
# position
# --------------------------------------------------------------------------


@dataclass
class Position:
    rules: Rules
    board: dict  # cell -> (color, height, king)
    targets: dict  # color -> cells that color defends
    side: str = WHITE
    left: int = 1  # moves left in this turn, this one included
    seen: set = field(default_factory=set)  # holes of side met during this turn
    in_turn: int = 0  # moves already made in this turn
    turns: int = 0  # finished turns of both sides
    moves: int = 0  # moves made in the game
    passes: int = 0  # turns in a row without any move
    history: Counter = field(default_factory=Counter)
    result: tuple = None  # (winner or None, reason)
    reached: dict = field(default_factory=lambda: {WHITE: frozenset(), BLACK: frozenset()})

    def copy(self):
        return Position(
            self.rules,
            dict(self.board),
            self.targets,
            self.side,
            self.left,
            set(self.seen),
            self.in_turn,
            self.turns,
            self.moves,
            self.passes,
            Counter(self.history),
            self.result,
            dict(self.reached),
        )


def mirror(rules, cell):
    return (rules.rows - 1 - cell[0], cell[1])


def initial(rules, seed):
    """Both setups, targets, kings."""
    home = [c for c in all_cells(rules) if c[0] < (rules.target_rows or rules.half)]
    order, spacing, chosen = Stream(seed, 0).sample(home, len(home)), rules.target_spacing, []
    while len(chosen) < rules.targets:  # narrower when the zone is too small
        chosen = []
        for cell in order:
            if len(chosen) < rules.targets and all(distance(cell, t) >= spacing for t in chosen):
                chosen.append(cell)
        spacing -= 1
    chosen.sort()
    targets = {WHITE: tuple(chosen), BLACK: tuple(sorted(mirror(rules, c) for c in chosen))}
    if rules.win == "king":
        targets = {WHITE: (), BLACK: ()}
    if rules.setup == "random":
        area = [c for c in all_cells(rules) if c[0] < (rules.setup_rows or rules.half)]
        cells = sorted(Stream(seed, 1).sample(area, rules.pieces))
        king = cells[Stream(seed, 2).below(len(cells))]
    else:
        cells = [(r, c) for r in range(3) for c in range(rules.cols) if c % 2 == r % 2]
        king = min((c for c in cells if c[0] == 0), key=lambda c: (abs(2 * c[1] - (rules.cols - 1)), c[1]))
    board = {}
    for cell in cells:
        crowned = rules.win == "king" and cell == king
        board[cell] = (WHITE, 1, crowned)
        board[mirror(rules, cell)] = (BLACK, 1, crowned)
    pos = Position(rules, board, targets)
    start_turn(pos)
    return pos


# --------------------------------------------------------------------------
# loops
# --------------------------------------------------------------------------


def holes(rules, board, color):
    """Enclosed regions of cells without a piece of color."""
    found, done = set(), set()
    for start in all_cells(rules):
        if start in done or (start in board and board[start][0] == color):
            continue
        region, todo, open_ = {start}, [start], False
        while todo:
            cell = todo.pop()
            for d in range(6):
                n = step(cell, d)
                if not on_board(rules, n):
                    open_ = True
                elif n not in region and not (n in board and board[n][0] == color):
                    region.add(n)
                    todo.append(n)
        done |= region
        if not open_:
            found.add(frozenset(region))
    return found


# --------------------------------------------------------------------------
# moves
# --------------------------------------------------------------------------

KIND_ORDER = {"S": 1, "J": 2, "C": 3, "W": 4, "V": 5, "G": 6, "U": 8, "R": 10, "P": 11}


@dataclass(frozen=True)
class Move:
    kind: str
    text: str
    delta: frozenset  # of (cell, new contents or None)
    jumps: int = 0
    takes: int = 0  # enemy pieces removed, counted by height
    stacks: bool = False  # own pieces merged
    hits: bool = False  # an enemy stack was hit

    def rank(self):
        return (KIND_ORDER[self.kind], self.jumps, len(self.text), self.text)


def is_portal(rules, board, side, cell, lifted=None):
    """Is cell a portal once the piece on cell `lifted` is taken up?"""
    if cell in board or rules.portals == "off":
        return False
    around = [step(cell, d) for d in range(6)]
    for color in (WHITE, BLACK) if rules.portals == "all" else (side,):
        mine = {
            d for d in range(6) if around[d] in board and around[d] != lifted and board[around[d]][0] == color
        }
        if len(mine) == 3 and any(mine == {d, (d + 1) % 6, (d + 2) % 6} for d in range(6)):
            return True
    return False


def portals(rules, board, side):
    return {c for c in all_cells(rules) if is_portal(rules, board, side, c)}


class Generator:
    def __init__(self, pos):
        self.pos = pos
        self.rules = pos.rules
        self.board = pos.board
        self.side = pos.side
        self.own = {c for c, p in pos.board.items() if p[0] == pos.side}
        self.base_gates = portals(self.rules, self.board, self.side)
        self.gates = {}  # origin -> portals for a piece from there
        self.found = {}  # delta -> best Move
        self.by_kind = {}  # kind -> {delta: best Move of that kind}

    # -- bookkeeping -------------------------------------------------------

    def add(self, kind, text, delta, jumps=0, takes=0, stacks=False, hits=False):
        clean = frozenset((c, v) for c, v in delta.items() if self.board.get(c) != v)
        if not clean:
            return
        move = Move(kind, text, clean, jumps, takes, stacks, hits)
        for table in (self.found, self.by_kind.setdefault(kind, {})):
            best = table.get(clean)
            if best is None or move.rank() < best.rank():
                table[clean] = move

    def is_own(self, cell):
        return cell in self.own

    def enemy(self, cell):
        p = self.board.get(cell)
        return p if p is not None and p[0] != self.side else None

    def weakened(self, cell):
        color, height, king = self.board[cell]
        height -= self.rules.stack_loss
        return (color, height, king) if height > 0 else None

    def lost(self, cell):
        return min(self.rules.stack_loss, self.board[cell][1])

    def usable_gates(self, origin):
        if origin not in self.gates:
            near = set(neighbours(self.rules, origin))  # only these can change
            self.gates[origin] = sorted(
                (self.base_gates - near)
                | {c for c in near if is_portal(self.rules, self.board, self.side, c, origin)}
            )
        return self.gates[origin]

    # -- pieces that walk: kinds 1, 3, 5 -----------------------------

    def walk(self, kind, origin, advance, n):
        piece = self.board[origin]
        gates = self.usable_gates(origin)
        head = f"{kind}:{name(origin)}"

        def land(cell, taken, text, jumps, takes):
            delta = {origin: None}
            for t in taken:
                delta[t] = None
            delta[cell] = piece
            self.add(kind, text, delta, jumps, takes)

        def go(cell, used, taken, route, jumps, takes):
            # may we stop here?
            nxt = advance(cell)
            blocked = used == n or not on_board(self.rules, nxt) or (self.is_own(nxt) and kind != "S")
            if used and (not self.rules.must_continue or blocked):
                land(cell, taken, head + route_text(route, taken), jumps, takes)
            if blocked:
                return
            if self.is_own(nxt):  # kind 1 only: stacking
                self.stack_onto("S", origin, nxt)
                return
            foe = self.enemy(nxt) if nxt not in taken else None
            if foe and foe[1] >= 2:  # stop short, stack loses
                delta = {origin: None}
                for t in taken:
                    delta[t] = None
                delta[cell] = piece
                delta[nxt] = self.weakened(nxt)
                self.add(
                    kind,
                    head + route_text(route, taken) + "!" + name(nxt),
                    delta,
                    jumps,
                    takes + self.lost(nxt),
                    hits=True,
                )
                return
            more = taken + (nxt,) if foe else taken
            gain = takes + (1 if foe else 0)
            go(nxt, used + 1, more, route + (("-", nxt),), jumps, gain)
            if nxt in gates and jumps < self.rules.portal_jumps:
                for out in gates:
                    if out != nxt and out != origin and out not in more:
                        go(out, used + 1, more, route + (("-", nxt), ("~", out)), jumps + 1, gain)

        def route_text(route, taken):
            """Keep the last cell of each straight leg and both ends of a jump."""
            out = ""
            for i, (sign, cell) in enumerate(route):
                last = i == len(route) - 1
                before_jump = not last and route[i + 1][0] == "~"
                if sign == "~" or last or before_jump:
                    mark = sign
                    if sign == "-" and kind == "S" and cell in taken:
                        mark = "x"
                    out += mark + name(cell)
            return out

        go(origin, 0, (), (), 0, 0)

    def stack_onto(self, kind, origin, cell):
        color, h1, k1 = self.board[origin]
        _, h2, k2 = self.board[cell]
        if h1 + h2 > self.rules.stack_max or not (self.rules.contiguous_stack or kind == "S"):
            return
        self.add(
            kind,
            f"{kind}:{name(origin)}+{name(cell)}",
            {origin: None, cell: (color, h1 + h2, k1 or k2)},
            stacks=True,
        )

    # -- the kinds ----------------------------------------------------------

    def singles(self):
        for origin in self.own:
            for d in range(6):
                self.walk("S", origin, lambda c, d=d: step(c, d), 1)

    def component(self, origin):
        comp, todo = {origin}, [origin]
        while todo:
            for n in neighbours(self.rules, todo.pop()):
                if n in self.own and n not in comp:
                    comp.add(n)
                    todo.append(n)
        return comp

    def components(self):
        left = set(self.own)
        while left:
            comp = self.component(min(left))
            left -= comp
            yield comp

    def contiguous(self):
        for comp in self.components():
            if len(comp) < 2:
                continue
            for origin in comp:
                piece = self.board[origin]
                gates = self.usable_gates(origin)
                reach = {n for m in comp if m != origin for n in neighbours(self.rules, m)}
                head = f"J:{name(origin)}"
                for cell in comp - {origin}:
                    self.stack_onto("J", origin, cell)
                for cell in sorted(reach - self.own):
                    foe = self.enemy(cell)
                    if foe is None:
                        self.add("J", f"{head}-{name(cell)}", {origin: None, cell: piece})
                        if cell in gates and self.rules.portal_jumps:
                            for out in gates:
                                if out != cell:
                                    self.add(
                                        "J",
                                        f"{head}-{name(cell)}~{name(out)}",
                                        {origin: None, out: piece},
                                        jumps=1,
                                    )
                    elif self.rules.contiguous_capture:
                        if foe[1] == 1:
                            self.add("J", f"{head}x{name(cell)}", {origin: None, cell: piece}, takes=1)
                        else:
                            self.add(
                                "J",
                                f"{head}!{name(cell)}",
                                {cell: self.weakened(cell)},
                                takes=self.lost(cell),
                                hits=True,
                            )

    def cannons(self):
        for origin in self.own:
            for d in range(6):
                if step(origin, d) in self.own:
                    continue
                row, cell = [origin], step(origin, (d + 3) % 6)
                while cell in self.own:
                    row.append(cell)
                    cell = step(cell, (d + 3) % 6)
                if len(row) < 2:
                    continue
                if self.rules.cannon_isolated and any(
                    n in self.own and n not in row for m in row for n in neighbours(self.rules, m)
                ):
                    continue
                self.walk("C", origin, lambda c, d=d: step(c, d), len(row))

    def zigzags(self):
        """Every zigzag of three or more own pieces, once: (cells in order, d)."""
        for start in sorted(self.own):
            for d in range(3):
                for first in (0, 1):
                    cells, cell, turn = [start], start, first
                    while True:
                        cell = step(cell, d + turn)
                        if cell not in self.own:
                            break
                        cells.append(cell)
                        turn = 1 - turn
                        if len(cells) >= 3:
                            yield list(cells), d

    def waves(self):
        for cells, d in self.zigzags():
            dirs = [(d + 5) % 6, (d + 2) % 6] if self.rules.wave_dirs == "across" else range(6)
            if index(self.rules, cells[0]) > index(self.rules, cells[-1]):
                cells = cells[::-1]
            for way in dirs:
                goal = [step(c, way) for c in cells]
                if any(not on_board(self.rules, g) for g in goal):
                    continue
                if any(g in self.own and g not in cells for g in goal):
                    continue
                text = "W:" + ".".join(name(c) for c in cells) + ">" + DIRS[way]
                walls = [g for g in goal if self.enemy(g) and self.enemy(g)[1] >= 2]
                if walls:
                    delta = {g: self.weakened(g) for g in walls}
                    takes = sum(self.lost(g) for g in walls)
                    if self.rules.wave_bounce_kills:
                        for g in goal:
                            if self.enemy(g) and self.enemy(g)[1] == 1:
                                delta[g] = None
                                takes += 1
                    self.add("W", text + "!", delta, takes=takes, hits=True)
                    continue
                delta = {c: None for c in cells}
                takes = sum(1 for g in goal if self.enemy(g))
                for c, g in zip(cells, goal):
                    delta[g] = self.board[c]
                self.add("W", text, delta, takes=takes)

    def sharp_vs(self):
        for origin in self.own:
            legs = []
            for d in range(6):
                n, cell = 0, step(origin, d)
                while cell in self.own:
                    n, cell = n + 1, step(cell, d)
                legs.append(n)
            for d in range(6):
                a, b = legs[d], legs[(d + 1) % 6]
                if not a or not b:
                    continue
                n = min(a, b) if self.rules.v_unequal == "min" else max(a, b)
                if self.rules.v_count == "leg_and_vertex":
                    n += 1
                self.walk("V", origin, lambda c, d=d: step(step(c, (d + 3) % 6), (d + 4) % 6), n)

    def generation(self):
        rules = self.rules
        if rules.generate == "triangle":
            side = rules.gen_gap + 1
            for p in self.own:
                for d in range(3):
                    q = far(p, d, side)
                    if q not in self.own:
                        continue
                    between = [far(p, d, i) for i in range(1, side)]
                    if rules.gen_between == "empty" and any(c in self.board for c in between):
                        continue
                    tops = [far(p, (d + 1) % 6, side), far(p, (d + 5) % 6, side)]
                    lo, hi = sorted((p, q))
                    self.place(f"G:{name(lo)}-{name(hi)}", [t for t in tops if on_board(rules, t)])
        elif rules.generate in ("cup", "four"):
            for cell in all_cells(rules):
                if cell in self.own:
                    continue
                mine = [step(cell, d) in self.own for d in range(6)]
                if rules.generate == "cup":
                    ok = any(mine[d] and mine[(d + 1) % 6] and mine[(d + 2) % 6] for d in range(6))
                else:
                    ok = sum(mine) >= 4
                if ok and (cell not in self.board):
                    self.place(f"G:{name(cell)}", [cell])

    def place(self, text, cells):
        delta, takes, hits = {}, 0, False
        for cell in cells:
            foe = self.enemy(cell)
            if cell in self.own:
                continue
            if foe is None:
                delta[cell] = (self.side, 1, False)
            elif self.rules.gen_enemy == "capture":
                if foe[1] == 1:
                    delta[cell] = (self.side, 1, False)
                    takes += 1
                else:
                    delta[cell] = self.weakened(cell)
                    takes += self.lost(cell)
                    hits = True
        fresh = sum(1 for v in delta.values() if v and v[0] == self.side)
        if fresh <= self.stock():
            self.add("G", text, delta, takes=takes, hits=hits)

    def stock(self):
        """Pieces still in hand."""
        if not self.rules.supply:
            return 10**6
        return self.rules.supply - material(self.board, self.side)

    def unstacking(self):
        for origin in self.own:
            color, h, king = self.board[origin]
            if h < 2:
                continue
            for d in range(6):
                line = [far(origin, d, i) for i in range(1, h)]
                if any(
                    not on_board(self.rules, c) or c in self.own or (self.enemy(c) and self.enemy(c)[1] >= 2)
                    for c in line
                ):
                    continue
                delta = {origin: (color, 1, king)}
                takes = 0
                for c in line:
                    takes += 1 if self.enemy(c) else 0
                    delta[c] = (color, 1, False)
                self.add("U", f"U:{name(origin)}>{DIRS[d]}", delta, takes=takes)

    def create_cells(self):
        rules, pos = self.rules, self.pos
        if not rules.create_count or self.stock() < rules.create_count:
            return []
        banned = set()
        if rules.create_targets == "exclude":
            banned = set(pos.targets[WHITE]) | set(pos.targets[BLACK])
        if rules.create_targets == "apart":
            aims = set(pos.targets[WHITE]) | set(pos.targets[BLACK])
            banned = aims | {n for t in aims for n in neighbours(rules, t)}
        cells = [c for c in all_cells(rules) if c not in self.board and c not in banned]
        if rules.create_area == "half":
            low = self.side == WHITE
            cells = [c for c in cells if (c[0] < rules.half if low else c[0] >= rules.rows - rules.half)]
        return cells if len(cells) >= rules.create_count else []

    def all(self):
        self.singles()
        self.contiguous()
        self.cannons()
        self.waves()
        self.sharp_vs()
        self.generation()
        self.unstacking()
        moves = sorted(self.found.values(), key=Move.rank)
        if self.create_cells():
            moves.append(Move("R", "R", frozenset()))
        if not moves or (self.rules.extra_optional and self.pos.in_turn):
            moves.append(Move("P", "-", frozenset()))
        return moves

    def rule(self, kind):
        """Results of one kind alone, before equal results are merged."""
        self.all()
        return sorted(self.by_kind.get(kind, {}).values(), key=Move.rank)


def legal_moves(pos):
    return [] if pos.result else Generator(pos).all()


# --------------------------------------------------------------------------
# playing a move, ends
# --------------------------------------------------------------------------


def start_turn(pos):
    pos.left, pos.in_turn = 1, 0
    pos.seen = holes(pos.rules, pos.board, pos.side)
    if pos.rules.repetition:
        key = (pos.side, frozenset(pos.board.items()), frozenset(pos.reached.items()))
        pos.history[key] += 1
        if pos.history[key] >= pos.rules.repetition:
            pos.result = (
                judge(pos, "repetition") if pos.rules.repetition_result == "judge" else (None, "repetition")
            )


def material(board, color):
    return sum(p[1] for p in board.values() if p[0] == color)


def held(pos, color):
    return sum(1 for t in pos.targets[other(color)] if t in pos.board and pos.board[t][0] == color)


def progress(pos, color):
    """Targets that count for color."""
    return len(pos.reached[color]) if pos.rules.targets_mode == "ever" else held(pos, color)


def judge(pos, reason):
    """More targets, then clearly more pieces, else a draw."""
    lead = progress(pos, WHITE) - progress(pos, BLACK)
    if not lead:
        lead = material(pos.board, WHITE) - material(pos.board, BLACK)
        lead = lead if abs(lead) >= pos.rules.judge_margin else 0
    return (WHITE if lead > 0 else BLACK if lead < 0 else None, reason)


def play(pos, move, seed=None, outcome=None):
    """Apply move in place. Returns (text for the record, number of new loops)."""
    rules, me = pos.rules, pos.side
    before = holes(rules, pos.board, me)
    foe = other(me)
    had = material(pos.board, foe)
    text = move.text
    if move.kind == "R":
        cells = Generator(pos).create_cells()
        if outcome is None:
            outcome = Stream(seed, 16 + pos.moves).sample(cells, rules.create_count)
        for cell in outcome:
            pos.board[cell] = (me, 1, False)
        text = "R=" + ".".join(name(c) for c in sorted(outcome))
    else:
        for cell, value in move.delta:
            if value is None:
                pos.board.pop(cell, None)
            else:
                pos.board[cell] = value
    pos.moves += 1
    pos.in_turn += 1

    after = holes(rules, pos.board, me)
    if rules.loop_new == "count":
        new = max(0, len(after) - len(before))
    elif rules.loop_new == "move":
        new = len(after - before)
    else:
        new = len(after - pos.seen)
        pos.seen |= after

    # immediate results
    if rules.targets_mode == "ever":
        pos.reached[me] |= {t for t in pos.targets[foe] if t in pos.board and pos.board[t][0] == me}
    if rules.win == "targets" and progress(pos, me) >= rules.targets_needed:
        pos.result = (me, "targets")
    elif rules.win == "king" and had and not any(p[2] for p in pos.board.values() if p[0] == foe):
        pos.result = (me, "king")
    elif rules.no_pieces == "loss" and had and material(pos.board, foe) == 0:
        pos.result = (me, "no pieces")
    if pos.result:
        return text, new

    gained = min(rules.extra_cap, new)
    if rules.extra_accumulate:
        pos.left = pos.left - 1 + gained
    else:
        pos.left = max(pos.left - 1, gained)
    if rules.turn_move_cap and pos.in_turn >= rules.turn_move_cap:
        pos.left = 0
    if move.kind == "P":
        pos.left = 0
        pos.passes += pos.in_turn == 1
        if pos.passes >= 2:
            pos.result = judge(pos, "no moves")
            return text, new
    else:
        pos.passes = 0
    if pos.left == 0:
        pos.side = foe
        pos.turns += 1
        start_turn(pos)
        if not pos.result and rules.turn_limit and pos.turns >= rules.turn_limit:
            pos.result = judge(pos, "limit")
    return text, new


# --------------------------------------------------------------------------
# text
# --------------------------------------------------------------------------


def token(p):
    if p is None:
        return "."
    return p[0] + (str(p[1]) if p[1] > 1 else "") + ("*" if p[2] else "")


def diagram(pos):
    rules, lines = pos.rules, []
    aims = {t: k for k in (WHITE, BLACK) for t in pos.targets[k]}
    for r in reversed(range(rules.rows)):
        row = []
        for c in range(rules.cols):
            t = token(pos.board.get((r, c)))
            if (r, c) in aims:
                t = "o" if t == "." else t + "'"
            row.append(f"{t:<4}")
        lines.append(f"{r + 1:>2} " + ("  " if r & 1 else "") + "".join(row).rstrip())
    return "\n".join(lines)


def parse_diagram(text, rules=DEFAULT, **kw):
    """Inverse of the plain part of diagram(): whitespace separated tokens, top row first."""
    rows = [line.split() for line in text.strip("\n").splitlines() if line.strip()]
    rows.reverse()
    rules = dataclasses.replace(rules, rows=len(rows), cols=len(rows[0]))
    board = {}
    for r, row in enumerate(rows):
        assert len(row) == rules.cols, row
        for c, t in enumerate(row):
            if t != ".":
                king = t.endswith("*")
                t = t.rstrip("*")
                board[(r, c)] = (t[0], int(t[1:] or 1), king)
    pos = Position(rules, board, kw.pop("targets", {WHITE: (), BLACK: ()}), **kw)
    pos.seen = holes(rules, board, pos.side)
    first_of_history(pos)
    return pos


def first_of_history(pos):
    """A position put up by hand counts as met once."""
    if pos.in_turn == 0:
        pos.history[(pos.side, frozenset(pos.board.items()), frozenset(pos.reached.items()))] = 1


def to_fen(pos):
    rows = []
    for r in reversed(range(pos.rules.rows)):
        out, gap = "", 0
        for c in range(pos.rules.cols):
            p = pos.board.get((r, c))
            if p is None:
                gap += 1
                continue
            out += str(gap) if gap else ""
            gap = 0
            color, h, king = p
            out += (color if h == 1 else color.upper() + str(h)) + ("*" if king else "")
        rows.append(out + (str(gap) if gap else ""))
    aims = "|".join(
        ".".join(name(t) + "+" * (t in pos.reached[other(k)]) for t in pos.targets[k]) or "-"
        for k in (WHITE, BLACK)
    )
    now = holes(pos.rules, pos.board, pos.side)
    gone = sorted(".".join(name(c) for c in sorted(h)) for h in pos.seen - now)
    return " ".join(
        [
            "/".join(rows),
            pos.side,
            str(pos.left),
            aims,
            str(pos.in_turn),
            str(pos.turns),
            str(pos.moves),
            "|".join(gone) or "-",
        ]
    )


def from_fen(text, rules=DEFAULT):
    rows, side, left, aims, in_turn, turns, moves, gone = text.split()
    rows = rows.split("/")[::-1]
    board, cols = {}, None
    for r, line in enumerate(rows):
        c = i = 0
        while i < len(line):
            ch = line[i]
            if ch.isdigit():
                j = i
                while j < len(line) and line[j].isdigit():
                    j += 1
                c += int(line[i:j])
                i = j
                continue
            h = 1
            i += 1
            if ch.isupper():
                h = int(line[i])
                i += 1
            king = i < len(line) and line[i] == "*"
            i += king
            board[(r, c)] = (ch.lower(), h, king)
            c += 1
        cols = c if cols is None else cols
        assert c == cols, line
    rules = dataclasses.replace(rules, rows=len(rows), cols=cols)
    w, b = ([] if part == "-" else part.split(".") for part in aims.split("|"))
    done = {
        WHITE: frozenset(parse_cell(t[:-1]) for t in b if t[-1] == "+"),
        BLACK: frozenset(parse_cell(t[:-1]) for t in w if t[-1] == "+"),
    }
    w, b = ([parse_cell(t.rstrip("+")) for t in part] for part in (w, b))
    pos = Position(
        rules,
        board,
        {WHITE: tuple(w), BLACK: tuple(b)},
        side,
        int(left),
        in_turn=int(in_turn),
        turns=int(turns),
        moves=int(moves),
        reached=done,
    )
    pos.seen = holes(rules, board, side)
    if gone != "-":
        pos.seen |= {frozenset(parse_cell(t) for t in h.split(".")) for h in gone.split("|")}
    first_of_history(pos)
    return pos

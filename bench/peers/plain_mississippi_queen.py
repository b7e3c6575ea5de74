"""The other side of the Mississippi Queen bench: the same rules in plain, unhurried Python."""

import random
from typing import Any

from bench.peers.mississippi_queen_positions import BOARDS, POSITIONS
from bench.worker import serve

W, B, G, S, L = "WBGSL"
PASS = "012345"
FREE = set("WGSL")


def nb(x: int, y: int, d: int) -> tuple[int, int]:
    if d == 0:
        return x + 1, y
    if d == 3:
        return x - 1, y
    e = 1 if y % 2 == 0 else 0
    if d == 1:
        return x + e, y - 1
    if d == 2:
        return x + e - 1, y - 1
    if d == 4:
        return x + e - 1, y + 1
    return x + e, y + 1


OFF0 = (
    [(-2, 2, 0), (-2, -2, 0)]
    + [(-1, k, 1) for k in (2, 1, 0, -1, -2)]
    + [(0, k, 2) for k in (2, 1, 0, -1, -2)]
    + [(1, k, 3) for k in (1, 0, -1, -2, 2)]
    + [(2, k, 4) for k in (1, 0, -1)]
)


def cube(x: int, y: int) -> tuple[int, int, int]:
    q = x - (y + (y & 1)) // 2
    return q, -q - y, y


def off(q: int, r: int, s: int) -> tuple[int, int]:
    return q + (s + (s & 1)) // 2, s


def rot(c: tuple[int, int, int]) -> tuple[int, int, int]:
    return -c[1], -c[2], -c[0]


OFF: list[list[tuple[int, int, int]]] = []
cs = [(cube(x, y), p) for x, y, p in OFF0]
for _ in range(6):
    OFF.append([(*off(*c), p) for c, p in cs])
    cs = [(rot(c), p) for c, p in cs]
STEP = {0: (4, 0), 1: (2, -4), 2: (-2, -4), 3: (-4, 0), 4: (-2, 4), 5: (2, 4)}


class Ship:
    """A steamer."""

    __slots__ = ("co", "d", "ft", "ps", "sp", "ti", "x", "y")

    def __init__(self, y: int) -> None:
        self.x = -1
        self.y = y
        self.d = 0
        self.sp = 1
        self.co = 6
        self.ti = 0
        self.ps = 0
        self.ft = 1


class State:
    """A position."""

    def __init__(self, dirs: list[int], fields: list[str]) -> None:
        self.dirs = dirs
        self.grid: dict[tuple[int, int], list[Any]] = {}
        c = (0, 0)
        for i, d in enumerate(dirs):
            if i:
                c = (c[0] + STEP[d][0], c[1] + STEP[d][1])
            for (ox, oy, p), t in zip(OFF[d], fields[i], strict=True):
                self.grid[c[0] + ox, c[1] + oy] = [t, i, p]
        self.sh = [Ship(1), Ship(-1)]
        self.turn = 0
        self.cur = 0
        self.lo = 0
        self.hi = 1
        self.latest = 0

    def vis(self, xy: tuple[int, int]) -> list[Any] | None:
        f = self.grid.get(xy)
        return f if f and self.lo <= f[1] <= self.hi else None

    def points(self, k: int) -> int:
        s = self.sh[k]
        return 5 * s.ti + int(self.grid[s.x, s.y][2]) + 5 * s.ps

    # enumeration -----------------------------------------------------------------------------
    def legal(self) -> list[Any]:
        me = self.sh[self.cur]
        op = self.sh[1 - self.cur]
        out: list[Any] = []

        # node: x,y,d,speed,coal,move,free, ex,ey,es, toks,last,pushed
        def done(n: Any) -> None:
            out.append(n)

        def go(
            x: int, y: int, d: int, sp: int, co: int, mv: int, fr: int, ex: int, ey: int, es: int,
            tk: list[str], last: str, pu: bool, first: bool, odd: bool = False,
        ) -> None:  # fmt: skip
            t = self.grid[x, y][0]
            if (x, y) == (ex, ey):
                if t == S or mv < 1:
                    return
                for p in range(6):
                    if p == (d + 3) % 6:
                        continue
                    f = self.grid.get(nb(x, y, p))  # also segments that are not visible
                    if not f or f[0] not in FREE:
                        continue
                    c = 2 if f[0] == L else 1
                    if c > mv:
                        continue
                    ns = es
                    if f[0] == L:
                        ns = max(1, es - 1)
                    if f[0] == S:
                        ns = 1
                    qx, qy = nb(x, y, p)
                    go(
                        x,
                        y,
                        d,
                        sp,
                        co,
                        mv - c,
                        fr,
                        qx,
                        qy,
                        ns,
                        [*tk, f"P{p:d}"],
                        "P",
                        True,
                        False,
                        odd or not self.lo <= f[1] <= self.hi,
                    )
                return
            if mv == 0:
                done((tuple(tk), x, y, d, sp, co, fr, ex, ey, es, pu, odd))
            if t == S and not first:
                return
            if first and t != S:
                for a in range(-5, 6):
                    if a == 0 or not 1 <= sp + a <= 6:
                        continue
                    c = abs(a) - 1
                    if c <= co:
                        go(x, y, d, sp + a, co - c, mv + a, fr, ex, ey, es, [f"A{a:+d}"], "A", pu, False, odd)
            if last != "T" and t != S:
                for a in (-2, -1, 1, 2, 3):
                    c = max(0, abs(a) - fr)
                    if c <= co:
                        go(
                            x,
                            y,
                            (d + a) % 6,
                            sp,
                            co - c,
                            mv,
                            max(0, fr - abs(a)),
                            ex,
                            ey,
                            es,
                            [*tk, f"T{a:+d}"],
                            "T",
                            pu,
                            False,
                            odd,
                        )
            if last != "M" and mv > 0:
                if t == S:
                    q = nb(x, y, (d + 3) % 6)
                    f = self.vis(q)
                    if f and f[0] in FREE and f[0] != L and co >= 1 and q != (ex, ey):
                        go(*q, d, sp, co - 1, 0, fr, ex, ey, es, [*tk, "M-1"], "M", pu, False, odd)
                    q = nb(x, y, d)
                    f = self.vis(q)
                    if f and f[0] in FREE and q != (ex, ey):
                        go(*q, d, sp, co, 0, fr, ex, ey, es, [*tk, "M1"], "M", pu, False, odd or f[0] == L)
                    return
                cx, cy = x, y
                m = mv
                s2 = sp
                for k in range(1, 7):
                    if m <= 0:
                        break
                    q = nb(cx, cy, d)
                    f = self.vis(q)
                    if not f or f[0] not in FREE:
                        break
                    if f[0] == S:
                        if q != (ex, ey):
                            go(*q, d, 1, co, 0, fr, ex, ey, es, [*tk, f"M{k:d}"], "M", pu, False, odd)
                        break
                    c = 2 if f[0] == L else 1
                    if c > m:
                        break
                    m -= c
                    cx, cy = q
                    if f[0] == L:
                        s2 = max(1, s2 - 1)
                    go(cx, cy, d, s2, co, m, fr, ex, ey, es, [*tk, f"M{k:d}"], "M", pu, False, odd)
                    if q == (ex, ey):
                        break

        go(me.x, me.y, me.d, me.sp, me.co, me.sp, me.ft, op.x, op.y, op.sp, [], "", False, True)
        return out

    def dock(self, x: int, y: int) -> tuple[int, int] | None:
        for d in range(6):
            q = nb(x, y, d)
            f = self.vis(q)
            if f and f[0] == str((d + 3) % 6):
                return q
        return None

    def play(self, n: Any) -> None:
        _, x, y, d, sp, co, _, ex, ey, es, pu, _ = n
        me = self.sh[self.cur]
        op = self.sh[1 - self.cur]
        me.x, me.y, me.d, me.sp, me.co = x, y, d, sp, co
        op.x, op.y, op.sp = ex, ey, es
        me.ti = self.grid[x, y][1]
        op.ti = self.grid[ex, ey][1]
        for s in (me, op):
            if s.sp == 1 and s.ps < 2:
                q = self.dock(s.x, s.y)
                if q:
                    self.grid[q][0] = B
                    s.ps += 1
        self.turn += 1
        self.lo = min(me.ti, op.ti)
        self.latest = max(self.latest, me.ti, op.ti)
        self.hi = min(7, self.latest + 1)
        if pu and self.grid[op.x, op.y][0] != S:
            op.ft = 2
        me.ft = 1
        if self.turn % 2 == 0:
            self.cur = self.leader()
        else:
            self.cur = 1 - self.cur

    def leader(self) -> int:
        d = self.dirs[self.hi]
        r, b = self.sh

        def proj(s: Ship) -> int:
            q = cube(s.x, s.y)
            u = [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)][d]
            return q[u[0]] - q[u[1]]

        for a, c in ((proj(r), proj(b)), (r.sp, b.sp), (r.co, b.co), (r.x, b.x), (r.y, b.y)):
            if a != c:
                return 0 if a > c else 1
        return 1

    def over(self) -> Any:
        """(end, winner) under the official implementation, or None."""
        r, b = self.sh
        if self.turn >= 60:
            p = [self.points(0), self.points(1)]
            return "round_limit", (0 if p[0] > p[1] else 1 if p[1] > p[0] else None)
        for k in (0, 1):
            s = self.sh[k]
            if self.grid[s.x, s.y][0] == G and s.ps >= 2 and s.sp == 1:
                return "goal", k
        if self.cur == 1 and abs(r.ti - b.ti) > 3:
            return "distance", (0 if r.ti > b.ti else 1)
        return None


def from_dump(board: Any, s: Any) -> State:
    st = State([t["d"] for t in board], [t["f"] for t in board])
    for k, key in enumerate("rb"):
        a = s[key]
        h = st.sh[k]
        h.x, h.y, h.d, h.sp, h.co, h.ti, h.ps = a[:7]
        h.ft = s["fts"][k]
    st.turn = s["t"]
    st.cur = s["c"]
    st.lo, st.hi = s["v"]
    st.latest = max(st.sh[0].ti, st.sh[1].ti, st.hi - 1)
    for f in st.grid.values():
        if f[0] in PASS and f[1] not in s["p"]:
            f[0] = B
    return st


STATES = [from_dump(board, state) for board, state in POSITIONS]
chooser = random.Random(1)


def enumerations() -> int:
    for state in STATES:
        state.legal()
    return len(STATES)


def random_games() -> int:
    board = chooser.choice(BOARDS)
    state = State([part["d"] for part in board], [part["f"] for part in board])
    while not state.over():
        moves = state.legal()
        if not moves:
            break
        state.play(chooser.choice(moves))
    return 1


if __name__ == "__main__":
    serve({task.__name__: task for task in (enumerations, random_games)}, 0.5)

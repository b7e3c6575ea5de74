"""Alpha-beta over any game: principal variation search with iterative deepening.

Scores inside count for the side to move. A side may move again after its own move, so a child's score
is turned round only when the side has changed. With `exact` set nothing is pruned on suspicion: the
result is the plain minimax value of the depth, with or without a table.
"""

from __future__ import annotations

import time
from collections.abc import Collection

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.errors import GameError
from schwarm.games.game import Game
from schwarm.games.rulebook import Move
from schwarm.search import report, tables
from schwarm.search.evaluator import Evaluator
from schwarm.search.ordering import Ordering
from schwarm.search.report import Line, Listener, Report
from schwarm.search.table import Table

if not cython.compiled:
    from schwarm.bits import clock_us, free_words, mix, new_words
    from schwarm.search.ordering import SHUNNED
    from schwarm.search.table import entry_bound, entry_depth, entry_score

WIN = report.WIN
DECIDED = report.DECIDED
DRAWS = report.DRAWS
SURE = report.SURE
INFINITE = WIN + 100
LONGEST = 128  # plies a line may have
EXACT = 1
LOWER = 2
UPPER = 3
NOISY = tables.NOISY
REDUCTION = tables.REDUCTION
CACHED = 65536  # values remembered
FIRST_STALL = 20_000  # microseconds kept in reserve before anything is known of the machine
FAR = 1 << 62  # no limit


class AlphaBeta:
    """One searcher with its memory; give each thread its own."""

    evaluator: Evaluator
    table: Table
    ordering: Ordering
    exact: bool
    nodes: int
    stopped: bool
    node_limit: int
    deadline: int
    looked: int
    stall: int
    salt: int
    seed: int
    check_every: int
    roots: list[int]
    root_count: int
    line: list[int]
    values: list[int]
    lengths: list[int]

    def __init__(self, evaluator: Evaluator, table_size: int = 1 << 17, *, exact: bool = False) -> None:
        """`table_size` entries of 16 bytes, a power of two; a size of 2 is as good as none."""
        self.evaluator = evaluator
        self.table = Table(table_size)
        self.ordering = Ordering(evaluator)
        self.exact = exact
        self.check_every = 63 if cython.compiled else 7
        self.nodes = 0
        self.stopped = False
        self.root_count = 0
        self.salt = 0
        self.seed = 0
        self.stall = FIRST_STALL
        self.looked = 0
        self.roots = new_words(1)
        self.line = new_words(LONGEST * (LONGEST + 1))
        self.values = new_words(CACHED)
        self.lengths = [0] * 130

    def __dealloc__(self) -> None:
        free_words(self.roots)
        free_words(self.line)
        free_words(self.values)

    # --- inside: no Python, no checks ------------------------------------------------------------
    def look_at_limits(self) -> None:
        """Stop when the nodes are used up, or the time may be over before the next look.

        A busy machine may take the processor away for longer than a search needs between two looks; the
        longest such stall met so far is kept in reserve.
        """
        now = clock_us()
        if self.deadline < FAR:
            self.stall = max(self.stall, now - self.looked)
        self.looked = now
        if self.nodes >= self.node_limit or now + self.stall >= self.deadline:
            self.stopped = True

    def judge(self, game: Game) -> int:
        """The evaluator's word, for the side to move; remembered in words of 48 bits key, 16 bits value."""
        key = game.key() ^ self.salt
        place = key & (CACHED - 1)
        note = self.values[place]
        if (note ^ key) >> 16:
            value = self.evaluator.value(game)
            self.values[place] = key >> 16 << 16 | (value + 32768 & 0xFFFF)
        else:
            value = entry_score(note)
        return -value if game.side else value

    def final(self, game: Game, ply: int) -> int:
        """The score of an ended game, for the side to move: sooner wins are better."""
        score = game.score()
        if game.side:
            score = -score
        return score * (WIN - ply)

    def after(
        self, game: Game, me: int, depth: int, alpha: int, beta: int, ply: int, base: int, move: int
    ) -> int:
        """The score for `me` of the position after its move."""
        if game.side == me:
            return self.visit(game, depth, alpha, beta, ply, base, move, False)
        return -self.visit(game, depth, -beta, -alpha, ply, base, move, True)

    def visit(
        self,
        game: Game,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        base: int,
        previous: int,
        may_skip: bool,
    ) -> int:
        """The score of a position to some depth, exact between alpha and beta, else a bound."""
        self.nodes += 1
        self.lengths[ply] = 0
        if self.nodes & self.check_every == 0:
            self.look_at_limits()
        if self.stopped:
            return 0
        if game.over():
            return self.final(game, ply)
        alpha = max(alpha, ply - WIN)  # nothing here is worse than losing now or better than winning next
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
        if depth <= 0 or ply >= LONGEST - 1:
            return self.settle(game, depth, alpha, beta, ply, base, previous)

        me = game.side
        wide = beta - alpha > 1
        key = game.key() ^ self.salt
        if ply == 1 and self.evaluator.lottery:
            key = mix(key)  # drawn replies are weighed here and nowhere else
        data = self.table.find(key)
        hint = data >> 32
        if data and not wide and entry_depth(data) >= depth:
            value = entry_score(data)
            if value >= SURE:
                value -= ply
            elif value <= -SURE:
                value += ply
            bound = entry_bound(data)
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                return value

        pressed = self.evaluator.is_pressed(game)
        hopeless = False  # so far behind that quiet moves will hardly help
        crowded = 1 << 20  # quiet moves beyond this number are not tried
        if (
            not self.exact
            and not wide
            and not pressed
            and alpha > -SURE
            and beta < SURE
            and (depth <= 4 or self.evaluator.may_skip)
        ):
            still = self.judge(game)
            margin = self.evaluator.margin
            if margin and depth <= 4 and still - margin * depth >= beta:
                return still
            if self.evaluator.may_skip and may_skip and depth >= 3 and still >= beta:
                self.evaluator.skip(game)
                value = -self.visit(game, depth - 3 - depth // 4, -beta, 1 - beta, ply + 1, base, 0, False)
                self.evaluator.unskip(game)
                if self.stopped:
                    return 0
                if value >= beta:
                    return min(value, SURE - 1)
            if depth <= 3:
                if self.evaluator.crowd:
                    crowded = self.evaluator.crowd * (1 + depth * depth)
                if margin:
                    hopeless = still + margin * depth <= alpha
        if not self.exact and hint == 0 and depth >= 5:
            depth -= 1  # without a hint the order is poor: come back with one

        end = game.list_candidates(base)
        if end == base:
            return self.final(game, ply)
        self.ordering.grade(game, base, end, hint, ply, previous)
        best = -INFINITE
        best_move = game.stack[base]
        floor = alpha
        for i in range(base, end):
            mark = self.ordering.bring(game, i, end)
            move = game.stack[i]
            tried = i - base
            quiet = mark < NOISY
            if tried > 0 and mark <= SHUNNED and not self.exact:
                break  # marks only fall from here on
            if quiet and tried > 0 and best > -SURE and (hopeless or tried >= crowded):
                break
            game.push(move)
            if tried == 0:
                value = self.after(game, me, depth - 1, alpha, beta, ply + 1, end, move)
            else:
                less = 0
                if quiet and depth > 2 and not pressed and not self.exact:
                    less = REDUCTION[64 * min(depth, 63) + min(tried, 63)]
                    if wide and less > 0:
                        less -= 1
                    less = min(less, depth - 2)
                value = self.after(game, me, depth - 1 - less, alpha, alpha + 1, ply + 1, end, move)
                if value > alpha and less > 0:
                    value = self.after(game, me, depth - 1, alpha, alpha + 1, ply + 1, end, move)
                if alpha < value < beta:
                    value = self.after(game, me, depth - 1, alpha, beta, ply + 1, end, move)
            game.pop()
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    if wide:
                        self.extend_line(ply, move)
                    if alpha >= beta:
                        self.ordering.learn(game, base, i, depth, ply, previous)
                        break
        if self.evaluator.lottery and not self.exact and ply == 1 and depth > 2 and best < beta:
            for i in range(base, end):
                if self.ordering.marks[i] <= SHUNNED:
                    value = self.expect(game, me, depth - 3, ply, end, game.stack[i])
                    if self.stopped:
                        return 0
                    if value > best:
                        best = value
                        best_move = game.stack[i]
                        self.line[LONGEST * ply] = best_move  # what follows depends on the draw
                        self.lengths[ply] = 1
        bound = LOWER if best >= beta else EXACT if best > floor else UPPER
        stored = best + ply if best >= SURE else best - ply if best <= -SURE else best
        self.table.keep(key, stored, depth, bound, best_move)
        return best

    def expect(self, game: Game, me: int, depth: int, ply: int, base: int, move: int) -> int:
        """What a drawn move is worth on average; a draw that wins counts for much, not for all."""
        total = 0
        for number in range(DRAWS):
            game.redraw(mix(number + 1))
            game.push(move)
            value = self.after(game, me, depth, -INFINITE, INFINITE, ply + 1, base, move)
            game.pop()
            if self.stopped:
                break
            total += max(0, min(2 * DECIDED, value + DECIDED))
        game.redraw(self.seed)
        return total // DRAWS - DECIDED

    def settle(
        self, game: Game, depth: int, alpha: int, beta: int, ply: int, base: int, previous: int
    ) -> int:
        """The score at the horizon: the evaluator's, after noisy moves have been played out."""
        best = self.judge(game)
        if depth <= -self.evaluator.quiet_plies or ply >= LONGEST - 1:
            return best
        pressed = self.evaluator.is_pressed(game)
        if pressed:
            best = -INFINITE  # it must do something about it
        elif best >= beta:
            return best
        me = game.side
        alpha = max(alpha, best)
        end = game.list_candidates(base)
        if end == base:
            return self.final(game, ply)
        self.ordering.grade(game, base, end, 0, ply, previous)
        for i in range(base, end):
            mark = self.ordering.bring(game, i, end)
            if mark < NOISY and (not pressed or (mark <= SHUNNED and i > base)):
                break
            move = game.stack[i]
            game.push(move)
            value = self.after(game, me, depth - 1, alpha, beta, ply + 1, end, move)
            game.pop()
            if self.stopped:
                return 0
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def extend_line(self, ply: int, move: int) -> None:
        """The best line here is this move and the best line after it."""
        here = LONGEST * ply
        length = self.lengths[ply + 1]
        self.line[here] = move
        for i in range(length):
            self.line[here + 1 + i] = self.line[here + LONGEST + i]
        self.lengths[ply] = length + 1

    def iterate(self, game: Game, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root moves from place `first` on; the best goes there, its line to ply 0."""
        me = game.side
        base = game.widest  # the words below are left to rule books that list moves to judge an end
        best = -INFINITE
        for i in range(first, self.root_count):
            move = self.roots[i]
            game.push(move)
            if i == first:
                value = self.after(game, me, depth - 1, alpha, beta, 1, base, move)
            else:
                value = self.after(game, me, depth - 1, alpha, alpha + 1, 1, base, move)
                if alpha < value < beta:
                    value = self.after(game, me, depth - 1, alpha, beta, 1, base, move)
            game.pop()
            if self.stopped:
                break
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.extend_line(0, move)
                    for j in range(i, first, -1):
                        self.roots[j] = self.roots[j - 1]
                    self.roots[first] = move
                    if alpha >= beta:
                        break
        return best

    # --- called from Python ----------------------------------------------------------------------
    def stop(self) -> None:
        """Let a running search end soon; callable from another thread or a listener."""
        self.stopped = True

    def forget(self) -> None:
        """Lose all memory of earlier searches, so that results repeat."""
        self.table.clear()
        self.ordering.forget()
        for i in range(CACHED):
            self.values[i] = 0

    def list_roots(self, game: Game, only: Collection[int]) -> None:
        """Take down the moves to choose from, all or `only` some codes, the most promising first."""
        if game.over():
            raise GameError("expected a game that is not over")
        base = game.widest
        end = game.list_candidates(base)
        if end == base:
            raise GameError("expected a position with a legal move")
        free_words(self.roots)
        self.roots = new_words(end - base)
        self.ordering.grade(game, base, end, self.table.find(game.key() ^ self.salt) >> 32, 0, 0)
        self.root_count = 0
        for i in range(base, end):
            self.ordering.bring(game, i, end)
            if not only or game.stack[i] in only:
                self.roots[self.root_count] = game.stack[i]
                self.root_count += 1
        if self.root_count == 0:
            raise GameError("expected codes of candidates to choose from")

    def line_found(self, game: Game, score: int) -> Line:
        """The line at ply 0 as texts; the game comes back as it was."""
        moves: list[Move] = []
        for i in range(self.lengths[0]):
            moves.append(game.move_of(self.line[i]))
            game.push(self.line[i])
        for _ in moves:
            game.pop()
        return Line(score, tuple(moves))

    def window(self, game: Game, depth: int, first: int, guess: int) -> int:
        """One iteration inside a window round the guess, widened until the score lies inside."""
        width = INFINITE if depth < 4 or self.exact else max(16, self.evaluator.scale // 16)
        low = max(guess - width, -INFINITE)
        high = min(guess + width, INFINITE)
        self.lengths[0] = 0
        known = guess
        while True:
            with cython.nogil:
                score = self.iterate(game, depth, low, high, first)
            if self.stopped:
                return score if score > low else known
            known = score
            if low < score < high or (low == -INFINITE and high == INFINITE):
                return score
            width *= 4
            if score <= low:
                low = max(score - width, -INFINITE)
            else:
                high = min(score + width, INFINITE)

    def search(
        self,
        game: Game,
        *,
        depth: int = 100,
        nodes: int = 0,
        deadline: float | None = None,
        lines: int = 1,
        only: Collection[int] = (),
        salt: int = 0,
        listener: Listener | None = None,
    ) -> Report:
        """Search until a depth, a number of nodes (0: any) or a moment of time.monotonic() is reached.

        `lines` asks for the best few moves, `only` narrows the choice to some codes. The game comes back
        as it was. Searches with different `salt` share no memory: for other drawings of what is hidden.
        """
        if self.evaluator.lottery:
            game = game.copy()  # draws are tried in it
            self.seed = game.seed
        began = clock_us()
        self.looked = began
        self.stall -= self.stall >> 5  # old stalls are forgotten slowly
        self.stopped = False
        self.nodes = 0
        self.node_limit = nodes if nodes > 0 else FAR
        self.deadline = FAR
        if deadline is not None:
            self.deadline = began + int(1e6 * (deadline - time.monotonic()))
        self.salt = salt
        self.table.grow_old()
        self.ordering.fade()
        self.list_roots(game, only)
        found: list[Line] = [Line(0, (game.move_of(self.roots[0]),))]
        result = Report(tuple(found), 0, 0, 0)
        for level in range(1, min(depth, LONGEST - 2) + 1):
            for first in range(min(lines, self.root_count)):
                guess = found[first].score if first < len(found) else 0
                score = self.window(game, level, first, guess)
                if self.lengths[0]:
                    found[first : first + 1] = [self.line_found(game, score)]
                if self.stopped:
                    break
            if first == 0:
                found.sort(key=lambda line: -line.score)
            elapsed = (clock_us() - began) // 1000
            result = Report(tuple(found), level - self.stopped, self.nodes, elapsed)
            if listener is not None:
                listener(result)
                self.looked = clock_us()
            if self.stopped or all(
                abs(line.score) >= SURE and WIN - abs(line.score) <= level for line in found
            ):
                break
        return result

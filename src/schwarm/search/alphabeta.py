"""Alpha-beta over any game: iterative deepening with aspiration windows over the moves at the root."""

from __future__ import annotations

import time
from collections.abc import Collection

import cython

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.rulebook import Move
from schwarm.search.batch import BatchEvaluator
from schwarm.search.evaluator import Evaluator
from schwarm.search.pvs import NodeSearch
from schwarm.search.report import Line, Listener, SearchReport
from schwarm.search.table import TranspositionTable

if not cython.compiled:
    from schwarm.bits import clock_us, free_words, new_words
    from schwarm.search.limits import FAR
    from schwarm.search.pvs import INFINITE
    from schwarm.search.report import LONGEST, PROVEN, WIN


class AlphaBeta:
    """One searcher with its memory; each thread needs one of its own."""

    evaluator: Evaluator
    table: TranspositionTable
    owns_table: bool
    node: NodeSearch
    roots: list[int]
    root_count: int
    escapes: bool

    def __init__(
        self,
        evaluator: Evaluator,
        table_size: int = 1 << 17,
        *,
        exact: bool = False,
        table: TranspositionTable | None = None,
    ) -> None:
        """`table_size` entries of 16 bytes, a power of two; a size of 2 is as good as none.

        Give a `table` to share it with searchers on other threads. `exact` switches off everything that
        prunes by guess: the score is then that of plain minimax.
        """
        if isinstance(evaluator, BatchEvaluator):
            raise TypeError(f"expected a compiled evaluator for alpha-beta, not {type(evaluator).__name__}")
        self.evaluator = evaluator
        self.owns_table = table is None
        self.table = TranspositionTable(table_size) if table is None else table
        self.node = NodeSearch(evaluator, self.table, exact)
        self.root_count = 0
        self.roots = new_words(1)
        self.escapes = False

    def __dealloc__(self) -> None:
        free_words(self.roots)

    # --- inside: no Python, no checks ------------------------------------------------------------
    def search_roots(self, game: Game, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root moves from place `first` on; the best goes there, its variation to ply 0.

        Where `escapes` is set and the time ends while all that was searched loses, the move that was being
        searched is taken: of that one nothing bad is known.
        """
        me = game.side
        base = game.widest  # the stack below is left to rules and evaluators that list moves themselves
        best = -INFINITE
        for i in range(first, self.root_count):
            move = self.roots[i]
            game.push(move)
            value = self.node.search_move(game, me, depth - 1, alpha, beta, 1, base, move, i - first, 0)
            game.pop()
            if self.node.stopped:
                if self.escapes and -INFINITE < best <= -PROVEN:
                    self.node.pv_lengths[1] = 0
                    self.node.extend_pv(0, move)
                    return -INFINITE  # its score is not known
                break
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.node.extend_pv(0, move)
                    self.bring_root_forward(i, first)
                    if alpha >= beta:
                        break
        return best

    def bring_root_forward(self, place: int, first: int) -> None:
        """Move a root move to place `first`; those in between move back by one."""
        move = self.roots[place]
        for j in range(place, first, -1):
            self.roots[j] = self.roots[j - 1]
        self.roots[first] = move

    # --- called from Python ----------------------------------------------------------------------
    @property
    def nodes(self) -> int:
        """How many nodes the present or last search has visited."""
        return self.node.nodes

    @property
    def reserve(self) -> float:
        """The seconds a search keeps back for stalls of the machine."""
        return self.node.stall / 1e6

    def stop(self) -> None:
        """Let a running search end soon; callable from another thread or a listener."""
        self.node.stopped = True

    def forget(self) -> None:
        """Lose all memory of earlier searches, so that results repeat."""
        self.table.clear()
        self.node.forget()

    def moves_back_and_on(self, game: Game, times: int) -> tuple[list[int], list[int]]:
        """The codes of moves that make a position which the game has had so many times, and of all others.

        Sides have to take turns.
        """
        back: list[int] = []
        on: list[int] = []
        if game.over():
            return back, on
        self.node.look_back(game, 1)
        base = game.widest
        for i in range(base, game.list_candidates(base)):
            move = game.stack[i]
            game.push(move)
            if self.node.times_before(game, 1) >= times:
                back.append(move)
            else:
                on.append(move)
            game.pop()
        return back, on

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
        self.node.ordering.score_moves(
            game, base, end, self.table.probe(game.key() ^ self.node.salt) >> 32, 0, 0
        )
        self.root_count = 0
        for i in range(base, end):
            self.node.ordering.pick_next(game, i, end)
            if not only or game.stack[i] in only:
                self.roots[self.root_count] = game.stack[i]
                self.root_count += 1
        if self.root_count == 0:
            raise GameError("expected codes of candidates to choose from")

    def line_found(self, game: Game, score: int) -> Line:
        """The principal variation from the root as texts; the game comes back as it was.

        It ends with the game, and before a move that would stand there a second time.
        """
        moves: list[Move] = []
        for i in range(self.node.pv_lengths[0]):
            move = game.move_of(self.node.pv[i])
            if move in moves or (moves and (game.over() or not game.allows(self.node.pv[i]))):
                break
            moves.append(move)
            game.push(self.node.pv[i])
        for _ in moves:
            game.pop()
        return Line(score, tuple(moves))

    def search_window(self, game: Game, depth: int, first: int, guess: int) -> int:
        """One iteration inside an aspiration window round the guess, widened until the score lies inside."""
        width = INFINITE if depth < 4 or self.node.exact else max(16, self.evaluator.scale // 16)
        low = max(guess - width, -INFINITE)
        high = min(guess + width, INFINITE)
        self.node.pv_lengths[0] = 0
        known = guess
        while True:
            with cython.nogil:
                score = self.search_roots(game, depth, low, high, first)
            game.check()
            self.evaluator.check()
            if self.node.stopped:
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
        latest: float | None = None,
        lines: int = 1,
        only: Collection[int] = (),
        salt: int = 0,
        first_depth: int = 1,
        exact: bool = False,
        listener: Listener | None = None,
        spare: bool = False,
        standstill: int = 0,
    ) -> SearchReport:
        """Search until a depth, a number of nodes (0: any) or a moment of time.monotonic() is reached.

        `lines` asks for the best few moves, `only` narrows the choice to some codes. The game comes back
        as it was. Searches with different `salt` share no memory: for other samples of what is hidden.
        Iterative deepening begins at `first_depth`; threads that share a table begin at different ones.
        One of several searches for a move may end a little after its deadline, but none after `latest`.
        A `spare` game is not needed any more: its chance may be sampled anew without a copy being made.
        `exact` prunes nothing by guess, in this search alone; give it a salt of its own. Going back to
        an earlier position of the game is worth at most `standstill` to whoever would win now; 0: as it is.
        """
        self.evaluator.require(game)
        if self.evaluator.chance_moves and not spare:
            game = game.copy()  # chance is sampled anew in it
        self.node.look_back(game, standstill)
        usual = self.node.exact
        self.node.exact = usual or exact
        try:
            return self.deepen(game, depth, nodes, deadline, latest, lines, only, salt, first_depth, listener)
        finally:
            self.node.exact = usual

    def deepen(
        self,
        game: Game,
        depth: int,
        nodes: int,
        deadline: float | None,
        latest: float | None,
        lines: int,
        only: Collection[int],
        salt: int,
        first_depth: int,
        listener: Listener | None,
    ) -> SearchReport:
        """Iterative deepening within the limits of `search`."""
        began = clock_us()
        last = moment_us(deadline)
        if self.owns_table:
            self.table.next_search()
        self.node.begin(
            nodes if nodes > 0 else FAR, last, last if latest is None else moment_us(latest), salt, game.seed
        )
        self.list_roots(game, only)
        found: list[Line] = []
        wanted = min(lines, self.root_count)
        result = SearchReport((Line(0, (game.move_of(self.roots[0]),)),), 0, 0, 0)
        for level in range(first_depth, min(depth, LONGEST - 2) + 1):
            fresh: list[Line] = []
            done = 0
            while done < wanted:
                guess = found[done].score if done < len(found) else 0
                score = self.search_window(game, level, done, guess)
                if self.node.pv_lengths[0]:
                    fresh.append(self.line_found(game, score))
                if self.node.stopped:
                    break
                done += 1
            found = with_earlier(fresh, done, found, wanted)
            elapsed = (clock_us() - began) // 1000
            lines_now = tuple(found) or result.lines
            result = SearchReport(lines_now, level - self.node.stopped, self.node.nodes, elapsed)
            if listener is not None:
                listener(result)
                self.node.checked_at = clock_us()
            if self.node.stopped or all(
                abs(line.score) >= PROVEN and WIN - abs(line.score) <= level for line in found
            ):
                break
        return result


def with_earlier(fresh: list[Line], done: int, earlier: list[Line], wanted: int) -> list[Line]:
    """The lines of a depth, of which `done` were finished; what is missing comes from the depth before.

    No move is there twice. A move that was not among the best of this depth is worth no more than these,
    whatever the depth before said of it.
    """
    new = {line.move for line in fresh}
    rest = [line for line in earlier if line.move not in new][: wanted - len(fresh)]
    if done:
        most = fresh[done - 1].score
        rest = [Line(min(line.score, most), line.moves) for line in rest]
    return sorted(fresh + rest, key=lambda line: -line.score)


def moment_us(moment: float | None) -> int:
    """A moment of time.monotonic() on the clock of the searches; None is never."""
    return FAR if moment is None else clock_us() + int(1e6 * (moment - time.monotonic()))

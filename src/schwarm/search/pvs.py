"""Principal variation search of one position: the node search below alpha-beta's iterative deepening.

Scores inside count for the side to move. A side may move again after its own move, so a child's score
is negated only when the side to move has changed. With `exact` set nothing is pruned or reduced by guess:
the result is the plain minimax value of the depth, with or without a transposition table.
"""

from __future__ import annotations

import cython

from schwarm.game.game import Game
from schwarm.search.evaluator import Evaluator
from schwarm.search.limits import LimitedSearch
from schwarm.search.ordering import Ordering
from schwarm.search.report import CAPPED, CHANCE_SAMPLES, LONGEST, OFTEN, PROVEN, WIN
from schwarm.search.table import TranspositionTable
from schwarm.search.tables import *

if not cython.compiled:
    from schwarm.bits import free_words, mix, new_words
    from schwarm.search.ordering import CHANCE
    from schwarm.search.table import entry_bound, entry_depth, entry_move, entry_score

INFINITE = WIN + 100
EXACT = 1
LOWER = 2
UPPER = 3
PRUNED_DEPTH = 4  # down from this depth a position far above beta is cut off
FUTILE_DEPTH = 3  # down from this depth quiet moves are pruned: futile ones and late ones
NO_LIMIT = 1 << 20  # more moves than any position has
CACHED = 65536  # evaluations remembered
PAST = 128  # positions of the game that are known when one comes again
HOPELESS = 30  # times as bad is it then for who is behind


class NodeSearch(LimitedSearch):
    """The search of one thread: its limits, its principal variation, and all it remembers."""

    evaluator: Evaluator
    table: TranspositionTable
    ordering: Ordering
    exact: bool
    salt: int
    seed: int
    chance_reply: int
    pv: list[int]
    pv_lengths: list[int]
    evaluations: list[int]
    standstill: int
    past: list[int]
    past_count: int

    def __init__(self, evaluator: Evaluator, table: TranspositionTable, exact: bool) -> None:
        super().__init__()
        self.evaluator = evaluator
        self.table = table
        self.ordering = Ordering(evaluator)
        self.exact = exact
        self.salt = 0
        self.seed = 0
        self.chance_reply = 0
        self.pv = new_words(LONGEST * (LONGEST + 1))
        self.pv_lengths = [0] * 130
        self.evaluations = new_words(CACHED)
        self.standstill = 0
        self.past = new_words(PAST + LONGEST + 2)
        self.past_count = 0

    def __dealloc__(self) -> None:
        free_words(self.past)
        free_words(self.pv)
        free_words(self.evaluations)

    def begin(self, node_limit: int, deadline: int, latest: int, salt: int, seed: int) -> None:
        """A new search begins within its limits; old knowledge about moves is forgotten slowly.

        The table may belong to several searches, so its owner tells it about new searches.
        """
        self.limit(node_limit, deadline, latest)
        self.salt = salt
        self.seed = seed
        self.ordering.begin_search()

    def look_back(self, game: Game, standstill: int) -> None:
        """Know the game's positions so far: to go back to one of them is no progress.

        It is worth at most `standstill` to whoever does it, if that side would win if the game ended now, and
        at most as much less than nothing if it would lose, far less from the third time on; then no draw is
        worth it either. 0: nobody looks. Sides have to take turns.
        """
        self.standstill = standstill
        self.past_count = 0
        if standstill == 0:
            return
        before = game.copy()
        made = min(before.made(), PAST)
        self.past_count = made
        self.past[made] = before.hash
        for i in range(made):
            before.pop()
            self.past[made - 1 - i] = before.hash

    def forget(self) -> None:
        """Lose all memory of earlier searches but the table's."""
        self.ordering.forget()
        for i in range(CACHED):
            self.evaluations[i] = 0

    # --- the search of a node: no Python objects, no checks --------------------------------------------
    def evaluate(self, game: Game) -> int:
        """The static evaluation for the side to move.

        The evaluator's values are remembered in words of 48 bits of the key and 16 bits of the value.
        """
        key = game.key() ^ self.salt
        place = key & (CACHED - 1)
        known = self.evaluations[place]
        if (known ^ key) >> 16:
            value = self.evaluator.value(game)
            self.evaluations[place] = key >> 16 << 16 | (value + 32768 & 0xFFFF)
        else:
            value = entry_score(known)
        return -value if game.side else value

    def times_before(self, game: Game, ply: int) -> int:
        """How often has this position been there, in the game and on the way here? Sides take turns."""
        here = self.past_count + ply
        self.past[here] = game.hash
        found = 0
        i = here - 4
        while i >= 0:
            if self.past[i] == game.hash:
                found += 1
            i -= 2
        return found

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
        may_pass: bool,
    ) -> int:
        """The score of a position to some depth, exact between alpha and beta, else a bound.

        `base` is where the position's moves go on the game's stack, `previous` the move that led here, and
        `may_pass` allows a null move.
        """
        self.nodes += 1
        self.pv_lengths[ply] = 0
        if self.nodes & self.check_every == 0:
            self.check_limits()
        if self.stopped:
            return 0
        if game.over():
            return self.final(game, ply)
        alpha = max(alpha, ply - WIN)  # nothing here is worse than losing now or better than winning next
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            return alpha
        floor = -INFINITE
        times = self.times_before(game, ply) if self.standstill and not self.exact else 0
        if times:
            least = game.score() * self.standstill  # who moved back here gets no more than what is certain
            if game.side:
                least = -least
            if least >= 0 and times >= OFTEN:  # who is behind will have lost at the end if it goes on so, and
                least = max(least * HOPELESS, 1)  # who is not ahead may as well try something else
            if least >= beta:
                return least
            if least > alpha:
                alpha = floor = least
        if depth <= 0 or ply >= LONGEST - 1:
            return max(floor, self.quiesce(game, depth, alpha, beta, ply, base, previous))
        return max(floor, self.visit_inner(game, depth, alpha, beta, ply, base, previous, may_pass))

    def visit_inner(
        self,
        game: Game,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        base: int,
        previous: int,
        may_pass: bool,
    ) -> int:
        """`visit` above the horizon: try to cut off without a search, then search the moves."""
        key = self.table_key(game, ply)
        entry = self.table.probe(key)
        limit = NO_LIMIT
        narrow = beta - alpha == 1
        if narrow and entry:
            score = self.table_score(entry, depth, alpha, beta, ply)
            if score < INFINITE:
                return score
        threatened = self.evaluator.under_threat(game)
        if (
            narrow
            and not self.exact
            and not threatened
            and alpha > -PROVEN
            and beta < PROVEN
            and (depth <= PRUNED_DEPTH or self.evaluator.null_moves)
        ):
            static = self.evaluate(game)
            margin = self.evaluator.futility_margin
            if margin and depth <= PRUNED_DEPTH and static - margin * depth >= beta:
                return static  # reverse futility: the enemy will hardly gain so much
            if self.evaluator.null_moves and may_pass and depth >= 3 and static >= beta:
                score = self.null_move_score(game, depth, beta, ply, base)
                if self.stopped:
                    return 0
                if score >= beta:
                    return min(score, PROVEN - 1)
            limit = self.quiet_limit(static, depth, alpha)
        if not self.exact and entry_move(entry) == 0 and depth >= 5:
            depth -= 1  # internal iterative reduction: without a table move the order is poor
        end = game.list_candidates(base)
        if end == base:
            return self.final(game, ply)
        self.ordering.score_moves(game, base, end, entry_move(entry), ply, previous)
        return self.search_moves(game, key, depth, alpha, beta, ply, base, end, previous, threatened, limit)

    def table_key(self, game: Game, ply: int) -> int:
        """The position's key in the transposition table."""
        key = game.key() ^ self.salt
        if ply == 1 and self.evaluator.chance_moves:
            key = mix(key)  # chance moves are searched at this ply only, so its scores fit no other
        return key

    def table_score(self, entry: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score an entry proves here; INFINITE if it is too shallow or its bound proves nothing."""
        if entry_depth(entry) < depth:
            return INFINITE
        score = entry_score(entry)
        if score >= PROVEN:
            score -= ply  # stored scores count plies to the win from the position, not from the root
        elif score <= -PROVEN:
            score += ply
        bound = entry_bound(entry)
        if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
            return score
        return INFINITE

    def null_move_score(self, game: Game, depth: int, beta: int, ply: int, base: int) -> int:
        """The score after a pass, searched less deep: if even that reaches beta, a move will too."""
        self.evaluator.make_null_move(game)
        score = -self.visit(game, depth - 3 - depth // 4, -beta, 1 - beta, ply + 1, base, 0, False)
        self.evaluator.unmake_null_move(game)
        return score

    def quiet_limit(self, static: int, depth: int, alpha: int) -> int:
        """Near the horizon: from which move on quiet ones are pruned.

        Futility pruning leaves only the first move where a quiet move would have to gain more than the
        margin; late move pruning leaves the moves that come early in the order.
        """
        if depth > FUTILE_DEPTH:
            return NO_LIMIT
        margin = self.evaluator.futility_margin
        if margin and static + margin * depth <= alpha:
            return 1
        if self.evaluator.late_move_count:
            return self.evaluator.late_move_count * (1 + depth * depth)
        return NO_LIMIT

    def search_moves(
        self,
        game: Game,
        key: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        base: int,
        end: int,
        previous: int,
        threatened: bool,
        limit: int,
    ) -> int:
        """The best score of the moves stack[base:end], which is stored in the table."""
        me = game.side
        wide = beta - alpha > 1
        best = -INFINITE
        best_move = game.stack[base]
        floor = alpha
        for i in range(base, end):
            order = self.ordering.pick_next(game, i, end)
            tried = i - base
            if tried > 0 and not self.exact and order <= CHANCE:
                break  # only chance moves are left
            if order < NOISY and tried >= limit and best > -PROVEN:
                break  # only quiet moves are left
            less = 0
            if order < NOISY and not threatened and not self.exact:
                less = self.reduction(depth, tried, wide)
            move = game.stack[i]
            game.push(move)
            value = self.search_move(game, me, depth - 1, alpha, beta, ply + 1, end, move, tried, less)
            game.pop()
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    if wide:
                        self.extend_pv(ply, move)
                    if alpha >= beta:
                        self.ordering.learn_cutoff(game, base, i, depth, ply, previous)
                        break
        if self.evaluator.chance_moves and not self.exact and ply == 1 and depth > 2 and best < beta:
            best = self.best_chance_reply(game, me, depth - 3, ply, base, end, best)
            if self.stopped:
                return 0
            if self.chance_reply:
                best_move = self.chance_reply
        self.store(key, best, floor, beta, depth, ply, best_move)
        return best

    def search_move(
        self,
        game: Game,
        me: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        base: int,
        move: int,
        tried: int,
        less: int,
    ) -> int:
        """The score of the position after a move: the first in full, later ones against alpha first.

        A late move is searched `less` plies less deep until it turns out better than alpha.
        """
        if tried == 0:
            return self.after(game, me, depth, alpha, beta, ply, base, move)
        value = self.after(game, me, depth - less, alpha, alpha + 1, ply, base, move)
        if value > alpha and less > 0:
            value = self.after(game, me, depth, alpha, alpha + 1, ply, base, move)
        if alpha < value < beta:
            value = self.after(game, me, depth, alpha, beta, ply, base, move)
        return value

    def reduction(self, depth: int, tried: int, wide: bool) -> int:
        """Late move reduction: by how many plies a quiet move is searched less deep."""
        if tried == 0 or depth <= 2:
            return 0
        less = REDUCTION[64 * min(depth, 63) + min(tried, 63)]
        if wide and less > 0:
            less -= 1
        return min(less, depth - 2)

    def best_chance_reply(
        self, game: Game, me: int, depth: int, ply: int, base: int, end: int, best: int
    ) -> int:
        """The chance move among stack[base:end] that is better than `best`, if any; it and its score."""
        self.chance_reply = 0
        for i in range(base, end):
            if self.ordering.scores[i] <= CHANCE:
                value = self.expect(game, me, depth, ply, end, game.stack[i])
                if self.stopped:
                    break
                if value > best:
                    best = value
                    self.chance_reply = game.stack[i]
                    self.pv[LONGEST * ply] = self.chance_reply  # what follows depends on chance
                    self.pv_lengths[ply] = 1
        return best

    def expect(self, game: Game, me: int, depth: int, ply: int, base: int, move: int) -> int:
        """What a chance move is worth on average over samples of its result.

        A sample that wins counts for much, not for everything: another one may lose.
        """
        total = 0
        for number in range(CHANCE_SAMPLES):
            game.resample(mix(number + 1))
            game.push(move)
            value = self.after(game, me, depth, -INFINITE, INFINITE, ply + 1, base, move)
            game.pop()
            if self.stopped:
                break
            total += max(0, min(2 * CAPPED, value + CAPPED))
        game.resample(self.seed)
        return total // CHANCE_SAMPLES - CAPPED

    def store(self, key: int, best: int, alpha: int, beta: int, depth: int, ply: int, move: int) -> None:
        """Note in the table what was found; wins count from this position there, not from the root."""
        bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
        score = best + ply if best >= PROVEN else best - ply if best <= -PROVEN else best
        self.table.store(key, score, depth, bound, move)

    def quiesce(
        self, game: Game, depth: int, alpha: int, beta: int, ply: int, base: int, previous: int
    ) -> int:
        """The score at the horizon: quiescence search plays noisy moves out before it evaluates."""
        best = self.evaluate(game)
        if depth <= -self.evaluator.quiescence_plies or ply >= LONGEST - 1:
            return best
        threatened = self.evaluator.under_threat(game)
        if threatened:
            best = -INFINITE  # the side to move cannot leave things as they are
        elif best >= beta:
            return best
        me = game.side
        alpha = max(alpha, best)
        end = game.list_candidates(base)
        if end == base:
            return self.final(game, ply)
        self.ordering.score_moves(game, base, end, 0, ply, previous)
        for i in range(base, end):
            order = self.ordering.pick_next(game, i, end)
            if order < NOISY and (not threatened or (order <= CHANCE and i > base)):
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

    def extend_pv(self, ply: int, move: int) -> None:
        """The principal variation from here is this move and the one found after it."""
        here = LONGEST * ply
        length = self.pv_lengths[ply + 1]
        self.pv[here] = move
        for i in range(length):
            self.pv[here + 1 + i] = self.pv[here + LONGEST + i]
        self.pv_lengths[ply] = length + 1

"""A round that can only be paired with somebody meeting again: as few pairs as possible, the nearest ranks.

Resting counts as a meeting with nobody, so nobody rests twice as long as that can be helped.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Sequence

from schwarm.tournament.results import Match
from schwarm.tournament.schedule import Day

NOBODY = ""  # whom the one who rests meets
Graph = list[set[int]]  # of each place in the ranking the places it has not met yet


def pair_again(ranking: Sequence[str], days: Sequence[Sequence[Match]]) -> Day:
    """The next round of these entrants, best first, after these rounds.

    Whoever is ahead takes the nearest opponent of those met least often, if the others can still be paired
    without more repetitions than there must be.
    """
    names = [*ranking, *([NOBODY] if len(ranking) % 2 else [])]
    last = {meeting(match): number for number, day in enumerate(days) for match in day}
    met = Counter(meeting(match) for day in days for match in day)
    places = range(len(names))
    new = [{j for j in places if j != i and not met[frozenset((names[i], names[j]))]} for i in places]
    left = set(places)
    again = unpaired(new, left) // 2  # so many pairs have to meet again
    found: Day = []
    while left:
        first = min(left)
        left.remove(first)

        def liking(place: int, first: int = first) -> tuple[int, int, int]:
            pair = frozenset((names[first], names[place]))
            return met[pair], last.get(pair, -1) if met[pair] else 0, abs(place - first)

        for second in sorted(left, key=liking):
            repeats = int(second not in new[first])
            if repeats <= again and unpaired(new, left - {second}) // 2 <= again - repeats:
                break
        left.remove(second)
        again -= repeats
        found.append(at_home(names[first], names[second], days))
    return found


def meeting(match: Match) -> frozenset[str]:
    """Who met in a match."""
    return frozenset((match.home, match.away or NOBODY))


def at_home(one: str, other: str, days: Sequence[Sequence[Match]]) -> tuple[str, str | None]:
    """The pair with the one first who had fewer home matches, or was away more recently."""
    if NOBODY in (one, other):
        return (one or other), None
    homes = Counter(match.home for day in days for match in day if match.away is not None)
    latest = {name: number for number, day in enumerate(days) for name in (match.home for match in day)}
    key = {name: (homes[name], latest.get(name, -1)) for name in (one, other)}
    return (one, other) if key[one] <= key[other] else (other, one)


def unpaired(graph: Graph, places: Collection[int]) -> int:
    """How many of these places stay alone in the best pairing along the graph (Edmonds' algorithm)."""
    mate: dict[int, int] = {}
    for place in places:
        if place not in mate:
            _augment(graph, places, mate, place)
    return len(places) - len(mate)


def _augment(graph: Graph, places: Collection[int], mate: dict[int, int], root: int) -> None:
    """Pair one place more, if there is a way; odd cycles are shrunk to their base."""
    base = {place: place for place in places}
    parent: dict[int, int] = {}
    queue, reached = deque([root]), {root}

    def common(one: int, other: int) -> int:
        seen = set()
        while True:
            one = base[one]
            seen.add(one)
            if one not in mate:
                break
            one = parent[mate[one]]
        while base[other] not in seen:
            other = parent[mate[base[other]]]
        return base[other]

    def shrink(place: int, bottom: int, child: int) -> set[int]:
        cycle = set()
        while base[place] != bottom:
            cycle |= {base[place], base[mate[place]]}
            parent[place] = child
            child = mate[place]
            place = parent[child]
        return cycle

    while queue:
        place = queue.popleft()
        for other in graph[place] & set(places):
            if base[place] == base[other] or mate.get(place) == other:
                continue
            if other == root or (other in mate and mate[other] in parent):
                bottom = common(place, other)
                cycle = shrink(place, bottom, other) | shrink(other, bottom, place)
                for inside in places:
                    if base[inside] in cycle:
                        base[inside] = bottom
                        if inside not in reached:
                            reached.add(inside)
                            queue.append(inside)
            elif other not in parent:
                parent[other] = place
                if other not in mate:
                    _turn(mate, parent, other)
                    return
                reached.add(mate[other])
                queue.append(mate[other])


def _turn(mate: dict[int, int], parent: dict[int, int], end: int) -> None:
    """Pair along the way that was found, from its end back to the root."""
    while True:
        before = parent[end]
        further = mate.get(before)
        mate[end], mate[before] = before, end
        if further is None:
            return
        end = further

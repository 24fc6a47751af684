"""The follows and throws that meet the claims of exposed cards, listed (semantics 6.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import comb

from rules.exposed.claims import Claim
from rules.exposed.follows import BestFollows, Choice, Ways
from rules.exposed.leads import BestLeads
from rules.formations import Shape, low_first
from rules.leads import SEARCH_LIMIT, ThrowFamily
from rules.picks import count_selections, pair_sets, selections
from rules.table import TrumpTable


def list_best_follows(
    table: TrumpTable, lead: Shape, claim: Claim, ways: Ways, best: BestFollows
) -> tuple[int, bool, Iterator[tuple[int, ...]]]:
    """How many follows meet the claim of exposed cards best, whether that is exact, and the follows."""
    if ways.units:
        units = [unit for unit in ways.units if claim.value(unit) == best.value]
        return len(units), True, iter(units)
    if ways.needed:
        return _best_shaped_follows(table, lead, claim, ways, best)
    count = 1
    for cards, taken in ways.choices:
        _, others, more = claim.narrowed(cards, taken)
        count *= count_selections(Counter(others), more)
    return count, True, _side_by_side(table, claim, ways.choices)


def _side_by_side(table: TrumpTable, claim: Claim, choices: Sequence[Choice]) -> Iterator[tuple[int, ...]]:
    """Every way to take the best of each choice."""
    if not choices:
        yield ()
        return
    (cards, taken), *later = choices
    sure, others, more = claim.narrowed(cards, taken)
    spare = Counter(others)
    for some in selections(spare, low_first(table, spare), more):
        for rest in _side_by_side(table, claim, later):
            yield (*sure, *some, *rest)


def _best_shaped_follows(
    table: TrumpTable, lead: Shape, claim: Claim, ways: Ways, best: BestFollows
) -> tuple[int, bool, Iterator[tuple[int, ...]]]:
    held = Counter(ways.mine)
    pairs = low_first(table, (kind for kind in held if held[kind] == 2))
    one, both = ({kind: claim.value_of(kind, copies) for kind in held} for copies in (1, 2))

    def is_best(some: tuple[int, ...]) -> bool:
        """Whether a set of pairs, with the best single cards beside them, is as good as any."""
        given = {pairs[index] for index in some}
        beside = sorted((value for kind, value in one.items() if kind not in given), reverse=True)
        wanted = lead.count - 2 * len(given)
        return len(beside) >= wanted and sum(both[kind] for kind in given) + sum(beside[:wanted]) == best.value

    def completed(some: Iterable[int]) -> tuple[list[int], list[int], int]:
        """What comes with a set of pairs: the cards surely taken, and so many of others."""
        given = [kind for kind in some for _ in range(2)]
        sure, others, more = claim.narrowed([kind for kind in held if kind not in given], lead.count - len(given))
        return given + sure, low_first(table, others), more

    found, exact = pair_sets(table, ways.needed, pairs, lead.count // 2, is_best)
    made = [completed(some) for some in found or [_pairs_of_one(claim, ways.mine, best.pairs, lead.count)]]
    plays = ((*sure, *rest) for sure, others, more in made for rest in combinations(others, more))
    return sum(comb(len(others), more) for _, others, more in made), exact, plays


def _pairs_of_one(claim: Claim, mine: tuple[int, ...], owed: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The pairs of one best follow that has these owed pairs."""
    given = [kind for kind in owed for _ in range(2)]
    sure, others, more = claim.narrowed([kind for kind in mine if kind not in owed], count - len(given))
    play = Counter([*given, *sure, *others[:more]])
    return tuple(kind for kind, copies in play.items() if copies == 2)


def throws_that_meet(best: BestLeads, families: list[ThrowFamily]) -> tuple[list[ThrowFamily], list[tuple[int, ...]], bool]:
    """The families of open groups on which there is no claim, the throws of the others that meet theirs, and whether these are all."""
    made = [(best.table.group[(*family.cards, *family.free)[0]], family) for family in families if family.count]
    free = [family for group, family in made if best.is_open(group) and group not in best.values]
    claimed = (family for group, family in made if group in best.values)
    throws = list(islice((throw for family in claimed for throw in family.throws()), 2 * SEARCH_LIMIT + 1))
    return free, [throw for throw in throws[: 2 * SEARCH_LIMIT] if best.meets(throw)], len(throws) <= 2 * SEARCH_LIMIT

"""The engine's lists of legal plays against the oracle's: nothing missing, nothing wrong, the count exact."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.choices import OptionsVerdict, list_plays
from rules.plays import check_play
from rules.tricks import Play
from tests.oracle.following import Duties, in_all, legal_follows, legal_leads
from tests.oracle.shapes import Cards, is_five_ten_king
from tests.property.bridge import bag, ints, options_of, trump_of
from tests.property.dice import positions
from tests.property.positions import Following, Leading, following, leading

LIMIT = 500


def same_plays(verdict: OptionsVerdict, wanted: list[Cards]) -> None:
    """The verdict counts what is wanted, and lists it as far as the limit goes, each play once.

    Where the engine gives up counting it says so, and what it has must be sound.
    """
    listed = [bag(play) for play in verdict.plays]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {tuple(sorted(play)) for play in wanted}
    if not verdict.count_exact:
        assert verdict.truncated
        assert 50 <= len(listed) <= verdict.count <= len(wanted)
        return
    assert verdict.count == len(wanted)
    assert verdict.truncated == (len(wanted) > LIMIT)
    assert len(listed) == min(LIMIT, len(wanted))
    assert bag(verdict.must_include) == tuple(sorted(in_all(wanted).elements()))


@given(positions(following))
def test_listed_follows_are_all_and_only_the_legal_ones(position: Following) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    options, trump, trick = options_of(table.document), trump_of(table.trump), (Play("N", ints(lead)),)
    verdict = list_plays(options, trump, ints(hand), trick, limit=LIMIT)
    same_plays(verdict, legal_follows(table, lead, hand))
    for play in verdict.plays[:50]:
        check = check_play(options, trump, ints(hand), trick, play)
        assert check.legal
        assert bag(check.must_include) == bag(verdict.must_include)


@given(positions(following))
def test_what_is_owed_is_the_greatest_answer(position: Following) -> None:
    table, lead, hand = position.table, position.lead, position.hand
    group = table.group_of(lead)
    assert group is not None
    held = table.in_group(hand, group)
    if len(held) <= len(lead) or is_five_ten_king(table, lead):
        return
    answer = Duties(table, lead, held).greatest()
    verdict = list_plays(options_of(table.document), trump_of(table.trump), ints(hand), (Play("N", ints(lead)),))
    assert verdict.owed is not None
    assert (verdict.owed.group, verdict.owed.cards) == (group, len(lead))
    *pieces, pairs = answer or (0,)
    assert sorted(verdict.owed.tractors) == sorted(piece for piece in pieces if piece)
    assert verdict.owed.pairs == pairs


@given(positions(leading))
def test_leads_of_unknown_hands_are_the_single_formations(position: Leading) -> None:
    table, hand = position.table.withholding(position.withheld), position.hand
    options, trump = options_of(table.document), trump_of(table.trump)
    verdict = list_plays(options, trump, ints(hand), (), withheld=position.withheld, limit=LIMIT)
    same_plays(verdict, legal_leads(table, hand))
    for play in verdict.plays:
        check = check_play(options, trump, ints(hand), (), play, withheld=position.withheld)
        assert check.legal
        assert len(check.formation.components) == 1


@given(positions(leading))
def test_leads_against_known_hands_hold_every_throw_that_stands(position: Leading) -> None:
    table, hand = position.table.withholding(position.withheld), position.hand
    options, trump = options_of(table.document), trump_of(table.trump)
    hands = {seat: ints(cards) for seat, cards in position.hands.items()}
    verdict = list_plays(options, trump, ints(hand), (), seat=position.seat, hands=hands, withheld=position.withheld, limit=LIMIT)
    same_plays(verdict, legal_leads(table, hand, position.hands))
    for play in verdict.plays[:50]:
        assert check_play(options, trump, ints(hand), (), play, seat=position.seat, hands=hands, withheld=position.withheld).legal


@given(positions(following), st.integers(1, 8))
def test_the_limit_cuts_the_list_and_keeps_its_order(position: Following, limit: int) -> None:
    table = position.table
    asked = options_of(table.document), trump_of(table.trump), ints(position.hand), (Play("N", ints(position.lead)),)
    whole, cut = list_plays(*asked, limit=LIMIT), list_plays(*asked, limit=limit)
    assert cut.plays == whole.plays[:limit]
    assert (cut.count, cut.owed, cut.must_include) == (whole.count, whole.owed, whole.must_include)
    assert cut.truncated == (whole.count > limit)

"""Every code that an answer may carry, by family. A code never changes its meaning and is never translated.

The texts of a code stand in `locale/*.yaml` under the family's key: `faults`, `problems`, `rulings` (violations are rulings).
"""

from __future__ import annotations

FORM_FAULTS = (
    "missing_field",  # a field that the question cannot do without
    "null_not_allowed",  # null where a key should be left out
    "wrong_type",  # another JSON type is expected
    "unknown_field",  # no field of this name here
    "not_a_choice",  # not one of the values that are taken here
    "not_an_integer",  # a number with a fraction
    "out_of_range",  # a number outside its bounds
    "wrong_length",  # a list or a text outside the bounds of its length
    "exactly_one_of",  # two fields of which exactly one is to be given
    "too_deep",  # lists and objects within each other beyond the limit
    "text_not_allowed",  # a text with control characters or lone surrogates
)
"""Faults in the form of a request, whatever the game."""

CARD_FAULTS = (
    "unknown_card",  # a spelling that names no card
    "empty_cards",  # a hand or a play without cards
    "too_many_cards",  # more cards than all decks have
    "too_many_copies",  # more copies of a card than the decks have
    "wrong_kitty_size",  # a kitty of another size than the ruleset's
    "unknown_suit",  # no suit, or none that trump may have
    "unknown_level",  # no level of this name
    "unknown_seat",  # no seat of this name
    "unknown_side",  # no side of this name
)
"""Faults in cards, suits, levels, seats and sides taken by themselves."""

TABLE_FAULTS = (
    "level_not_on_ladder",  # a level that the ruleset's ladder does not have
    "joker_level_is_no_trump",  # level joker is played in no-trump only
    "lead_of_two_groups",  # a lead on the table whose cards lie in two groups
    "plays_differ_in_length",  # a play on the table of another length than the lead
    "seat_repeated",  # a seat that has played already
    "seat_out_of_order",  # a play on the table out of turn
    "empty_trick",  # no play where at least the lead is needed
    "trick_complete",  # four plays where a further one is asked about
    "trick_incomplete",  # fewer than four plays in a last trick
    "too_many_plays",  # more than four plays in a trick
    "own_seat_in_hands",  # the asking seat's own hand among the others'
    "hand_missing",  # one of the three other hands is left out
    "throw_not_allowed",  # the ruleset knows no throws, or none in trump
    "mixed_groups",  # a throw whose cards lie in two groups
    "wrong_side",  # a side that the case does not allow
    "not_in_this_ruleset",  # digs, stakes or laps where the ruleset has none
    "not_a_multiple",  # points that cards cannot give
)
"""Faults that need the ruleset, the trump or several fields together."""

RULESET_FAULTS = (
    "ruleset_not_found",  # no ruleset of this id or revision
    "ruleset_not_valid",  # a saved ruleset that no longer is one
    "extends_cycle",  # a ruleset that extends itself by way of others
    "extends_too_deep",  # a longer chain of rulesets than is followed
    "unknown_option",  # no option of this path
    "missing_option",  # an option without a value and without a default
    "missing_one_of",  # an entry without any of the keys of which it needs one
    "bad_format",  # a text that has not the form of the option's values
    "duplicate_entry",  # an entry that a list has already
    "unknown_clause",  # a clause that the document does not list
    "contradiction",  # two values that exclude each other
    "too_large",  # more values than a document may have
)
"""Faults in a ruleset document or a reference to one."""

FAULTS = (*FORM_FAULTS, *CARD_FAULTS, *TABLE_FAULTS, *RULESET_FAULTS)

PROBLEMS = (
    "invalid_request",  # 422: several faults, listed under `errors`
    "bad_request",  # 400: HTTP that cannot be read
    "not_json",  # 400: a body that is no JSON text in UTF-8
    "not_found",  # 404: nothing at this path
    "method_not_allowed",  # 405: the path has other methods, see Allow
    "body_too_large",  # 413: over the limit of this path
    "unsupported_media_type",  # 415: a body that is not declared as JSON
    "internal_error",  # 500: our fault
    "unavailable",  # 503: not ready
    "http_error",  # any other status that the server may give
)
"""Top-level codes of a problem that has no fault, or more than one. With exactly one fault its code stands in their place."""

VIOLATIONS = (
    "wrong_card_count",  # another number of cards than the lead
    "not_in_hand",  # cards that the player does not hold
    "mixed_groups",  # a lead of two groups
    "throw_not_allowed",  # a throw where the ruleset knows none
    "throw_beaten",  # a throw that another hand beats
    "suit_owed",  # cards of the led group held back
    "tractor_owed",  # a tractor held back
    "pair_owed",  # a pair held back
    "jokers_owed",  # jokers held back
    "five_ten_king_owed",  # a five-ten-king held back
    "not_your_turn",  # another seat is to play
    "exposed_card_owed",  # an exposed card that must be played now
    "suit_barred",  # a suit that may not be led or played now
)
"""Why a play is illegal."""

PLAY_RULINGS = (
    "one_formation_led",  # a lead of one formation
    "throw_not_tested",  # a throw, the other hands being unknown
    "throw_stands",  # no other hand beats any of its components
    "one_formation_stands",  # a lead of one formation is not tested
    "component_beaten",  # another hand beats a component
    "failed_throw_plays",  # what is led instead of a failed throw
    "failed_throw_fine",  # the fine for a failed throw
    "suit_followed",  # the led group is followed
    "shape_answered",  # the lead's shape is answered as well as the hand can
    "all_of_the_suit_played",  # all cards of the led group are played, the rest is free
    "void_plays_freely",  # no card of the led group is held
)
"""Why a play is legal, and what becomes of a throw."""

TRICK_RULINGS = (
    "follow_is_higher",  # the same formation in the led group, higher
    "follow_is_lower",  # the same formation in the led group, lower
    "other_formation_is_lower",  # in the led group, but another formation
    "equal_card_played_later",  # of equal cards the first is the larger
    "throw_is_not_beaten_in_its_group",  # a throw that stood is beaten by ruffs alone
    "ruff_covers",  # a ruff that covers the lead's shape
    "ruff_beats_led_group",  # a ruff is higher than the led group
    "ruff_not_higher",  # a ruff that is not higher than the standing one
    "overruff_higher",  # a ruff that is higher than the standing one
    "discard_is_lower",  # cards of other groups
    "discard_does_not_cover",  # trumps that do not cover the lead's shape
    "counts_as_lowest",  # a corrected, exposed or punished play
    "won_in_led_group",  # the winner is of the led group
    "won_by_ruff",  # the winner is a ruff
    "won_by_throw",  # the winner is the throw that was led
    "wins_so_far",  # the trick is not complete
    "throw_not_allowed",  # warning: a throw was led where there are none
    "throw_was_beatable",  # warning: the plays show that a throw should have failed
)
"""What decides a trick, and its warnings."""

DEAL_RULINGS = (
    "kitty_guarded",  # the declarers win the last trick
    "kitty_dug",  # the attackers win the last trick
    "kitty_category",  # what the multiplier is read off
    "kitty_multiplier",  # by which factor the kitty counts
    "levels_dug",  # the last trick moves levels
    "attackers_take",  # the attackers have reached the base
    "declarers_hold",  # the attackers have not
    "levels_due",  # what the table gives
    "dug_to_level",  # a dig sets the declarers' level
    "digger_to_level",  # a dig sets the attackers' level
    "stake_to_level",  # a stake sets a level
    "stopped_at_must_defend",  # an advance stops on a must-defend level
    "ladder_wraps",  # an advance goes on from the first level
    "game_over",  # a side has passed the last level
    "declares_next",  # who declares the next deal
)
"""What decides the end of a deal."""

RULINGS = tuple(dict.fromkeys((*PLAY_RULINGS, *TRICK_RULINGS, *DEAL_RULINGS)))
"""What decided, and the warnings; violations are rulings too."""

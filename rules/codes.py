"""Every code that an answer may carry, by family. A code never changes its meaning and is never translated.

The texts of a code stand in `locale/*.yaml` under the family's key: `faults`, `problems`, `rulings` (violations are rulings).
"""

from __future__ import annotations

FORM_FAULTS = (
    "missing_field",  # a field that the question cannot do without
    "null_not_allowed",  # null where a key should be left out
    "wrong_type",  # another JSON type is expected
    "unknown_field",  # no field of this name here
    "repeated_parameter",  # a parameter that stands in a query more than once
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
    "hand_missing",  # one of the three other hands, or of the four, is left out
    "throw_not_allowed",  # the ruleset knows no throws, or none in trump
    "mixed_groups",  # a throw whose cards lie in two groups
    "wrong_side",  # a side that the case does not allow
    "not_in_this_ruleset",  # digs, stakes or laps where the ruleset has none
    "not_a_multiple",  # points that cards cannot give
)
"""Faults that need the ruleset, the trump or several fields together."""

EFFECT_FAULTS = (
    "contradictory_effect",  # an effect of a sanction that excludes one before it
    "idle_field",  # a field that says nothing in this case
    "counted_already",  # a penalty whose points are in the final total
    "wrong_leader",  # a trick led by another seat than the winner of the one before
    "wrong_deal_size",  # tricks of more or fewer cards than are dealt
    "points_not_conserved",  # tricks and kitty of more or fewer points than a deal has
)
"""Faults in the effects of sanctions, in fields of which one excludes another, and in the tricks of a whole deal."""

LOG_FAULTS = (
    "gap",  # the next entry is missing
    "prev_hash_differs",  # the entry does not follow the one before
    "hash_differs",  # the content is not what the hash was made of
    "not_canonical",  # the content is not written as it was hashed
    "columns_differ",  # what is kept beside the content differs from it
    "outcome_differs",  # the rules lead from what is before to another outcome
    "rescored_differently",  # what was sent is scored otherwise
    "heading_differs",  # the match began with other things than its first entry holds the digest of
    "time_goes_back",  # an entry is older than the one before
    "state_differs",  # the match stands otherwise than its log says
    "projection_differs",  # what counts of a deal is kept otherwise than the log says
)
"""Why a log does not hold."""

STORE_FAULTS = (
    "missing_source",  # a ruleset to be saved that extends nothing, is not whole and copies none
    "line_too_long",  # a line of a match that is brought in, over the limit
    "line_not_json",  # a line that is no JSON, or none at all
    "ruleset_differs",  # a deal that names another ruleset than its match has
    "first_deal_differs",  # a deal that is said to be the first of a game, or not to be it, against the match
)
"""Faults that only what is stored shows."""

WEBHOOK_FAULTS = (
    "not_a_url",  # a text that is no address of a webhook
    "url_with_credentials",  # a name or a password in an address
    "url_not_https",  # an address that is not reached by https
    "url_not_public",  # an address that is none of the public internet
)
"""Faults in the address of a webhook."""

NOTATION_FAULTS = (
    "unknown_line",  # neither a field nor a trick
    "trick_number",  # a trick that is not numbered by its place
    "lines_joined",  # a whole deal on one line
    "too_many_lines",  # more lines than any deal has
    "unexpected_word",  # a word that the form of its line does not have
    "unfinished_line",  # a line that breaks off
    "bad_json",  # a ruleset that begins as an object of JSON and is none
)
"""Faults in the form of a deal's text; each has `line` and `column`."""

PENALTY_FAULTS = (
    "unknown_offence",  # no offence of this code in the ruleset
    "points_out_of_range",  # points that the referee may not give for this offence
    "points_too_few",  # fewer points than the least for this offence
    "fine_is_settled",  # points where the fine is not the referee's to give
    "points_not_fined",  # points where none are fined
    "no_tiers",  # a tier of an offence that has none
    "sanction_is_settled",  # something in place of points where the referee has no such choice
)
"""Faults in the facts of an offence."""

BID_FAULTS = (
    "bid_not_legal",  # a bid of the list that the rules do not allow
    "phase_goes_back",  # a bid in an earlier phase than the one before it
    "no_bid_at_that_moment",  # a bid at the moment of no bid
    "wrong_show_at_no_moment",  # a wrong show at the moment of a bid
    "other_level",  # a level that is not the deal's
)
"""Faults in a list of bids."""

EXPOSED_FAULTS = ("exposed_not_in_hand",)  # an exposed card that the hand does not hold
"""Faults in exposed cards."""

RULESET_FAULTS = (
    "ruleset_not_found",  # no ruleset of this id or revision
    "ruleset_archived",  # a saved ruleset that is archived, named without a revision
    "ruleset_not_valid",  # a saved ruleset that no longer is one
    "extends_cycle",  # a ruleset that extends itself by way of others
    "extends_too_deep",  # a longer chain of rulesets than is followed
    "unknown_option",  # no option of this path
    "missing_extends",  # a document that extends nothing and leaves out what it must then give itself
    "missing_option",  # an option without a value and without a default
    "missing_one_of",  # an entry without any of the keys of which it needs one
    "bad_format",  # a text that has not the form of the option's values
    "duplicate_entry",  # an entry that a list has already
    "unknown_clause",  # a clause that the document does not list
    "contradiction",  # two values that exclude each other
    "too_large",  # more values than a document may have
)
"""Faults in a ruleset document or a reference to one."""

REPLAY_FAULTS = (
    "wrong_hand_size",  # a hand of another size than is dealt
    "told_by_tricks",  # a failed throw among the penalties, which the tricks tell
    "told_by_bids",  # stakes beside bids, which tell them
    "no_such_place",  # a penalty for something that is not on record
    "place_of_other_side",  # a penalty of one side for what the other has done
)
"""Faults in the record of a whole deal."""

BATCH_FAULTS = (
    "too_much_work",  # more work than one batch may cost
)
"""Faults in a batch as a whole."""

FAULTS = (
    *FORM_FAULTS,
    *CARD_FAULTS,
    *TABLE_FAULTS,
    *EXPOSED_FAULTS,
    *EFFECT_FAULTS,
    *BID_FAULTS,
    *PENALTY_FAULTS,
    *RULESET_FAULTS,
    *REPLAY_FAULTS,
    *NOTATION_FAULTS,
    *LOG_FAULTS,
    *STORE_FAULTS,
    *WEBHOOK_FAULTS,
    *BATCH_FAULTS,
)

PROBLEMS = (
    "invalid_request",  # 422: several faults, listed under `errors`
    "bad_request",  # 400: HTTP that cannot be read
    "not_json",  # 400: a body that is no JSON text in UTF-8
    "not_text",  # 400: a body that is no text in UTF-8
    "not_found",  # 404: nothing at this path
    "operation_not_found",  # 404: an item of a batch names no operation
    "method_not_allowed",  # 405: the path has other methods, see Allow
    "body_too_large",  # 413: over the limit of this path
    "unsupported_media_type",  # 415: a body that is not declared as JSON
    "key_missing",  # 401: the operation needs a key
    "key_invalid",  # 401: no key of this service, or a revoked one
    "role_not_enough",  # 403: the key may not do this
    "deal_not_legal",  # 422: a deal that was to be stored is against the rules
    "deal_not_complete",  # 422: a deal that was to be stored is not played to its end
    "declarer_differs",  # 409: another seat declares than the match says, and nothing says why
    "levels_differ",  # 409: the deal names other levels than the match has
    "match_finished",  # 409: the match takes no deals any more
    "round_over",  # 409: the ruleset's round allows no further game
    "too_many_penalties",  # 409: as many penalties as a deal may have are booked
    "deal_not_found",  # 404: no deal of this number in the match
    "entry_not_found",  # 404: no entry of this number in the match
    "match_diverged",  # 409: the match of this id has gone another way here
    "too_many_changes",  # 409: a correction after which more deals stand otherwise than one entry tells
    "nothing_to_correct",  # 409: the deal is void already, or the entry is none that can be withdrawn
    "ruleset_exists",  # 409: the organiser has a ruleset of this id
    "preset_is_read_only",  # 409: a preset can be copied and extended, not changed
    "match_not_found",  # 404: no match of this id that the caller may see
    "webhook_not_found",  # 404: no webhook of this id that the caller may see
    "delivery_not_found",  # 404: no delivery of this id that the caller may see
    "webhook_disabled",  # 409: a webhook that is disabled is sent nothing
    "too_many_webhooks",  # 409: the organiser has as many webhooks as it may have
    "idempotency_key_malformed",  # 400: an Idempotency-Key that is none
    "idempotency_key_reused",  # 422: the key belongs to another request
    "seq_differs",  # 409: the match has moved on since the caller looked
    "precondition_required",  # 428: If-Match is missing
    "precondition_failed",  # 412: If-Match names another version
    "store_away",  # 503: the database does not answer
    "store_unsure",  # 503: the database went away while it was to store; it may have been
    "store_busy",  # 503: the database is busy for too long
    "store_read_only",  # 503: the database takes no changes
    "store_unprepared",  # 503: the database is not migrated
    "store_full",  # 507: the disk is full
    "too_many_listeners",  # 503: as many listen to events as may
    "internal_error",  # 500: our fault
    "unavailable",  # 503: not ready
    "http_error",  # any other status that the server may give
)
"""Top-level codes of a problem that has no fault, or more than one. With exactly one fault its code stands in their place."""

PLAY_VIOLATIONS = (
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
    "suit_barred",  # cards that exposed cards keep from being led or played now
)
"""Why a play is illegal."""

BID_VIOLATIONS = (
    "nobody_bids_at_joker",  # a bid at a level that is played without bids
    "bid_out_of_turn",  # a bid before others have spoken, where all speak in turn
    "bid_without_turn",  # a bid of a seat that is not asked, or has spoken already
    "old_declarers_in_blackout",  # a bid of the side that has lost the seat by a blackout
    "own_burial_stirred",  # a stir by who has buried the kitty
    "wrong_level_shown",  # cards of another level than may be shown
    "not_a_bid",  # cards that are no bid
    "companion_missing",  # a level card without its joker
    "companion_of_other_colour",  # a level card with the joker of the other colour
    "side_may_not_show",  # a side that has lost the right by a wrongly shown level card
    "bid_out_of_time",  # a bid in a phase in which there is none of its sort
    "may_not_open",  # a kind of bid that may not be the first
    "own_bid_countered",  # a counter to one's own bid
    "partner_countered",  # a counter to one's partner's bid
    "standing_is_final",  # a counter to a bid that nothing counters
    "may_not_counter",  # a kind of bid that does not counter the standing one
    "not_higher_on_ladder",  # a bid that is not higher than the standing one
    "suit_not_higher_on_ladder",  # a level pair in a suit that is not higher than that of the standing one
    "suit_not_other",  # a counter in the suit that is trump already
    "suit_not_higher",  # a counter in a suit that is not higher
    "may_not_stir",  # a kind of bid that does not stir
    "pair_already_shown",  # a pair that stirs and was shown before
    "pair_already_stirred",  # a pair that stirs again
    "trump_not_named",  # a bid that must name a trump suit and does not
    "trump_may_not_be_named",  # a named trump suit where cards decide it
)
"""Why a bid is not allowed."""

REPLAY_VIOLATIONS = (
    "kitty_not_taken",  # a burial by a seat that has not taken the kitty
    "burial_owed",  # a seat that has taken the kitty and has not buried
    "attempt_is_no_throw",  # a failed throw of one formation
    "attempt_stands",  # a failed throw that no other hand beats
    "forced_play_owed",  # another lead than a failed throw forces
    "more_cards_than_left",  # more cards than the hand has left
    "cannot_stand",  # something that was ruled on and from which no play can go on
    "redeal_owed",  # cards played in a deal that is to be dealt again
    "declarer_not_as_bid",  # another declarer than the bids make
    "trump_not_as_bid",  # another trump than the bids make
)
"""What else goes wrong in a whole deal."""

VIOLATIONS = (*PLAY_VIOLATIONS, *BID_VIOLATIONS, *REPLAY_VIOLATIONS)
"""Why a play or a bid is not allowed, and what else goes wrong in a deal."""

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

EFFECT_RULINGS = (
    "total_set",  # an effect sets the attackers' total
    "declarers_total_is_idle",  # an effect sets a total of the declarers
    "deal_taken",  # an effect gives the attackers the deal
    "deal_kept",  # an effect leaves the declarers the deal
    "levels_given",  # an effect moves a side up
    "dig_is_final",  # after this dig nothing else moves levels
    "points_added",  # tricks, kitty and fines make the attackers' total
    "played_at_other_level",  # warning: trump's level is not the declarers'
    "last_trick_not_counted",  # warning: the trick points are fewer than the last trick's own
    "total_not_of_fives",  # warning: a final total that no cards, fines and multipliers of fives make
    "total_beyond_cards",  # warning: a final total below nothing, or over what all cards are worth
    "attempts_not_fined",  # warning: of the throws that failed not all are among the penalties
    "sanction_beyond_the_deal",  # warning: a sanction that the score of one deal cannot hold
)
"""What sanctions and final digs do to the levels, and how a deal is added up."""

PENALTY_RULINGS = (
    "offence_warned",  # a warning
    "offence_recorded",  # the infraction goes on the record
    "offence_fined",  # a fine, counted once
    "offence_fined_by_card",  # a fine for each card
    "offence_fined_more",  # what the referee adds to a fine
    "offence_judged",  # what the referee gives in place of points
    "offence_sentenced",  # what is given in place of points without asking him
    "fine_is_added",  # a fine of the declarers
    "fine_is_taken_off",  # a fine of the attackers
    "offence_deal_taken",  # a side has the deal whatever the points
    "offence_deal_kept",  # the declarers keep the deal whatever the points
    "offence_level_up",  # a side goes up
    "offence_deal_score",  # what a side scores in the deal is set
    "offence_trick_points",  # the points of the trick go to the other side
    "offence_no_trick_points",  # the offenders had none of the trick
    "offence_exposes_cards",  # the cards at fault are exposed cards
    "exposed_cards_count_lowest",  # they count as the lowest
    "exposed_cards_go_first",  # they must be played at the first legal chance
    "exposed_suit_not_led",  # their suit may not be led
    "exposed_cards_on_order",  # the other side may ask for them or hold them back
    "offence_bars_bids",  # a side may not open the bidding
    "offence_leaves_counter",  # it may still counter
    "offence_nobody_shows",  # how trump is found where the other side does not show it
    "offence_forfeits_round",  # the round is forfeited
    "offence_loses_round",  # the round is lost as a punishment
    "offence_round_points",  # what the round is then worth to a side
    "offence_replay_choice",  # a side says whether the deal is played
    "offence_trick_choice",  # the next player says whether he plays anew
    "offence_leads_instead",  # what is led in place of the failed throw
    "offence_passes_level",  # declarers who stand on this level pass it
    "offence_goes_on",  # how play goes on
    "offence_counted",  # which time it is, within what the offence is counted
    "offence_free",  # nothing follows
    "offence_left_open",  # the clause names no sanction
)
"""What an offence costs, and what else follows."""

BID_RULINGS = (
    "bid_opens",  # a bid that is the first
    "bid_counters",  # a bid that replaces the standing one
    "bid_reinforces",  # a bid that joins the standing one
    "bid_stirs",  # a bid after the kitty was buried
    "seat_passes",  # a pass while nothing stands
    "seat_does_not_counter",  # a pass while a bid stands
    "seat_does_not_stir",  # a pass of who is asked whether he stirs
    "earlier_seat_stands",  # of bids at the same moment the earlier seat's stands
    "wrong_show_is_no_bid",  # cards that were wrongly shown
    "wrong_show_bars",  # cards that were wrongly shown, and cost the side a right
    "raced_after_revolution",  # after a revolution the seat is bid for
    "trump_shown",  # the standing bid makes its suit trump
    "no_trump_shown",  # the standing bid makes the deal no-trump
    "trump_named",  # the standing bid names the trump
    "declares_as_before",  # bids have not moved the seat
    "declares_so_far",  # a bid that may still come could move the seat
    "declares_by_bid",  # a bid has won the seat
    "declares_by_confirming",  # a pair of the declaring side has moved the seat
    "declares_after_confirmer",  # a pair of the attackers has moved the seat
    "declares_in_blackout",  # a blackout has moved the seat
    "declares_by_stirring",  # stirring has moved the seat
    "counter_takes_kitty",  # a counter takes the kitty in the declarer's place
    "reburied",  # who takes up and buries the kitty after the first
    "levels_staked",  # a bid has staked levels
    "blackout",  # nobody has shown the declarers' level
    "both_sides_barred",  # neither side may open the bidding
    "side_barred_and_other_silent",  # one side may not open the bidding, and the other has not
    "joker_level_no_trump",  # level joker is played in no-trump without a bid
    "kitty_card_decides",  # a card of the kitty makes its suit trump
    "kitty_joker_no_trump",  # a joker in the kitty makes the deal no-trump
    "kitty_joker_skipped",  # a joker in the kitty settles nothing
    "kitty_card_of_no_side",  # a card of the kitty is of no side's level
    "no_kitty_card_settles",  # no card of the kitty settles it
    "no_kitty_card_deal_again",  # no card of the kitty settles it, and the cards are dealt again
    "level_cards_drop",  # the level cards are the lowest trumps
    "first_drawer_declares",  # the first drawer declares
    "kitty_card_seats",  # the count of a kitty card seats the declarer
    "both_sides_match",  # a card of the kitty is of both sides' level
    "both_sides_match_deal_again",  # a card of the kitty is of both sides' level, and the cards are dealt again
    "kitty_card_of_side",  # a card of the kitty is of one side's level
    "kitty_card_gives_seat_back",  # a card of the kitty is of the level of the side that a blackout has cost the seat
    "deal_again",  # nobody has bid, and the cards are dealt again
    "holds_seat_in_redeal",  # who holds the seat in the deal that is dealt again
    "taken_as_first_deal",  # warning: without a declarer the deal is taken as the first, whose levels these are not
)
"""Why a bid is allowed, and what a bidding comes to."""

REPLAY_RULINGS = (
    "kitty_is_what_is_left",  # where no burial is on record the cards nobody has played are the kitty
    "stakes_not_on_record",  # warning: whether levels were staked is not known
    "throw_may_have_failed",  # warning: others have played fewer cards to a throw
    "five_ten_king_withheld",  # a seat forms no red five-ten-king for the rest of the deal
)
"""What a replay concludes from the record."""

EXPOSED_RULINGS = (
    "exposed_card_played",  # exposed cards are played, as they must be
    "exposed_card_waits",  # no legal play holds the exposed cards
    "exposed_card_held_back",  # exposed cards are held back, as the opponents have said
    "order_gives_way",  # an exposed card that should be held back has to be played
    "no_other_suit_held",  # the suit of an exposed card is led because no other is held
    "exposed_card_free",  # exposed cards bind no more, since their suit has been led
)
"""Why a play is legal under the duties of exposed cards."""

STORE_RULINGS = (
    "penalty_in_total",  # warning: a booked penalty whose points the final total is taken to hold
    "penalty_in_tricks",  # warning: a booked penalty for a failed throw, which the tricks of a replay show themselves
    "penalty_does_not_fit",  # warning: a booked penalty that cannot be part of the deal as it was played, and is left out
    "withdrawn_in_total",  # warning: a final total may hold the points of a withdrawn penalty still
    "penalty_other_declarer",  # warning: a penalty was booked under another declarer than the deal had
    "later_deals_stray",  # warning: deals that do not follow any more after a correction
    "other_declarer",  # warning: a penalty that is booked names another declarer than the match says
)
"""What a deal that is stored does with the penalties booked for it."""

RULINGS = tuple(
    dict.fromkeys(
        (
            *PLAY_RULINGS,
            *EXPOSED_RULINGS,
            *TRICK_RULINGS,
            *DEAL_RULINGS,
            *BID_RULINGS,
            *EFFECT_RULINGS,
            *PENALTY_RULINGS,
            *STORE_RULINGS,
            *REPLAY_RULINGS,
        )
    )
)
"""What decided, and the warnings; violations are rulings too."""

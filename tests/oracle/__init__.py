"""A slow, obvious second implementation of the playing decisions, written apart from `rules/`.

It works on card tokens (`"SA"`, `"BJ"`) and on ruleset documents as plain nested dicts, and it enumerates: every multiset of
cards that could be played, every reading of a cover, every grouping of a hand into components. It is meant to be read beside
the rules and believed; speed is of no concern. Nothing here may import the engine.

Where the rules can be read in two ways, a comment that begins with `Reading:` says which one is taken here and why.
"""

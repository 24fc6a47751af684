"""The deal notation (记谱): one text of a deal that a person can read and that says all that the JSON of deals/replay says.

The grammar and a whole deal stand in docs/notation.md. `parse` finds the form of a text, nothing more: whether there is a card, a
seat or a ruleset of a name is judged afterwards, as in JSON. `render` writes the one canonical text of a deal.
"""

from rules.deals.notation.places import Notated, Place
from rules.deals.notation.reading import parse
from rules.deals.notation.writing import canonical, render

__all__ = ["Notated", "Place", "canonical", "parse", "render"]

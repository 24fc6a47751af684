"""Ids: short texts of chance that can be read aloud, typed and put into an address."""

from __future__ import annotations

import secrets
from typing import Final

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Without the letters that look like digits, and without u."""


def new_id(prefix: str, length: int = 16) -> str:
    """A prefix and so many characters, each worth five bits: 80 by default."""
    return prefix + "".join(secrets.choice(ALPHABET) for _ in range(length))

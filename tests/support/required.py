"""What some tests need beside Python: skipped with the reason where it is missing, a failure where CI=true."""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest


def in_ci() -> bool:
    """Whether this run is CI's, where nothing may be skipped for want of a tool."""
    return os.environ.get("CI", "").lower() == "true"


def missing(what: str, how: str = "") -> NoReturn:
    """Ends the running test because `what` is not there: a failure in CI, a skip with its reason elsewhere."""
    reason = f"{what} is missing" + (f" ({how})" if how else "")
    if in_ci():
        pytest.fail(f"{reason}, and CI=true asks for it", pytrace=False)
    pytest.skip(reason)


def require(*names: str) -> str:
    """The path of the first of these programs that is on PATH; else see `missing`."""
    for name in names:
        found = shutil.which(name)
        if found is not None:
            return found
    missing(" or ".join(names), "not on PATH")

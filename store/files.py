"""The files of an SQLite database: whether those that a connection has opened still lie where they did.

Whoever puts another file in the place of one that is in use leaves behind connections that nobody finds the writings of again, and a
file written ahead (WAL) that would be laid over the new one.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from store.errors import AWAY, StoreError

_FileId = tuple[int, int] | None
"""What tells a file from every other: its device and its number there. None where there is none."""


class Files(NamedTuple):
    """The file of a database, and the one that is written ahead of it, which is made by the first who needs it."""

    main: _FileId
    ahead: _FileId


class Place:
    """Where the files of a database lie. All connections of an engine share it."""

    def __init__(self, main: Path) -> None:
        self._main, self._ahead = main, main.with_name(f"{main.name}-wal")
        self._last = Files(None, None)

    def opened(self) -> Files:
        """The files that a connection is about to open.

        Raises StoreError AWAY while the file written ahead is the one of a file that another has taken the place of.
        """
        found = self._found()
        if self._last.main not in (None, found.main) and found.ahead is not None and found.ahead == self._last.ahead:
            raise StoreError(AWAY) from FileNotFoundError(f"{self._ahead} was written ahead of another file than {self._main} is now")
        self._last = found
        return found

    def still(self, files: Files) -> Files | None:
        """The files that a connection has opened, as they are now; None where others lie in their place, or none."""
        found = self._found()
        if found.main != files.main or files.ahead not in (None, found.ahead):
            return None
        self._last = found
        return found

    def _found(self) -> Files:
        return Files(_file_at(self._main), _file_at(self._ahead))


def _file_at(path: Path) -> _FileId:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

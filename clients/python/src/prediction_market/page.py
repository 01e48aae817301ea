"""Pages of lists."""

from typing import TypeVar

Item = TypeVar("Item")


class Page(list[Item]):
    """The items of one page of a list."""

    next_cursor: str | None = None
    """The ``cursor`` of the next page; ``None`` on the last one."""

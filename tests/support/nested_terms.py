"""Terms as nested tuples: what `Objective` and `Expression` take and no declaration says."""

from typing import Any


def terms(*nested: Any) -> Any:
    """These terms."""
    return nested

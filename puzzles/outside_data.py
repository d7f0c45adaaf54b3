"""JSON, TOML and patterns from outside: whatever the text is, a value or a ValueError in words.

The libraries of Python raise other errors too, of brackets a thousand deep, which nobody expects.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def json_value(
    text: str | bytes, of_pairs: Callable[[list[tuple[str, Any]]], Any] | None = None
) -> Any:
    """The value that a JSON text says.

    Args:
        text: as it came; bytes are UTF-8.
        of_pairs: makes the value of an object of its keys and values; a dict by default.

    Raises:
        ValueError: it says none; json.JSONDecodeError where there is a place.
    """
    with _too_deep():
        return json.loads(
            text.decode() if isinstance(text, bytes) else text, object_pairs_hook=of_pairs
        )


def toml_table(text: str | bytes) -> dict[str, Any]:
    """The table that a TOML text says.

    Raises:
        ValueError: it says none.
    """
    with _too_deep():
        return tomllib.loads(text.decode() if isinstance(text, bytes) else text)


def pattern_of(text: str) -> re.Pattern[str]:
    """The regular expression that a text is.

    Raises:
        ValueError: it is none.
    """
    try:
        with _too_deep():
            return re.compile(text)
    except (re.error, OverflowError) as error:
        raise ValueError(f"found no regular expression: {error}") from None


@contextmanager
def _too_deep() -> Iterator[None]:
    try:
        yield
    except RecursionError:
        raise ValueError("found brackets in brackets, too deep to be read") from None

"""Refusing: what a verifier of traces does with an event, or an end, that is not justified."""

from typing import NoReturn


class NotJustifiedError(Exception):
    """An event is not justified; says which, and why."""


def refuse(why: str) -> NoReturn:
    """Refuse an event."""
    raise NotJustifiedError(why)


def need(true: bool, why: str) -> None:
    """Refuse an event unless this is true."""
    if not true:
        refuse(why)

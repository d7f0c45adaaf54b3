"""A deduction: one instance of a pattern, with everything it places and removes, and its reason.

The reason names what the deduction rests on, so that it can be said in words, drawn, and replayed
by somebody who does not trust the technique (tests/support/replay/).  Each family of techniques has
a class of reasons of its own; the sentence is made when it is read, because most are never read.
The tiers of the techniques stand here, apart from them, so that the command line can name them
without loading any.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

from accord.puzzles import Cell, Value
from accord.solvers.logic.engine.layout import House, Layout

Tier = Literal["easy", "medium", "hard", "extreme"]
TIERS: tuple[Tier, ...] = get_args(Tier)  # the easiest first


@dataclass(frozen=True)
class Reason(ABC):
    """The pattern that a deduction rests on; a class for each family of techniques.

    The classes of the techniques say what each names, as far as it applies under these names:
    `cell` or `cells`, `value` or `values`, `house` or `houses`, `links`.
    """

    layout: Layout = field(repr=False, compare=False)
    technique: str  # its name in TECHNIQUES

    @property
    @abstractmethod
    def sentence(self) -> str:
        """The reason in words, without the name of the technique: what holds, so what follows."""

    def as_json(self) -> dict[str, Any]:
        """The reason's fields as JSON."""
        own = {each.name: getattr(self, each.name) for each in fields(self)[2:]}
        return {name: _plain(value) for name, value in own.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, House):
        return value.name
    if isinstance(value, Reason):
        return value.as_json()
    if hasattr(value, "__dataclass_fields__"):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(part) for part in value]
    return value


@dataclass(frozen=True)
class Deduction:
    """The values placed and candidates removed that follow from a reason."""

    reason: Reason
    placed: Mapping[Cell, Value] = field(default_factory=dict)
    removed: Mapping[Cell, frozenset[Value]] = field(default_factory=dict)

    @property
    def technique(self) -> str:
        """The name of the technique."""
        return self.reason.technique

    def __hash__(self) -> int:
        return hash((self.reason, tuple(self.placed.items()), tuple(self.removed.items())))

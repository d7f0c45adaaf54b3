"""Arguments: what a constraint is given becomes what its fields declare, or is refused.

A constraint that is always true, or always false, whatever values its variables have, is a slip of
who writes it: a number where a variable was meant, a list that was forgotten.  `checked` refuses it
where a user builds it.  Accord's own code builds such ones, of what it reads, decomposes or
shrinks, and so does a solver that accord runs: they mean what they say.  A list of one variable is
no slip but the smallest case of a pattern, as a cage of one cell is; that no values add up is what
solvers are asked.
"""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sized
from functools import wraps
from inspect import signature
from types import FrameType
from typing import Any, TypeVar

from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.errors import with_parameters
from accord.puzzles.fields import NO_NUMBERS, MisfitError, readers
from accord.puzzles.phrasing import counted

Built = TypeVar("Built")
OWN = {"accord"}  # packages whose code may build constraints that are always true or false


def checked(kind: type[Built]) -> type[Built]:
    """A kind of constraint that takes what its fields declare, and refuses the rest in words.

    Where neither accord's code builds one nor what it calls, it is refused too if it is always true
    or always false: one over no variables, and one whose `slip` says why.

    Raises:
        MalformedConstraintError: by each of its objects, with what was found and expected.
    """
    kind = with_parameters(MalformedConstraintError)(kind)
    build, complete = kind.__init__, getattr(kind, "__post_init__", None)

    def take_and_complete(self: Any) -> None:
        take_arguments(self)
        if complete is not None:
            complete(self)

    @wraps(build)
    def build_checked(self: Any, *given: Any, **named: Any) -> None:
        build(self, *given, **named)
        if complete is None:  # `build` completes nothing then
            take_arguments(self)
        if min(self.scope, default=0) < 0:
            found = f"found variable {min(self.scope)}"
            raise MalformedConstraintError(f"{found}, expected variables numbered from 0")
        if not _is_built_by_accord() and (slip := slip_of(self)):
            raise MalformedConstraintError(slip)

    # Without what is declared, which fills the lines of `help`: the fields say it.
    plain = signature(build)
    bare = [each.replace(annotation=each.empty) for each in plain.parameters.values()]
    build_checked.__signature__ = plain.replace(parameters=bare, return_annotation=plain.empty)  # type: ignore[attr-defined]
    kind.__init__ = build_checked  # type: ignore[method-assign]
    kind.__post_init__ = take_and_complete  # type: ignore[attr-defined]
    return kind


def _is_built_by_accord() -> bool:
    """Whether accord's code builds what is checked, or calls what does, such as a user's solver."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] in OWN:
            return True
        frame = frame.f_back
    return False


def as_read(kind: Callable[..., Built], *given: Any, **named: Any) -> Built:
    """A constraint as a reader builds it, which may always be true or false."""
    return kind(*given, **named)


def slip_of(constraint: Any) -> str:
    """Why a constraint is always true or false, and what was expected; "" where it is not."""
    found = _slip(constraint)
    return found and f"{found}; so it is always {str(truth_of(constraint)).lower()}"


def _slip(constraint: Any) -> str:
    found: str = constraint.slip() if hasattr(constraint, "slip") else ""
    return found or ("" if constraint.scope else "found no variables, expected one or more")


def truth_of(constraint: Any) -> bool:
    """Whether one that is always true or always false is true."""
    return bool(constraint.holds([0] * len(constraint.scope)))


def any_always_false(parts: Iterable[Any]) -> str:
    """The slip of the first of some constraints that is always false; "" where there is none."""
    return next((slip for each in parts if (slip := _slip(each)) and not truth_of(each)), "")


def all_always_true(parts: Iterable[Any]) -> str:
    """The first slip of some constraints that are all always true; "" where one is not."""
    slips = [(_slip(each), truth_of(each)) for each in parts]
    return slips[0][0] if slips and all(slip and truth for slip, truth in slips) else ""


def too_few(key: str, items: Sized, least: int, what: str = "variable") -> str:
    """The complaint about a list shorter than `least`; "" where it is long enough."""
    if len(items) >= least:
        return ""
    return f"{key}: found {counted(len(items), what)}, expected {least} or more"


def repeated(key: str, variables: Collection[int]) -> str:
    """The complaint about a variable that stands in a list twice; "" where none does."""
    for each, times in Counter(variables).items():
        if times > 1:
            return f"{key}: found variable {each} twice, expected different ones"
    return ""


def outside(key: str, found: Any, least: int, most: int) -> str:
    """The complaint about a constant outside least..most; "" of a variable."""
    if not isinstance(found, int) or least <= found <= most:
        return ""
    expected = f"{least} to {most}" if least < most else f"{most}"
    return f"{key}: found {found}, expected {expected}"


def take_arguments(taker: Any) -> None:
    """Make each field of a frozen dataclass what it is declared to be.

    Raises:
        MalformedConstraintError: one is something else; names it.
    """
    kind: type = type(taker)
    for key, read in readers(kind):
        found = getattr(taker, key)
        try:
            taken = read(found, NO_NUMBERS)
        except MisfitError as misfit:
            raise MalformedConstraintError(f"{key}: {misfit}") from None
        if taken is not found:
            object.__setattr__(taker, key, taken)

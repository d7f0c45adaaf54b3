"""Settings: the keyword-only parameters of a backend's `solve` are its settings.

Their annotation is the whole declaration: `Literal["first", "mrv"]`, `bool`, `int`,
`Annotated[int, range(1, 9)]` or, where a tuple of words is computed, `Annotated[str, WORDS]`, with
a default.  People write `NAME`, `NAME:VALUE` or `NAME:KEY=VALUE,KEY=VALUE`; a bare word sets the
principal parameter, which is the first.  The canonical form leaves defaults out and sorts keys, so
that equal settings are equal text.
"""

import inspect
import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from accord.puzzles.errors import InputError
from accord.puzzles.phrasing import nearest, spelled
from accord.solvers.interface import Settings, Solver

# What a search for one solution may spend of what its solver counts, as `conflicts` or `nodes`; 0:
# as much as it likes.  Unlike a time limit it ends a search in the same place on every machine.
Limit = Annotated[int, range(2**31)]
MOST_THREADS = 256  # that a solver may be asked to work on
Workers = Annotated[int, range(1, MOST_THREADS + 1)]  # threads that search


class SettingError(InputError, ValueError):
    """A setting that the backend does not have, or a value that the setting does not take."""


@dataclass(frozen=True)
class Setting:
    """One parameter of a backend."""

    name: str
    values: tuple[str, ...] | range | type[bool] | type[int]  # words, numbers, or its type
    default: str | bool | int

    def read(self, text: str) -> str | bool | int:
        """The value that `text` stands for.

        Raises:
            SettingError: this setting does not take it.
        """
        if isinstance(self.values, tuple):
            if (word := spelled(text, self.values)) in self.values:
                return str(word)
            expected = nearest(text, self.values)
        elif self.values is bool:
            if text.lower() in ("true", "false"):
                return text.lower() == "true"
            expected = "true or false"
        else:
            numbers = self.values if isinstance(self.values, range) else None
            expected = "a whole number"
            if numbers is not None:
                expected += f" from {numbers[0]} to {numbers[-1]}"
            if re.fullmatch(r"[+-]?[0-9]{1,18}", text) and (
                numbers is None or int(text) in numbers
            ):
                return int(text)
        raise SettingError(f"{self.name}: found {text!r}, expected {expected}")

    def __str__(self) -> str:
        return f"{self.name}={self.default}"


def settings_of(solve: Solver) -> dict[str, Setting]:
    """The settings of a backend, the principal one first.

    Raises:
        TypeError: a keyword-only parameter is annotated otherwise, or has no default.
    """
    hints = get_type_hints(solve, include_extras=True)
    found = {}
    for name, parameter in inspect.signature(solve).parameters.items():
        if parameter.kind is not parameter.KEYWORD_ONLY:
            continue
        hint = hints.get(name)
        values: Any = get_args(hint) if get_origin(hint) is Literal else hint
        if get_origin(hint) is Annotated:
            values = next(
                (each for each in get_args(hint) if isinstance(each, range | tuple)), None
            )
        if parameter.default is parameter.empty or not (
            isinstance(values, tuple | range) or values in (bool, int)
        ):
            raise TypeError(
                f"setting {name}: expected Literal, bool or int with a default, found {parameter}"
            )
        found[name] = Setting(name, values, parameter.default)
    return found


def read_settings(text: str, solve: Solver) -> Settings:
    """The settings written as `VALUE`, `KEY=VALUE,...` or nothing, defaults left out.

    Raises:
        SettingError: an unknown setting or value; names the nearest.
    """
    known = settings_of(solve)
    chosen: Settings = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not known:
            raise SettingError(f"found the setting {part!r}, expected none: it has no settings")
        if not equals:
            name, value = next(iter(known)), part
            owners = [key for key, each in known.items() if part in _words(each)]
            if owners and name not in owners:
                raise SettingError(
                    f"found {part!r}, expected a value of {name}, or {owners[0]}={part}"
                )
        if name not in known:
            raise SettingError(f"found the setting {name!r}, expected {nearest(name, [*known])}")
        if name in chosen:
            raise SettingError(f"found the setting {name!r} twice, expected once")
        chosen[name] = known[name].read(value)
    return {name: value for name, value in chosen.items() if value != known[name].default}


def _words(setting: Setting) -> tuple[str, ...]:
    return setting.values if isinstance(setting.values, tuple) else ()


def written(settings: Settings) -> str:
    """The text of these settings: sorted `KEY=VALUE` pairs."""
    texts = {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in settings.items()}
    return ",".join(f"{name}={texts[name]}" for name in sorted(texts))

"""Recording: objects that write down, as Python, what is done with them.

While `recorded` holds, the modules of a library are replaced by such objects, and a backend that
builds its model writes a script of the library's own calls instead:

    model = recording.name("model")
    x = model.new_int_var(0, 3, "")     v1 = model.new_int_var(0, 3, '')
    model.add(x + 1 <= 2)               model.add(v1 + 1 <= 2)

A call is a line; attributes and operators are parts of the line in which they are used, and so is a
call whose value is used once, in the next line.  What cannot be written down raises RecordingError:
a truth value or the items of such an object, which only the library knows, or an argument that
Python's text does not say, as a function.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

WIDTH = 100  # of a line into which a call is written
_PLAIN = (int, float, str, bool, type(None))
_BINARY = {
    "or": "|", "xor": "^", "and": "&", "add": "+", "sub": "-", "mul": "*", "floordiv": "//",
    "mod": "%", "pow": "**",
}  # fmt: skip
_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNARY = {"neg": "-", "pos": "+", "invert": "~"}
_COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = 0, 4, 5, 6, 7, 8  # how tight a text binds
_BINDING = {"|": 1, "^": 2, "&": 3, "+": _SUM, "-": _SUM, "*": 5, "//": 5, "%": 5, "**": _POWER}
_VALUE = re.compile("\ue000([0-9]+)\ue000")  # of a call, which `repr` of no text holds


class RecordingError(Exception):
    """Something that cannot be written down; says what."""


class CallRecording:
    """What was written: of each line the text, and the mark of its value."""

    def __init__(self) -> None:
        self._lines: list[tuple[str, str]] = []

    def name(self, text: str) -> "Recorded":
        """An object that the script calls so."""
        return Recorded(self, text)

    def call(self, text: str) -> "Recorded":
        """The value of a call, which gets a name where it is used."""
        mark = f"\ue000{len(self._lines) + 1}\ue000"
        self._lines.append((mark, text))
        return Recorded(self, mark)

    def write(self, text: str) -> None:
        """Write a line without a value."""
        self._lines.append(("", text))

    def comment(self, text: str) -> None:
        """Begin a paragraph, with a comment in one line unless the text is empty."""
        self.write(f"\n# {text}" if text else "")

    def lines(self, names: Mapping[str, str], besides: Sequence[str] = ()) -> list[str]:
        """The lines of the script, and then other ones, in its names.

        Args:
            names: what values are called, by their texts; the others are v1, v2, ...
            besides: lines that use values.
        """
        lines = [*self._lines, *(("", text) for text in besides)]
        uses = Counter(mark for _, text in lines for mark in _marks(text))
        for at in reversed(range(len(lines) - 1)):
            mark, text = lines[at]
            after, using = lines[at + 1]
            once = uses[mark] == 1 and mark not in names and mark in using
            if once and len(text) + len(using) < WIDTH and not using.startswith("\n"):
                lines[at : at + 2] = [(after, using.replace(mark, text))]
        called = dict(names)
        for mark, _ in lines:
            if uses[mark] and mark not in called:
                called[mark] = f"v{len(called) - len(names) + 1}"
        return [
            (f"{called[mark]} = " if mark in called else "")
            + _VALUE.sub(lambda found: called[found[0]], text)
            for mark, text in lines
        ]


def _marks(text: str) -> Iterator[str]:
    return (found[0] for found in _VALUE.finditer(text))


class Recorded:
    """An object of the script, by the text that says it."""

    _recording: CallRecording
    _text: str
    _binding: int

    def __init__(self, recording: CallRecording, text: str, binding: int = _ATOM) -> None:
        self.__dict__.update(_recording=recording, _text=text, _binding=binding)

    def __getattr__(self, name: str) -> "Recorded":
        if name.startswith("__"):
            raise AttributeError(name)
        return Recorded(self._recording, f"{_within(self, _ATOM)}.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        self._recording.write(f"{self._text}.{name} = {text_of(value)}")

    def __call__(self, *values: Any, **named: Any) -> "Recorded":
        said = [text_of(value) for value in values]
        said += [f"{name}={text_of(value)}" for name, value in named.items()]
        return self._recording.call(f"{self._text}({', '.join(said)})")

    def __getitem__(self, key: Any) -> "Recorded":
        return Recorded(self._recording, f"{_within(self, _ATOM)}[{text_of(key)}]")

    def __bool__(self) -> bool:
        raise RecordingError(f"whether {_readable(self._text)} is true")

    def __iter__(self) -> Iterator[Any]:
        raise RecordingError(f"the items of {_readable(self._text)}")

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """The base of a class that a backend derives from a recorded one; its methods are lost."""
        return (type("Derived", (_Derived,), {"of": self}),)

    __hash__ = object.__hash__


class _Derived:
    """A class that is derived from a library's; an object of it is written as one of that."""

    of: Recorded

    def __init__(self, *values: Any) -> None:
        self.recorded = self.of(*values)


def _readable(text: str) -> str:
    return _VALUE.sub(r"v\1", text)


def _binding_of(value: Any) -> int:
    if isinstance(value, Recorded):
        return value._binding
    return _SIGN if isinstance(value, int | float) and value < 0 else _ATOM


def _within(value: Any, binding: int) -> str:
    """The text of a value as part of one that binds so tight; in brackets if it needs them."""
    text = text_of(value)
    return text if _binding_of(value) >= binding else f"({text})"


def _binary(sign: str, *, swapped: bool = False) -> Callable[[Recorded, Any], Recorded]:
    binding = _BINDING.get(sign, _COMPARISON)

    def operate(self: Recorded, other: Any) -> Recorded:
        left, right = (other, self) if swapped else (self, other)
        one = _within(left, binding + (sign not in _BINDING or sign == "**"))
        two, operator = _within(right, binding + 1), sign
        if sign == "+" and two.startswith("-"):  # x + -2 * y
            two, operator = two[1:], "-"
        return Recorded(self._recording, f"{one} {operator} {two}", binding)

    return operate


def _unary(sign: str) -> Callable[[Recorded], Recorded]:
    return lambda self: Recorded(self._recording, f"{sign}{_within(self, _POWER)}", _SIGN)


for _name, _sign in (_BINARY | _COMPARED).items():
    setattr(Recorded, f"__{_name}__", _binary(_sign))
for _name, _sign in _BINARY.items():
    setattr(Recorded, f"__r{_name}__", _binary(_sign, swapped=True))
for _name, _sign in _UNARY.items():
    setattr(Recorded, f"__{_name}__", _unary(_sign))


def text_of(value: Any) -> str:
    """A value as Python's text.

    Raises:
        RecordingError: no text says it.
    """
    if isinstance(value, Recorded):
        return str(value._text)
    if isinstance(value, _Derived):
        return text_of(value.recorded)
    if isinstance(value, list | tuple):
        items = ", ".join(map(text_of, value))
        comma = "," if isinstance(value, tuple) and len(value) == 1 else ""
        return f"[{items}]" if isinstance(value, list) else f"({items}{comma})"
    if isinstance(value, dict):
        pairs = (f"{text_of(key)}: {text_of(each)}" for key, each in value.items())
        return f"{{{', '.join(pairs)}}}"
    if type(value) in _PLAIN:
        return repr(value)
    if hasattr(value, "item") and type(value).__module__ == "numpy":
        return repr(value.item())
    raise RecordingError(f"an argument of the type {type(value).__name__}")


def alias(module: str) -> str:
    """The name of a module in a script, in which `model` is the problem's."""
    return module.replace(".", "_") if module.endswith(".model") else module.rpartition(".")[2]


@contextmanager
def recorded(modules: Sequence[str]) -> Iterator[CallRecording]:
    """A recording, while these modules, whose `alias` differ, are such that write to it."""
    recording = CallRecording()
    kept = {name: sys.modules.get(name) for name in modules}

    def part_of(module: str) -> Callable[[str], Recorded]:
        def part(name: str) -> Recorded:
            if name.startswith("__"):
                raise AttributeError(name)
            whole = f"{module}.{name}"
            return recording.name(alias(whole) if whole in kept else f"{alias(module)}.{name}")

        return part

    for name in modules:
        replaced = ModuleType(name)
        replaced.__dict__.update(__getattr__=part_of(name), __path__=[])
        sys.modules[name] = replaced
    try:
        yield recording
    finally:
        for name, module in kept.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module

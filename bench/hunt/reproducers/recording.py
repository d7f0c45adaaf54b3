"""Recording: objects that write down, as Python, what is done with them.

While `recorded` holds, the modules of a library are replaced by such objects, and a backend that
builds its model writes a script of the library's own calls instead:

    model = recording.name("model")
    x = model.new_int_var(0, 3, "")     v1 = model.new_int_var(0, 3, '')
    model.add(x + 1 <= 2)               v2 = model.add(((v1 + 1) <= 2))

A call is a line; attributes and operators are parts of the line in which they are used.  What
cannot be written down raises RecordingError: a truth value or the items of such an object, which
only the library knows, or an argument that Python's text does not say, as a function.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

_PLAIN = (int, float, str, bool, type(None))
_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%", "pow": "**", "and": "&",
    "or": "|", "xor": "^",
}  # fmt: skip
_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNARY = {"neg": "-", "pos": "+", "invert": "~"}


class RecordingError(Exception):
    """Something that cannot be written down; says what."""


class CallRecording:
    """The lines that were written."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def name(self, text: str) -> "Recorded":
        """An object that the script calls so."""
        return Recorded(self, text)

    def call(self, text: str) -> "Recorded":
        """The value of a call, which gets a name."""
        name = f"v{len(self.lines) + 1}"
        self.lines.append(f"{name} = {text}")
        return Recorded(self, name)


class Recorded:
    """An object of the script, by the text that says it."""

    _recording: CallRecording
    _text: str

    def __init__(self, recording: CallRecording, text: str) -> None:
        self.__dict__["_recording"] = recording
        self.__dict__["_text"] = text

    def __getattr__(self, name: str) -> "Recorded":
        if name.startswith("__"):
            raise AttributeError(name)
        return Recorded(self._recording, f"{self._text}.{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        self._recording.lines.append(f"{self._text}.{name} = {text_of(value)}")

    def __call__(self, *values: Any, **named: Any) -> "Recorded":
        said = [text_of(value) for value in values]
        said += [f"{name}={text_of(value)}" for name, value in named.items()]
        return self._recording.call(f"{self._text}({', '.join(said)})")

    def __getitem__(self, key: Any) -> "Recorded":
        return Recorded(self._recording, f"{self._text}[{text_of(key)}]")

    def __bool__(self) -> bool:
        raise RecordingError(f"whether {self._text} is true")

    def __iter__(self) -> Iterator[Any]:
        raise RecordingError(f"the items of {self._text}")

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """The base of a class that a backend derives from a recorded one; its methods are lost."""
        return (type("Derived", (_Derived,), {"of": self}),)

    __hash__ = object.__hash__


class _Derived:
    """A class that is derived from a library's; an object of it is written as one of that."""

    of: Recorded

    def __init__(self, *values: Any) -> None:
        self.recorded = self.of(*values)


def _binary(sign: str, *, swapped: bool = False) -> Callable[[Recorded, Any], Recorded]:
    def operate(self: Recorded, other: Any) -> Recorded:
        sides = [self._text, text_of(other)]
        return Recorded(self._recording, f"({f' {sign} '.join(sides[:: -1 if swapped else 1])})")

    return operate


def _unary(sign: str) -> Callable[[Recorded], Recorded]:
    return lambda self: Recorded(self._recording, f"({sign}{self._text})")


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
    """The name of a module in a script."""
    return module.rpartition(".")[2]


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

"""What is done with a recorded library is written down as Python, or refused."""

import sys
from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub, xor
from random import Random
from typing import Any

import pytest

from accord.bench.hunt.reproducers.recording import (
    CallRecording,
    RecordingError,
    recorded,
    text_of,
)

OPERATORS = [add, sub, mul, and_, or_, xor, floordiv, mod, eq, ne, lt, le, gt, ge]


def test_calls_are_lines_and_the_rest_is_part_of_them() -> None:
    with recorded(("lib", "lib.sub")) as recording:
        import lib  # type: ignore[import-not-found]
        from lib.sub import Thing  # type: ignore[import-not-found]

        model = Thing(3, name="x")
        y = model.variables[0] * 2 + 1
        model.add(-y <= 5 - model.z, [True, None, (model,)])
        model.limit = 4
        lib.sub.solve({"a": model})
    assert recording.lines({}) == [
        "v1 = sub.Thing(3, name='x')",
        "v1.add(-(v1.variables[0] * 2 + 1) <= 5 - v1.z, [True, None, (v1,)])",
        "v1.limit = 4",
        "sub.solve({'a': v1})",
    ]
    assert "lib" not in sys.modules


def test_a_class_that_is_derived_is_written_as_its_base() -> None:
    with recorded(("lib",)) as recording:
        import lib

        library: Any = lib.Sum

        class Own(library):  # type: ignore[misc]
            def extra(self) -> None: ...

        lib.add(Own(3, [1]))
    assert recording.lines({}) == ["lib.add(lib.Sum(3, [1]))"]


def test_an_expression_is_written_as_python_reads_it(drawn: int) -> None:
    random = Random(drawn)
    values = {"x": random.randint(-3, 3), "y": random.randint(-3, 3)}
    x, y = (CallRecording().name(name) for name in values)  # type: Any, Any
    for _ in range(300):
        terms: list[tuple[Any, int]] = [(x, values["x"]), (y, values["y"])]
        while len(terms) < 8:
            (one, left), (other, right) = random.choices(terms, k=2)
            operate = random.choice(OPERATORS)
            if random.random() < 0.3:
                other = right = random.choice([-2, -1, 1, 2])
            if random.random() < 0.2:
                negative = left > 0 or isinstance(left, bool)  # Python warns of ~True
                terms.append((-one, -left) if negative else (~one, ~left))
            elif right or operate not in (floordiv, mod):
                terms.append((operate(one, other), operate(left, right)))
        written, value = terms[-1]
        assert eval(text_of(written), values) == value
    assert text_of(x + -2 * y + -1 <= x - (y - 2)) == "x - 2 * y - 1 <= x - (y - 2)"


def test_what_only_the_library_knows_cannot_be_written() -> None:
    with recorded(("lib",)):
        import lib

        model = lib.Model()
        with pytest.raises(RecordingError, match="whether v1 is true"):
            assert model
        with pytest.raises(RecordingError, match="items of v1"):
            list(model)
        with pytest.raises(RecordingError, match="type function"):
            model.add(lambda: 0)


def test_a_module_that_was_there_comes_back() -> None:
    import json

    with recorded(("json",)):
        assert sys.modules["json"] is not json
    assert sys.modules["json"] is json
    assert text_of((1,)) == "(1,)"

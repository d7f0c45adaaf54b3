"""What is done with a recorded library is written down as Python, or refused."""

import sys
from typing import Any

import pytest

from accord.bench.hunt.reproducers.recording import RecordingError, recorded, text_of


def test_calls_are_lines_and_the_rest_is_part_of_them() -> None:
    with recorded(("lib", "lib.sub")) as recording:
        import lib  # type: ignore[import-not-found]
        from lib.sub import Thing  # type: ignore[import-not-found]

        model = Thing(3, name="x")
        y = model.variables[0] * 2 + 1
        model.add(-y <= 5 - model.z, [True, None, (model,)])
        model.limit = 4
        lib.sub.solve({"a": model})
    assert recording.lines == [
        "v1 = sub.Thing(3, name='x')",
        "v2 = v1.add(((-((v1.variables[0] * 2) + 1)) <= (5 - v1.z)), [True, None, (v1,)])",
        "v1.limit = 4",
        "v4 = sub.solve({'a': v1})",
    ]
    assert "lib" not in sys.modules


def test_a_class_that_is_derived_is_written_as_its_base() -> None:
    with recorded(("lib",)) as recording:
        import lib

        library: Any = lib.Sum

        class Own(library):  # type: ignore[misc]
            def extra(self) -> None: ...

        lib.add(Own(3, [1]))
    assert recording.lines == ["v1 = lib.Sum(3, [1])", "v2 = lib.add(v1)"]


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

"""The notice on compiling: it appears when something is compiled, and not when it is loaded."""

from accord.cli.compiling import ready
from accord.puzzles import shape
from accord.solvers.compiling import announced, begin
from accord.solvers.registry import backends
from optional import library


def test_what_waits_for_the_compiler_is_called_once_and_only_meanwhile() -> None:
    called: list[str] = []
    with announced(lambda: called.append("one")):
        begin()
        begin()
    begin()
    assert called == ["one"]
    with announced(lambda: called.append("two")):
        pass
    begin()
    assert called == ["one"]


def test_numba_says_when_it_compiles() -> None:
    numba = library("numba")
    ready(backends()["backtracking-kernel"], shape(9))
    called: list[str] = []
    with announced(lambda: called.append("compiled")):
        ready(backends()["backtracking-kernel"], shape(9))
        assert not called
        assert numba.njit(lambda number: number + 1)(1) == 2
    assert called == ["compiled"]

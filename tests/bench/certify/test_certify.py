"""Certifying: what comes of a problem is accepted, or says why there is none, also in a process."""

import os
import subprocess
import sys
from contextlib import suppress
from itertools import product
from pathlib import Path
from time import sleep
from typing import Any

import psutil
import pytest

from accord.bench.certify.certify import UncertifiedError, certify
from accord.bench.certify.cheap import ClaimCertifier
from accord.bench.certify.limited import LimitedCertifier
from accord.bench.certify.limited_process import LimitedProcess
from accord.constraints import AllDifferent, Linear, Operation, Variable
from accord.puzzles import Problem
from accord.puzzles.files.texts import read
from accord.puzzles.grid import Grid
from accord.puzzles.objective import Objective
from accord.puzzles.optimization import HasNoObjectiveError
from accord.puzzles.problem import Solution
from accord.puzzles.proofs.certificate import FalseTheoremError
from accord.puzzles.proofs.reference import VERSION, ReferenceFormula
from accord.solvers.budget import GaveUpError
from accord.solvers.interface import UnsupportedError
from optional import library

NONE = Problem([range(1, 6)] * 2, [Linear((0, 1), ">", 10)])
TWO_SUMS = Problem(
    [range(4)] * 4, [Linear((0, 1, 2), "=", 4), Linear((1, 2, 3), "<", 3), AllDifferent((0, 3))]
)


def test_the_witnesses_are_all_solutions() -> None:
    library("pysat")
    expected = {
        values
        for values in product(range(4), repeat=4)
        if not list(TWO_SUMS.violations(values))
    }  # fmt: skip
    found = certify(TWO_SUMS).certificate
    assert {*found.witnesses} == expected
    assert found.answer == f"exactly {len(expected)} solutions"
    with pytest.raises(UncertifiedError, match=f"more than {len(expected) - 1} solutions"):
        certify(TWO_SUMS, at_most=len(expected) - 1)


def test_the_producer_finds_what_the_search_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    library("pysat")
    monkeypatch.setattr("accord.bench.certify.certify._searched", lambda *_: ([], ""))
    assert len(certify(read("3..............4")).certificate.witnesses) == 18
    assert certify(read("12....3........3")).certificate.answer == "none"
    with pytest.raises(UncertifiedError, match="more than 5 solutions"):
        certify(read("3..............4"), at_most=5)


@pytest.mark.parametrize("search", ["backtracking-mrv:filter=gac", "dancing-links"])
def test_a_search_proves_what_it_claims_and_finds_the_rest(
    search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    library("pysat")
    monkeypatch.setattr("accord.bench.certify.certify._searched", lambda *_: ([], ""))
    found = certify(read("3..............4"), search).certificate
    assert (len(found.witnesses), found.producer) == (18, search)
    assert certify(read("12....3........3"), search).certificate.answer == "none"


CHEAPEST = Problem(
    [range(1, 6)] * 2,
    [Linear((0, 1), ">=", 4)],
    "xy",
    objective=Objective("minimize", (Variable(0), Operation("mul", (2, Variable(1))))),
)  # the best is (3, 1) with 5


@pytest.mark.parametrize("producer", ["", "backtracking-mrv"])
@pytest.mark.parametrize("found", [None, [], [(5, 5)], [(3, 1)], [(5, 5), (2, 2)]])
def test_the_best_is_reached_from_whatever_is_found(
    producer: str, found: list[Solution] | None
) -> None:
    library("pysat")
    made = certify(CHEAPEST, producer, found=found).certificate
    assert (made.answer, made.witnesses) == ("optimum 5", ((3, 1),))


def test_a_bound_is_certified_unless_a_solution_is_better() -> None:
    library("pysat")
    assert certify(CHEAPEST, bound=5).certificate.answer == "no better than 5"
    with pytest.raises(
        UncertifiedError, match="found a solution better than 6; the best found has 5"
    ) as caught:
        certify(CHEAPEST, bound=6)
    assert caught.value.solutions == ((3, 1),)
    with pytest.raises(HasNoObjectiveError):
        certify(TWO_SUMS, bound=6)
    with pytest.raises(UncertifiedError, match=r"more than 0 solutions; .* best found has [567]$"):
        certify(CHEAPEST, at_most=0, found=[(1, 4)])


def test_what_was_reached_is_said_where_a_producer_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gives_up(*_: object) -> None:
        raise GaveUpError("out of memory")

    monkeypatch.setattr("accord.bench.certify.certify.produce", gives_up)
    library("pysat")
    with pytest.raises(UncertifiedError, match=r"gave up: out of memory; the best found has 7$"):
        certify(CHEAPEST, found=[(1, 3), (2, 3)])


def test_what_was_reached_is_said_where_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    library("pysat")
    call = LimitedProcess.call

    def too_late(
        self: LimitedProcess, function: Any, seconds: float, *asked: Any, **more: Any
    ) -> object:
        found = call(self, function, None, *asked, **more)
        if more:  # it is watched, and no preparation
            raise TimeoutError
        return found

    monkeypatch.setattr(LimitedProcess, "call", too_late)
    reached = r"within 60.0 s; the best found has 5, and \S+ claims no better than 5$"
    with LimitedCertifier(60) as certifier, pytest.raises(UncertifiedError, match=reached):
        certifier.certify(CHEAPEST, "cadical153", 1000)


def test_a_constraint_that_was_left_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    library("pysat")
    monkeypatch.setattr("accord.puzzles.proofs.reference.LARGEST_BLOCK", 6)
    too_weak = Problem([range(4)] * 4, [AllDifferent((0, 1, 2, 3))])
    with pytest.raises(
        UncertifiedError, match=r"a model that is no solution \(breaks constraint 1 .* clauses; at"
    ):
        certify(too_weak)


def test_a_wrong_formula_is_found_out_by_a_known_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    library("pysat")
    puzzle = read("3..............4")
    complete = certify(puzzle).certificate.witnesses

    class Wrong(ReferenceFormula):
        """It says besides that the second cell is 1."""

        def __init__(self, problem: Problem, witnesses: object = ()) -> None:
            super().__init__(problem, witnesses)  # type: ignore[arg-type]
            self._witnesses.append((self.literal(1, complete[0][1]),))

    monkeypatch.setattr("accord.puzzles.proofs.certificate.FORMULAS", {VERSION: Wrong})
    monkeypatch.setattr("accord.bench.certify.certify._searched", lambda *_: ([], ""))
    less = certify(puzzle).certificate
    assert len(less.witnesses) < 18
    with pytest.raises(FalseTheoremError, match="lacks the verified solution"):
        certify(puzzle, known=complete)
    monkeypatch.setattr("accord.puzzles.proofs.certificate.better_than", lambda *_: NONE)
    with pytest.raises(FalseTheoremError, match=r"says optimum 7, .* x=3, y=1 of value 5"):
        certify(CHEAPEST, found=[(1, 3)], known=[(1, 1), (3, 1)])


def test_a_producer_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="found 'cpsat', expected one of"):
        certify(read("3..1..2......4.."), "cpsat")


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (
            "#!/bin/sh\necho oops >&2; exit 3",
            "exit code 3; its last output: oops; expected exit code",
        ),
        ("#!/bin/sh\nexit 20", "No such file or directory"),
        ('#!/bin/sh\nfor last; do :; done; echo 1 x 0 > "$last"; exit 20', "invalid literal"),
        ("#!/bin/sh\necho s SATISFIABLE; echo v one two; exit 10", "invalid literal"),
        ("no program", "cadical: "),
    ],
)
def test_a_program_that_fails_has_certified_nothing(
    script: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (program := tmp_path / "cadical").write_text(script)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(UncertifiedError, match=why):
        certify(read("3..1..2......4.."), "cadical")


def test_a_call_is_ended_at_its_limit_of_cpu_time_and_the_next_one_is_not() -> None:
    with LimitedProcess() as process:
        before = process.call(os.getpid, None)
        with pytest.raises(TimeoutError):
            process.call(sum, None, range(10**15), cpu=0.05)
        assert not process.is_there
        assert process.call(sum, None, range(10), cpu=600.0) == 45
        assert process.call(os.getpid, None) != before


def test_what_is_claimed_is_certified_or_another_solution_is_found() -> None:
    puzzle, empty = read("3..1..2......4.."), read("." * 16)
    solution = Grid.parse("3241412323141432")
    with ClaimCertifier() as certifier:
        for known in ((), (solution,)):
            made = certifier.certify(puzzle, known, 1).result().certificate
            assert made is not None
            assert (made.witnesses, made.problem) == ((tuple(solution),), puzzle)
        assert certifier.certify(puzzle, (), 0).result().solutions == (tuple(solution),)
        found = certifier.certify(empty, (), 2).result()
        assert (found.certificate, len({*found.solutions})) == (None, 3)
        assert not any(any(empty.violations(Grid(each))) for each in found.solutions)
        assert certifier.certify(read("." * 625), (), 1).result().certificate is None
        at_any_cost = certifier.certify_at_any_cost(empty, ()).result().certificate
        assert at_any_cost is not None
        assert at_any_cost.answer == "exactly 288 solutions"


ASKS_FOR_LONG = """
import os, time
from accord.bench.certify.limited import LimitedCertifier
if __name__ == "__main__":
    with LimitedCertifier(60) as certifier:
        print(certifier.call(os.getpid, None), flush=True)
        certifier.call(time.sleep, 60, 60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel has to end it")
def test_the_process_ends_with_the_one_that_started_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ASKS_FOR_LONG], stdout=subprocess.PIPE, text=True
    ) as asking:
        assert asking.stdout is not None
        certifying = psutil.Process(int(asking.stdout.readline()))
        asking.kill()
    with suppress(psutil.NoSuchProcess):
        for _ in range(6000):
            if certifying.status() == psutil.STATUS_ZOMBIE:  # nobody waits for it
                return
            sleep(0.1)
        pytest.fail("it is still there")

"""What others use of a run's CPUs, by the kernel's counters of these."""

from pathlib import Path

import pytest

from accord.bench.run import other_load
from accord.bench.run.other_load import NOISY, OtherLoad
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.torture import EASY, EMPTY

IDLE, USER, STEAL = 3, 0, 7  # columns of a CPU in /proc/stat


class CountedCpus:
    """Two CPUs whose time passes as it is said."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file, self.now, self.own = folder / "stat", 100.0, 5.0
        self._ticks = [[0] * 10 for _ in range(2)]
        monkeypatch.setattr(other_load, "monotonic", lambda: self.now)
        monkeypatch.setattr(other_load, "process_time", lambda: self.own)
        self.passes(0.0)

    def passes(
        self, seconds: float, counted: bool = True, user: float = 0.0, steal: float = 0.0
    ) -> None:
        """Let time pass, of which the second CPU spends some and idles else; the first is busy."""
        self.now += seconds
        if counted:
            for column, spent in ((USER, user), (STEAL, steal), (IDLE, seconds - user - steal)):
                self._ticks[1][column] += round(100 * spent)
            self._ticks[0][USER] += round(100 * seconds)
        lines = [f"cpu{cpu} {' '.join(map(str, each))}" for cpu, each in enumerate(self._ticks)]
        self.file.write_text("\n".join(["cpu  1 2 3", *lines, "intr 12 0 1", ""]))


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CountedCpus:
    return CountedCpus(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("spent", "used", "supervisor", "noisy"),
    [
        ((1.9, 0.0), 1.9, 0.0, False),  # the run alone
        ((1.9, 0.0), 1.75, 0.0, False),  # 7.5 %
        ((1.9, 0.0), 1.65, 0.0, True),
        ((1.9, 0.0), 1.65, 0.1, False),  # which is accord's own
        ((1.0, 0.0), 0.0, 0.0, True),  # a run that waits, and another that does not
        ((1.7, 0.3), 1.7, 0.0, True),
        ((0.0, 0.0), 0.0, 0.0, False),
        ((2.0, 0.0), None, 0.0, False),  # what the run used is not known
    ],
)
def test_a_run_is_noisy_if_others_use_a_tenth_of_its_cpu(
    kernel: CountedCpus,
    spent: tuple[float, float],
    used: float | None,
    supervisor: float,
    noisy: bool,
) -> None:
    load = OtherLoad([1], kernel.file)
    load.begin(7.0)
    kernel.passes(2.0, True, *spent)
    kernel.own += supervisor
    assert load.end(None if used is None else 7.0 + used) is noisy


def test_short_batches_are_judged_with_those_before_them_and_never_by_what_is_between(
    kernel: CountedCpus,
) -> None:
    load, found = OtherLoad([1], kernel.file), list[bool]()
    for number in range(25):
        load.begin(0.0)
        kernel.passes(0.1, user=0.1)
        found.append(load.end(0.1 if number < 10 else 0.08))
        kernel.passes(0.3, user=0.3)  # while no run goes on
    assert found == [False] * 15 + [True] * 10  # from six of the last ten on


def test_where_the_kernel_counts_nothing_or_has_no_such_cpu_nothing_is_known(
    kernel: CountedCpus, tmp_path: Path
) -> None:
    for load in (
        OtherLoad([1], kernel.file),
        OtherLoad([1, 2], kernel.file),
        OtherLoad([1], tmp_path / "none"),
    ):
        load.begin(0.0)
        kernel.passes(3.0, counted=False)
        assert not load.end(0.0)
        assert not load.end(0.0)  # nor of a batch that did not begin


class AlwaysNoisy(OtherLoad):
    """A meter that finds each batch noisy, and keeps what its runs are said to have used."""

    def __init__(self) -> None:
        super().__init__(())
        self.used: list[float | None] = []

    def begin(self, used: float) -> None:
        self.used.append(used)

    def end(self, used: float | None) -> bool:
        self.used.append(used)
        return True


WORKS = """
import subprocess, sys
WORK = "import time\\nwhile time.process_time() < 0.3: pass"
def solve(puzzle, budget):
    subprocess.run([sys.executable, "-c", WORK], check=True)
    while not any(puzzle.givens):
        pass
    raise budget.gave_up
    yield
"""


def test_the_time_of_a_run_has_that_of_its_programs_also_if_it_is_ended(tmp_path: Path) -> None:
    (file := tmp_path / "works.py").write_text(WORKS)
    load = AlwaysNoisy()
    with Worker(f"{file}:solve", load=load) as worker:
        reports = [worker.ask(each, Terms(Limits(2.0), 1)) for each in (EASY, EMPTY)]
    assert [NOISY in each.flags for each in reports] == [True, True]
    assert reports[1].outcome == "TIMEOUT"
    before, after, again, last = (each or 0.0 for each in load.used)
    assert min(after - before, last - again) > 0.25

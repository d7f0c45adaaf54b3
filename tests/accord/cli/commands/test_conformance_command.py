"""`accord conformance` says briefly and by name what a solver of one's own does wrong."""

from pathlib import Path

from accord.bench.hunt.conformance import conformance, decides_usual_cases
from accord.bench.hunt.remote_backend import RemoteBackend
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from command_line import run_here
from optional import slow

OWN = """
import time

def sleeps(puzzle, budget):
    while any(len(domain) > 1 for domain in puzzle.domains):
        time.sleep(0.05)
    yield from ()

def raises(puzzle, budget):
    if any(len(domain) > 1 for domain in puzzle.domains):
        raise KeyError("x")
    yield from ()

def repeats(puzzle, budget):
    for _ in range(budget.limit or 3):
        yield tuple(min(domain, default=1) for domain in puzzle.domains)
"""


def lines_about(name: str, folder: Path) -> list[str]:
    (folder / "own.py").write_text(OWN)
    done = run_here("conformance", f"{folder}/own.py:{name}")
    assert done.returncode == 1, done.stderr
    return done.stdout.splitlines()


def test_complaints_that_are_alike_are_counted_and_not_all_printed(tmp_path: Path) -> None:
    slow()
    lines = lines_about("repeats", tmp_path)
    more = [line for line in lines if line.endswith("more like these")]
    for line in more:
        check = line.partition(": ")[0]
        assert sum(each.startswith(f"{check}: ") for each in lines) == 4
    hidden = sum(int(line.split()[-4].replace(",", "")) for line in more)
    number = len(lines) - 1 - len(more) + hidden
    assert number > 1000
    failed = len({line.partition(": ")[0] for line in lines[:-1]})
    assert lines[-1] == f"{number:,} complaints; {14 - failed} of 14 checks passed"


def complaints_about(name: str, folder: Path, seconds: float = 60.0) -> list[str]:
    """The complaints of one check."""
    file = folder / "own.py"
    file.write_text(OWN)
    with Worker(f"{file}:{name}") as worker:
        remote = RemoteBackend(worker, Terms(Limits(seconds)))
        return [*conformance(remote.backend, None, (decides_usual_cases,))]


def test_what_a_solver_raises_has_its_own_name(tmp_path: Path) -> None:
    assert complaints_about("raises", tmp_path) == ["decides usual cases: raised KeyError: 'x'"]


def test_a_slow_solver_is_not_called_wrong(tmp_path: Path) -> None:
    reason = "one solution, 5x5: no answer within 0.5 s: slow, not wrong; -t allows more"
    assert complaints_about("sleeps", tmp_path, 0.5) == [f"decides usual cases: {reason}"]

"""What holds for every test: its marks, which of a grid are run, how hypothesis and Ctrl-C behave.

tests/README.md explains the strategy.  Variables: ACCORD_REQUIRE_ALL=1 where every extra and
program is installed: a test that misses one fails; ACCORD_CORE_ALONE=1 where none is: a test that
is marked for one and does not skip fails.  Options:

    --grid=sample|all    of a test with several parameters, each value once, or every combination;
                         of those with the mark one_in(N), one of N, of other slow ones a half, or
                         all; of seeds from the fixture `some` a third, or all; fewer or more
                         examples of hypothesis
    --grid-seed=TEXT     draws the sample; by default the commit, so that each commit tries others
    --problems=N         random problems of each kind that each solver is asked; 24 by default
    --first-problem=N    the number of the first of them; by default drawn by the seed of the grid;
                         a failure says which one repeats it
    --damaged=N          damaged inputs that each reader gets; 10 by default, drawn by that number
    --ran=FILE           writes the ids of the tests that were run, and to FILE.collected those of
                         all that -m chooses from, for tests/support/ran.py
"""

import gc
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, patch

import pytest
from hypothesis import HealthCheck, settings

from accord.puzzles.constraints.arguments import OWN
from grid import is_drawn, sample
from machine_facts import find_out_once
from needs import EXTRAS, needs, skip_if_missing
from optional import CORE_ALONE
from places import ROOT
from ran import Ran, write_ids
from warm_certifiers import warm_certifiers
from warm_command import warm_command
from warm_fork_servers import warm_fork_servers

OWN.update(path.stem for path in (ROOT / "tests" / "support").iterdir())  # build what they like

# Started in the background by a shell that is not interactive, a process ignores Ctrl-C, and so do
# the commands that tests interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Where no compiled code is kept, each process that a test starts would compile all of accord.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A program in Java takes most of its time to start: it then compiles quickly, not thoroughly.
os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")

for profile, examples in (("sample", 25), ("all", 200)):
    settings.register_profile(  # a busy machine is no error
        profile,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("sample")

NO_VALUES = SimpleNamespace(_idlist=())


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The one browser of this process, as its driver can be started only once in a process."""
    from browser import launched  # skips where there is none

    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a command `accord` that starts at once."""
    with warm_command(tmp_path_factory.mktemp("warm")) as folder:
        yield folder


@pytest.fixture(scope="session", autouse=True)
def _quiet() -> Iterator[None]:
    """The loads that campaigns of this process record: a busy machine would be in their tables."""
    with pytest.MonkeyPatch.context() as patch:
        if hasattr(os, "getloadavg"):
            patch.setattr(os, "getloadavg", lambda: (0.1, 0.1, 0.1))
        yield


@pytest.fixture(scope="session", autouse=True)
def _powered() -> Iterator[None]:
    """No power fails while tests run: what they write need not be on a disk before they go on."""
    with patch("os.fsync", lambda descriptor: None):
        yield


@pytest.fixture(scope="session", autouse=True)
def _with_garbage() -> Iterator[None]:
    """Before each question of a comparison of speed all that pytest keeps would be looked through.

    That is most of the time of these tests.
    """
    with patch("accord.bench.speed.contestants.gc", Mock()):
        yield


@pytest.fixture(scope="session", autouse=True)
def _warm_fork_servers() -> Iterator[None]:
    with warm_fork_servers():
        yield


@pytest.fixture(scope="session", autouse=True)
def _warm_certifiers() -> Iterator[None]:
    with warm_certifiers():
        yield


@pytest.fixture(scope="session")
def drawn(pytestconfig: pytest.Config) -> int:
    """A number that each commit has another of; the head of the output says how to repeat it."""
    number: int = pytestconfig.option.first_problem
    return number


@pytest.fixture(scope="session")
def some(pytestconfig: pytest.Config, drawn: int) -> Callable[[int], Sequence[int]]:
    """Numbers below one, as seeds of cases much alike: a third, or all of them by --grid=all."""
    whole = pytestconfig.option.grid == "all"
    return lambda end: range(end) if whole else sorted(Random(drawn).sample(range(end), end // 3))


@pytest.fixture(scope="session", autouse=True)
def _facts_of_the_machine() -> None:
    find_out_once()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("accord")
    group.addoption("--grid", choices=["sample", "all"], default="sample")
    group.addoption("--grid-seed", default="")
    group.addoption("--problems", type=int, default=24)
    group.addoption("--first-problem", type=int)
    group.addoption("--damaged", type=int, default=10)
    group.addoption("--ran", type=Path)


def pytest_configure(config: pytest.Config) -> None:
    if config.option.ran and not hasattr(config, "workerinput"):  # all reports come here
        config.pluginmanager.register(Ran(config.option.ran))
    config.option.grid_seed = seed = config.option.grid_seed or _commit()
    settings.load_profile(config.option.grid)
    if config.option.first_problem is None:
        config.option.first_problem = int(sha256(seed.encode()).hexdigest()[:6], 16)


def pytest_report_header(config: pytest.Config) -> str:
    asked = config.option
    return (
        f"grid: {asked.grid}, --grid-seed={asked.grid_seed}; "
        f"{asked.problems} problems of each kind, --first-problem={asked.first_problem}"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage: there are millions of objects, and all are kept."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test by what it needs, and leave a sample of the grids.

    What needs nothing is drawn apart, so that it is the same whatever is installed.
    """
    groups: dict[frozenset[str], dict[str, Sequence[str]]] = defaultdict(dict)
    for item in items:
        marks = frozenset(need.mark for need in needs(item))
        for mark in marks:
            item.add_marker(mark)
        groups[marks][item.nodeid] = getattr(item, "callspec", NO_VALUES)._idlist
    if config.option.grid == "sample":
        seed = config.option.grid_seed
        kept = {each for group in groups.values() for each in sample(group, seed)}
        for item in items:
            part = item.get_closest_marker("one_in")
            one_in = part.args[0] if part else 2 if item.get_closest_marker("slow") else 1
            if not is_drawn(item.nodeid, seed, one_in):
                kept.discard(item.nodeid)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]
    if config.option.ran and os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0":
        write_ids(f"{config.option.ran}.collected", (item.nodeid for item in items))


@pytest.hookimpl(tryfirst=True)  # before any fixture
def pytest_runtest_setup(item: pytest.Item) -> None:
    skip_if_missing(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    marks = EXTRAS & {mark.name for mark in item.iter_markers()}
    if CORE_ALONE and marks and report.when == "call" and report.passed:
        report.outcome = "failed"
        report.longrepr = f"is marked {' and '.join(sorted(marks))}, but ran with the core alone"
    return report


def _commit() -> str:
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip()[:12] or "0"

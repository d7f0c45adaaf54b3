"""The doctor, the facts that campaigns record, the overhead: read, followed up, and shown."""

import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from rich.console import Console

from accord.bench.run import doctor as bench_doctor
from accord.bench.run import environment, quiet
from accord.bench.run import machine as bench_machine
from accord.bench.run import overhead as module
from accord.bench.run.doctor import (
    Diagnosis,
    ListedSolver,
    Package,
    installed,
    packages,
    solvers,
)
from accord.bench.run.enforcement import LIMITS, enforcement
from accord.bench.run.machine import (
    Activity,
    Busy,
    Clock,
    Frequency,
    Machine,
    MemoryState,
    Virtual,
    activity,
    clocks,
    frequency,
    machine,
    quota,
    smallest_step,
    smt,
    virtual,
)
from accord.bench.run.overhead import overhead
from accord.bench.run.quiet import Advice, advice
from accord.solvers.backend import Backend, Need
from accord.solvers.known_faults import FAULTS, InstalledFault
from accord.solvers.registry import backends
from accord.views.tables.doctor import as_json, as_text
from command_line import accord_here

CPU = "sys/devices/system/cpu"
QUIET = Machine(
    processor="A processor",
    cores=4,
    threads=4,
    usable=4,
    smt=False,
    frequency=Frequency((3000.0, 3000.0), (800.0, 3000.0), ("performance",), "intel_pstate", False),
    virtual=Virtual(False),
    load=(0.2, 0.3, 0.4),
    activity=Activity((), 0.0),
    memory=MemoryState(8 << 30, 4 << 30, 1 << 30, 0),
    on_battery=False,
    clock_source="tsc",
)
FINE = (
    Clock("perf_counter", "clock_gettime(CLOCK_MONOTONIC)", 1e-9, 5e-8, 4e-8, False),
    Clock("process_time", "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)", 1e-9, 6e-7, 6e-7, False),
)
NOTHING_KNOWN = Machine()


def written(root: Path, **files: str | int) -> Path:
    """A tree of small files; `__` stands for a slash."""
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    return root


def scaled(root: Path, cpu: int, governor: str, now: int, driver: str = "intel_pstate") -> None:
    """One processor whose clock rate the kernel scales, in kHz."""
    folder = root / CPU / f"cpu{cpu}" / "cpufreq"
    rates = {"scaling_cur_freq": now, "cpuinfo_min_freq": 800000, "cpuinfo_max_freq": 4700000}
    written(folder, scaling_governor=governor, scaling_driver=driver, **rates)


# Facts from files.


def test_clock_rates_governors_and_turbo_are_read(tmp_path: Path) -> None:
    scaled(tmp_path, 0, "powersave", 1200000)
    scaled(tmp_path, 11, "powersave", 4600000)
    written(tmp_path / CPU / "intel_pstate", no_turbo=0)
    expected = Frequency((1200.0, 4600.0), (800.0, 4700.0), ("powersave",), "intel_pstate", True)
    assert frequency(tmp_path) == expected
    scaled(tmp_path, 1, "performance", 1200000, "acpi-cpufreq")
    found = frequency(tmp_path)
    assert found.governors == ("performance", "powersave")
    assert found.driver == "acpi-cpufreq, intel_pstate"


def test_psutil_is_asked_where_the_kernel_does_not_scale_and_its_zeros_are_no_range(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rate = SimpleNamespace(current=2596.1, min=0.0, max=0.0)
    for known, expected in ((rate, Frequency((2596.1, 2596.1))), (None, Frequency())):
        monkeypatch.setattr(psutil, "cpu_freq", lambda known=known: known)
        assert frequency(tmp_path) == expected


FACTS: dict[str, Callable[[Path], Any]] = {
    "turbo": lambda root: frequency(root).turbo,
    "4 cores, 4 threads: SMT": lambda root: smt(root, 4, 4),
    "4 cores, 8 threads: SMT": lambda root: smt(root, 4, 8),
    "8 threads: SMT": lambda root: smt(root, None, 8),
    "quota": quota,
    "virtual": lambda root: [each for each in astuple(virtual(root)) if each not in (None, "")],
}
READ = tomllib.loads(Path(__file__).with_name("machines.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("fact", "files", "expected"), READ["facts"])
def test_facts_are_read_from_files(
    tmp_path: Path, fact: str, files: dict[str, str], expected: Any
) -> None:
    assert FACTS[fact](written(tmp_path, **files)) == (None if expected == "unknown" else expected)


def test_a_busy_process_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_machine, "MOST_SHOWN", 10_000)
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as works:
        try:
            found = (activity(0.5).busy or () for _ in range(60))  # on a busy machine it may wait
            seen = next(busy for busy in found if works.pid in [each.pid for each in busy])
        finally:
            works.kill()
    assert min(each.share for each in seen) >= bench_machine.SMALLEST_SHARE


def test_the_busiest_come_first_and_a_small_share_is_not_shown() -> None:
    before = {(1, "old"): 5.0, (2, "gone"): 1.0, (3, "busy"): 1.0, (4, "idle"): 1.0}
    after = {(1, "old"): 5.2, (3, "busy"): 1.5, (4, "idle"): 1.02, (5, "new"): 9.0}
    found = list(bench_machine._busiest(before, after, 0.5))
    assert [(each.pid, each.name, round(each.share, 6)) for each in found] == [
        (3, "busy", 1.0),
        (1, "old", 0.4),
    ]


def test_without_any_source_every_fact_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError

    for name in ("virtual_memory", "sensors_battery", "cpu_freq"):
        monkeypatch.setattr(psutil, name, refused)
    monkeypatch.setattr(psutil, "cpu_count", lambda logical=True: None)
    monkeypatch.setattr(bench_machine, "activity", lambda interval: Activity())
    for name in ("getloadavg", "sched_getaffinity"):
        monkeypatch.setattr(os, name, refused)
    assert machine("", root=tmp_path) == NOTHING_KNOWN


# Clocks.


def test_the_smallest_step_is_the_least_that_two_readings_differ() -> None:
    readings: Iterator[float] = iter([0, 0, 0, 5, 5, 7, 7, 7, *(7 + 4 * n for n in range(1000))])
    assert smallest_step(lambda: next(readings)) == 2


def test_clocks_are_measured() -> None:
    wall, cpu = clocks()
    assert (wall.name, cpu.name) == ("perf_counter", "process_time")
    for clock in (wall, cpu):
        assert min(clock.cost, clock.step) > 0
        assert clock.implementation


# Advice.


def changed(**facts: Any) -> Machine:
    """A quiet machine, but for this."""
    return replace(QUIET, **facts)


RATES = QUIET.frequency
SAVING = replace(RATES, governors=("powersave",))
INTEL, AMD = (replace(RATES, driver=name, turbo=True) for name in ("intel_pstate", "acpi-cpufreq"))
FIREFOX = Activity((Busy(42, "firefox", 0.31),), None)
SWAPPED, FULL = (MemoryState(8 << 30, free, 1 << 30, 3 << 20) for free in (4 << 30, 1 << 20))
SHARED = {"virtual": Virtual(True), "activity": Activity((), 0.12)}
TURBO = "sudo tee /sys/devices/system/cpu/"


@pytest.mark.parametrize(
    ("facts", "finding", "remedy"),
    [
        ({"frequency": SAVING}, "governor is powersave", "scaling_governor"),
        ({"frequency": INTEL}, "turbo is on", f"echo 1 | {TURBO}intel_ps"),
        ({"frequency": AMD}, "turbo is on", f"echo 0 | {TURBO}cpufreq/"),
        ({"on_battery": True}, "battery", "plug it in"),
        ({"load": (0.41, 0.0, 0.0)}, "load is 0.41 on 4 threads", "uptime"),
        ({"activity": FIREFOX}, "firefox (42, 31% of a core)", "end them"),
        ({"memory": SWAPPED}, "3 MiB are sw", "swapoff"),
        ({"memory": FULL}, "3 MiB are sw", "end what"),
        ({"usable": 2}, "4 runs at a time, and room for 2", "-j 2"),
        ({"smt": True, "threads": 8, "usable": 8}, "SMT is on", "smt/control"),
        ({"virtual": Virtual(True)}, "virtual machine", "--measure cpu"),
        (SHARED, "12% of the time went to others", ""),
        ({"clock_source": "hpet"}, "clock source is hpet", "echo tsc"),
    ],
)
def test_each_disturbance_is_found_and_has_its_remedy(
    facts: dict[str, Any], finding: str, remedy: str
) -> None:
    (found,) = advice(changed(**facts), FINE)
    assert finding in found.finding
    assert remedy in found.remedy


@pytest.mark.parametrize(
    "undisturbed",
    [
        QUIET,
        NOTHING_KNOWN,  # unknown is no finding
        changed(load=(0.4, 9.0, 9.0)),
        changed(clock_source="kvm-clock"),
        changed(frequency=Frequency()),
        changed(activity=Activity((), 0.12)),
    ],
)
def test_a_quiet_machine_gets_no_advice(undisturbed: Machine) -> None:
    assert advice(undisturbed, FINE) == []


@pytest.mark.parametrize(
    ("used", "patience", "seconds", "is_quiet"),
    [
        ([0.0] * 9, 60.0, 5, True),
        ([0.9, 0.05, 0.05, 0.2, *[0.05] * 9], 60.0, 9, True),
        ([0.9] * 9, 3.0, 3, False),
        ([None], 60.0, 1, True),
    ],
)
def test_quiet_is_waited_for_and_who_disturbs_it_is_said(
    used: list[float | None],
    patience: float,
    seconds: int,
    is_quiet: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said, now, loads = list[str](), [100.0], iter(used)

    def passes(interval: float) -> Activity:
        now[0] += interval
        return Activity(FIREFOX.busy, None, next(loads))

    monkeypatch.setattr(quiet, "activity", passes)
    monkeypatch.setattr(quiet, "monotonic", lambda: now[0])
    assert quiet.wait_for_quiet(patience, said.append) is is_quiet
    assert now[0] == 100.0 + seconds
    known = [each for each in used if each is not None][:seconds]
    assert said == [f"{each:.0%} of the processors used by firefox (42)" for each in known]


def test_runs_at_a_time_are_held_against_cores_threads_and_quota() -> None:
    (found,) = advice(QUIET, FINE, slots=5)
    assert found == Advice("5 runs at a time, and room for 4: 4 cores", "-j 4")
    assert advice(changed(usable=2), FINE, slots=2) == []
    room, quota = advice(changed(quota=2.5), FINE)
    assert room.finding == "4 runs at a time, and room for 2: 4 cores, CPU time for 2.5"
    assert "2.5 processors' worth" in quota.finding
    room_for = [replace(QUIET, **less).room for less in ({}, {"usable": 2}, {"quota": 0.5})]
    assert (room_for, NOTHING_KNOWN.room) == ([4, 2, 1], None)


@pytest.mark.parametrize(
    ("name", "step", "found"),
    [
        ("perf_counter", 1.1e-6, True),
        ("perf_counter", 0.9e-6, False),
        ("process_time", 0.9e-3, False),
        ("process_time", 15.6e-3, True),
    ],
)
def test_coarse_clocks_are_found(name: str, step: float, found: bool) -> None:
    stepping = [replace(clock, step=step) for clock in FINE if clock.name == name]
    assert bool(advice(QUIET, stepping)) is found


# Packages and solvers.


def test_packages_are_those_of_users_and_what_backends_found_besides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    versions = {"click": "8.1", "highspy": "1.15.1", "old": "0.1"}
    monkeypatch.setattr(bench_doctor, "_version", lambda name: versions.get(name, ""))
    monkeypatch.setattr(Need, "installed", property(lambda need: {"Extra_One": "3"}))
    asked = [
        "click>=8.1",
        'highspy<1.15,>=1.12; extra == "milp"',
        'clingo>=5.6; extra == "asp"',
        'pytest>=8; extra == "dev"',
        'accord[asp]; extra == "all"',
        "gone>=2",
    ]
    backend = Backend(lambda puzzle, budget: iter(()), "e", "m", "cp", needs=(Need("x", ("x",)),))
    found = {each.name: each for each in packages(asked, [backend])}
    assert list(found) == ["click", "clingo", "extra-one", "gone", "highspy"]
    assert found["clingo"] == Package("clingo", "", ">=5.6", "asp")
    assert [each.name for each in found.values() if not each.fits] == ["gone", "highspy"]


def test_solvers_are_listed_with_the_engines_they_may_be_set_to() -> None:
    found = {each.name: each for each in solvers(backends())}
    assert set(backends()) <= set(found)
    assert found["minizinc:chuffed"].engine == "chuffed"
    assert "minizinc:gecode" not in found  # the default stands under the plain name
    for solver in found.values():
        assert bool(solver.version) != bool(solver.missing)


def test_programs_count_as_installed_under_their_own_names() -> None:
    known = [
        ListedSolver("minizinc", "cp", "gecode", "minizinc 2.6.4 with Gecode 6.2.0", "", ""),
        ListedSolver("external:minisat", "sat", "minisat", "minisat sha256 c66f1a264da0", "", ""),
        ListedSolver("clingo", "asp", "clasp", "", "needs clingo", ""),
    ]
    asked_for = [Package("pyscipopt", "6.3.0", "", ""), Package("clingo", "", "", "asp")]
    found = installed(asked_for, known)
    assert found["pyscipopt"] == "6.3.0"
    assert (found["minizinc"], found["gecode"]) == ("2.6.4", "6.2.0")
    assert "clingo" not in found


# How it is shown.


def diagnosis(**changes: Any) -> Diagnosis:
    """A healthy one, but for this."""
    facts: dict[str, Any] = {
        "version": "0.1.0",
        "environment": {"commit": "0123456789abcdef+", "python": "CPython 3.11", "system": "Linux"},
        "packages": (Package("click", "8.1", ">=8.1", ""), Package("clingo", "", ">=5", "asp")),
        "solvers": (
            ListedSolver("highs", "milp", "highs", "", "needs highspy", ""),
            ListedSolver("backtracking-mrv", "search", "handwritten", "accord 0.1.0", "", ""),
        ),
        "machine": QUIET,
        "clocks": FINE,
        "limits": enforcement("darwin"),
        "lacks": (),
        "faults": (),
        "advice": (),
    }
    return Diagnosis(**facts | changes)


def shown(found: Diagnosis, width: int = 80) -> list[str]:
    console = Console(width=width, highlight=False, color_system=None)
    with console.capture() as captured:
        for part in as_text(found):
            console.print(part, markup=False)
    return [line.rstrip() for line in captured.get().splitlines()]


def test_a_healthy_installation_is_shown_in_few_words() -> None:
    lines = shown(diagnosis())
    assert lines[0] == "accord 0.1.0 (0123456+), CPython 3.11"
    assert lines[-1] == "1 of 2 solvers can run."
    titles = ["Solvers", "Packages", "Machine", "Clocks", "Limits"]
    titles += ["What this system lacks", "Known faults of what is installed"]
    titles += ["For quiet measurements"]
    assert [line for line in lines if line in titles] == titles
    assert lines[lines.index(titles[-1]) + 1] == "nothing to advise"
    assert lines[lines.index(titles[-2]) + 1] == "none"
    assert "not installed: clingo (accord[asp])" in lines
    assert "perf_counter   1 ns     50 ns      40 ns       clock_gettime(CLOCK_MONOTONIC)" in lines


def test_what_is_not_known_is_shown_as_unknown() -> None:
    lines = shown(diagnosis(machine=NOTHING_KNOWN))
    facts = lines[lines.index("Machine") + 1 : lines.index("Clocks") - 1]
    assert len(facts) == 12
    assert [fact for fact in facts if "unknown" not in fact] == ["battery        none found"]
    assert not any("None" in fact for fact in facts)
    assert as_json(diagnosis(machine=NOTHING_KNOWN))["machine"]["frequency"]["turbo"] is None


@pytest.mark.parametrize("width", [80, 120])
def test_nothing_is_lost_on_a_narrow_terminal(width: int) -> None:
    found = diagnosis(
        faults=tuple(InstalledFault(fault, "1.2.3") for fault in FAULTS),
        advice=tuple(Advice(f"finding {n}: " + "word " * 30, "remedy " * 20) for n in range(3)),
        packages=(Package("highspy", "1.15.1", "<1.15", "milp", "cpmpy expects another"),),
    )
    lines = shown(found, width)
    assert max(map(len, lines)) <= width
    words = " ".join(" ".join(lines).split())
    for fault in FAULTS:
        remedy = fault.remedy if fault.reached != "no" else ""
        for text in (fault.source, " ".join(fault.what.split()), fault.accord, remedy):
            assert text in words
    reached = Counter(fault.reached for fault in FAULTS)
    counted = f"{reached['yes']} affecting, {reached['possibly']} possibly affecting, "
    counted += f"{reached['no']} not affecting accord;"
    assert f"known faults: {counted}" in words
    assert "WRONG VERSION of highspy: found 1.15.1, expected <1.15 cpmpy expects another" in words
    assert words.count("remedy") == 60


@pytest.mark.parametrize("as_json_", [True, False])
def test_a_wrong_answer_that_reaches_accord_is_a_negative_finding(
    as_json_: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    grave = InstalledFault(replace(FAULTS[0], reached="yes", kind="wrong answer"), "2.5.0")
    for faults, expected in (((grave,), 1), ((), 0)):
        monkeypatch.setattr(
            bench_doctor, "diagnose", lambda jobs, faults=faults: diagnosis(faults=faults)
        )
        code, out, _ = accord_here("doctor", *["--json"] * as_json_)
        assert code == expected
        assert (FAULTS[0].what in out) is bool(faults)


# The command.


def test_the_command_prints_one_object_for_a_machine() -> None:
    code, printed, errors = accord_here("doctor", "--json", "-j", "500")
    found = json.loads(printed)
    assert list(found) == [
        *("accord", "commit", "python", "system", "packages", "solvers", "machine", "clocks"),
        *("limits", "lacks", "faults", "advice", "minizinc"),
    ]
    grave = [each for each in found["faults"] if each["kind"] == "wrong answer"]
    assert (code, errors) == (any(each["reached"] == "yes" for each in grave), "")
    assert tuple(each["limit"] for each in found["limits"]) == LIMITS
    assert any("500 runs at a time" in each["finding"] for each in found["advice"])
    assert {solver["name"] for solver in found["solvers"] if solver["available"]} >= {"cpsat"}
    assert {"click", "ortools", "rich"} <= {package["name"] for package in found["packages"]}
    assert set(found["packages"][0]) == {"name", "version", "expected", "fits", "extra", "outside"}
    assert set(found["machine"]) == set(QUIET.__dataclass_fields__)


def test_what_is_measured_is_part_of_each_other_and_no_puzzle_is_asked_twice() -> None:
    found = overhead()
    assert found["timed"] > 0 < found["alone"]
    assert 0 < found["inside"] < found["batched"]
    asked = [each.problem.digest for each in module._questions()]
    assert len(set(asked)) == len(asked) >= 1 + module.ALONE + (1 + module.BATCHES) * module.IN_EACH


@pytest.mark.parametrize(
    ("changed", "mark"), [((), ""), (("results/tour/table.md",), ""), (("code.py",), "+")]
)
def test_files_of_results_are_no_change_of_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: tuple[str, ...], mark: str
) -> None:
    def git(*arguments: str) -> str:
        named = ("-c", "user.name=a", "-c", "user.email=a@b")
        command = ["git", *named, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    for name in ("code.py", "results/tour/table.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    for name in changed:
        (tmp_path / name).write_text("two")
    assert environment.environment()["commit"] == git("rev-parse", "HEAD") + mark

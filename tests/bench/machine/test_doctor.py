"""The doctor: facts read from trees of files, what follows from them, and how they are shown."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from rich.console import Console

from accord.bench.isolation import cgroup
from accord.bench.isolation import enforcement as bench_enforcement
from accord.bench.isolation.enforcement import Enforcement, enforcement
from accord.bench.machine import doctor as bench_doctor
from accord.bench.machine import machine as bench_machine
from accord.bench.machine.clocks import Clock, clocks, smallest_step
from accord.bench.machine.doctor import (
    Diagnosis,
    ListedSolver,
    Package,
    installed,
    packages,
    solvers,
)
from accord.bench.machine.known_faults import FAULTS, InstalledFault
from accord.bench.machine.machine import (
    Activity,
    Busy,
    Frequency,
    Machine,
    MemoryState,
    Virtual,
    activity,
    frequency,
    machine,
    quota,
    smt,
    virtual,
)
from accord.bench.machine.quiet import Advice, advice
from accord.cli.commands import Ending
from accord.cli.commands.doctor import command
from accord.solvers.backend import Backend, Need
from accord.solvers.registry import backends
from accord.views.tables.doctor import as_json, as_text

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
ALL = ["wall time", "CPU time", "memory", "process tree", "affinity"]


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


@pytest.fixture
def no_psutil(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system on which psutil knows no clock rate."""
    monkeypatch.setattr(psutil, "cpu_freq", lambda: None)


# What the files say.


def test_a_laptop_says_its_governor_its_turbo_and_its_clock_rates(tmp_path: Path) -> None:
    scaled(tmp_path, 0, "powersave", 1200000)
    scaled(tmp_path, 11, "powersave", 4600000)
    written(tmp_path / CPU / "intel_pstate", no_turbo=0)
    expected = Frequency((1200.0, 4600.0), (800.0, 4700.0), ("powersave",), "intel_pstate", True)
    assert frequency(tmp_path) == expected


def test_governors_that_differ_are_all_told(tmp_path: Path) -> None:
    scaled(tmp_path, 0, "schedutil", 800000, "acpi-cpufreq")
    scaled(tmp_path, 1, "performance", 800000, "acpi-cpufreq")
    written(tmp_path / CPU / "cpufreq", boost=0)
    found = frequency(tmp_path)
    assert found.governors == ("performance", "schedutil")
    assert found.turbo is False


@pytest.mark.parametrize(("said", "turbo"), [("1", False), ("0", True), ("", None), ("?", None)])
def test_turbo_of_intel_is_told_by_its_absence(
    tmp_path: Path, no_psutil: None, said: str, turbo: bool | None
) -> None:
    written(tmp_path / CPU / "intel_pstate", no_turbo=said)
    assert frequency(tmp_path).turbo is turbo


def test_a_boost_of_each_processor_is_seen(tmp_path: Path) -> None:
    scaled(tmp_path, 0, "performance", 3000000, "amd-pstate")
    written(tmp_path / CPU / "cpu0/cpufreq", boost=1)
    assert frequency(tmp_path).turbo is True


def test_without_files_nothing_of_clock_rates_is_known(tmp_path: Path, no_psutil: None) -> None:
    assert frequency(tmp_path) == Frequency()


def test_psutil_is_asked_where_the_kernel_does_not_scale_and_its_zeros_are_no_range(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rate = SimpleNamespace(current=2596.1, min=0.0, max=0.0)
    monkeypatch.setattr(psutil, "cpu_freq", lambda: rate)
    assert frequency(tmp_path) == Frequency((2596.1, 2596.1))


@pytest.mark.parametrize(
    ("said", "cores", "threads", "expected"),
    [
        ("1", 4, 4, True),
        ("0", 4, 8, False),
        (None, 4, 8, True),
        (None, 4, 4, False),
        (None, None, 8, None),
    ],
)
def test_smt_is_told_by_the_kernel_or_by_the_numbers(
    tmp_path: Path, said: str | None, cores: int | None, threads: int, expected: bool | None
) -> None:
    if said is not None:
        written(tmp_path / CPU / "smt", active=said)
    assert smt(tmp_path, cores, threads) is expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"proc__cpuinfo": "flags\t\t: fpu sse2 hypervisor lahf_lm"}, Virtual(True)),
        ({"proc__cpuinfo": "flags\t\t: fpu sse2 lahf_lm"}, Virtual(False)),
        ({"proc__cpuinfo": "Features\t: fp asimd"}, Virtual()),  # as on ARM
        ({}, Virtual()),
        ({"sys__class__dmi__id__sys_vendor": "QEMU"}, Virtual(True, "QEMU")),
        ({"sys__hypervisor__type": "xen"}, Virtual(True, "xen")),
        (
            {
                "proc__cpuinfo": "flags : hypervisor",
                "sys__class__dmi__id__sys_vendor": "Microsoft Corporation",
                "sys__class__dmi__id__product_name": "Virtual Machine",
            },
            Virtual(True, "Hyper-V"),
        ),
        ({"sys__class__dmi__id__sys_vendor": "Dell Inc."}, Virtual()),
        ({"run__.containerenv": ""}, Virtual(container="Podman")),
        ({"proc__1__cgroup": "0::/kubepods/besteffort/pod1"}, Virtual(container="Kubernetes")),
        ({"proc__1__cgroup": "0::/init.scope"}, Virtual()),
    ],
)
def test_virtual_machines_and_containers_are_told_by_their_marks(
    tmp_path: Path, files: dict[str, str], expected: Virtual
) -> None:
    assert virtual(written(tmp_path, **files)) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"cpu.max": "150000 100000"}, 1.5),
        ({"cpu.max": "max 100000"}, None),
        ({"cpu__cpu.cfs_quota_us": 50000, "cpu__cpu.cfs_period_us": 100000}, 0.5),
        ({"cpu__cpu.cfs_quota_us": -1, "cpu__cpu.cfs_period_us": 100000}, None),
        ({}, None),
    ],
)
def test_the_quota_of_a_control_group_is_read(
    tmp_path: Path, files: dict[str, str | int], expected: float | None
) -> None:
    written(tmp_path / "sys/fs/cgroup", **files)
    assert quota(tmp_path) == expected


def test_a_busy_process_is_seen_and_an_idle_one_is_not() -> None:
    ready = "print('x', flush=True)\n"
    busy = [sys.executable, "-c", f"{ready}while True: pass"]
    idle = [sys.executable, "-c", f"import time\n{ready}time.sleep(60)"]
    with (
        subprocess.Popen(busy, stdout=subprocess.PIPE) as works,
        subprocess.Popen(idle, stdout=subprocess.PIPE) as rests,
    ):
        try:
            for each in (works, rests):
                assert each.stdout
                each.stdout.readline()
            seen = activity(0.5).busy
        finally:
            works.kill()
            rests.kill()
    assert seen is not None
    assert works.pid in [each.pid for each in seen]
    assert min(each.share for each in seen) >= bench_machine.SMALLEST_SHARE
    assert rests.pid not in [each.pid for each in seen]


def test_without_any_source_every_fact_is_unknown(
    tmp_path: Path, no_psutil: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError

    for name in ("virtual_memory", "sensors_battery"):
        monkeypatch.setattr(psutil, name, refused)
    monkeypatch.setattr(psutil, "cpu_count", lambda logical=True: None)
    monkeypatch.setattr(bench_machine, "activity", lambda interval: Activity())
    for name in ("getloadavg", "sched_getaffinity"):
        monkeypatch.setattr(os, name, refused)
    assert machine("", root=tmp_path) == NOTHING_KNOWN


def test_no_more_runs_fit_than_cores_threads_and_quota_allow() -> None:
    assert QUIET.room == 4
    assert replace(QUIET, usable=2).room == 2
    assert replace(QUIET, quota=1.5).room == 1
    assert replace(QUIET, quota=0.5).room == 1
    assert NOTHING_KNOWN.room is None


# Clocks.


def test_the_smallest_step_is_the_least_that_two_readings_differ() -> None:
    readings: Iterator[float] = iter([0, 0, 0, 5, 5, 7, 7, 7, *(7 + 4 * n for n in range(1000))])
    assert smallest_step(lambda: next(readings)) == 2


def test_clocks_are_measured() -> None:
    wall, cpu = clocks()
    assert (wall.name, cpu.name) == ("perf_counter", "process_time")
    for clock in (wall, cpu):
        assert 0 < clock.cost < 1e-3
        assert 0 < clock.step < 0.1
        assert clock.implementation


# Advice.


def changed(**facts: Any) -> Machine:
    """A quiet machine, but for this."""
    return replace(QUIET, **facts)


def turbo(driver: str) -> Machine:
    return changed(frequency=replace(QUIET.frequency, driver=driver, turbo=True))


@pytest.mark.parametrize(
    ("disturbed", "finding", "remedy"),
    [
        (
            changed(frequency=replace(QUIET.frequency, governors=("powersave",))),
            "governor is powersave",
            "scaling_governor",
        ),
        (
            turbo("intel_pstate"),
            "turbo is on",
            "echo 1 | sudo tee /sys/devices/system/cpu/intel_ps",
        ),
        (
            turbo("acpi-cpufreq"),
            "turbo is on",
            "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/",
        ),
        (changed(on_battery=True), "battery", "plug it in"),
        (changed(load=(0.41, 0.0, 0.0)), "load is 0.41 on 4 threads", "uptime"),
        (
            changed(activity=Activity((Busy(42, "firefox", 0.31),), None)),
            "firefox (42, 31% of a core)",
            "end them",
        ),
        (
            changed(memory=MemoryState(8 << 30, 4 << 30, 1 << 30, 3 << 20)),
            "3 MiB are sw",
            "swapoff",
        ),
        (
            changed(memory=MemoryState(8 << 30, 1 << 20, 1 << 30, 3 << 20)),
            "3 MiB are sw",
            "end what",
        ),
        (changed(usable=2), "4 runs at a time, and room for 2", "-j 2"),
        (changed(smt=True, threads=8, usable=8), "SMT is on", "smt/control"),
        (changed(virtual=Virtual(True)), "virtual machine", "--measure cpu"),
        (
            changed(virtual=Virtual(True), activity=Activity((), 0.12)),
            "12% of the time went to others",
            "",
        ),
        (changed(clock_source="hpet"), "clock source is hpet", "echo tsc"),
    ],
)
def test_each_disturbance_is_found_and_has_its_remedy(
    disturbed: Machine, finding: str, remedy: str
) -> None:
    (found,) = advice(disturbed, FINE)
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


def test_more_runs_than_cores_are_advised_against_and_fewer_are_not() -> None:
    (found,) = advice(QUIET, FINE, jobs=5)
    assert found == Advice("5 runs at a time, and room for 4: 4 cores", "-j 4")
    assert advice(changed(usable=2), FINE, jobs=2) == []


def test_a_quota_is_told_besides_the_room_it_leaves() -> None:
    room, quota = advice(changed(quota=2.5), FINE)
    assert room.finding == "4 runs at a time, and room for 2: 4 cores, CPU time for 2.5"
    assert "2.5 processors' worth" in quota.finding


@pytest.mark.parametrize(
    ("name", "step", "found"),
    [
        ("perf_counter", 1.1e-6, True),
        ("perf_counter", 0.9e-6, False),
        ("process_time", 0.9e-3, False),
        ("process_time", 15.6e-3, True),
    ],
)
def test_coarse_clocks_are_told(name: str, step: float, found: bool) -> None:
    stepping = [replace(clock, step=step) for clock in FINE if clock.name == name]
    assert bool(advice(QUIET, stepping)) is found


# Which limits hold.


def grades(holds: tuple[Enforcement, ...]) -> list[str]:
    assert [hold.limit for hold in holds] == ALL
    return [hold.grade for hold in holds]


def test_each_system_says_how_each_limit_is_held() -> None:
    assert grades(enforcement("win32")) == ["unavailable"] * 5
    assert grades(enforcement("darwin")) == [*["best-effort"] * 4, "unavailable"]


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel of Linux")
def test_linux_enforces_every_limit_without_privileges() -> None:
    assert grades(enforcement()) == ["enforced"] * 5
    assert "PR_SET_CHILD_SUBREAPER" in enforcement()[3].means


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel of Linux")
def test_a_sandbox_that_hides_processes_or_refuses_orphans_is_told(tmp_path: Path) -> None:
    assert grades(bench_enforcement._linux(tmp_path)) == ["unavailable"] * 5
    refused = bench_enforcement._linux(adopts=False)
    assert grades(refused) == [*["best-effort"] * 4, "enforced"]
    assert "daemons escape" in refused[3].means


@pytest.mark.parametrize(("group", "told"), [(Path("/sys/fs/cgroup/mine"), True), (None, False)])
def test_a_delegated_control_group_is_told(
    group: Path | None, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup, "delegated", lambda: group)
    memory = bench_enforcement._memory()
    assert ("memory.max of a group below /sys/fs/cgroup/mine" in memory) is told
    assert ("RLIMIT_DATA" in memory) is not told
    assert "resident, of the tree" in memory


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


def test_a_healthy_installation_is_told_in_few_words() -> None:
    lines = shown(diagnosis())
    assert lines[0] == "accord 0.1.0 (0123456+), CPython 3.11"
    assert lines[-1] == "1 of 2 solvers can run."
    assert lines[lines.index("For quiet measurements") + 1] == "nothing to advise"
    assert lines[lines.index("Known faults of what is installed") + 1] == "none"
    assert "not installed: clingo (accord[asp])" in lines
    assert "perf_counter   1 ns     50 ns      40 ns       clock_gettime(CLOCK_MONOTONIC)" in lines


def test_what_is_not_known_is_shown_as_unknown() -> None:
    lines = shown(diagnosis(machine=NOTHING_KNOWN))
    facts = lines[lines.index("Machine") + 1 : lines.index("Clocks") - 1]
    assert facts == [
        "processor      unknown",
        "cores          unknown with unknown threads; SMT unknown",
        "clock rate     now unknown; possible unknown",
        "governor       unknown",
        "turbo          unknown",
        "virtual        unknown; no sign of a container",
        "load           unknown",
        "busy           unknown",
        "memory         unknown, available unknown",
        "swap           unknown, in use unknown",
        "battery        none found",
        "clock source   unknown",
    ]
    assert as_json(diagnosis(machine=NOTHING_KNOWN))["machine"]["frequency"]["turbo"] is None


@pytest.mark.parametrize("width", [80, 120])
def test_nothing_is_lost_on_a_narrow_terminal(width: int) -> None:
    found = diagnosis(
        faults=tuple(InstalledFault(fault, "1.2.3") for fault in FAULTS),
        advice=tuple(Advice(f"finding {n}: " + "word " * 30, "remedy " * 20) for n in range(3)),
        packages=(Package("highspy", "1.15.1", "<1.15", "milp"),),
    )
    lines = shown(found, width)
    assert max(map(len, lines)) <= width
    words = " ".join(" ".join(lines).split())
    for fault in FAULTS:
        assert fault.source in words
        assert " ".join(fault.what.split()) in words
        assert fault.accord in words
        assert fault.reached == "no" or fault.remedy in words
    assert "known faults: 1 affecting, 3 possibly affecting, 24 not affecting accord;" in words
    assert "WRONG VERSION of highspy: found 1.15.1, expected <1.15" in words
    assert words.count("remedy") == 60


def grave() -> InstalledFault:
    fault = replace(FAULTS[0], reached="yes", kind="wrong answer")
    return InstalledFault(fault, "2.5.0")


@pytest.mark.parametrize("as_json_", [True, False])
def test_a_wrong_answer_that_reaches_accord_is_a_negative_finding(
    as_json_: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_doctor, "diagnose", lambda jobs: diagnosis(faults=(grave(),)))
    callback: Callable[..., None] | None = command.callback
    assert callback
    with pytest.raises(Ending) as ending:
        callback(as_json_=as_json_, jobs=None, tortured=False)
    assert ending.value.code == 1
    assert FAULTS[0].what in capsys.readouterr().out
    monkeypatch.setattr(bench_doctor, "diagnose", lambda jobs: diagnosis())
    callback(as_json_=as_json_, jobs=None, tortured=False)


# The command.

KEYS = {
    "accord", "advice", "clocks", "commit", "faults", "limits", "machine", "packages", "python",
    "solvers", "system",
}  # fmt: skip


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-P", "-m", "accord", "doctor", *arguments]
    return subprocess.run(call, capture_output=True, text=True, timeout=60)


def test_the_command_prints_one_object_for_a_machine() -> None:
    done = run("--json")
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert set(told) == KEYS
    assert done.returncode == any(
        fault["reached"] == "yes" and fault["kind"] == "wrong answer" for fault in told["faults"]
    )
    assert [hold["limit"] for hold in told["limits"]] == ALL
    assert {solver["name"] for solver in told["solvers"] if solver["available"]} >= {"cpsat"}
    assert {"click", "ortools", "rich"} <= {package["name"] for package in told["packages"]}
    for package in told["packages"]:
        assert set(package) == {"name", "version", "expected", "fits", "extra"}
    assert set(told["machine"]) == set(QUIET.__dataclass_fields__)
    for fault in told["faults"]:
        assert {"installed", "versions", "what", "remedy", "accord", "reached", "source"} <= set(
            fault
        )


def test_the_command_prints_sections_for_a_person() -> None:
    done = run("-j", "500")
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    titles = ["Solvers", "Packages", "Machine", "Clocks", "Limits"]
    titles += ["Known faults of what is installed", "For quiet measurements"]
    assert [line for line in lines if line in titles] == titles
    assert "None" not in done.stdout
    assert "500 runs at a time" in done.stdout
    assert "solvers can run" in lines[-1]


def test_the_doctor_loads_no_library_of_a_solver() -> None:
    code = "from accord.bench.machine.doctor import diagnose; diagnose(); import sys; "
    code += "print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(done.stdout.split())
    assert "accord.solvers.cp.cpsat" in loaded
    assert not loaded & {"ortools", "pycosat", "constraint", "z3", "highspy", "clingo", "duckdb"}
    assert not loaded & {"numpy", "pandas"}

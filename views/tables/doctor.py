"""What the doctor has found, for a person and for a machine."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from accord.bench.run.doctor import Diagnosis, ListedSolver, Package
from accord.bench.run.lacking import Lack
from accord.bench.run.machine import Clock, Frequency, Machine, Virtual
from accord.puzzles.phrasing import counted, gibibytes, seconds
from accord.solvers.known_faults import InstalledFault
from accord.views.tables.circumstances import made_by
from accord.views.tables.text import as_table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

UNKNOWN = "unknown"
REACHED = {"yes": "is affected", "possibly": "may be affected", "no": "is not affected"}


def as_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """The diagnosis as an object for JSON: null is not known, sizes in bytes, times in seconds.

    accord, commit, python, system
        versions; the commit is empty outside a checkout, and ends in + where files were changed
    packages
        name, version (null: not installed), expected (versions; empty for any), fits, extra (that
        asks for it; empty: accord needs it), outside (a
        sentence, where CPMpy expects other versions; else empty)
    solvers
        name (as `-s` takes it), family, engine, available, version, missing (what is needed), and
        warning (what is wrong with what is installed)
    machine
        processor, cores (physical), threads, usable (threads for this process), quota (processors'
        worth of CPU time), smt, load (1, 5, 15 minutes), on_battery, clock_source;
        frequency: current and range (two numbers each, MHz), governors, driver, turbo;
        virtual: machine, hypervisor, container;
        activity: busy (pid, name, share of a core each), stolen and used (shares of the time);
        memory: total, available, swap, swap_used
    clocks
        name, implementation, claimed (resolution), step (measured), cost (of a reading), adjustable
    limits
        limit, grade (enforced, best-effort, unavailable), means
    lacks
        what, consequence: of what accord uses, what this kind of system lacks
    faults
        name, package, installed, versions (that are faulty), kind (wrong answer, crash, slow),
        what, remedy, reached (no, possibly, yes), accord (why), evidence (reproduced, reported),
        source, beside (another package and its versions, or null)
    advice
        finding, remedy
    minizinc
        a sentence: whether MiniZinc finds accord as a solver, and how
    """
    facts = diagnosis.environment
    return {
        "accord": diagnosis.version,
        "commit": facts["commit"],
        "python": facts["python"],
        "system": facts["system"],
        "packages": [
            asdict(each) | {"version": each.version or None, "fits": each.fits}
            for each in diagnosis.packages
        ],
        "solvers": [asdict(each) | {"available": not each.missing} for each in diagnosis.solvers],
        "machine": asdict(diagnosis.machine),
        "clocks": [asdict(each) for each in diagnosis.clocks],
        "limits": [asdict(each) for each in diagnosis.limits],
        "lacks": [asdict(each) for each in diagnosis.lacks],
        "faults": [asdict(each.fault) | {"installed": each.version} for each in diagnosis.faults],
        "advice": [asdict(each) for each in diagnosis.advice],
        "minizinc": diagnosis.minizinc,
    }


def as_text(diagnosis: Diagnosis) -> "Iterator[RenderableType]":
    """The diagnosis to print, advice last."""
    yield made_by(diagnosis.version, diagnosis.environment)
    yield diagnosis.environment["system"]
    yield from _section("Solvers", _solvers(diagnosis.solvers))
    yield from _section("Packages", *_packages(diagnosis.packages))
    yield from _section("Machine", _pairs(_machine(diagnosis.machine)))
    yield from _section("Clocks", _clocks(diagnosis.clocks))
    if diagnosis.minizinc:
        yield from _section("accord for MiniZinc", diagnosis.minizinc)
    rows = [(hold.limit, hold.grade, hold.means) for hold in diagnosis.limits]
    yield from _section("Limits", as_table(("limit", "held", "how"), rows, left=3))
    yield from _section("What this system lacks", *_lacks(diagnosis.lacks))
    yield from _section("Known faults of what is installed", *_faults(diagnosis.faults))
    yield from _section("For quiet measurements", *_advice(diagnosis))
    yield from ("", summary(diagnosis))


def summary(diagnosis: Diagnosis) -> str:
    """The diagnosis in a sentence."""
    ready = sum(not each.missing for each in diagnosis.solvers)
    reached = [each.fault.reached for each in diagnosis.faults]
    parts = [f"{ready} of {len(diagnosis.solvers)} solvers can run"]
    how = {"yes": "affecting", "possibly": "possibly affecting", "no": "not affecting"}
    counts = [f"{reached.count(each)} {how[each]}" for each in how if each in reached]
    if counts:
        parts.append(f"known faults: {', '.join(counts)} accord")
    if number := len(diagnosis.advice):
        parts.append(f"{counted(number, 'thing')} to do before measuring")
    return "; ".join(parts) + "."


def _section(title: str, *parts: "RenderableType") -> "Iterator[RenderableType]":
    from rich.text import Text

    yield ""
    yield Text(title, style="bold")
    yield from parts


def _solvers(solvers: Iterable[ListedSolver]) -> "Table":
    """A table of the solvers, those that cannot run last."""
    rows = [
        (solver.name, solver.family, solver.engine, _state(solver))
        for solver in sorted(solvers, key=lambda solver: bool(solver.missing))
    ]
    return as_table(("solver", "family", "engine", "version"), rows, left=4)


def _state(solver: ListedSolver) -> str:
    return "; ".join(filter(None, (solver.missing or solver.version, solver.warning)))


def _packages(packages: tuple[Package, ...]) -> Iterator[str]:
    """Packages in one flowing line; a version that does not fit has a line of its own."""
    yield ", ".join(f"{each.name} {each.version}" for each in packages if each.version)
    if missing := [each for each in packages if not each.version]:
        yield f"not installed: {', '.join(map(_with_extra, missing))}"
    for each in packages:
        if not each.fits:
            found = each.version or "none"
            yield f"WRONG VERSION of {each.name}: found {found}, expected {each.expected}"
        if each.outside:
            yield each.outside


def _with_extra(package: Package) -> str:
    return f"{package.name} (accord[{package.extra}])" if package.extra else package.name


def _machine(machine: Machine) -> Iterator[tuple[str, str]]:
    yield "processor", machine.processor or UNKNOWN
    yield "cores", _cores(machine)
    yield "clock rate", _frequency(machine.frequency)
    yield "governor", ", ".join(machine.frequency.governors) or UNKNOWN
    yield "turbo", _on(machine.frequency.turbo)
    yield "virtual", _virtual(machine.virtual)
    yield "load", "{:.2f}, {:.2f}, {:.2f}".format(*machine.load) if machine.load else UNKNOWN
    yield "busy", _busy(machine)
    memory = machine.memory
    yield "memory", f"{_size(memory.total)}, available {_size(memory.available)}"
    swapped = f"{_size(memory.swap)}, in use {_size(memory.swap_used)}"
    yield "swap", "none" if memory.swap == 0 else swapped
    yield "battery", {None: "none found", True: "in use", False: "plugged in"}[machine.on_battery]
    yield "clock source", machine.clock_source or UNKNOWN


def _cores(machine: Machine) -> str:
    parts = [
        f"{machine.cores or UNKNOWN} with {machine.threads or UNKNOWN} threads",
        f"SMT {_on(machine.smt)}",
    ]
    if machine.usable is not None and machine.usable != machine.threads:
        parts.append(f"{counted(machine.usable, 'thread')} for accord")
    if machine.quota is not None:
        parts.append(f"CPU time for {machine.quota:g}")
    return "; ".join(parts)


def _frequency(frequency: Frequency) -> str:
    now = possible = UNKNOWN
    if frequency.current:
        now = " to ".join(dict.fromkeys(f"{rate:.0f}" for rate in frequency.current)) + " MHz"
    if frequency.range:
        possible = "{:.0f} to {:.0f} MHz".format(*frequency.range)
    driver = f" ({frequency.driver})" if frequency.driver else ""
    return f"now {now}; possible {possible}{driver}"


def _virtual(virtual: Virtual) -> str:
    of = f" of {virtual.hypervisor}" if virtual.hypervisor else ""
    machine = {None: UNKNOWN, True: f"a virtual machine{of}", False: "no virtual machine"}
    container = f"in {virtual.container}" if virtual.container else "no sign of a container"
    return f"{machine[virtual.machine]}; {container}"


def _busy(machine: Machine) -> str:
    activity = machine.activity
    if activity.busy is None:
        return UNKNOWN
    parts = [f"{each.name} ({each.pid}) {each.share:.0%} of a core" for each in activity.busy]
    if activity.stolen:
        parts.append(f"{activity.stolen:.1%} stolen by the hypervisor")
    return ", ".join(parts) or "no other process"


def _size(size: int | None) -> str:
    return UNKNOWN if size is None else gibibytes(size)


def _clocks(clocks: Iterable[Clock]) -> "Table":
    rows = [
        (clock.name, *map(_short, (clock.claimed, clock.step, clock.cost)), clock.implementation)
        for clock in clocks
    ]
    return as_table(("clock", "claims", "steps by", "a reading", "which is"), rows, left=5)


def _short(time: float) -> str:
    return f"{time * 1e9:.3g} ns" if time < 1e-6 else seconds(time)


def _lacks(lacks: tuple[Lack, ...]) -> "Iterator[RenderableType]":
    """Features that this system lacks, each with its consequence."""
    from rich.padding import Padding

    for each in lacks:
        yield each.what
        yield Padding(each.consequence, (0, 0, 0, 4))
    if not lacks:
        yield "nothing that accord uses"


def _faults(faults: tuple[InstalledFault, ...]) -> "Iterator[RenderableType]":
    """Known faults, with remedies for those that may reach accord."""
    from rich.padding import Padding
    from rich.text import Text

    for each in faults:
        fault = each.fault
        lines = [fault.what, f"accord {REACHED[fault.reached]}: {fault.accord}."]
        if fault.reached != "no":
            lines.append(f"To do: {fault.remedy}.")
        lines.append(f"{fault.evidence}: {fault.source}")
        heading = f"{fault.package} {each.version}, {fault.kind}"
        yield Text(heading, style="" if fault.reached == "no" else "bold yellow")
        yield Padding("\n".join(lines), (0, 0, 0, 4))
    if not faults:
        yield "none"


def _advice(diagnosis: Diagnosis) -> "Iterator[RenderableType]":
    from rich.padding import Padding

    for each in diagnosis.advice:
        yield f"- {each.finding}"
        yield Padding(each.remedy, (0, 0, 0, 4))
    if not diagnosis.advice:
        yield "nothing to advise"


def _pairs(rows: Iterable[tuple[str, str]]) -> "Table":
    from rich.table import Table

    table = Table.grid(padding=(0, 3))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _on(state: bool | None) -> str:
    return {None: UNKNOWN, True: "on", False: "off"}[state]

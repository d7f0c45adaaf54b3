"""What pages show of the registry and of the recorded campaigns, made whenever the site is built.

A page asks for it with a comment on a line of its own, `% derived: NAME`: Sphinx replaces the line
by the Markdown that `DERIVED[NAME]()` returns.  Figures are those of `accord report`, drawn as SVG
into the page; their colours are variables, so that they follow the reader into the dark.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from declarations import (
    as_code,
    at_most_one,
    declared,
    encodings,
    enforced,
    engines,
    faults,
    figure_table,
    problem_encodings,
    scrolled,
    tiers,
    word_table,
)
from gallery import gallery
from optimisers import scores, told_apart, values
from recorded_speed import (
    RecordedSet,
    RecordedSpeed,
    circumstances,
    read_speed,
    remarks,
    set_table,
)

from accord.bench.analysis.breakdown import Breakdown, KindFigures, breakdown
from accord.bench.analysis.table import CampaignTable, TableLine, rows, table
from accord.bench.campaigns.folder import read_environment
from accord.bench.run.environment import machine_text
from accord.puzzles.phrasing import counted, listed, mebibytes, ratio, seconds
from accord.solvers.backend import Backend
from accord.solvers.settings import settings_of
from accord.views.tables.breakdown import legend
from accord.views.tables.table import cells, names
from accord.views.tables.text import markdown_table

if TYPE_CHECKING:
    import pandas

    from accord.views.report.figures.figure import Figure
    from accord.views.report.report_data import ReportData

DOCS = Path(__file__).parent
RESULTS = DOCS.parent / "results"
ZOO, TOUR, CLASSICS = RESULTS / "zoo", RESULTS / "tour", RESULTS / "classics"
OPTIMISE = RESULTS / "optimise"
SPEED = RESULTS / "speed"
SENTENCES = DOCS / "explanation" / "state-of-the-solvers.toml"
PLACE = re.compile(r"^% derived: (.*)\n", re.MULTILINE)
LACKING = re.compile(r"^> In the repository this page lacks .*\n\n", re.MULTILINE)
WIDTH = 640  # pixels of a figure, before it is made as wide as the page
REFERENCE_SOLVER = "sat-cadical"  # whose encodings are compared


def setup(app: Any) -> dict[str, bool]:
    """Have Sphinx call `fill` for each page."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True}


def fill(app: Any, page: str, content: list[str]) -> None:
    """Replace each line of a page that asks for something derived; the page lacks nothing then.

    Raises:
        KeyError: nothing has this name.
    """
    text = LACKING.sub("", content[0])
    content[0] = PLACE.sub(lambda found: DERIVED[found[1]]() + "\n", text)


# Campaigns.


@cache
def whole(folder: Path) -> CampaignTable:
    """The comparison table of a recorded campaign."""
    return table(folder)


@cache
def divided(folder: Path, division: str) -> Breakdown:
    """The table of a campaign by size or by class of the puzzles."""
    return breakdown(folder, division)


@cache
def runs(folder: Path) -> "pandas.DataFrame":
    """Every run, judged."""
    return rows(folder)


def lines_of(folder: Path) -> dict[str, TableLine]:
    """The lines of the table by what the solver is called there, the best first."""
    found = whole(folder)
    return dict(zip(names(found), found.lines, strict=True))


def default_lines(folder: Path) -> dict[str, TableLine]:
    """The lines of solvers with their default settings, by solver."""
    return {name: line for name, line in lines_of(folder).items() if not line.settings}


def campaigns() -> str:
    """A line for each of the two campaigns: what was asked, and on which machine."""
    return "\n".join(f"- {_circumstances(folder)}" for folder in (ZOO, TOUR))


def _circumstances(folder: Path) -> str:
    found, frame = whole(folder), runs(folder)
    hashes = sorted(set(frame["environment"]))
    machines = dict.fromkeys(machine_text(read_environment(folder, each)) for each in hashes)
    days = sorted({str(each)[:10] for each in frame["started"]})
    when = " to ".join(dict.fromkeys((days[0], days[-1])))
    words = {None: "all solutions", 0: "the best solution"}
    asked = ", ".join(words.get(each, f"{each} solutions") for each in found.limits)
    limits = ", ".join(f"{each:g} s" for each in found.time_limits)
    solvers = counted(len(found.lines), "solver with its settings", "solvers with their settings")
    repetitions = counted(int(frame["repetition"].max()) + 1, "repetition")
    return (
        f"**results/{folder.name}**: {counted(found.puzzles, 'puzzle')}, {solvers}, {asked} "
        f"asked for, {limits} a run, {repetitions}, "
        f"{counted(max(found.jobs, default=1), 'run')} at a time. Recorded {when} on "
        f"{listed(machines)}. "
        f"Wrong answers: {sum(line.wrong for line in found.lines)}."
    )


def sizes() -> str:
    """The table of results/zoo by size."""
    return _by_size(divided(ZOO, "size"), [*lines_of(ZOO)])


def _by_size(broken: Breakdown, solvers: Sequence[str]) -> str:
    lines = [
        (f"`{solver}`", *map(_figure, broken.lines[solver]))
        for solver in broken.lines
        if solver in solvers
    ]
    return f"{figure_table(('solver', *broken.kinds), lines, 1)}\n\n{legend(broken.measure)}"


def _figure(part: KindFigures) -> str:
    solved = "" if part.solved == part.runs else f" ({part.solved}/{part.runs})"
    return seconds(part.median, "" if part.known else ">=") + solved


def encodings_or_solvers() -> str:
    """CaDiCaL by encoding and SAT solvers by the same encoding, with the factor between them."""
    broken = divided(ZOO, "size")
    by_encoding = [name for name, line in lines_of(ZOO).items() if line.backend == REFERENCE_SOLVER]
    library = [
        name for name, each in declared().items() if each.family == "sat" and not each.variants
    ]
    by_solver = [name for name in default_lines(ZOO) if name in library]
    default = settings_of(declared()[REFERENCE_SOLVER].solve)["encoding"].default
    lines = []
    for kind in broken.kinds:
        told = [kind]
        for group in (by_encoding, by_solver):
            parts = [broken.lines[name][broken.kinds.index(kind)] for name in group]
            medians = [each.median for each in parts if each.solved == each.runs and each.median]
            told.append(f"{len(medians)} of {len(group)}")
            told.append(ratio(max(medians) / min(medians)) if medians else "-")
        lines.append(told)
    far = "slowest / fastest"
    headings = ("size", "encodings that solve all", far, "SAT solvers that solve all", far)
    return (
        f"{_by_size(broken, by_encoding)}\n\nThe left half of the next table is about these "
        f"encodings, all solved by `{REFERENCE_SOLVER}`; the right half about "
        f"{listed(f'`{name}`' for name in by_solver)}, all with `{default}`. The factor is "
        "between the medians of those that solved every puzzle of the size.\n\n"
        f"{markdown_table(headings, lines)}"
    )


def way_in() -> str:
    """The fastest solver of each family on the smallest size, and how much of that is search."""
    broken, frame = divided(ZOO, "size"), runs(ZOO)
    kind, nothing = broken.kinds[0], KindFigures(0, 0, None, known=False)
    best: dict[str, tuple[float, str]] = {}
    for name, line in lines_of(ZOO).items():
        part = broken.lines[name][0]
        if part.solved == part.runs and part.median is not None:
            backend = declared().get(line.backend)
            group = "programs" if backend and backend.start_up else line.family
            best[group] = min(best.get(group, (part.median, name)), (part.median, name))
    solved = frame[(frame["category"] == "correct") & frame["puzzle"].isin(_puzzles_of(kind))]
    reference = broken.lines.get(REFERENCE_SOLVER, (nothing,))[0].median
    chosen = {(median, name, group) for group, (median, name) in best.items()}
    if reference is not None:
        chosen.add((reference, REFERENCE_SOLVER, declared()[REFERENCE_SOLVER].family))
    lines = []
    for median, name, group in sorted(chosen):
        mine = solved[solved["solver"] == name]
        phases = [float(mine[f"{each}_time"].median()) for each in ("encode", "search")]
        start = lines_of(ZOO)[name].startup
        told = ["-" if each != each else seconds(each) for each in phases]
        lines.append((group, f"`{name}`", seconds(median), *told, seconds(start)))
    headings = ("family", "fastest on " + kind, "median", "encode", "search", "start-up")
    return figure_table(headings, lines, 2)


def _puzzles_of(kind: str) -> set[str]:
    """The puzzles of a size, by digest."""
    from accord.bench.analysis.judging import judging

    with judging(ZOO) as base:
        query = "SELECT puzzle FROM puzzles WHERE text->>'size' = ?"
        return {puzzle for (puzzle,) in base.execute(query, [kind.partition("x")[0]]).fetchall()}


def who_solves_all() -> str:
    """By family, who decides every puzzle of results/zoo; and the puzzle that fewest decide."""
    families: dict[str, list[tuple[str, bool]]] = {}
    for name, line in default_lines(ZOO).items():
        families.setdefault(line.family, []).append((name, line.solved == line.runs))
    lines = [
        (
            family,
            f"{sum(all_ for _, all_ in who)} of {len(who)}",
            as_code(name for name, all_ in who if all_) or "-",
            as_code(name for name, all_ in who if not all_) or "-",
        )
        for family, who in sorted(families.items())
    ]
    frame = runs(ZOO)
    plain = frame[(frame["settings"] == "") & (frame["category"] == "correct")]
    able: dict[str, set[str]] = {str(name): set() for name in frame["instance"]}
    for name, solver in zip(plain["instance"], plain["solver"], strict=True):
        able[str(name)].add(str(solver))
    hardest = min(able, key=lambda name: len(able[name]))
    headings = ("family", "solve all", "these", "not these")
    return (
        f"{word_table(headings, lines)}\n\nThe puzzle that fewest solve is {hardest}: "
        f"{len(able[hardest])} of {len(default_lines(ZOO))} solvers with their default settings "
        f"do: {as_code(sorted(able[hardest])) or 'none'}."
    )


def known_problems() -> str:
    """By problem of results/classics how many solvers decide it, and the fastest by family."""
    broken, lines = divided(CLASSICS, "class"), lines_of(CLASSICS)
    able = {name for name, line in lines.items() if line.solved}
    families = sorted({lines[name].family for name in able})
    told = []
    for place, kind in enumerate(broken.kinds):
        parts = {name: broken.lines[name][place] for name in able}
        asked = {name: part for name, part in parts.items() if part.runs}
        solved = [name for name, part in asked.items() if part.solved == part.runs]
        fastest = []
        for family in families:
            medians = [parts[name].median or 0.0 for name in solved if lines[name].family == family]
            fastest.append(seconds(min(medians)) if medians else "-")
        told.append((kind, f"{len(solved)} of {len(asked)}", *fastest))
    return figure_table(("problem", "solvers that decide all", *families), told, 1)


# Each solver.


def each_solver() -> str:
    """A section for each backend: what it declares, what was measured, a sentence by hand.

    Raises:
        ValueError: a sentence is about no backend.
    """
    sentences = read_sentences()
    return "\n\n".join(
        f"### {name}\n\n{_about(name, backend, sentences.get(name, ''))}"
        for name, backend in declared().items()
    )


def read_sentences() -> dict[str, str]:
    """A sentence by backend, on what it does not declare.

    Raises:
        ValueError: one is about no backend.
    """
    read: dict[str, str] = tomllib.loads(SENTENCES.read_text(encoding="utf-8"))
    if strange := sorted(set(read) - set(declared())):
        raise ValueError(f"{SENTENCES.name}: found {strange}, expected names of backends")
    return read


def _about(name: str, backend: Backend, sentence: str) -> str:
    told = [_declaration(backend)]
    told += [_measured(name, folder) for folder in (ZOO, TOUR)]
    told += [*_others(name), *_best(name)]
    return f"{backend.summary} {sentence}\n\n" + "\n".join(f"- {each}" for each in told)


def _declaration(backend: Backend) -> str:
    chosen = backend.chosen_by({})
    can = {
        "find several solutions": chosen.enumerates,
        "prove that there are no others": chosen.proves,
        "find the best solution": bool(chosen.optimizes),
        "decide every puzzle, given time": chosen.complete,
    }
    room = chosen.solve.__module__.split(".")[2]
    settings = as_code(settings_of(chosen.solve))
    cannot = listed((what for what, true in can.items() if not true), "or")
    return (
        f"Family {chosen.family}, engine {chosen.engine}, model {chosen.model}; sizes "
        f"{chosen.sizes[0]} to {chosen.sizes[-1]}. It can "
        f"{listed(what for what, true in can.items() if true)}"
        f"{f'; it cannot {cannot}' if cannot else ''}. "
        f"Settings: {settings or 'none'}.{_page(room)}"
    )


def _page(room: str) -> str:
    """A link to what was measured of the solvers in a room, where there is a page."""
    exists = (DOCS / "solvers" / f"{room}.md").is_file()
    return f" [More](../solvers/{room}.md)." if exists else ""


def _measured(name: str, folder: Path) -> str:
    order = [*lines_of(folder)]
    line = lines_of(folder).get(name)
    if line is None:
        return f"results/{folder.name}: it did not run."
    shown = cells(line)
    place = f"place {order.index(name) + 1} of {len(order)}"
    facts = [
        f"solved {shown['solved'].text} ({place})",
        f"PAR-2 {shown['PAR-2'].text}",
        f"ratio {shown['ratio'].text}",
        *(
            f"{shown[how].text} {how}"
            for how in ("out of time", "out of memory", "gave up")
            if shown[how].value
        ),
        *([f"**{line.wrong} wrong**"] if line.wrong else []),
        *([f"memory up to {mebibytes(line.peak_memory)}"] if line.peak_memory else []),
    ]
    return f"results/{folder.name}: {', '.join(facts)}.{_failing(name, folder)}"


def _failing(name: str, folder: Path) -> str:
    """A sentence on the sizes of which a solver did not solve all puzzles; empty without any."""
    broken = divided(folder, "size")
    parts = zip(broken.kinds, broken.lines[name], strict=True)
    missed = [
        f"{kind} {part.solved}/{part.runs}" for kind, part in parts if part.solved < part.runs
    ]
    return f" Not all solved: {', '.join(missed)}." if missed else ""


def _others(name: str) -> Iterator[str]:
    """A sentence on the lines of a backend with other settings, if it has any."""
    lines = [
        f"`{line.settings}` {line.solved}/{line.runs}, {seconds(line.par2)}"
        for line in lines_of(ZOO).values()
        if line.backend == name and line.settings
    ]
    if lines:
        yield f"With other settings, solved and PAR-2 in results/zoo: {'; '.join(lines)}."


def _best(name: str) -> Iterator[str]:
    """The classes of puzzles on which no solver is faster."""
    fastest: dict[str, list[str]] = {}
    for kind, leader in _leaders(divided(ZOO, "class")).items():
        if leader and lines_of(ZOO)[leader].backend == name:
            fastest.setdefault(lines_of(ZOO)[leader].settings, []).append(kind)
    for settings, kinds in sorted(fastest.items()):
        how = f", with `{settings}`" if settings else ""
        yield f"The fastest of all in results/zoo on {listed(kinds)}{how}."


def _leaders(broken: Breakdown) -> Mapping[str, str]:
    """For each kind the solver with the least median that solved all its puzzles."""
    leaders = {}
    for place, kind in enumerate(broken.kinds):
        able = [
            (parts[place].median or 0.0, name)
            for name, parts in broken.lines.items()
            if parts[place].known and parts[place].runs and parts[place].solved == parts[place].runs
        ]
        leaders[kind] = min(able, default=(0.0, ""))[1]
    return leaders


# Speed.


@cache
def recorded_speed(name: str) -> RecordedSpeed:
    """A comparison of speed in results/speed."""
    return read_speed(SPEED / f"{name}.json")


def speed_tables(name: str) -> str:
    """A section for each set of puzzles in a comparison of speed, then remarks about solvers."""
    found = recorded_speed(name)
    return "\n\n".join((*map(_speed_section, found.sets), remarks(found)))


def _speed_section(found: RecordedSet) -> str:
    size, puzzles = f"{found.size}x{found.size}", counted(found.puzzles, "puzzle")
    return f"### {found.name}\n\n{puzzles} of {size}.\n\n{scrolled(set_table(found))}"


def growth(by: str) -> str:
    """The figure of the time for a puzzle by size or by share of blanks."""
    from growth import by_blank, by_size

    draw = {"size": by_size, "blank": by_blank}[by]
    return _figure_in_page(draw(recorded_speed("growth").sets), SPEED, {})


# Figures.


@cache
def report_of(folder: Path) -> "ReportData":
    """The data of the report of a campaign."""
    from accord.views.report.report_data import report_data

    return report_data(folder)


@cache
def figures_of(folder: Path) -> dict[str, "Figure"]:
    """The figures of the report by name."""
    from accord.views.report.figures.all_figures import figures

    return {figure.name: figure for figure in figures(report_of(folder))}


def figure(name: str, folder: Path) -> str:
    """A figure of a campaign's report, as SVG in the page."""
    from accord.views.report.figures.figure import LONGEST, NAMES, names_expression
    from accord.views.tables.fitting import short_names

    solvers = report_of(folder).statistics.everyone.solvers
    labels = {NAMES: names_expression(short_names(solvers, LONGEST))}
    return _figure_in_page(figures_of(folder)[name], folder, labels)


def _figure_in_page(drawn: "Figure", folder: Path, labels: Mapping[str, str]) -> str:
    """A figure with its caption; in the chart, texts may be put in the place of others."""
    import altair
    import vl_convert

    from accord.views.report.figures.all_figures import named, version_of

    chart = json.dumps({**drawn.chart(), "width": max(WIDTH, drawn.least)})
    svg = vl_convert.vegalite_to_svg(
        json.loads(named(chart, labels)), vl_version=version_of(altair.SCHEMA_VERSION)
    )
    title = f"<strong>{drawn.title}</strong> (results/{folder.name}). "
    caption = f"<figcaption>{title}{drawn.reading}</figcaption>"
    return _html(f'<figure class="derived">\n{_with_words(svg, drawn)}\n{caption}\n</figure>')


def _with_words(svg: str, drawn: "Figure") -> str:
    """The SVG with a title and a text alternative, which are read to who cannot see it."""
    title, words = (f"{drawn.name}-{part}" for part in ("title", "words"))
    start = f'<svg role="img" aria-labelledby="{title}" aria-describedby="{words}" '
    parts = (
        f'<title id="{title}">{escape(drawn.title)}</title>'
        f'<desc id="{words}">{escape(drawn.alternative or drawn.reading)}</desc>'
    )
    opening, end, rest = svg.partition(">")
    return f"{start}{opening.removeprefix('<svg ')}{end}{parts}{rest}"


def _html(text: str) -> str:
    return f"```{{raw}} html\n{text}\n```"


def colours() -> str:
    """The colours of the figures by day and by night, from the style of the report."""
    from accord.views import report

    page = Path(next(iter(report.__path__))) / "page"
    style = (page / "report.css").read_text(encoding="utf-8")
    day, night = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[:2]
    dark = f'body[data-theme="dark"] .derived {{{night}}}'
    auto = f'@media (prefers-color-scheme: dark) {{ body[data-theme="auto"] .derived {{{night}}} }}'
    return _html(f"<style>\n.derived {{{day}}}\n{dark}\n{auto}\n</style>")


DERIVED: dict[str, Callable[[], str]] = {
    "engines": engines,
    "tiers": tiers,
    "encodings": encodings,
    "encodings of problems": problem_encodings,
    "at most one": at_most_one,
    "enforcement": enforced,
    "faults": faults,
    "campaigns": campaigns,
    "sizes": sizes,
    "encodings or solvers": encodings_or_solvers,
    "way in": way_in,
    "who solves all": who_solves_all,
    "known problems": known_problems,
    "known problems, what was asked": lambda: f"- {_circumstances(CLASSICS)}",
    "optimisers, what was asked": lambda: f"- {_circumstances(OPTIMISE)}",
    "optimisers, scores": lambda: scores(OPTIMISE),
    "optimisers, told apart": lambda: told_apart(OPTIMISE),
    "optimisers, values": lambda: values(OPTIMISE),
    "each solver": each_solver,
    "speed, circumstances": lambda: circumstances(recorded_speed("kinds")),
    "speed, circumstances of growth": lambda: circumstances(recorded_speed("growth")),
    "speed, kinds": lambda: speed_tables("kinds"),
    "speed, growth": lambda: speed_tables("growth"),
    "speed by size": lambda: growth("size"),
    "speed by blank": lambda: growth("blank"),
    "colours": colours,
    "gallery": gallery,
    "cactus of zoo": lambda: figure("cactus", ZOO),
    "classes of zoo": lambda: figure("classes", ZOO),
    "cactus of classics": lambda: figure("cactus", CLASSICS),
    "quality of optimise": lambda: figure("quality", OPTIMISE),
}

"""The comparison table of a campaign, on a terminal, as Markdown and as CSV.

A bound stands before what is only known to be at least (>=) or at most (<=) that, because runs were
not solved within the limit, and `~` before a ratio that may be either: see bench/analysis/table.py.
A version stands behind a solver that has several, a host behind every solver where there are
several hosts.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields

from accord.bench.analysis.judging import RefutedSolver
from accord.bench.analysis.table import ANSWERS as KINDS
from accord.bench.analysis.table import CampaignTable, TableLine
from accord.bench.campaigns.folder import LEFT_OUT, CampaignError
from accord.puzzles.phrasing import (
    counted,
    integer,
    listed,
    mebibytes,
    nearest,
    number,
    ratio,
    seconds,
    solutions_text,
)
from accord.solvers.registry import SAME_SEARCH, is_same_search
from accord.views.tables.circumstances import conditions, sessions
from accord.views.tables.text import ALWAYS, Cell, Legend, PrintedReport, TextTable, cell

UNSOLVED = ("found", "out of time", "out of memory", "crashed", "gave up", "not asked")
ANSWERS = ("solver", "family", "solved", "wrong", *UNSOLVED, "PAR-2", "ratio", "nodes")
OPTIONAL = {  # columns that few tables need: there if any line has something in these
    **{name: name for name in ("memouts", "prepare", "startup", "spread", "cpu", "peak_memory")},
    "compiled": "compiled",
    "spread_known": "spread",
}
COMPILED = "with compiling"
# Columns that not every table needs.
FURTHER = (COMPILED, "CPU", "memory", "prepare", "start-up", "spread")
LAST = (*UNSOLVED[::-1], "wrong", "solved")  # go last but one: the order is by PAR-2, which stays
ANSWERS_SPARE = ("family", "nodes", "ratio", *LAST)  # go first where there is little room
SEARCHES_SPARE = ("family", "ratio", *LAST)  # the same, where nodes are what is compared
TIMES_SPARE = ("per second", "per hour", "start-up", "prepare", "fastest", "total")
BY_ANSWER = "SAT, UNSAT: solved of those asked, by the verdict on the puzzle (undecided: neither)."
DISPUTED = (
    "the compilations of the model may differ, so this claim counts for nothing; `accord check` "
    "asks the solver about that solution alone"
)
PAR2 = (
    "PAR-2: mean over the puzzles that were asked, each with the median of its runs, 2 x limit "
    "where that is unsolved"
)
FAILED = "unsolved runs counting as the limit"
CLOCKS = {"wall": "wall time", "cpu": "CPU time", "search": "search time", "encode": "encode time"}
DEFINITIONS = {  # of the clocks that need one
    "search": "search time: the part of the wall time in which a solver searches",
    "encode": "encode time: the part of the wall time in which a solver makes its model",
}
WITH_COMPILING = (
    "with compiling: the mean with the time that MiniZinc took to compile each model, once for all "
    "solvers, which is in no other time; who compiles by itself has it in all."
)
TIMES = ("solver", "mean", "median", "fastest", "slowest", "total", "per second", "per hour")


def report(
    table: CampaignTable, *, every: bool = False, chosen: Sequence[str] = (), plain: bool = False
) -> PrintedReport:
    """The report of a campaign: puzzles solved, times, and the judge's findings.

    CSV has a line per solver, version and host with plain numbers: seconds; `cut` for unsolved
    runs.  Columns that few tables need are there if any line has something in them.

    Args:
        table: of the campaign.
        every: a sentence for every refuted claim, not one for each solver with many.
        chosen: columns of the only table, besides the solver; all by default.
        plain: they are those of CSV.

    Raises:
        CampaignError: there is no such column.
    """
    columns = [
        field.name
        for field in fields(TableLine)
        if field.name != "answers"
        and (
            field.name not in OPTIONAL
            or any(getattr(line, OPTIONAL[field.name]) not in (None, 0) for line in table.lines)
        )
    ]
    figures = [
        {name: getattr(line, name) for name in columns}
        | numbers_by_answer(table.answers, line.answers)
        for line in table.lines
    ]
    there = (*columns, *numbers_by_answer(table.answers, {}))
    if chosen and plain:
        there = ("solver", *chosen_columns(chosen, there))
    return PrintedReport(
        [_chosen_table(table, chosen)] if chosen and not plain else [*_tables(table)],
        _said(table, () if plain else chosen, every=every),
        there,
        [tuple(row[name] for name in there) for row in figures],
        asdict(table) | {"notes": notes(table, every=True)},
        disturbances=table.disturbances,
    )


MOST = 12  # rows of a brief report
ALARMS = ("DISTURBED", "REFUTED", "REFUSED", "DISPUTED", "CONTRADICTED")


def brief(table: CampaignTable, folder: str) -> PrintedReport:
    """Twelve rows and three sentences of a report, and below them what is wrong.

    The rows are those of refuted solvers and of the one that ratios are about, of the best of each
    family, and then of the best of the others, in the order of the whole table.

    Args:
        table: of the campaign.
        folder: where the whole report is.
    """
    seen = Counter[str]()
    ranks = []
    for place, (name, line) in enumerate(zip(names(table), table.lines, strict=True)):
        needed = line.wrong or name == table.reference
        ranks.append((not needed, seen[line.family] > 0, place))
        seen[line.family] += 1
    chosen = sorted(place for *_, place in sorted(ranks)[:MOST])
    whole, said = next(_tables(table)), notes(table)
    solvers = counted(len(table.lines), "solver")
    return PrintedReport(
        [whole._replace(rows=[whole.rows[place] for place in chosen])],
        [
            _scores(table),
            *(each for each in said if each.startswith("verdicts")),
            f"{len(chosen)} of {solvers}, of each family the best. The others, times and terms: "
            f"{folder}/table.md; as a page: accord report {folder}",
            *(each for each in said if each.startswith(ALARMS)),
        ],
        disturbances=table.disturbances,
    )


SAME = {  # names of columns, printed and of CSV
    "outoftime": "timeouts",
    "outofmemory": "memouts",
    "notasked": "missing",
    "memory": "peakmemory",
}


def chosen_columns(chosen: Sequence[str], there: Sequence[str]) -> list[str]:
    """The columns that are meant; letters and digits of their names decide, in either case.

    Raises:
        CampaignError: there is no such column; names the nearest, and all.
    """

    def key(name: str) -> str:
        word = re.sub(r"[\W_]+", "", name).lower()
        return SAME.get(word, word)

    known = {key(name): name for name in there}
    for name in chosen:
        if key(name) not in known:
            raise CampaignError(f"found the column {name!r}, expected {nearest(name, there)}")
    return [known[key(name)] for name in chosen]


def _chosen_table(table: CampaignTable, chosen: Sequence[str]) -> TextTable:
    """The table of chosen columns."""
    found = all_cells(table)
    columns = ["solver", *chosen_columns(chosen, [*found[0]][1:])] if found else ["solver"]
    rows = [[row[column].text for column in columns] for row in found]
    return TextTable(columns, rows, 1 + (columns[1:2] == ["family"]))


def all_cells(table: CampaignTable) -> list[dict[str, Cell]]:
    """All that a table may show, by heading, for each line."""
    return [
        {"solver": Cell(name, name)}
        | cells(line)
        | {KINDS[each]: answer_cell(line.answers, each) for each in table.answers}
        for name, line in zip(names(table), table.lines, strict=True)
    ]


def _said(table: CampaignTable, chosen: Sequence[str], *, every: bool) -> list[str]:
    """The sentences below the table, without those on columns that were not chosen."""
    found, cells = notes(table, every=every), all_cells(table)[:1]
    if not (chosen and cells):
        return found
    gone = {*cells[0]} - {*chosen_columns(chosen, [*cells[0]])}
    kept = (each.without(gone) if isinstance(each, Legend) else each for each in found)
    return [each for each in kept if each]


def notes(table: CampaignTable, *, every: bool = False) -> list[str]:
    """The sentences below the table; one for every refuted claim, or one for each solver."""
    limits = ", ".join(f"{limit:g} s" for limit in table.time_limits)
    asked = listed(map(solutions_text, table.limits))
    clock = CLOCKS[table.measure]
    puzzles = counted(table.puzzles, "puzzle")
    verdicts = ", ".join(f"{count} {what}" for what, count in sorted(table.verdicts.items()))
    found = [
        f"{puzzles}, {asked} asked for, {limits} limit; {clock} of the "
        f"solver's own work, without {_outside(table)} and imports."
        if table.runs
        else f"{puzzles}, no runs yet.",
        _scores(table),
        f"verdicts{_judged(table)}: {verdicts or 'none'}",
    ]
    found[2:2] = (*defined(table.measure), *conditions(table), *_remarks(table))
    if _is_same_search(table):
        found.insert(2, SAME_SEARCH)
    found[:0] = table.disturbances
    if table.certificates.keys() - {"none"}:
        known = sorted(table.certificates.items())
        found.append(f"certificates: {', '.join(f'{count} {what}' for what, count in known)}")
    found += sessions(table.sessions)
    found += _refuted(table, every or all(each.puzzles == 1 for each in table.refuted_solvers))
    found += [f"REFUSED {sentence}" for sentence in table.refused_proofs]
    if more := table.refused - len(table.refused_proofs):
        found.append(f"REFUSED and {more:,} proofs more.")
    found += [f"DISPUTED {sentence}; {DISPUTED}" for sentence in table.disputes]
    found += [f"CONTRADICTED {sentence}" for sentence in table.contradictions]
    if more := table.contradicted - len(table.contradictions):
        found.append(f"CONTRADICTED and {more:,} times more.")
    return found


def defined(measure: str) -> Iterator[str]:
    """The sentence that defines a measure which is a part of the wall time, if it is one."""
    if measure in DEFINITIONS:
        yield f"{DEFINITIONS[measure]}; - where it reports none."


def known_instead(measure: str) -> str:
    """What an unsolved run counts as in place of the limit, where that is known, in brackets."""
    return f" (or their {CLOCKS[measure]})" if measure in ("cpu", "encode") else ""


def _scores(table: CampaignTable) -> Legend:
    """The note on the columns of scores."""
    if not table.reference:
        return Legend(({"PAR-2"}, f"{PAR2}."))
    over = f"over the puzzles of time{_cut(table)} to that of {table.reference}"
    return Legend(({"PAR-2"}, f"{PAR2};"), ({"ratio"}, f"ratio: geometric mean {over}."))


def _outside(table: CampaignTable) -> str:
    """The part of the start-up that is in no time: of a program, only Python's is."""
    programs = any(line.startup is not None for line in table.lines)
    return "Python's start-up" if programs else "start-up"


def _judged(table: CampaignTable) -> str:
    """The number of judged puzzles, as ` on 3 of 5 puzzles`; empty where it is all or none."""
    judged = sum(table.verdicts.values())
    return "" if judged in (0, table.puzzles) else f" on {judged:,} of {table.puzzles:,} puzzles"


def _refuted(table: CampaignTable, every: bool) -> Iterator[str]:
    """Sentences on refuted solvers or claims."""
    if not every:
        for each in table.refuted_solvers:
            yield f"REFUTED {refuted_where(each)}"
        yield f"refuted claims: {table.refuted:,}; --wide, --json and `accord report` name them."
        return
    yield from (f"REFUTED {sentence}" for sentence in table.refutations)
    if more := table.refuted - len(table.refutations):
        yield f"REFUTED and {more:,} times more: `accord.load` has every row."


def refuted_where(found: RefutedSolver) -> str:
    """A solver, where it was refuted, and why."""
    others = [""] * (found.puzzles - len(found.first))
    where = listed([*found.first, *others], most=len(found.first) - bool(others))
    puzzles = counted(found.puzzles, "puzzle")
    return f"{found.solver} on {puzzles}: {where}; on the first it {found.why}"


def _remarks(table: CampaignTable) -> Iterator[str]:
    """Sentences on columns, solvers and signs that not every table has."""
    if table.shard:
        yield f"shard {table.shard} of a campaign: `accord merge` joins it with the others."
    yield from incomplete(table.runs, table.asked)
    if any(line.runs + line.missing > table.puzzles for line in table.lines):
        yield (
            "solved, nodes and all times but PAR-2 and ratio: over runs, of which a puzzle has "
            "several."
        )
    if len(set(table.answers) - {"undecided"}) > 1:
        yield BY_ANSWER
    wrong = (name for name, line in zip(names(table), table.lines, strict=True) if line.wrong)
    yield from disqualified(list(wrong))
    if any(line.errors > line.memouts for line in table.lines):
        said = "crashed: raised, exited, or ended by a signal; `accord report` lists why."
        yield Legend(({"crashed"}, said))
    if any(line.found for line in table.lines):
        said = (
            "found: solutions of a problem with an objective, and no proof of the best; "
            "`accord scores` says how good they were by when."
        )
        yield Legend(({"found"}, said))
    if any(line.missing for line in table.lines):
        said = "not asked: outside the sizes, constraints and objectives that the solver takes."
        yield Legend(({"not asked"}, said))
    if any(line.peak_memory for line in table.lines):
        yield Legend(
            ({"CPU"}, "CPU: mean of the runs that report it, all threads;"),
            ({"memory"}, "memory: the most of any run."),
        )
    if part := [
        f"{name} ({line.runs} of {line.runs + line.missing} runs)"
        for name, line in zip(names(table), table.lines, strict=True)
        if line.missing
    ]:
        yield f"over the puzzles it takes only, and not comparable with the others: {listed(part)}."
    if any(line.compiled is not None for line in table.lines):
        yield Legend(({COMPILED}, WITH_COMPILING))
    if table.left_out:
        yield left_out(table)
    if table.isomorphs:
        yield Legend(
            (ALWAYS, f"each puzzle also in {table.isomorphs} isomorphs;"),
            (
                {"spread"},
                "spread: median over the puzzles of the slowest form of a puzzle to the fastest.",
            ),
        )
    if any(line.cut for line in table.lines):
        known = known_instead(table.measure)
        yield f">=: at least that; a run not solved within the limit counts as the limit{known}."
    if bounds := {line.bound for line in table.lines if line.ratio is not None} - {""}:
        yield Legend(({"ratio"}, signs(bounds, "this solver", table.reference)))
    fewer = [
        f"{name} ({line.ratio_puzzles:,})"
        for name, line in zip(names(table), table.lines, strict=True)
        if line.ratio is not None and line.ratio_puzzles < table.puzzles
    ]
    if fewer:
        yield f"ratios over the puzzles that both were asked, fewer than all: {listed(fewer)}."
    if any(line.nodes_known for line in table.lines):
        some = any(0 < line.nodes_known < line.runs for line in table.lines)
        bound = "; >= where some runs did not report them" * some
        said = f"nodes: calls of the search, as each solver counts them; mean per run{bound}."
        yield Legend(({"nodes"}, said))
    if len(table.hosts) > 1:
        to = f"; each ratio is to {table.reference} on the same host" if table.reference else ""
        yield f"hosts: {listed(table.hosts)}{to}."
    if table.environments > 1:
        yield f"{table.environments} environments (machines, versions, commits): see environments/."
    if any(jobs > 1 for jobs in table.jobs):
        yield f"{listed(table.jobs)} runs at a time: timings are noisier."


def left_out(table: CampaignTable) -> str:
    """A sentence on the models that could not be asked."""
    models = counted(table.left_out, "model")
    return f"left out: {models}, by itself or with its data; {LEFT_OUT} says why."


def disqualified(refuted: Sequence[str]) -> Iterator[str]:
    """A sentence on the solvers that stand last for a wrong answer, if there are any."""
    if refuted:
        yield f"disqualified by a wrong answer, and last in the order: {listed(refuted)}."


def incomplete(runs: int, asked: int) -> Iterator[str]:
    """A sentence on runs that were asked for and are missing, if there are any."""
    if runs < asked:
        yield f"INCOMPLETE: {runs:,} of {asked:,} runs; solvers may have met different puzzles."


def names(table: CampaignTable) -> list[str]:
    """The solver of each line, with version or host where these tell lines apart."""
    versions = Counter(
        solver for solver, _ in {(each.solver, each.version) for each in table.lines}
    )
    return [
        line.solver
        + (f" ({line.version or 'no version'})" if versions[line.solver] > 1 else "")
        + (f" @ {line.host or 'no host'}" if len(table.hosts) > 1 else "")
        for line in table.lines
    ]


def numbers_by_answer(
    answers: Sequence[str], found: Mapping[str, tuple[int, int]]
) -> dict[str, int]:
    """The numbers of solved and of asked puzzles of each answer, by column of a CSV file."""
    return {
        f"{what}_{answer}": found.get(answer, (0, 0))[place]
        for answer in answers
        for place, what in enumerate(("solved", "asked"))
    }


def by_answer(
    answers: Sequence[str], lines: Iterable[tuple[str, Mapping[str, tuple[int, int]]]]
) -> TextTable:
    """Puzzles that each solver solved, by answer; no rows where all have the same answer."""
    several = len(set(answers) - {"undecided"}) > 1
    rows = [
        (name, *(answer_cell(found, answer).text for answer in answers)) for name, found in lines
    ]
    return TextTable(("solved, of", *(KINDS[each] for each in answers)), rows if several else [])


def answer_cell(found: Mapping[str, tuple[int, int]], answer: str) -> Cell:
    """The solved and the asked puzzles with an answer: `62/63`."""
    solved, asked = found.get(answer, (0, 0))
    return Cell(f"{solved:,}/{asked:,}" if asked else "-", solved if asked else None)


def _is_same_search(table: CampaignTable) -> bool:
    """Whether all solvers search in the same way, so that nodes are compared."""
    return bool(table.lines) and all(is_same_search(line.solver) for line in table.lines)


def _tables(table: CampaignTable) -> Iterator[TextTable]:
    """The answers, and the times with what few tables need."""
    rows = all_cells(table)
    filled = {name for row in rows for name, each in row.items() if each.value}
    times = (*TIMES, *(name for name in FURTHER if name in filled))
    spares = SEARCHES_SPARE if _is_same_search(table) else ANSWERS_SPARE
    for headings, left, spare in ((answers(table, ANSWERS), 2, spares), (times, 1, TIMES_SPARE)):
        yield TextTable(
            headings, [[row[name].text for name in headings] for row in rows], left, spare
        )
    answered = by_answer(
        table.answers, zip(names(table), (line.answers for line in table.lines), strict=True)
    )
    if answered.rows:
        yield answered


def answers(table: CampaignTable, headings: Sequence[str]) -> tuple[str, ...]:
    """The headings without ways to end that no run has ended in."""
    ended = {
        heading
        for line in map(cells, table.lines)
        for heading, each in line.items()
        if each.value or heading not in UNSOLVED
    }
    return tuple(heading for heading in headings if heading == "solver" or heading in ended)


def _cut(table: CampaignTable) -> str:
    """A clause on what the ratio is of where runs are unsolved."""
    compared = [line for line in table.lines if line.ratio is not None]
    if any(line.cut > line.timeouts for line in compared):
        return f", {FAILED},"
    cut = any(line.ratio_cut or line.reference_cut for line in compared)
    return ", cut at the limit," if cut else ""


def signs(bounds: Collection[str], solver: str, other: str) -> str:
    """A sentence on the signs before ratios of a solver to another, of those that occur."""
    meanings = {
        ">=": f">= at least that, as runs of {solver} were cut and none of {other}",
        "<=": f"<= at most that, as runs of {other} were cut and none of {solver}",
        "~": "~ more or less than that, as runs of both were cut",
    }
    shown = "; ".join(meaning for sign, meaning in meanings.items() if sign in bounds)
    return f"ratio without a limit: {shown}."


def cells(line: TableLine) -> dict[str, Cell]:
    """Cells of a solver, by heading."""
    cut = ">=" if line.cut else ""
    return {
        "family": Cell(line.family, line.family),
        "solved": Cell(f"{line.solved:,}/{line.runs:,}", line.solved),
        "wrong": Cell(f"{line.wrong:,}", line.wrong, "bad" if line.wrong else ""),
        "found": cell(integer, line.found),
        "out of time": cell(integer, line.timeouts),
        "out of memory": cell(integer, line.memouts),
        "crashed": cell(integer, line.errors - line.memouts),
        "gave up": cell(integer, line.gave_up),
        "not asked": cell(integer, line.missing),
        "PAR-2": cell(seconds, line.par2),
        "ratio": cell(ratio, line.ratio, line.bound),
        "nodes": cell(number, line.nodes, ">=" if cut or line.nodes_known < line.runs else ""),
        "mean": cell(seconds, line.mean, cut),
        "median": cell(seconds, line.median, "" if line.median_known else ">="),
        "fastest": cell(seconds, line.fastest),
        "slowest": cell(seconds, line.slowest, cut),
        "total": cell(seconds, line.total, cut),
        "per second": cell(number, line.per_second),
        "per hour": cell(number, line.per_hour),
        COMPILED: cell(seconds, line.compiled, cut),
        "CPU": cell(seconds, line.cpu),
        "memory": cell(mebibytes, line.peak_memory),
        "prepare": cell(seconds, line.prepare),
        "start-up": cell(seconds, line.startup),
        "spread": cell(ratio, line.spread, "" if line.spread_known else ">="),
    }

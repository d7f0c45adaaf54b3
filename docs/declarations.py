"""What pages show of what the code declares: engines, techniques, encodings, limits and faults.

Each function returns Markdown; derived.py puts it into the pages that ask for it.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from accord import puzzle
from accord.puzzles.discovery import members
from accord.puzzles.phrasing import integer, listed
from accord.solvers.backend import Backend
from accord.views.tables.text import markdown_table

if TYPE_CHECKING:
    from accord.encodings.encoding import Encoding

ENCODED = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


@cache
def declared() -> dict[str, Backend]:
    """The backends of accord itself by name; those of other packages are in no page."""
    found: dict[str, Backend] = members("SOLVERS", "accord.solvers")
    return dict(sorted(found.items()))


def engines() -> str:
    """Which solvers share an engine: a table with a line for each engine."""
    shared: dict[str, list[str]] = {}
    for name, backend in declared().items():
        variants = {f"{name}:{value}": each.engine for value, each in backend.variants.items()}
        for solver, engine in (variants or {name: backend.engine}).items():
            shared.setdefault(engine, []).append(solver)
    lines = sorted(shared.items(), key=lambda each: (-len(each[1]), each[0]))
    return word_table(("engine", "solvers"), [(engine, as_code(who)) for engine, who in lines])


def as_code(names: Iterable[str]) -> str:
    """Names in a row, as code."""
    return ", ".join(f"`{name}`" for name in names)


def tiers() -> str:
    """The techniques of `accord explain` in their order, by tier."""
    from accord.solvers.logic import TECHNIQUES, TIERS

    lines = []
    for tier in TIERS:
        of_tier = [each for each in TECHNIQUES.values() if each.tier == tier]
        mark = {True: "*", False: ""}
        titles = [f"{each.title}{mark[each.assumes_unique]}" for each in of_tier]
        lines.append((tier, str(len(of_tier)), "; ".join(titles)))
    told = "An asterisk (*) marks a rule that assumes that the puzzle has one solution."
    return f"{word_table(('tier', 'rules', 'in this order'), lines)}\n\n{told}"


def word_table(headings: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table of words."""
    return markdown_table(headings, lines, left=len(headings))


def encodings() -> str:
    """A puzzle in every encoding: the table of `accord encodings` without times."""
    from accord.encodings.encoding import encodings as known

    headings = ("encoding", "language", "variables", "constraints", "distinct", "literals")
    lines = [
        (f"`{name}`", each.language, *_size(each), *_root(each))
        for name, each in known().items()
        if "+" not in name
    ]
    return figure_table((*headings, "candidates", "propagation"), lines, 2)


def problem_encodings() -> str:
    """SEND + MORE = MONEY in every encoding that takes problems."""
    from accord.encodings.encoding import encodings as known
    from accord.puzzles.classics.examples import EXAMPLES

    problem = EXAMPLES["send-more"].problem()
    lines, others = [], []
    for name, each in known().items():
        if "+" in name:
            continue
        if each.puzzles_only:
            others.append(f"`{name}`")
        else:
            lines.append((f"`{name}`", each.language, *map(integer, each.size(problem))))
    headings = ("encoding", "language", "variables", "constraints", "distinct", "literals")
    refused = f"Puzzles of all-different alone, and no other problem: {listed(others)}."
    return f"{figure_table(headings, lines, 2)}\n\n{refused}"


def at_most_one() -> str:
    """The same puzzle in `extended` with each way to say "at most one"."""
    from accord.encodings.encoding import encodings as known

    lines = []
    for name, each in known().items():
        encoding, _, way = name.partition("+")
        if encoding == "cnf-extended":
            variables, clauses, _, literals = _size(each)
            lines.append((way or "pairwise", variables, clauses, literals, _root(each)[0]))
    headings = ("at most one", "variables", "clauses", "literals", "candidates")
    return figure_table(headings, lines, 1)


def _size(encoding: "Encoding") -> tuple[str, ...]:
    return tuple(map(integer, encoding.size(puzzle(ENCODED))))


def _root(encoding: "Encoding") -> tuple[str, str]:
    """The candidates that unit propagation leaves, and how it ends; of clauses only."""
    from accord.encodings.clauses.propagation import root

    if encoding.formula is None:
        return "-", "-"
    found = root(encoding.formula(puzzle(ENCODED)))
    return integer(found.candidates), found.end


def enforced() -> str:
    """How each limit is held, on each system."""
    from accord.bench.run.enforcement import enforcement

    systems = {"Linux": "linux", "macOS": "darwin", "Windows": "win32"}
    alike: dict[tuple[str, str, str], list[str]] = {}
    for system, platform in systems.items():
        for each in enforcement(platform):
            alike.setdefault((system, each.grade, each.means), []).append(each.limit)
    lines = [
        (system, listed(limits), grade, means) for (system, grade, means), limits in alike.items()
    ]
    return word_table(("system", "limit", "grade", "means"), lines)


def faults() -> str:
    """A table of the faults of `accord doctor --torture`, and how each has to end."""
    from accord.bench.run.faults import TRIALS

    lines = [(each.name, each.outcome, each.reason or "-") for each in TRIALS]
    return word_table(
        ("a solver that is, has or does this", "ends as", "and its reason says"), lines
    )


def figure_table(headings: Sequence[str], lines: Sequence[Sequence[str]], left: int) -> str:
    """A table of numbers, none of which is broken over two lines: it is scrolled."""
    return scrolled(markdown_table(headings, lines, left))


def scrolled(table: str) -> str:
    """A table of numbers in a box, in which it is scrolled where the page is narrow."""
    return f":::{{container}} figures\n\n{table}\n\n:::"

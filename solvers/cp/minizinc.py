"""MiniZinc: a model (encodings/problems/minizinc.py), flattened for a solver of FlatZinc.

The program `minizinc` turns a model into FlatZinc, flat constraints that the chosen solver supports
(Nethercote, Stuckey, Becket, Brand, Duck and Tack, CP 2007); the solver is a program of its own
and prints solutions as it finds them.  The two are run one after the other, so that flattening is
the phase `encode` and what the solver does is `search`:

    minizinc --solver gecode -c model.mzn --fzn flat.fzn
    fzn-gecode -n 2 -s flat.fzn

What it prints is read by flatzinc_program.py, which asks programs of users, too.  Asked for n
solutions it stops after the n-th and prints neither.  The time is kept here, since the
solver's clock would also run while a grid is processed; the solver itself goes on then.

With `search` the model says which variable is next; it takes its least value, x = v and then
x != v.  Chuffed and CP-SAT learn all the same, and take no other order than the first.

    input-order    the first open one
    dom-w-deg      the fewest values for the failures of its constraints; Boussemart, Hemery,
                   Lecoutre and Sais, "Boosting systematic search by weighting constraints",
                   ECAI 2004
    activity       the fewest values for how often its domain changed of late; Michel and
                   Van Hentenryck, "Activity-based search for black-box constraint programming
                   solvers", CPAIOR 2012
    model          what the source of the problem proposes, in its words and Gecode's

With `posts=original` MiniZinc is asked the model itself that a problem was read from
(minizinc_original.py), and its solver does with the search that is proposed there what it does
unasked: Gecode follows it.  `search=free` takes the proposal out.

Measured, and a trap in Debian's packages: docs/solvers/cp.md.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from subprocess import SubprocessError
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Literal

from accord.encodings.problems.minizinc import PAIRS, POSTS, SOLUTION, read, write
from accord.puzzles.proposed_search import ProposedSearch
from accord.solvers.backend import Backend, EngineVariant, Need
from accord.solvers.cp import minizinc_original
from accord.solvers.cp.flatzinc_program import flattened, lines, output, solutions
from accord.solvers.cp.minizinc_original import ORIGINAL
from accord.solvers.following import followed
from accord.solvers.interface import Budget, Problem, Solution, UnsupportedError
from accord.solvers.optimizing import only_better
from accord.solvers.settings import Workers

Constraints = Literal["alldifferent", "unannotated", "disequalities"]
Search = Literal["default", "dom-w-deg", "activity", "input-order", "model", "free"]
VARIABLES: dict[Search, str] = {  # how the next variable is chosen, in MiniZinc's words
    "input-order": "input_order",
    "dom-w-deg": "dom_w_deg",
    "activity": "action_size_max",
}
DECLARED = "annotation action_size_max;\n"  # Debian's library has Gecode's earlier name for it
BY_GECODE = ("dom-w-deg", "activity", "model")  # others pass over them
CHOOSE = (  # that Gecode does not take for another word
    *("input_order", "first_fail", "anti_first_fail", "smallest", "largest", "occurrence"),
    *("most_constrained", "max_regret", "dom_w_deg"),
)
ASSIGN = ("indomain", *(f"indomain_{each}" for each in (
    "min", "max", "median", "random", "split", "reverse_split",
)))  # fmt: skip

ENGINES = {"gecode": "gecode", "chuffed": "chuffed", "cp-sat": "or-tools", "coin-bc": "cbc"}
_PROPOSED = re.compile(r"^solve\s*::.*\b(satisfy|minimize|maximize)\b", re.MULTILINE)
ALL_DIFFERENT = re.compile(r"^(constraint alldifferent\(.*\));$", re.MULTILINE)


def solve(
    problem: Problem,
    budget: Budget,
    *,
    solver: Literal["gecode", "chuffed", "cp-sat", "coin-bc"] = "gecode",
    constraints: Constraints = "alldifferent",
    search: Search = "default",
    posts: Literal["ours", "original"] = "ours",
    workers: Workers = 1,
) -> Iterator[Solution]:
    """A MiniZinc model, flattened for Gecode or another solver of FlatZinc."""
    if posts == "original":
        if constraints != "alldifferent" or search not in ("default", "free"):
            raise UnsupportedError(
                "posts=original: found constraints or search, expected neither, or search=free"
            )
        yield from _of_the_model(problem, budget, solver, search == "free", workers)
        return
    if search == "free":
        raise UnsupportedError("search=free: found posts=ours, expected posts=original")
    if search in BY_GECODE and solver != "gecode":
        raise UnsupportedError(f"{solver} has no search={search}, which gecode has")
    budget.enter("encode")
    proposed = followed(budget, CHOOSE, ASSIGN) if search == "model" else ()
    model = _model(problem, constraints, search, proposed)
    with _flat(model, solver, budget) as flat:
        budget.enter("search")
        limit = budget.limit if problem.goal is None else None  # or ever better ones
        with closing(lines(_command(solver, limit, workers), budget, flat)) as printed:
            found = solutions(printed, limit, budget, partial(read, problem))
            yield from found if problem.goal is None else only_better(found, problem, budget)
    if search == "input-order" and not budget.spent["nodes"]:
        budget.spend(nodes=1)  # the root, which Gecode does not count where posting fails


def _of_the_model(
    problem: Problem, budget: Budget, solver: str, is_free: bool, workers: int
) -> Iterator[Solution]:
    """The solutions of the MiniZinc model that a problem was read from."""
    budget.enter("encode")
    with TemporaryDirectory(prefix="accord-") as name:
        flat, answer = minizinc_original.flat_of(problem, solver, Path(name), budget)
        if is_free:
            flat.write_text(_PROPOSED.sub(r"solve \1", flat.read_text("utf-8")), "utf-8")
        budget.enter("search")
        with (
            flat.open("rb") as file,
            closing(lines(_command(solver, None, workers), budget, file)) as printed,
        ):
            yield from solutions(printed, None, budget, answer)


def _start_up(budget: Budget, *, solver: str = "gecode", **others: Any) -> None:
    """Have a model without variables and constraints flattened and solved."""
    with _flat("solve satisfy;\n", solver, budget) as flat:
        printed = list(lines(_command(solver, 1), budget, flat))
    if SOLUTION not in printed:
        raise RuntimeError(f"{solver}: found {printed!r:.80}, expected {SOLUTION!r}")


def _model(
    problem: Problem,
    constraints: Constraints,
    search: Search,
    proposed: Sequence[ProposedSearch] = (),
) -> str:
    """The model, with the AllDifferents and the search that the settings ask for.

    Its AllDifferents are to be domain consistent, if nothing else is said.
    """
    model = "".join(write(problem, True, PAIRS if constraints == "disequalities" else POSTS))
    if constraints == "alldifferent":
        model = ALL_DIFFERENT.sub(r"\1 :: domain;", model)
    if proposed:
        parts = (
            f"int_search([array1d(solution)[at] | at in {[each + 1 for each in part.variables]}], "
            f"{part.choose}, {part.assign}, complete)"
            for part in proposed
        )
        model = model.replace("\nsolve ", f"\nsolve :: seq_search([{', '.join(parts)}]) ")
    elif search != "default":
        chosen = f"int_search(array1d(solution), {VARIABLES[search]}, indomain_min, complete)"
        model = model.replace("\nsolve ", f"\nsolve :: {chosen} ")
    return f"{DECLARED}{model}" if search == "activity" else model


def _flat(model: str, solver: str, budget: Budget) -> BinaryIO:
    """The FlatZinc of a model: a file that is in no folder, so that none is left behind."""
    with TemporaryDirectory(prefix="accord-") as name:
        return flattened(model, solver, Path(name), budget).open("rb")


def _command(solver: str, limit: int | None, workers: int = 1) -> list[str]:
    """The solver's program, which stops after so many solutions if it can.

    Raises:
        UnsupportedError: it cannot work on so many threads.
    """
    known = _configurations()[solver]
    flags = known.get("stdFlags", ())
    if workers > 1 and "-p" not in flags:
        raise UnsupportedError(f"{solver} works on 1 thread, found workers={workers}")
    number = ["-n", str(limit)] if limit is not None and "-n" in flags else ["-a"]
    threads = ["-p", str(workers)] if workers > 1 else []
    statistics = ["-s"] if "-s" in flags else []
    return [known["extraInfo"]["executable"], *number, *threads, *statistics]


@cache
def _configurations() -> Mapping[str, Any]:
    """The configurations of the solvers that MiniZinc knows, by identifier."""
    listed = json.loads(output("minizinc", "--solvers-json"))
    return {
        name: each
        for name in ENGINES
        for each in listed
        if f".{each['id']}".endswith(f".{name}") or name in each.get("tags", ())
    }


@dataclass(frozen=True)
class KnownToMiniZinc(Need):
    """A solver that MiniZinc can call."""

    solver: str = ""

    @property
    def missing(self) -> str:
        """The missing distribution or program, in words; empty when all is there."""
        if reason := super().missing:
            return reason
        try:
            known = _configurations().get(self.solver, {})
        except (
            OSError,
            SubprocessError,
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
        ) as error:
            return f"minizinc does not say which solvers it knows: {type(error).__name__}"
        if "executable" not in known.get("extraInfo", {}):
            within = f"; minizinc has it within itself, expected {self.solver} as a program"
            return f"needs the solver {self.solver} for MiniZinc{within * bool(known)}"
        return ""

    @property
    def version(self) -> str:
        """The versions of MiniZinc and of the solver, each with its name."""
        if self.missing:
            return ""
        known = _configurations()[self.solver]
        return f"{super().version} with {known['name']} {known['version']}"


SOLVERS = {
    "minizinc": Backend(
        solve,
        engine="gecode",
        model="minizinc",
        family="cp",
        needs=(Need(program="minizinc"),),
        variants={
            solver: EngineVariant(
                engine,
                (KnownToMiniZinc(program="minizinc", solver=solver),),
                original=ORIGINAL,
            )
            for solver, engine in ENGINES.items()
        },
        original=ORIGINAL,
        start_up=_start_up,
        posts=POSTS,
        pairwise=PAIRS,
        same_search="search=input-order",
        cores="workers",
        optimizes="variable",
    )
}

"""Figures of CP-SAT's work: from its response, and from the log that it writes.

CP-SAT does not report its steps, so that its trace has none: it has the solutions, and for each
search a row of figures.  The log gives sums; the propagators inside CP-SAT cannot be observed.

    figure                                what                                           from
    -----------------------------------   --------------------------------------------   --------
    variables, constraints                of the model as it was given                   log
    presolved_variables, _constraints     of what its presolve made of it                log
    booleans, integers, fixed_booleans    variables of the search                        response
    conflicts, branches, restarts         the search's                                   response
    boolean_, integer_propagations        the search's                                   response
    lp_iterations                         of linear relaxations                          response
    deterministic_time                    work, which a busy machine does not lengthen   response
    status                                CP-SAT's word                                  response
    found_by                              for each solution the subsolver that found it  log

A search that presolve decides has no presolved model; a figure that CP-SAT does not give is left
out.  The log is written for a trace only.
"""

import re
from collections.abc import Iterable
from typing import Any

OF_THE_RESPONSE = {
    "booleans": "num_booleans",
    "fixed_booleans": "num_fixed_booleans",
    "integers": "num_integers",
    "conflicts": "num_conflicts",
    "branches": "num_branches",
    "restarts": "num_restarts",
    "boolean_propagations": "num_binary_propagations",
    "integer_propagations": "num_integer_propagations",
    "lp_iterations": "num_lp_iterations",
    "deterministic_time": "deterministic_time",
}
MODEL = re.compile(r"^(Initial|Presolved) \w+ model ", re.MULTILINE)
VARIABLES = re.compile(r"^#Variables: ([0-9']+)", re.MULTILINE)
CONSTRAINTS = re.compile(r"^#k\w+: ([0-9']+)", re.MULTILINE)
SOLUTION = re.compile(r"^#[0-9]+ +[0-9.]+s +(\S+)", re.MULTILINE)


def listen(solver: Any) -> list[str]:
    """The messages of a CpSolver's log, which its next search will fill."""
    log: list[str] = []
    solver.parameters.log_search_progress = True
    solver.parameters.log_to_stdout = False
    solver.log_callback = log.append
    return log


def figures(log: Iterable[str], response: Any, status: str) -> dict[str, Any]:
    """The figures of one search, by name, from its log and response.

    Args:
        log: its messages.
        response: CP-SAT's.
        status: its name.
    """
    text = "\n".join(log)
    sums = {
        figure: getattr(response, name)
        for figure, name in OF_THE_RESPONSE.items()
        if hasattr(response, name)
    }
    return {"status": status, **models(text), **sums, "found_by": SOLUTION.findall(text)}


def models(log: str) -> dict[str, int]:
    """The numbers of variables and constraints in a log, before presolve and after it."""
    starts = [*MODEL.finditer(log)]
    ends = [*(start.start() for start in starts[1:]), len(log)]
    found: dict[str, int] = {}
    for start, end in zip(starts, ends, strict=True):
        before = "presolved_" if start[1] == "Presolved" else ""
        part = log[start.end() : end].partition("\n\n")[0]
        if variables := VARIABLES.search(part):
            found[f"{before}variables"] = _number(variables[1])
            found[f"{before}constraints"] = sum(map(_number, CONSTRAINTS.findall(part)))
    return found


def _number(text: str) -> int:
    """The value of a number whose thousands are set apart: 1'946."""
    return int(text.replace("'", ""))

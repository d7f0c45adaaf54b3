"""The LP format of CPLEX: what is common to files of puzzles and of problems, and to reading them.

HiGHS, SCIP, CBC and GLPK read such files.  What they print of a solution differs, but has the name
of a variable with its value after it in common; a variable that is 0 is left out by some.
"""

import re
from collections.abc import Iterator, Sequence

from accord.encodings.model import ModelError, UnsatisfiableError

TERMS = 8  # on a line of the file: some readers take lines of 255 characters
_NUMBER = r"[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?"
_INFEASIBLE = re.compile(
    r"model status\s*:?\s+infeasible$"  # HiGHS, its solution file and its log
    r"|problem is solved \[infeasible\]"  # SCIP
    r"|^(?:integer )?infeasible - objective|\bproblem (?:is|proven) infeasible"  # CBC
    r"|^status: +integer empty|problem has no (?:integer |primal )?feasible solution",  # GLPK
    re.IGNORECASE | re.MULTILINE,
)


def in_lines(words: Sequence[str], between: str) -> str:
    """The words on lines of a few."""
    lines = (words[start : start + TERMS] for start in range(0, len(words), TERMS))
    return f"\n  {between.lstrip()}".join(between.join(line) for line in lines)


def named_values(text: str, name: str, example: str) -> Iterator[tuple[str, float]]:
    """The variables of a solution with their values; one may be named several times.

    Args:
        text: a solution file or a log.
        name: a regular expression for names.
        example: what is expected.

    Raises:
        UnsatisfiableError: the solver says that the program is infeasible.
        ModelError: there are no values.
    """
    if _INFEASIBLE.search(text):  # some print the values they gave up at all the same
        raise UnsatisfiableError("the solver says that the program is infeasible")
    primal = text.partition("# Dual solution values")[0]  # HiGHS names the variables again there
    named = re.findall(rf"(?:^|\s)((?:{name}))[ \t]+(?:\*[ \t]+)?({_NUMBER})\b", primal)
    if not named:
        raise ModelError(f"found {text.strip()[:60]!r}, expected lines such as `{example}`")
    return ((found[0], float(found[-1])) for found in named)

"""The literals in what an outside solver of clauses or pseudo-Boolean constraints prints.

Four ways of printing a model are in use, and all are read:

    s SATISFIABLE, then `v` lines of integers, a 0 at the end   the SAT competitions
    s SATISFIABLE, then `v` lines of x1 -x2 ...                 the pseudo-Boolean competitions
    SAT, then a line of integers, a 0 at the end                the result file of MiniSat
    integers, with or without a 0 at the end                    what is left when they are copied

The word SATISFIABLE alone is no model, and UNSATISFIABLE is a claim that leaves nothing to read.
Where there are `v` lines they are the model, and nothing else is; other lines, such as comments and
statistics, are ignored.  Several models are an error.
"""

import re
from collections.abc import Iterator

from accord.encodings.model import ModelError, UnsatisfiableError

SATISFIABLE = frozenset({"SATISFIABLE", "SAT", "OPTIMUM FOUND"})
UNSATISFIABLE = frozenset({"UNSATISFIABLE", "UNSAT"})
UNKNOWN = frozenset({"UNKNOWN", "INDETERMINATE", "INDET", "UNSUPPORTED"})

_LITERAL = re.compile(r"-?x?[0-9]{1,18}")


def literals(text: str) -> list[int]:
    """The literals of the one model in a solver's output, in the order in which they stand there.

    A literal is a variable 1, 2, ... that is true, or minus one that is false; `x7` is 7.  The
    list is empty only where a model of no variables was printed.

    Raises:
        UnsatisfiableError: the solver says that there is no model.
        ModelError: there is no model, or more than one, or one that contradicts itself.
    """
    lines = [line.split() for line in text.splitlines()]
    statuses = set(_statuses(lines))
    words = _words(lines)
    if statuses & UNSATISFIABLE:
        if statuses & SATISFIABLE or words:
            raise ModelError("found UNSATISFIABLE together with a model, expected one of them")
        raise UnsatisfiableError("the solver says that there is no model")
    if unknown := statuses - SATISFIABLE:
        raise ModelError(f"found the status {min(unknown)!r}, expected SATISFIABLE and a model")
    if words is None:
        found = "SATISFIABLE without a model" if statuses else "neither a status nor a model"
        raise ModelError(f"found {found}, expected `v` lines or integers that end in 0")
    return _one_model(words)


def _statuses(lines: list[list[str]]) -> Iterator[str]:
    """What the solver says of the question as a whole."""
    for words in lines:
        line = " ".join(words)
        if words[:1] == ["s"]:
            yield line[2:]
        elif line in SATISFIABLE | UNSATISFIABLE | UNKNOWN:
            yield line


def _words(lines: list[list[str]]) -> list[str] | None:
    """The words of the model; None where no line belongs to one."""
    marked = [words[1:] for words in lines if words[:1] == ["v"]]
    bare = [words for words in lines if words and _LITERAL.fullmatch(words[0])]
    model = marked or bare
    return [word for words in model for word in words] if model else None


def _one_model(words: list[str]) -> list[int]:
    for word in words:
        if not _LITERAL.fullmatch(word):
            raise ModelError(f"found {word!r} in a model, expected literals like 7 -8 or x7 -x8")
    found = [int(word.replace("x", "")) for word in words]
    end = found.index(0) if 0 in found else len(found)
    if any(found[end:]):
        raise ModelError("found literals after the 0 that ends a model, expected one model")
    model = list(dict.fromkeys(found[:end]))
    true = set(model)
    for literal in model:
        if -literal in true:
            raise ModelError(f"found both {abs(literal)} and -{abs(literal)}, expected one of them")
    return model

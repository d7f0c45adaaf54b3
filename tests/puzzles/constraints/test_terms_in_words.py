"""A term in words is read as it is meant: Python, which binds operators alike, agrees."""

import re
from collections.abc import Callable, Sequence
from random import Random

import pytest

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.terms import Operation, Term, in_words, number, operands_of, term_of

NUMBERS = ("add", "sub", "mul", "div", "mod", "neg", "sqr", "abs", "min", "max")
COMPARISONS = ("lt", "le", "ge", "gt", "ne", "eq")
TRUTHS = ("and", "or", "not", *COMPARISONS)
IN_PYTHON = {" div ": "//", " mod ": "%", "^": "**", " = ": " == "}
X, Y, Z = map(Variable, range(3))


def drawn(random: Random, depth: int, operators: Sequence[str]) -> Operation:
    operator = random.choice(operators if depth else [*{*operators} - {"and", "or", "not"}])
    least, most = operands_of(operator)
    several = random.randint(least, min(most or 3, 2 if operator == "eq" else 3))
    if operator in ("div", "mod"):  # Python rounds those of negative numbers otherwise
        return Operation(operator, (random.choice((X, Y, 7)), random.choice((X, 2))))

    def operand() -> Term:
        if operator in ("and", "or", "not"):
            return drawn(random, depth - 1, TRUTHS)
        if not depth or random.random() < 0.3:
            return random.choice((X, Y, random.randrange(-3, 4)))
        return drawn(random, depth - 1, TRUTHS if random.random() < 0.2 else NUMBERS)

    return Operation(operator, tuple(operand() for _ in range(several)))


def test_python_reads_it_as_it_is_meant(some: Callable[[int], Sequence[int]]) -> None:
    for seed in some(300):
        random = Random(seed)
        term = drawn(random, random.randrange(4), random.choice((NUMBERS, TRUTHS)))
        words = in_words(term, ("x", "y"))
        for ours, of_python in IN_PYTHON.items():
            words = words.replace(ours, of_python)
        words = re.sub(r"\|([^|]*)\|", r"abs(\1)", words)
        for x, y in ((1, 5), (7, 2), (4, 4)):
            known = {"x": x, "y": y, "min": lambda *each: min(each), "max": lambda *each: max(each)}
            assert number(term, {0: x, 1: y}) == eval(words, known), words


@pytest.mark.parametrize(
    ("term", "words"),
    [
        (("eq", ("add", ("mul", 2, X), ("neg", Y), ("mul", -3, Z)), 3), "2*x - y - 3*z = 3"),
        (("imp", ("iff", X, Y), ("imp", Y, Z)), "(x iff y) implies (y implies z)"),
        (("or", ("in", X, ("set", 1, 2)), ("notin", Y, ("set",))), "x in {1, 2} or y not in {}"),
        (("if", ("xor", X, Y), ("pow", -2, X), ("dist", X, Y)), "if(x xor y, (-2)^x, |x - y|)"),
        (("abs", ("dist", X, ("abs", Y))), "abs(dist(x, |y|))"),
        (("mul", X, ("mod", X, ("sub", Y, -1)), -1), "x*(x mod (y - -1))*(-1)"),
    ],
)
def test_it_is_written_as_people_write(term: Term, words: str) -> None:
    assert in_words(term_of(term), ("x", "y", "z")) == words

"""The checker of proofs: honest ones are accepted, forged ones refused, each with its line.

The forgeries are tested, too: checkers that are wrong on purpose, and mutants, have to be found out
by them.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.proofs.checker import check
from accord.puzzles.proofs.lrat import (
    EXPECTED,
    LARGEST,
    Deletion,
    Lemma,
    ProofError,
    read_lrat,
    written_binary,
    written_text,
)
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from forged_edits import edited
from listed_clauses import ListedClauses, clauses_of, listed
from mutants import defined, mutants, unchanged
from optional import slow
from places import ROOT
from refutation import refutation

Check = Callable[[ListedClauses, bytes], None]
Case = tuple[ListedClauses, bytes, str]  # clauses, proof, and why it is refused, or nothing

HERE = Path(__file__).parent
FORGED = tomllib.loads((HERE / "forged.toml").read_text(encoding="utf-8"))
HARMLESS = tomllib.loads((HERE / "harmless.toml").read_text(encoding="utf-8"))
FAULTY = tomllib.loads((HERE / "faulty.toml").read_text(encoding="utf-8"))
NO_MODEL = listed([[-1, 2], [-2], [1]])

HONEST = {
    "propagation": "4 0 3 1 2 0",
    "without a line's end, in two steps": "4 2 0 1 3 0\n5 0 4 2 0",
    "deletions, one of nothing": "3 d 0\n7 2 0 1 3 0\n3 d 1 3 0\n9 0 7 2 0\n",
    "the number of a deletion says nothing": "9 d 0\n4 0 3 1 2 0",
    "a variable that nothing says, and its deletion": "4 3 0 0\n4 d 4 0\n5 -3 0 0\n6 0 3 1 2 0",
    "a definition: 3 is true where 1 and not 2 are": (
        "4 3 -1 2 0 0\n5 -3 1 0 -4 0\n6 -3 -2 0 -4 0\n7 3 0 3 2 4 0\n8 0 3 1 2 0"
    ),
    "RAT with hints before and behind": (
        "4 3 1 0 0\n5 3 2 0 0\n6 -3 0 3 -4 -5 1 0\n7 2 0 6 5 0\n8 0 7 2 0"
    ),
    "RAT with clauses in any order, and more variables": (
        "4 3 2 4 0 0\n5 3 1 0 0\n6 -3 4 0 -5 3 -4 3 1 0\n7 0 3 1 2 0"
    ),
    "negative literals of one byte and of two": "4 -63 -64 0 0\n5 -63 0 0\n6 0 3 1 2 0",
    "RAT of a literal that is not new": "4 5 1 0 0\n5 5 3 0 0\n6 3 5 0 0\n7 0 3 1 2 0",
}
PUZZLES: dict[str, tuple[int, tuple[int, int] | None, str]] = {
    "4x4": (4, None, "3..............4"),  # 18 solutions
    "6x6": (6, (2, 3), "..42......4.6..45.5.1....2......6..."),  # 10 solutions
    "9x9": (  # 3 solutions
        9,
        None,
        ".19...7.2..2......4....6....8.....65..3.....9.....438..618.39.....9.....8...5...1",
    ),
    "4x4 without a solution": (4, None, "12....3........3"),
}
MALFORMED = [
    "",
    "4 0 3 1 2",
    "4 0",
    "4 0 3 1 2 0 0",
    "4 0 3 1 2 0 5",
    "4 0 3 1 2 0\n\n",
    "0 0 3 1 2 0",
    "-4 0 3 1 2 0",
    "+4 0 3 1 2 0",
    "04 0 3 1 2 0",
    "1_0 0 3 1 2 0",
    "4.0 0 3 1 2 0",
    "1000000000000000000 0 3 1 2 0",
    "4 0 3 1 2 -0 0",
    "4 02 0 3 1 0\n5 0 3 1 2 0",
    "4 +2 0 3 1 0\n5 0 3 1 2 0",
    "4 0 +3 1 2 0",
    "4 0 3 1 02 0",
    "4 0 3 1 \u0662 0",
    "4 0 3 1 \uff12 0",
    "4 0  3 1 2 0",
    " 4 0 3 1 2 0",
    "4 0 3 1 2 0 ",
    "4\t0 3 1 2 0",
    "4 0 3 1 2 0\r\n",
    "c 4 0 3 1 2 0",
    "4 d 1",
    "4 d -1 0",
    "4 d 0 1 0",
    "4 e 1 0",
]
MALFORMED_BINARY = {  # in hexadecimal
    "61 08 00 06 02 04": "line 1: found the end of the proof, expected a zero",
    "61 08": "line 1: found the end of the proof, expected a zero",
    "61 08 00 06 82": "line 1: found the end of the proof, expected a zero",
    "61 08 00 06 02 8400 00": "line 1: found the bytes 8400, no number",
    "61 08 00 06 02 01 00": "line 1: found the bytes 01, no number",
    "61 08 00 06 02 8080 00 00": "line 1: found the bytes 808000, no number",
    "61 08 00 8080a0f6f4acdbe01b 00": "line 1: found the bytes 8080a0f6f4acdbe01b, no number",
    "61 08 00 8080808080808080808001 00": "line 1: found the bytes 80808080808080808080, no number",
    "61 00 06 02 04 00": f"line 1: found no number of a lemma, {EXPECTED}",
    "61 09 00 06 02 04 00": f"line 1: found no number of a lemma, {EXPECTED}",
    "64 00 64 06 03 00": f"line 2: found -1 among what is deleted, {EXPECTED}",
    "64 00 62 00": "line 2: found 'b', expected a or d",
    "64 00 0a": "line 2: found '\\n', expected a or d",
}


def forgeries() -> Iterator[Case]:
    for each in FORGED["false"]:
        formula = listed(each["clauses"], each.get("hidden", ()))
        yield formula, each["proof"].encode(), each["refused"]
    for each in FORGED["ambiguous"]:
        yield NO_MODEL, each["proof"].encode(), each["refused"]
    for text in MALFORMED:
        line, number = (text[:-1], 2) if text.endswith("\n\n") else (text, 1)
        shown = "" if number == 2 else line.removesuffix("\n").split("\n")[0]
        found = ascii(shown.encode()[:40])[1:]
        yield NO_MODEL, text.encode(), f"line {number}: found {found}, {EXPECTED}"
    for data, reason in MALFORMED_BINARY.items():
        yield NO_MODEL, bytes.fromhex(data), reason


@cache
def cases() -> tuple[Case, ...]:
    """Every proof that the checker is tried with: text, most also in the binary format."""
    honest = [(NO_MODEL, text.encode(), "") for text in HONEST.values()]
    found = [*honest, *forgeries()]
    for formula, proof, reason in found[:]:
        if not proof.startswith((b"a", b"d")) and EXPECTED not in reason:
            found.append((formula, written_binary(read_lrat(proof)), reason))
    return tuple(found)


def refusal(check: Check, formula: ListedClauses, proof: bytes) -> str:
    """Why a checker refuses a proof, or how it fails; nothing if it accepts it."""
    try:
        check(formula, proof)
    except ProofError as error:
        return str(error)
    except Exception as error:
        return repr(error)
    return ""


def test_honest_proofs_are_accepted_and_each_forged_one_is_refused_with_its_line() -> None:
    for formula, proof, reason in cases():
        assert refusal(check, formula, proof) == reason, proof
    with pytest.raises(ProofError) as caught:
        check(NO_MODEL, b"4 d 0\n4 d 7 0")
    assert (caught.value.line, caught.value.reason[:7]) == (2, "found 7")


@pytest.mark.parametrize("case", FORGED["false"], ids=lambda case: case["why"])
def test_what_a_forged_proof_refutes_has_a_model(case: dict[str, Any]) -> None:
    assert all(set(clause) & set(case["model"]) for clause in case["clauses"])


def test_what_honest_proofs_refute_has_no_model() -> None:
    for signs in product((1, -1), repeat=2):
        model = {sign * variable for variable, sign in enumerate(signs, 1)}
        assert not all(model & set(clause) for clause in NO_MODEL.listed)


@cache
def source() -> str:
    """The reader and the checker as one module, with the `ProofError` that is caught here."""
    reader, checker = (
        (ROOT / "puzzles/proofs" / name).read_text(encoding="utf-8")
        for name in ("lrat.py", "checker.py")
    )
    imported = "from accord.puzzles.proofs.lrat import "
    reader = re.sub(
        r"class ProofError.*?(?=\n\nclass )", f"{imported}ProofError\n", reader, flags=re.S
    )
    joined, count = re.subn(f"{imported}.*", lambda _: reader, checker)
    assert count == 1
    return joined


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_checker_accepts_a_forged_proof(name: str) -> None:
    """One that is of clauses with a model, or else one that others might read otherwise."""
    fault, changed = FAULTY[name], source()
    for old, new in fault["changes"].items():
        assert changed.count(old) == 1, old
        changed = changed.replace(old, new)
    faulty = defined(unchanged(changed))["check"]
    accepted = [case for case in cases() if case[2] and not refusal(faulty, *case[:2])]
    assert accepted
    assert any(formula is not NO_MODEL for formula, *_ in accepted) == fault.get("false", True)


def found_out(check: Check) -> bool:
    """Whether a mutant says something else about a proof than it should."""
    return any(refusal(check, formula, proof) != reason for formula, proof, reason in cases())


def test_mutants_of_the_checker_are_found_out() -> None:
    slow()
    left = [
        words
        for words, code in mutants(source())
        if not words.startswith(("written", "_bytes")) and not found_out(defined(code)["check"])
    ]
    assert sorted(left) == sorted(HARMLESS)


@cache
def claim(name: str) -> tuple[ListedClauses, list[Lemma | Deletion]]:
    """The clauses of a puzzle, with a clause for each solution, and a proof that has no others."""
    size, box, text = PUZZLES[name]
    puzzle = Puzzle(shape(size, box), Grid.parse(text))
    found = answer(backends()["backtracking-bitset"], puzzle, limit=None)
    assert found.exhausted
    formula = clauses_of(puzzle, found.grids)
    return formula, refutation(formula)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_proof_is_the_same_in_both_formats(name: str) -> None:
    formula, lines = claim(name)
    text, binary = written_text(lines, formula.clauses), written_binary(lines)
    for proof in (text, text.removesuffix(b"\n"), binary):
        assert [*read_lrat(proof)] == lines
        check(formula, proof)


numbers = st.integers(1, LARGEST)
signed = numbers | numbers.map(lambda number: -number)
some = st.tuples() | st.tuples(signed) | st.lists(signed, max_size=5).map(tuple)


@given(
    st.lists(
        st.builds(Lemma, numbers, some, some)
        | st.builds(Deletion, st.lists(numbers, max_size=5).map(tuple)),
        min_size=1,
    )
)
def test_any_lines_are_read_as_they_were_written(lines: list[Lemma | Deletion]) -> None:
    assert [*read_lrat(written_text(lines, 0))] == lines
    assert [*read_lrat(written_binary(lines))] == lines


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9"])
def test_no_edit_of_a_proof_hides_a_solution(name: str, drawn: int) -> None:
    """All solutions but the last are forbidden, so that whatever is accepted is a false theorem."""
    formula, lines = claim(name)
    weaker, draw = listed(formula.listed[:-1]), Random(drawn)
    with pytest.raises(ProofError) as caught:
        check(weaker, written_text(lines, weaker.clauses))
    refusals = Counter(
        re.sub(r"[^a-z ]+", "", refusal(check, weaker, proof)[5:])
        for proof in (
            edited(lines, weaker.clauses, caught.value.line - 1, draw) for _ in range(667)
        )
    )
    assert refusals.total() == 667
    assert "" not in refusals
    assert len(refusals) > 5  # reasons: the edits are not all of a kind


def test_an_edited_proof_that_still_proves_is_accepted() -> None:
    formula, lines = claim("6x6")
    lemmas = [line for line in lines if isinstance(line, Lemma)]
    last = lemmas[-2].number

    def later(number: int) -> int:
        return number + 1000 if number > formula.clauses else number

    said_again = Lemma(last + 1, formula[1], (1,))
    still = {
        "nothing is missed that could be deleted": [*lemmas],
        "numbers may have gaps": [
            Lemma(later(line.number), line.clause, tuple(map(later, line.hints))) for line in lemmas
        ],
        "a clause of the formula may be said again": [
            *lemmas[:-1],
            said_again,
            lemmas[-1]._replace(number=last + 2),
        ],
        "the order of literals says nothing where hints end in a conflict": [
            line._replace(clause=line.clause[::-1]) for line in lemmas
        ],
        "two clauses that are unit at once may be named in either order": [
            lemmas[0]._replace(hints=swapped(formula, lemmas[0])),
            *lemmas[1:],
        ],
    }
    for why, proof in still.items():
        assert proof != lines, why
        check(formula, written_text(proof, formula.clauses))


def swapped(formula: ListedClauses, lemma: Lemma) -> tuple[int, ...]:
    """Its first two hints the other way round, where the second is unit without the first."""
    first, second, *rest = lemma.hints
    for hint in (first, second):
        assert len(set(formula[hint]) - set(lemma.clause)) == 1
    return second, first, *rest


def test_the_checker_imports_nothing_but_puzzles() -> None:
    for name in ("lrat.py", "checker.py"):
        tree = ast.parse((ROOT / "puzzles/proofs" / name).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = getattr(node, "module", None) or node.names[0].name
                known = module.split(".")[0] in sys.stdlib_module_names
                assert known or module.startswith("accord.puzzles.proofs"), module

"""`reads=itself`: a program gets the file that a problem was read from, or the problem is refused.

The fake program is a Python script that knows the solutions of the file, and what the file is.
"""

import pickle
import tomllib
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from accord.bench.hunt.problems import Extent, audit_problems
from accord.bench.hunt.truth import solutions_of
from accord.bench.judge.independence import equal_neighbours
from accord.bench.run.worker import provenance
from accord.puzzles.constraints.constraint import kinds
from accord.puzzles.derived_problems import reordering
from accord.puzzles.files.texts import read, read_problem
from accord.puzzles.formats.format import FormatError
from accord.puzzles.formats.xcsp3.read import read_xcsp3
from accord.puzzles.formats.xcsp3.write import write_xcsp3
from accord.puzzles.problem import Problem
from accord.solvers.answer import Answer, answer
from accord.solvers.interface import UnsupportedError
from accord.solvers.known_faults import FAULTS, Fault, InstalledFault, Misreading
from accord.solvers.programs import originals
from accord.solvers.programs.instances import SHIPPED
from accord.solvers.programs.originals import CONDITIONS, FileAnswers, file_of, own_reader
from accord.solvers.registry import select
from fake_programs import Describe, describing
from optional import library, program, slow
from places import ROOT

ARRAY = """\
<array id="a" size="[2][2]">
 <domain for="a[0][]"> 1..3 </domain> <domain for="a[1][0]"> 1 2 </domain>
</array>"""
OTHERS = '<var id="c" type="symbolic"> red green </var> <var id="u"> 5 6 </var>'
SAID = "<allDifferent> add(a[0][0],1) a[0][1] a[1][0] </allDifferent>"


def file(variables: str, constraints: str, before: str = "", kind: str = "CSP") -> bytes:
    sections = f"<variables> {variables} </variables> <constraints> {constraints} </constraints>"
    return f'{before}<instance format="XCSP3" type="{kind}"> {sections} </instance>'.encode()


ORIGINAL = file(ARRAY + OTHERS, f"{SAID} <intension> eq(c,green) </intension>", "<!-- as it is -->")
PROBLEM = read_xcsp3([ORIGINAL])
FAKE = f"""
import sys
from hashlib import sha256
from itertools import product
assert sha256(open(sys.argv[1], "rb").read()).hexdigest() == "{sha256(ORIGINAL).hexdigest()}"
found = [each for each in product((1, 2, 3), (1, 2, 3), (1, 2))
         if len({{each[0] + 1, *each[1:]}}) == 3]
for values in found[:None if "-a" in sys.argv else 1]:
    print("v <instantiation> <list> a[][] c </list> <values>", *values, "* green </values>")
    print("v </instantiation>")
print("s SATISFIABLE\\nd COMPLETE")
"""
EVERY = {"all": ["-a"], "exhausted": "^d COMPLETE"}


@pytest.fixture
def describe(tmp_path: Path) -> Describe:
    write = describing(tmp_path)

    def described(**keys: Any) -> str:
        said = {"command": ["{folder}/fake", "{instance}"], "input": "xcsp3"}
        return f"{write(FAKE, **(said | keys))}:reads=itself"

    return described


def ask(solver: str, problem: Problem, **question: Any) -> Answer:
    chosen = select(solver)
    return answer(chosen.backend, problem, **question, **chosen.settings)


def test_a_program_gets_the_file_and_answers_in_its_names(describe: Describe) -> None:
    found = ask(describe(**EVERY), PROBLEM, limit=None)
    assert sorted(found.solutions) == solutions_of(PROBLEM)
    assert len(set(found.solutions)) == len(found.solutions) > 5
    assert found.exhausted


def test_a_program_that_lists_one_is_asked_for_one(describe: Describe) -> None:
    solver = describe()
    found = ask(solver, PROBLEM, limit=1)
    assert found.solutions[0] in solutions_of(PROBLEM)
    for limit in (2, None):
        with pytest.raises(UnsupportedError, match="a question for several solutions"):
            ask(solver, PROBLEM, limit=limit)


def test_what_no_file_says_is_refused(describe: Describe) -> None:
    solver = describe(**EVERY)
    for problem in (
        read_problem(PROBLEM.to_json()),
        read("12.43..221.34..1"),
        reordering(PROBLEM, 1, 1)[0],
        read_xcsp3([ORIGINAL.replace(b"<!--", b'<?xml version="1.0" encoding="ISO-8859-1"?><!--')]),
    ):
        assert problem.original is None
        with pytest.raises(UnsupportedError, match="found no file in xcsp3 that says this problem"):
            ask(solver, problem)


def test_an_objective_that_is_ignored_is_left_out_of_the_file() -> None:
    objective = b"<objectives> <minimize> u </minimize> </objectives> </instance>"
    content = ORIGINAL.replace(b'CSP"', b'COP"').replace(b"</instance>", objective)
    assert file_of(read_xcsp3([content]), "xcsp3") == content
    ignored = read_xcsp3([content]).without_objective()
    assert file_of(ignored, "xcsp3").replace(b" </instance>", b"</instance>") == ORIGINAL
    formula = "* #variable= 1 #constraint= 1\nmin: +1 x1 ;\n+1 x1 >= 0 ;\n"
    kept = file_of(read_problem(formula).without_objective(), "opb")
    assert kept == b"* #variable= 1 #constraint= 1\n\n+1 x1 >= 0 ;\n"
    for text, hard in (
        ("c soft\nh 1 2 0\n2 -1 0\nh 1 0\n", b"h 1 2 0\nh 1 0\n"),
        ("p wcnf 2 3 9\n9 1 2 0\n2 -1 0\n9 1 0\n", b"p wcnf 2 2 9\n9 1 2 0\n9 1 0\n"),
    ):
        assert file_of(read_problem(text).without_objective(), "wcnf") == hard


def test_a_file_stays_with_its_problem_and_changes_nothing_of_it() -> None:
    without = Problem(*PROBLEM._parts())
    assert without.original is None
    assert (without, without.digest, hash(without)) == (PROBLEM, PROBLEM.digest, hash(PROBLEM))
    assert without.to_json() == PROBLEM.to_json()
    for kept in (PROBLEM.copy(), pickle.loads(pickle.dumps(PROBLEM))):
        assert (kept, kept.original) == (PROBLEM, ORIGINAL)
    assert read_problem(ORIGINAL.decode()).original == ORIGINAL
    parts = [ORIGINAL[:7], ORIGINAL[7:300], ORIGINAL[300:]]
    assert read_xcsp3(parts).original == ORIGINAL
    assert read_xcsp3([ORIGINAL.decode().encode("utf-16")]) == PROBLEM
    assert read_xcsp3([ORIGINAL.decode().encode("utf-16")]).original is None


XYZ = '<var id="x"> 0..2 </var> <array id="y" size="[2]"> 0..2 </array>'
IN, NOT_ONE = "<condition> (in,{1,3}) </condition>", "<condition> (ne,1) </condition>"
MATRIX = "<matrix> (x,y[0])(y[1],1) </matrix>"
OWN = [  # constraints for which the reader has variables of its own
    "<allDifferent> add(x,1) y[0] mul(x,y[1]) </allDifferent>",
    "<allDifferent> x 1 y[0] </allDifferent>",
    f"<sum> <list> x y[] </list> {IN} </sum>",
    f"<nValues> <list> x y[] </list> {IN} </nValues>",
    f"<element> <list> x y[] </list> <index> y[0] </index> {NOT_ONE} </element>",
    f"<element> {MATRIX} <index> x y[1] </index> <value> 1 </value> </element>",
    f'<maximumArg rank="first"> <list> x y[] </list> {NOT_ONE} </maximumArg>',
    f"<count> <list> add(x,y[0]) y[1] </list> <values> 2 </values> {NOT_ONE} </count>",
]


@pytest.mark.parametrize("said", OWN)
def test_the_values_of_the_readers_own_variables_follow(said: str) -> None:
    original = file(XYZ, said)
    problem = read_xcsp3([original])
    answers, found = FileAnswers(problem, original), list[Any]()
    for x, one, other in product(range(3), repeat=3):
        values = f"<values> {x} {one} {other} </values>"
        found += answers.solutions(
            f"<instantiation> <list> x y[] </list> {values} </instantiation>"
        )
    assert {each[:3] for each in found} == {*product(range(3), repeat=3)}
    right = [each for each in found if not any(problem.violations(each))]
    assert sorted(right) == solutions_of(problem)
    assert 0 < len(right) < 27
    assert len(problem.domains) > 3


@pytest.mark.parametrize(
    ("printed", "complaint"),
    [
        ("<list> a[][] c </list> <values> 1 2 1 * </values>", "found 4 values for 5 variables"),
        ("<list> a[][] </list> <values> 1 2 1 * </values>", "found no value of c"),
        ("<list> a[][] z </list> <values> 1 2 1 * green </values>", "found 'z'"),
        ("<list> a[][] c </list> <values> 1 2 1 * blue </values>", "found the value 'blue'"),
    ],
)
def test_an_answer_that_does_not_fit_the_file_is_an_error(printed: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        [*FileAnswers(PROBLEM, ORIGINAL).solutions(f"<instantiation> {printed} </instantiation>")]


def test_what_a_claim_has_passed_is_the_programs_own_reader(describe: Describe) -> None:
    chosen = select(describe(**EVERY))
    assert (chosen.settings_text, chosen.backend.model) == ("reads=itself", "fake")
    functions = "fake-reader expression", "fake-reader all-different", "fake-reader expression"
    passed = provenance(chosen.backend, PROBLEM) or ""
    assert equal_neighbours(passed) == tuple((1, (each,)) for each in functions)
    for name in SHIPPED:
        ours, itself = (select(f"xcsp3:program={name}{more}") for more in ("", ",reads=itself"))
        assert itself.backend.engine == name
        both = [provenance(each.backend, PROBLEM) or "" for each in (ours, itself)]
        assert ["xcsp3-programs" in each for each in both] == [True, False]
        assert all("xcsp3-java-tools" in each for each in both)


def test_a_constraint_that_a_known_fault_is_about_is_refused(
    describe: Describe, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = describe(**EVERY)
    misreads = Misreading(("fake",), ("all-different",), "a variable twice")
    fault = InstalledFault(replace(FAULTS[0], name="of-fake", misreads=misreads), "1.0")
    monkeypatch.setattr(originals, "faults_of", lambda installed: [fault])
    originals._faults.cache_clear()
    try:
        assert ask(solver, PROBLEM, limit=None).exhausted
        twice = read_xcsp3([file(XYZ, '<allDifferent id="two"> x x </allDifferent>')])
        complaint = "found all-different two, which it misreads: of-fake"
        with pytest.raises(UnsupportedError, match=complaint):
            ask(solver, twice)
    finally:
        originals._faults.cache_clear()


REPRODUCED = tomllib.loads((ROOT / "tests/solvers/reproductions.toml").read_text("utf-8"))
MISREADING = [fault for fault in FAULTS if fault.misreads]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("fault", MISREADING, ids=lambda fault: fault.name)
def test_what_shows_a_fault_of_a_reader_is_refused(fault: Fault) -> None:
    """The instances that reproduce a fault, of the programs that have it."""
    assert fault.misreads is not None
    assert {*fault.misreads.engines} <= {each.engine for each in SHIPPED.values()}
    assert {*fault.misreads.kinds} <= {*kinds()}
    said: list[tuple[str, bytes]] = []

    def asked(jar: str, variables: str, constraints: str) -> tuple[str, int]:
        said.append((jar, file(variables, constraints)))
        return "", 0

    def var(**domains: str) -> str:
        return " ".join(f'<var id="{name}"> {domain} </var>' for name, domain in domains.items())

    programs = {"ACE": "ace", "CHOCO": "choco"}
    exec(REPRODUCED["faults"][fault.name]["code"], programs | {"asked": asked, "var": var})
    assert {jar for jar, _ in said} == {*fault.misreads.engines}
    for jar, original in said:
        if SHIPPED[jar].need.missing or select(f"xcsp3:{jar}").backend.missing:
            library("pycsp3")  # which skips: it is not imported
        with pytest.raises(UnsupportedError, match=f"which it misreads: {fault.name}"):
            own_reader(SHIPPED[jar]).flatten(read_xcsp3([original]))


def test_every_condition_is_of_some_fault() -> None:
    assert {*CONDITIONS} == {each.misreads.when for each in MISREADING if each.misreads}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", SHIPPED)
def test_ace_and_choco_find_all_solutions_of_files(name: str, seed: int) -> None:
    """Of any kind: what is right, refused or an error of the program is never a wrong answer."""
    program("java")
    chosen = select(f"xcsp3:program={name},reads=itself")
    if chosen.backend.missing:
        library(SHIPPED[name].distribution)  # which skips: it is not imported
    slow()  # a Java machine for each
    exhausted = 0
    for each in [*audit_problems(Extent(problems=1, seed=100 + seed, classics=0))][seed::6]:
        try:
            text = "".join(write_xcsp3(each.instance.problem.without_grid()))
        except FormatError:  # XCSP3 has no form for it
            continue
        problem = read_xcsp3([text.encode()])
        try:
            found = answer(chosen.backend, problem, limit=None, **chosen.settings)
        except (RuntimeError, UnsupportedError):  # it claims nothing
            continue
        truth = {*solutions_of(problem)}
        assert {*found.solutions} == truth if found.exhausted else {*found.solutions} <= truth
        exhausted += found.exhausted
    assert exhausted

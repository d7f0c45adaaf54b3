"""What a file of FlatZinc says besides its constraints, and what it may not say."""

import gzip
import pickle
import tomllib
from pathlib import Path

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.puzzles.domain import Domain
from accord.puzzles.files.assignment import read_assignment
from accord.puzzles.files.texts import read_problem
from accord.puzzles.formats.flatzinc.read import FlatModel, read
from accord.puzzles.proposed_search import ProposedSearch
from accord.puzzles.sudoku.shape import MalformedPuzzleError

REFUSED = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))
FILE = """\
% what follows is FlatZinc
predicate accord_circuit(int: start,array [int] of var int: x);
array [1..2] of int: w = [1,-1];
var -2..5: x:: output_var;
var {1,3,5}: y :: is_defined_var:: mzn_path("a;b%|\\\\\\"=");
var bool: t :: output_var = true;
var 0..9: hidden = x;
array [1..4] of var int: a:: output_array([1..2,0..1]) = [x,3,y,hidden];
array [1..2] of var bool: b :: output_array([5..6]) = [t,false];
constraint int_lin_le(w,[x,y],-1):: defines_var(y) :: mzn_path("m.mzn|3|1;"); % ;
constraint int_ne(x,0); constraint int_ne(x,
  1);
solve :: seq_search([int_search(a,first_fail,indomain_min,complete),bool_search([t,false],
  input_order,indomain_max)]) maximize x;
"""


def model(text: str) -> FlatModel:
    return read(text.splitlines())


def test_what_is_shown_is_named_as_it_is_printed() -> None:
    found = model(FILE)
    problem = found.problem
    shown = [problem.names[each] for each in problem.shown]
    assert shown == ["x", "t", "a[1,0]", "a[1,1]", "a[2,0]", "a[2,1]", "b[5]", "b[6]"]
    assert problem.names[len(shown) :] == ("y", "hidden", "3", "1")[: len(problem.names) - 8]
    values = {"x": 2, "t": 1, "y": 3, "hidden": 2, "a[1,0]": 2, "a[1,1]": 3, "a[2,0]": 3}
    solution = tuple(
        [{**values, "a[2,1]": 2, "b[5]": 1, "b[6]": 0}[name] for name in problem.names]
    )
    assert not [*problem.violations(solution)]
    assert found.text(solution) == (
        "x = 2;\nt = true;\na = array2d(1..2,0..1,[2,3,3,2]);\n"
        "b = array1d(5..6,[true,false]);\n----------"
    )


def test_a_search_is_kept() -> None:
    found = model(FILE)
    names = found.problem.names
    variables = [[names[each] for each in part.variables] for part in found.problem.search]
    assert variables == [["x", "a[2,0]", "a[2,1]"], ["t"]]
    own = found.problem.search[1].variables
    kept = pickle.loads(pickle.dumps(found.problem)).search
    assert kept[1] == ProposedSearch(own, "input_order", "indomain_max", "bool_search")
    assert found.places == {3: "m.mzn|3|1;"}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_flatzinc_is_refused_with_its_place(name: str) -> None:
    text = REFUSED[name]["text"].replace("%s", "9" * 5000)
    with pytest.raises(MalformedPuzzleError) as error:
        model(text)
    assert str(error.value).startswith(REFUSED[name]["says"])


@pytest.mark.parametrize("opened", ["(", "[", "{"])
def test_what_nests_without_end_is_refused(opened: str) -> None:
    for text in (f"solve :: a{opened * 10**5}", f"var 0..1: x :: f({'g(' * 10**5};solve"):
        with pytest.raises(MalformedPuzzleError, match="line 1: found"):
            model(f"{text} satisfy;")


@pytest.mark.parametrize(
    "text",
    [
        "var 1%x;",
        "set of %x;",
        "constraint int_eq(x%y);",
        "array [1..1] of set of int: a = [{}%x];",
    ],
)
def test_many_blanks_are_read_once(text: str) -> None:
    """A million of them, each looked at for each, would take days."""
    with pytest.raises(MalformedPuzzleError, match="line 1: found"):
        model(text.replace("%", " " * 10**6))


def test_empty_arrays_have_sides_of_any_length() -> None:
    """Neither the places nor the rows of nothing are listed."""
    far = 10**15
    found = model(
        f"array [1..0] of var int: a :: output_array([1..0,1..{far}]) = [];\n"
        f"constraint accord_lex2({far},[]);\nsolve satisfy;"
    )
    assert found.text(()) == f"a = array2d(1..0,1..{far},[]);\n----------"
    assert not any(found.problem.violations(()))


def test_elements_are_within_the_domain_of_their_array() -> None:
    """As Gecode reads it."""
    found = model(
        "var {1,3,5,9}: x :: output_var;\nvar int: y :: output_var;\n"
        "array [1..2] of var 2..5: a = [x,y];\nsolve satisfy;"
    )
    assert found.problem.domains == (Domain.of((3, 5)), Domain.of(range(2, 6)))


def test_a_file_is_read_however_it_comes(tmp_path: Path) -> None:
    text = "var 1..2: q :: output_var;\nconstraint int_ne(q,1);\nsolve satisfy;\n"
    plain, packed, named = tmp_path / "a.txt", tmp_path / "b.fzn.gz", tmp_path / "c.fzn"
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    named.write_text("solve satisfy;\n")
    for path in (plain, packed):
        (instance,) = instances_of(str(path))
        assert instance.problem.original == text.encode()
        assert instance.problem == read_problem(text) == read(text.splitlines()).problem
    (instance,) = instances_of(str(named))
    assert instance.problem.domains == ()


def test_arrays_that_count_from_one_are_printed_and_read_whole() -> None:
    text = "array [1..3] of var 1..9: row :: output_array([1..3]) = [4,5,6];\nsolve satisfy;"
    problem = model(text).problem
    assert problem.worded((4, 5, 6)) == "row=[4, 5, 6]"
    for answer in (
        "row=[4, 5, 6]",
        '{"row": [4, 5, 6]}',
        '{"row[3]": 6, "row[1]": 4, "row[2]": 5}',
    ):
        assert read_assignment(answer, problem) == (4, 5, 6)

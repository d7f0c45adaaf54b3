"""Tuples that are read many at a time, and terms in the form of an earlier one, stay the same."""

import re
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.table import Table
from accord.puzzles.formats.xcsp3 import lists
from accord.puzzles.formats.xcsp3.elements import NotXcsp3Error
from accord.puzzles.formats.xcsp3.read import read_xcsp3

FILE = """<instance format="XCSP3" type="CSP"> <variables> <var id="x"> 0..9 </var>
<var id="y"> 0..9 </var> <array id="z" size="[3]"> 0..9 </array>
<var id="s" type="symbolic"> red green z_1 </var> </variables> <constraints> {} </constraints>
</instance>"""
SPACES = st.sampled_from(["", "", " ", "\n", "\u2003"])
ATOMS = st.sampled_from(["x", "y", "z[1]", "z[2]", "s", "red", "7", "-7", "+7", "z[3]"])
FORMS = (
    "lt(?,?)",
    "eq(add(?,?,mul(?,?)),?)",
    "if(ge(?,?),not(?),or(?,?))",
    "in(?,set(?,?))",
    "imp(notin(?,set()),iff(?,?,?))",
    "add(?,?)",
    "?",
)


def read(*constraints: str) -> list[Constraint] | str:
    """The constraints that are called `this`, or the error without its line."""
    try:
        found = read_xcsp3([FILE.format(" ".join(constraints)).encode()]).constraints
    except NotXcsp3Error as error:
        return re.sub("line [0-9]+", "", str(error))
    return [each for each in found if each.name == "this"]


@given(st.data(), st.sampled_from(FORMS))
def test_a_term_is_read_behind_others_of_its_form_as_it_is_alone(
    data: st.DataObject, form: str
) -> None:
    tokens = re.findall(r"\w+|.", form)
    spaces = [data.draw(SPACES) for _ in tokens]

    def term() -> str:
        said = [data.draw(ATOMS) if token == "?" else token for token in tokens]
        return "".join(map(str.__add__, spaces, said))

    damage = data.draw(st.sampled_from(["", "", "", "(", ")", ",", "1", "x", " 1", "[0]"]))
    place = data.draw(st.integers(0, len(last := term())))
    this = f'<intension note="this"> {last[:place]}{damage}{last[place:]} </intension>'
    before = [f"<intension> {term()} </intension>" for _ in range(3)]
    assert read(*[each for each in before if read(each) == []], this) == read(this)


@pytest.mark.parametrize(
    "wrong", ["", "(1)", "(1,2,3)", "(1,)", "(1\u20032,3)", "(1,x)", "()", "1", "("]
)
@pytest.mark.parametrize("most", [1, 3, 1000])
def test_tuples_are_read_many_at_a_time_as_they_are_one_by_one(
    wrong: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "AT_ONCE", most)
    said = '<extension note="this"> <list> x y </list> <supports> {} </supports> </extension>'
    for rows in permutations(["(1,2)", "(0,-2) (1,2)\n", "(*,+7)", "( 3 , 4 )", "(1,\u20036)"]):
        for place in range(len(rows) + 1):
            found = read(said.format("".join([*rows[:place], wrong, *rows[place:]])))
            if wrong:
                assert isinstance(found, str)
            else:
                entries = re.findall(r"[-*0-9]+", "".join(rows))
                values = [each if each == "*" else int(each) for each in entries]
                pairs = tuple(zip(values[::2], values[1::2], strict=True))
                assert found == [Table((0, 1), pairs)]

"""Text from outside: what a terminal, a page or a spreadsheet would obey is shown instead."""

import json
from unicodedata import category

from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles.outside_text import (
    in_a_line,
    inert,
    visible,
    visible_in_json,
    without_apostrophe,
)


def test_what_is_not_printed_is_an_escape() -> None:
    assert visible("a\x1b[2Jb\r\n\u202ec\u2028\x85é中🙂\xa0\ue000") == (
        r"a\x1b[2Jb\r\n\u202ec\u2028\x85é中🙂" "\xa0\ue000"
    )
    assert visible("two\nlines\t", keep="\n") == "two\nlines\\t"


def test_a_text_in_a_line_has_one_and_is_short() -> None:
    assert in_a_line(" a\n\tb\x1b[2J ") == r"a b\x1b[2J"
    assert in_a_line("a" * 10, 10) == "a" * 10
    assert in_a_line("a" * 11, 10) == "aaaaaa ..."
    assert len(in_a_line("\u202e" * 10**6)) == 300


@given(st.text())
def test_nothing_but_what_is_printed_is_left(text: str) -> None:
    assert not {*map(category, visible(text))} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert visible(text) == text or not text.isprintable()


_TEXT = st.text(
    st.sampled_from('\\"u001b\x1b\x00\x1f\x7f\x85\u202e\u2029\n\t/aé') | st.characters()
)


@given(st.recursive(_TEXT, lambda each: st.lists(each) | st.dictionaries(_TEXT, each)))
def test_strings_in_json_are_visible_but_for_line_ends_and_tabs(value: object) -> None:
    text = visible_in_json(json.dumps(value, ensure_ascii=False))
    assert _shown(json.loads(text)) == _shown(value)


def _shown(value: object) -> object:
    """What the strings of a value look like, with a character for what JSON has a letter for."""
    if isinstance(value, dict):
        return [[_shown(key), _shown(each)] for key, each in value.items()]
    if isinstance(value, list):
        return [_shown(each) for each in value]
    return visible(str(value), keep="\b\f\n\r\t")


def test_cells_that_a_spreadsheet_would_calculate_have_an_apostrophe() -> None:
    cells = ["=1+1", "+x", "@SUM(A1)", "-cmd", "-", "-1.5", "+2e3", "a=b", "", -3, None, 0.5]
    written = ["'=1+1", "'+x", "'@SUM(A1)", "'-cmd", "-", "-1.5", "+2e3", "a=b", "", -3, None, 0.5]
    assert [inert(cell) for cell in cells] == written
    assert [without_apostrophe(str(cell)) for cell in written] == [str(cell) for cell in cells]
    assert without_apostrophe("'quoted'") == "'quoted'"
    for skipped in ("\t", "\r", "\n", " ", "\t\r\n "):
        kept = [inert(skipped + each) for each in ("=1+1", "@x", "-cmd", "-1.5", "-", "a", "")]
        assert [str(each).startswith("'") for each in kept] == [True] * 3 + [False] * 4
        assert without_apostrophe(f"'{skipped}=1") == f"{skipped}=1"

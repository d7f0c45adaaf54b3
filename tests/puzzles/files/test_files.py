"""Files of puzzles: what belongs together, read one at a time, and what is wrong where."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles import Grid, MalformedPuzzleError, Puzzle, shape
from accord.puzzles.files.texts import FormatError, read, read_grid, read_many, write, write_many
from accord.puzzles.formats.draft import USUAL, Variant
from accord.puzzles.formats.format import Complain
from accord.puzzles.formats.registry import formats
from accord.puzzles.puzzle import Expected, Instance
from accord.puzzles.sudoku.shape import default_box
from format_samples import NAKED, PAIRS, ROWS, SEARCH, SOLVED, puzzles
from known_puzzles import regular_grid
from puzzle_facts import puzzle_of


def _found(
    text: str, variant: Variant = USUAL, *, name: str = "", complain: Complain | None = None
) -> list[Instance]:
    lines = text.splitlines(keepends=True)
    return list(read_many(lines, variant, name=name, complain=complain))


def test_a_million_lines_are_read_one_at_a_time() -> None:
    given_out = 0

    def lines() -> Iterator[str]:
        nonlocal given_out
        while True:
            given_out += 1
            yield f"{NAKED}\n"

    hundred_thousand = islice(read_many(lines(), name="endless"), 99_999, 100_000)
    assert next(hundred_thousand) == Instance("endless#100000", read(NAKED))
    assert given_out <= 100_000 + 100


@pytest.mark.parametrize(
    "texts",
    [
        ["puzzle\n", *[f"{NAKED}\n"] * 9],
        [json.dumps({"puzzle": NAKED}), *[json.dumps({"givens": NAKED})] * 9],
        [*write(read(NAKED), "grid").split("\n"), ""] * 10,
    ],
)
def test_other_files_are_read_one_at_a_time_too(texts: list[str]) -> None:
    lines = iter(texts)
    first = next(read_many(lines))
    assert first.problem == read(NAKED)
    assert sum(1 for _ in lines) >= len(texts) * 0.7


def test_sdm_has_comments_and_positions_for_names() -> None:
    found = _found(f"# three\n{NAKED}\n\n{PAIRS} # two\n{SEARCH}", name="seeds")
    assert [instance.name for instance in found] == ["seeds#1", "seeds#2", "seeds#3"]
    assert [instance.problem for instance in found] == [read(NAKED), read(PAIRS), read(SEARCH)]


def test_csv_names_puzzles_and_expectations() -> None:
    found = _found(f"Name;Puzzle;Solution;Count\na;{NAKED};{SOLVED};1\n;{PAIRS};;\n", name="t")
    assert [instance.name for instance in found] == ["a", "t#2"]
    assert found[0].expected == Expected(1, None, read_grid(SOLVED))
    assert found[1].expected is None


def test_json_lines_and_arrays_name_puzzles_and_expectations() -> None:
    records: list[dict[str, object]] = [
        {"name": "a", "puzzle": NAKED, "expected": {"at_least": 2}, "source": "here"},
        {"givens": NAKED, "solution": SOLVED},
        {"puzzle": [0] * 16, "rules": ["diagonals"], "expected": {"count": 48}},
    ]
    found = _found("\n".join(map(json.dumps, records)))
    assert found == _found(json.dumps(records)) == _found(json.dumps(records, indent=1))
    assert found[0] == Instance("a", read(NAKED), Expected(at_least=2), "here")
    assert found[1] == Instance("#2", read(NAKED), Expected(solution=read_grid(SOLVED)))
    assert puzzle_of(found[2]).rules == {"diagonals"}
    assert found[2].expected == Expected(count=48)


def test_sixteen_lines_of_sixteen_are_rows_only_if_some_line_is_no_puzzle() -> None:
    row = "1234341221434321"
    assert len(_found(f"{row}\n" * 16)) == 16
    assert [puzzle_of(instance).size for instance in _found(f"{row}\n" * 15 + "G" + "." * 15)] == [
        16
    ]
    assert len(_found(f"{row}\n" * 17)) == 17


def test_sixteen_lines_of_sixteen_without_a_clash_are_rows() -> None:
    blank = "." * 16
    assert [found.problem for found in _found(f"{blank}\n" * 16)] == [read(blank * 16)]
    sparse = [blank, f"1{blank[1:]}", f".2{blank[2:]}", *[blank] * 13]
    assert [found.problem for found in _found("\n".join(sparse))] == [read("".join(sparse))]
    assert len(_found(f"{blank}\n" * 15 + f"11{blank[2:]}")) == 16
    assert len(_found(f"{blank}\n" * 16, Variant((2, 2)))) == 16


def test_comments_between_lines_of_sixteen_are_no_rows() -> None:
    row = "1234341221434321"
    assert len(_found(f"{row}\n# the next\n" + f"{row}\n" * 14)) == 15
    rows = ["." * 16, "# top", *["." * 15 + "G"], "# middle", *["." * 16] * 14]
    assert [puzzle_of(found).size for found in _found("\n".join(rows))] == [16]


def test_nine_lines_of_nine_are_a_latin_square_without_a_clash() -> None:
    rows = "\n".join(["." * 9] * 9)
    assert [
        puzzle_of(found).size for found in _found(rows, Variant(rules=frozenset({"latin"})))
    ] == [9]


def test_blank_lines_part_puzzles_or_bands() -> None:
    grid = write(read(NAKED), "grid")
    assert [found.problem for found in _found(f"{grid}\n\n# next\n\n{grid}\n")] == [read(NAKED)] * 2
    assert [found.problem for found in _found("\n\n".join(ROWS))] == [read(NAKED)]


@pytest.mark.parametrize("format", ["rows", "grid"])
@pytest.mark.parametrize("box", [(1, 4), (2, 4), (3, 3), (3, 4), (4, 4), (4, 5)])
@pytest.mark.parametrize("first_row", [0, 1], ids=["blank first band", "values in it"])
def test_a_band_that_reads_by_itself_is_a_band(
    format: str, box: tuple[int, int], first_row: int
) -> None:
    size = box[0] * box[1]
    givens = [first_row, *[0] * (size * size - 2), size]
    puzzle = Puzzle(shape(size, box), Grid(givens))
    rows = [row for row in write(puzzle, format).split("\n") if "-" not in row]
    bands = ["\n".join(rows[start : start + box[0]]) for start in range(0, size, box[0])]
    text = "\n\n".join(bands)
    if size == 16:
        assert [each.problem for each in _found("\n\n".join(rows))] == [puzzle]
    for copies in (1, 2):
        found = _found("\n\n".join([text] * copies), Variant(None if size == 16 else box))
        assert [instance.problem for instance in found] == [puzzle] * copies


def test_puzzles_of_long_rows_are_bands_only_if_the_board_has_no_clash() -> None:
    eight = "8..............8\n................\n................\n................"
    assert [puzzle_of(found).size for found in _found("\n\n".join([eight] * 4))] == [8] * 4
    assert [puzzle_of(found).size for found in _found("\n\n".join([eight] * 3))] == [8] * 3


@st.composite
def sparse_puzzles(draw: st.DrawFn) -> Puzzle:
    """Puzzles whose givens do not clash, often with blank rows."""
    height, width = draw(
        st.sampled_from([(1, 1), (2, 2), (2, 3), (3, 2), (1, 6), (2, 4), (3, 3), (3, 4), (4, 4)])
    )
    size = height * width
    figure = draw(st.sampled_from([shape(size, (height, width)), shape(size, rules=["latin"])]))
    shown = draw(st.sets(st.integers(0, size * size - 1), max_size=draw(st.integers(0, 12))))
    blank_rows = draw(st.integers(0, size))
    return Puzzle(
        figure,
        Grid(
            value if cell in shown and cell >= blank_rows * size else 0
            for cell, value in enumerate(regular_grid(height, width))
        ),
    )


def _found_like(text: str, puzzle: Puzzle, format: str | None) -> list[Puzzle]:
    lines = text.splitlines(keepends=True)
    variant = Variant(puzzle.box, puzzle.rules)
    return [puzzle_of(found) for found in read_many(lines, variant, format=format)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("format", sorted({*formats()} - {"xcsp3"}))  # which has problems
@given(puzzle=sparse_puzzles())
def test_files_of_every_format_return_however_many_rows_are_blank(
    format: str, puzzle: Puzzle
) -> None:
    try:
        text = write(puzzle, format)
    except FormatError:
        return  # pencil marks end at size 9, and a small Sukaku would be a line
    for named in (None, format):
        for copies in (1, 2):
            texts = [text] * copies
            if format == "csv":
                texts = [*write_many([Instance("", puzzle)] * copies, "csv")]
            joined = ("\n" if format == "csv" else "\n\n").join(texts)
            found = _found_like(joined, puzzle, named)
            assert [each.domains for each in found] == [puzzle.domains] * copies
            assert [each.shape for each in found] == [puzzle.shape] * copies


FAULTY = {
    "json, the first": ('{"puzzle":\n\n' + f'{{"puzzle": "{NAKED}"}}\n' * 2, "line 1", 2),
    "json, the only one": (f'{{"puzzle": "{NAKED}"', "line 1", 0),
    "json, a later one": (f'{{"puzzle": "{NAKED}"}}\n{{}}\n{{"puzzle": "{NAKED}"}}\n', "line 2", 2),
    "csv, a long field": (f"puzzle\n{NAKED}\n{'1' * 200_000}\n{NAKED}", "line 3", 2),
    "csv, no second quote": (f'puzzle\n{NAKED}\n"{NAKED}\n{NAKED}\n{NAKED}', "line 3", 3),
    "csv, a short puzzle": (f"puzzle\n12\n{NAKED}", "line 2", 1),
    "lines": (f"{NAKED}\n{NAKED}1\n{NAKED}\n", "line 2", 2),
}


def test_boards_in_braces_are_no_json_lines() -> None:
    rows = "{1234}{1234}{1234}{1234}\n" * 4
    assert [puzzle_of(instance).size for instance in _found(rows)] == [4]
    line = "{12}" + "{1234}" * 15
    assert [puzzle_of(instance).size for instance in _found(f"{line}\n{line}\n")] == [4, 4]


@pytest.mark.parametrize("kind", FAULTY)
def test_a_faulty_record_is_told_and_left_out(kind: str) -> None:
    text, place, readable = FAULTY[kind]
    received: list[MalformedPuzzleError] = []
    found = _found(text, complain=received.append)
    assert [instance.problem for instance in found] == [read(NAKED)] * readable
    assert [str(error).startswith(place) for error in received] == [True]
    with pytest.raises(MalformedPuzzleError):
        _found(text)


def test_an_object_over_lines_is_one_problem_whatever_its_lines_begin_with() -> None:
    constraint = '{"kind": "linear", "scope": ["x", "y"], "operator": "=", "right": 5}'
    variables = '"variables": {"x": "1..3", "y": "1..3"}'
    for number in (1, 2, 100):
        constraints = ",\n".join([constraint] * number)
        for start in ("{", "{\n"):
            text = f'{start}{variables},\n"constraints": [\n{constraints}\n]\n}}\n'
            (instance,) = _found(text)
            assert len(instance.problem.constraints) == number


@given(st.lists(puzzles(plain=True).filter(lambda p: p.box == default_box(p.size)), max_size=4))
def test_files_return_with_names_and_expectations(some: list[Puzzle]) -> None:
    plain = [replace(puzzle, shape=shape(puzzle.size, puzzle.box)) for puzzle in some if puzzle.box]
    instances = [
        Instance(f"n{number}", puzzle, Expected(count=number), "s")
        for number, puzzle in enumerate(plain)
    ]
    for format in ("csv", "json"):
        assert list(read_many(write_many(instances, format))) == instances

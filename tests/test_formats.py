"""Every format says what it can, reads back what it said, and names what it cannot read."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.puzzles.constraints import AllDifferent
from accord.puzzles.grid import SYMBOLS, Grid
from accord.puzzles.instance import Expected, Instance
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.read import read, read_grid, read_many
from accord.puzzles.shape import MalformedPuzzleError, Shape, default_box, shape
from accord.puzzles.write import FORMATS, FormatError, write, write_grid, write_many

NAKED = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PAIRS = ".7..2...5..9.87..3.6.....4.....6..179.4...8.671..5.....9.....8.5..21.4..4...9..6."
SEARCH = "..8....45....8.9....24.....5....176..1..7..8..795....1.....74....7.6....65....3.."
BOARDS = [
    "53 | 7 |        7 | 2 |  5       8|   | 45",
    "6  |195|         9| 87|  3        | 8 |9  ",
    " 98|   | 6      6 |   | 4        2|4  |   ",
    "-----------    -----------    -----------",
    "8  | 6 |  3       | 6 | 17    5  |  1|76 ",
    "4  |8 3|  1    9 4|   |8 6     1 | 7 | 8 ",
    "7  | 2 |  6    71 | 5 |        79|5  |  1",
    "-----------    -----------    -----------",
    " 6 |   |28      9 |   | 8        |  7|4  ",
    "   |419|  5    5  |21 |4        7| 6 |   ",
    "   | 8 | 79    4  | 9 | 6     65 |   |3  ",
]
SOLVED = "817942563234615789569837142451329678623781495978564321796158234182473956345296817"
SOLVED_GRID = """\
8 1 7 | 9 4 2 | 5 6 3
2 3 4 | 6 1 5 | 7 8 9
5 6 9 | 8 3 7 | 1 4 2
------+-------+------
4 5 1 | 3 2 9 | 6 7 8
6 2 3 | 7 8 1 | 4 9 5
9 7 8 | 5 6 4 | 3 2 1
------+-------+------
7 9 6 | 1 5 8 | 2 3 4
1 8 2 | 4 7 3 | 9 5 6
3 4 5 | 2 9 6 | 8 1 7"""
LINES = ("line", "rows", "sdm", "grid", "flat", "nested")  # of any size
CHARACTERS = ("ruled", "sdk", "ss")  # of sizes up to 35
MARKS = ("candidates", "pencilmarks", "sukaku")
PATIENT = settings(deadline=None)  # a busy machine is no error


# Round trips


def _boxes(size: int) -> list[tuple[int, int]]:
    return [(rows, size // rows) for rows in range(1, size + 1) if size % rows == 0]


@st.composite
def shapes(draw: st.DrawFn, sizes: Sequence[int] = (1, 2, 3, 4, 6, 9, 12)) -> Shape:
    size = draw(st.sampled_from(sizes))
    variants = ["latin", "jigsaw", "box"]
    variant = draw(st.sampled_from(variants))
    rules = draw(st.sets(st.sampled_from(["diagonals"])))
    cells = st.lists(st.integers(0, size * size - 1), unique=True, max_size=5)
    extra = [AllDifferent(tuple(cells)) for cells in draw(st.lists(cells, max_size=2))]
    if variant == "latin":
        return shape(size, None, [*rules, "latin"], None, extra)
    if variant == "jigsaw":
        regions = draw(st.permutations([cell // size for cell in range(size * size)]))
        return shape(size, None, rules, regions, extra)
    return shape(size, draw(st.sampled_from(_boxes(size))), rules, None, extra)


@st.composite
def puzzles(draw: st.DrawFn, *, plain: bool = False, candidates: bool = False) -> Puzzle:
    figure = draw(shapes())
    if plain or candidates:
        figure = replace(figure, extra=())
    values = st.integers(0, figure.size)
    cells = figure.size**2
    givens = draw(st.lists(values, min_size=cells, max_size=cells))
    marks = st.frozensets(st.integers(1, figure.size))
    if plain or (not candidates and draw(st.booleans())):
        return Puzzle(figure, Grid(givens))
    domains = draw(st.lists(marks, min_size=cells, max_size=cells))
    return Puzzle(figure, Grid(givens), tuple(domains))


def _read_like(text: str, puzzle: Puzzle, format: str | None = None) -> Puzzle:
    box = None if puzzle.box is None else puzzle.box
    return read(text, box=box, rules=puzzle.rules, regions=puzzle.regions, format=format)


@PATIENT
@given(puzzles())
def test_json_says_everything(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "json")) == puzzle


@pytest.mark.parametrize("format", [*LINES, *CHARACTERS, "boxed", "csv"])
@PATIENT
@given(puzzle=puzzles(plain=True))
def test_givens_return_from_every_format(format: str, puzzle: Puzzle) -> None:
    text = write(puzzle, format)
    assert _read_like(text, puzzle) == _read_like(text, puzzle, format) == puzzle


@pytest.mark.parametrize("format", MARKS)
@PATIENT
@given(puzzle=puzzles(candidates=True))
def test_candidates_return_from_every_format_that_has_them(format: str, puzzle: Puzzle) -> None:
    try:
        text = write(puzzle, format)
    except FormatError:
        text = write(puzzle, "json")  # which says everything
        format = "json"
    returned = _read_like(text, puzzle, format)
    assert returned.domains == puzzle.domains
    assert format != "candidates" or returned == puzzle


@pytest.mark.parametrize("size", [20, 25, 33, 35, 36, 49])
@pytest.mark.parametrize("format", [*LINES, *CHARACTERS, "boxed", "csv", "json"])
def test_large_sizes_return(format: str, size: int) -> None:
    givens = [(cell * 7) % (size + 1) for cell in range(size * size)]
    puzzle = Puzzle(shape(size), Grid(givens))
    if format in CHARACTERS and size > len(SYMBOLS) - 1:
        with pytest.raises(FormatError, match=f"found size {size}"):
            write(puzzle, format)
    else:
        assert read(write(puzzle, format)) == puzzle


@pytest.mark.parametrize(
    ("format", "alternative"),
    [(name, "candidates, sukaku and json") for name in (*LINES, *CHARACTERS, "boxed")],
)
def test_candidates_are_never_lost(format: str, alternative: str) -> None:
    puzzle = Puzzle(shape(2, rules=["latin"]), Grid([0] * 4), (frozenset({1}),) * 4)
    with pytest.raises(FormatError, match=alternative):
        write(puzzle, format)


def test_further_constraints_are_never_lost() -> None:
    puzzle = Puzzle(shape(4, extra=[AllDifferent((0, 7))]), Grid([0] * 16))
    for format in FORMATS.keys() - {"json"}:
        with pytest.raises(FormatError, match="json"):
            write(puzzle, format)


def test_unknown_formats_are_named_with_the_nearest() -> None:
    with pytest.raises(FormatError, match="did you mean nested"):
        write(read(NAKED), "nestd")
    with pytest.raises(FormatError, match="expected one of line"):
        read(NAKED, format="xyz")


# The seeds' looks


def test_the_grid_is_written_as_the_logic_seed_does() -> None:
    assert write_grid(read_grid(SOLVED)) == SOLVED_GRID
    assert read_grid(SOLVED_GRID) == read_grid(SOLVED)


def test_the_board_is_written_as_the_racket_seed_does() -> None:
    board = "\n".join(line[:11] for line in BOARDS)
    assert write(read(NAKED), "ruled") == board
    assert read(board) == read(NAKED)


def test_the_frame_is_drawn_as_the_swift_seed_does() -> None:
    top, row, middle, *_, bottom = write(read(NAKED), "boxed").split("\n")
    assert top == "┏---┳---┳---┳---┳---┳---┳---┳---┳---┓"
    assert row == "| 5 | 3 |   |   | 7 |   |   |   |   |"
    assert middle == "┣---╋---╋---╋---╋---╋---╋---╋---╋---┫"
    assert bottom == "┗---┻---┻---┻---┻---┻---┻---┻---┻---┛"


@pytest.mark.parametrize("indent", ["", "    "])
def test_boards_side_by_side_are_several_puzzles(indent: str) -> None:
    lines = [(indent + line).rstrip() for line in BOARDS]
    found = [instance.puzzle for instance in read_many(lines)]
    assert found == [read(NAKED), read(PAIRS), read(SEARCH)]
    with pytest.raises(MalformedPuzzleError, match="3 grids side by side, expected one"):
        read("\n".join(lines))


# Detection

SIX = "1 2 3|4 5 6\n4 5 6|1 2 3\n-----+-----\n" * 3
TALL = "\n".join(["12 | 34 | 56", "34 | 56 | 12", "56 | 12 | 34", "---+----+---"] * 2)
MARKED = "\n".join(" ".join(["12", "34", "3", "."]) for _ in range(4))


@pytest.mark.parametrize(
    "text",
    [
        NAKED,
        NAKED.replace(".", "0"),
        NAKED.replace(".", "*"),
        NAKED.replace(".", "_"),
        NAKED.replace(".", "x"),
        f"\ufeff{NAKED}\r\n",
        f"# comment\r\n\r\n  {NAKED}  # hard\r\n",
        " ".join(NAKED),
        ", ".join(NAKED.replace(".", "0")),
        "\n".join(NAKED[start : start + 3] for start in range(0, 81, 3)),
        "\n".join(f"#A me\n{NAKED[start : start + 27]}\n" for start in range(0, 81, 27)),
        write(read(NAKED), "sdk") + "\n[State]\n" + SOLVED,
        write(read(NAKED), "ss") + "\n Simple Sudoku\n  Version 4.2n",
        write(read(NAKED), "ss").replace(".", "*"),
        write(read(NAKED), "grid").replace(".", " "),
        "\n".join(line.rstrip() for line in write(read(NAKED), "ruled").split("\n")),
        write(read(NAKED), "flat").replace("0", "None"),
        write(read(NAKED), "nested").replace(",", "").replace("[", "(").replace("]", ")"),
        json.dumps([list(NAKED[start : start + 9]) for start in range(0, 81, 9)]),
        str([NAKED[start : start + 9] for start in range(0, 81, 9)]),
        json.dumps({"givens": [[int(c) if c != "." else None for c in NAKED]]}).replace("[[", "["
        ).replace("]]", "]"),
        json.dumps({"puzzle": NAKED, "rating": 3}),
        f"id,quizzes,solutions\n7,{NAKED},\n",
    ],
)  # fmt: skip
def test_one_puzzle_in_many_clothes(text: str) -> None:
    assert read(text) == read(NAKED)
    assert [instance.puzzle for instance in read_many(text.splitlines())] == [read(NAKED)]


def _sets(puzzle: Puzzle) -> list[set[int]]:
    return [set(domain) for domain in puzzle.domains]


def test_a_brace_before_a_digit_decides_before_any_length() -> None:
    cells = ["{1}", "2", "{}", "."] + ["{1234}"] * 12
    puzzle = read("".join(cells))
    assert puzzle.givens[:4] == (0, 2, 0, 0)
    assert _sets(puzzle)[:4] == [{1}, {2}, set(), {1, 2, 3, 4}]
    of_81_characters = "{123}" * 15 + "{123} "
    assert len(of_81_characters) == 81
    assert read(of_81_characters).size == 4


def test_digit_groups_are_pencil_marks_and_a_group_of_one_is_no_given() -> None:
    puzzle = read(MARKED)
    assert not any(puzzle.givens)
    assert _sets(puzzle)[:4] == [{1, 2}, {3, 4}, {3}, {1, 2, 3, 4}]
    assert read("1 2 3 4 " * 4).givens == (1, 2, 3, 4) * 4
    assert read("1 2 3 4 " * 4, format="pencilmarks").domains[1] == {2}


def test_numbers_of_large_sizes_are_no_pencil_marks() -> None:
    numbers = " ".join(str(cell % 17) for cell in range(256))
    assert read(numbers).givens[:18] == (*range(17), 0)


def test_729_characters_are_a_sukaku_unless_named_or_in_27_rows() -> None:
    text = "1" + "." * 728
    assert read(text).size == 9
    assert _sets(read(text))[:2] == [{1}, set()]
    assert read(text, format="line", rules=["latin"]).size == 27
    rows = "\n".join(text[start : start + 27] for start in range(0, 729, 27))
    assert read(rows).size == 27
    assert read_grid(text).size == 27


def test_x_is_a_blank_up_to_size_32_and_33_beyond() -> None:
    assert read("x" + "." * 1023).givens[0] == 0
    assert read("X" + "." * 1088).givens[0] == 33


def test_rulers_say_the_box_where_they_are_regular() -> None:
    assert read(SIX).box == (2, 3)
    assert read(TALL).box == (3, 2)
    assert read(TALL, rules=["latin"]).box is None
    with pytest.raises(MalformedPuzzleError, match="found boxes of 3x2, expected 2x3"):
        read(TALL, box=(2, 3))


@pytest.mark.parametrize("regions", ["1122 1122\n3344 3344", "10 10 11 11 " * 2 + "7 7 9 9 " * 2])
def test_regions_are_symbols_or_numbers(regions: str) -> None:
    expected = (0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    assert read("." * 16, regions=regions).regions == expected
    assert read(json.dumps({"size": 4, "regions": regions})).regions == expected


def test_a_claimed_solution_may_be_wrong_but_not_unreadable() -> None:
    assert read_grid("12 0 7 -1".replace("-1", "1")) == (12, 0, 7, 1)
    assert read_grid("[[12, 0], [7, -1]]") == (12, 0, 7, -1)
    assert read_grid("12 21", size=2) == (1, 2, 2, 1)
    assert read_grid("9Z..") == (9, 35, 0, 0)
    with pytest.raises(MalformedPuzzleError, match="found 3 cells, expected a square number"):
        read_grid("123")


# Errors

ROWS = NAKED[:27], NAKED[27:54], NAKED[54:]
NINE = [NAKED[start : start + 9] for start in range(0, 81, 9)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found no cells, expected a puzzle; a space is a blank only"),
        (" " * 81, "found no cells, expected a puzzle; a space is a blank only"),
        ("." * 80, "found 80 cells, expected a square number of them: 81 for 9x9"),
        ("." * 82, "found 82 cells, expected a square number of them: 81 for 9x9"),
        (
            "\n".join([*NINE[:2], "......Q..", *NINE[3:]]),
            "line 3, column 7: found 'Q', expected 1-9 or a blank (0 . * _)",
        ),
        (
            "# one\n\n  " + "." * 80 + "?",
            "line 3, column 83: found '?', expected 1-9 or a blank (0 . * _)",
        ),
        ("." * 40 + "-" + "." * 40, "line 1, column 41: found '-', expected 1-9"),
        ("\n".join([*NINE[:3], "........", *NINE[4:]]), "line 4: found 8 cells, expected 9"),
        (
            SOLVED_GRID.replace("4 5 1 |", "4 5 . 1|"),
            "line 5: found 10 cells, expected 9",
        ),
        (SOLVED_GRID.replace("3 2 9", "3 Q 9"), "line 5, column 11: found 'Q'"),
        (
            write_grid(read_grid(SOLVED), "ss").replace("415", "4!5").replace("817", "8!7"),
            "line 2, column 3: found '!', expected 1-9 or a blank (0 . * _)",
        ),
        ("---+---\n---+---", "found rulers only, expected the rows of a grid"),
        ("[1, 2,\n 3, true]", "line 2, column 5: found 'true', expected 1-2 or a blank (0 . * _)"),
        ("[[1, 2, 3],\n [1, 2],\n [1]]", "line 2, row 2: found 2 cells, expected 3"),
        ("[1, 2, 3, 9]", "line 1, column 8: found '3', expected 1-2 or a blank (0 . * _)"),
        ("[1, 2, 3, 4", "line 1, column 1: found '[', expected a list that ends"),
        ("[" * 100_000, "line 1, column 100000: found '[', expected a list that ends"),
        (f"[{'9' * 5000}]", "line 1, column 2: found '99999999999999999999...', expected 1"),
        ("{12", "line 1, column 1: found '{', expected candidates between { and } on one line"),
        ("{15}" * 16, "line 1, column 3: found '5', expected 1-4, each once"),
        ("{11}" * 16, "line 1, column 3: found '1', expected 1-4, each once"),
        ("2" + "." * 728, "line 1, column 1: found '2', expected 1 or a blank (0 . * _)"),
        ("1 2 3 10 " * 4, "line 1, column 7: found '10', expected 1-4 or a blank (0 . * _)"),
        ("." * 1296, "line 1: found 1296 characters, expected numbers with spaces"),
        ('{"givens": [1}', "line 1, column 14: found no JSON: Expecting ',' delimiter"),
        ('{"x":\n' + "[" * 100_000, "line 1: found no JSON: maximum recursion depth"),
        ('{"size": ' + "9" * 5000 + "}", "line 1: found no JSON: Exceeds the limit"),
        ('{"givens": [NaN]}', "givens: found NaN, expected whole numbers"),
        ('{"givens": [true]}', "givens: found true, expected whole numbers"),
        ('{"givens": [7]}', "givens: found 7 at r1c1, expected 0..1"),
        ('{"givens": "12Q4", "rules": ["latin"]}', "givens: found 26 at r2c1, expected 0..2"),
        ('{"givens": "12?4"}', "givens: line 1, column 3: found '?'"),
        ('{"size": 9, "givens": "1234"}', "found 4 cells, expected 9 x 9"),
        ('{"size": 99999999}', "size: found 99999999, expected 1..1000 where no cells are listed"),
        ('{"given": "1"}', "found the key 'given', expected 'givens'"),
        ("{}", "found neither givens nor candidates nor size"),
        ('{"size": 4, "candidates": [[5]]}', "found 1 cells, expected 4 x 4"),
        ('{"candidates": [[5]]}', "candidates: found 5 at r1c1, expected 1..1"),
        ('{"size": 4, "rules": "latin"}', 'rules: found "latin", expected a list of names'),
        ('{"size": 4, "rules": ["x"]}', "found the rule 'x', expected one of diagonals"),
        ('{"size": 4, "extra": [[16]]}', "extra constraint: found cell 16, expected 0..15"),
        (f"puzzle\n{NAKED}\n{NAKED}", "found 2 puzzles, expected one"),
        ("puzzle,count\n.,x", "line 2, count: found 'x', expected a number"),
    ],
)  # fmt: skip
def test_errors_name_the_place_what_was_found_and_what_was_expected(
    text: str, message: str
) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        read(text)
    assert message in str(error.value)


NOISE = st.text(
    st.sampled_from("0123456789.*_xXAZ{}[]()|-+ \n\t\"',:;#┏─n\x00\ufeff-"), max_size=90
)
READABLE = st.builds(write, puzzles(), st.just("json")) | st.builds(
    write, puzzles(plain=True), st.sampled_from([*LINES, "boxed"])
)


@settings(PATIENT, max_examples=500)
@given(st.text() | NOISE, st.sampled_from([None, *FORMATS]))
def test_any_text_reads_or_is_malformed(text: str, format: str | None) -> None:
    _reads_or_is_malformed(text, format)


@settings(PATIENT, max_examples=300)
@given(READABLE, st.integers(0, 10**6), NOISE.map(lambda noise: noise[:2]))
def test_any_damaged_text_reads_or_is_malformed(text: str, place: int, noise: str) -> None:
    place %= len(text) + 1
    _reads_or_is_malformed(text[:place] + noise + text[place + 1 :], None)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda values: st.lists(values, max_size=4),
)


@PATIENT
@given(st.dictionaries(st.sampled_from(["size", "box", "rules", "regions", "givens", "candidates",
    "extra", "puzzle", "expected", "solution", "name", "source", "else"]), _JSON))  # fmt: skip
def test_any_json_reads_or_is_malformed(value: dict[str, object]) -> None:
    _reads_or_is_malformed(json.dumps(value), None)


def _reads_or_is_malformed(text: str, format: str | None) -> None:
    for reader in (
        lambda: read(text, format=format),
        lambda: read_grid(text),
        lambda: list(read_many(text.splitlines(), format=format)),
    ):
        with suppress(MalformedPuzzleError):
            reader()


# Files of puzzles


def _found(text: str, **options: object) -> list[Instance]:
    return list(read_many(text.splitlines(keepends=True), **options))  # type: ignore[arg-type]


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
    assert first.puzzle == read(NAKED)
    assert sum(1 for _ in lines) >= len(texts) * 0.7


def test_sdm_has_comments_and_positions_for_names() -> None:
    found = _found(f"# three\n{NAKED}\n\n{PAIRS} # two\n{SEARCH}", name="seeds")
    assert [instance.name for instance in found] == ["seeds#1", "seeds#2", "seeds#3"]
    assert [instance.puzzle for instance in found] == [read(NAKED), read(PAIRS), read(SEARCH)]


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
    assert found[2].puzzle.rules == {"diagonals"}
    assert found[2].expected == Expected(count=48)


def test_sixteen_lines_of_sixteen_are_rows_only_if_some_line_is_no_puzzle() -> None:
    row = "1234341221434321"
    assert len(_found(f"{row}\n" * 16)) == 16
    assert [instance.puzzle.size for instance in _found(f"{row}\n" * 15 + "G" + "." * 15)] == [16]
    assert len(_found(f"{row}\n" * 17)) == 17


def test_sixteen_lines_of_sixteen_without_a_clash_are_rows() -> None:
    blank = "." * 16
    assert [found.puzzle for found in _found(f"{blank}\n" * 16)] == [read(blank * 16)]
    sparse = [blank, f"1{blank[1:]}", f".2{blank[2:]}", *[blank] * 13]
    assert [found.puzzle for found in _found("\n".join(sparse))] == [read("".join(sparse))]
    assert len(_found(f"{blank}\n" * 15 + f"11{blank[2:]}")) == 16
    assert len(_found(f"{blank}\n" * 16, box=(2, 2))) == 16


def test_comments_between_lines_of_sixteen_are_no_rows() -> None:
    row = "1234341221434321"
    assert len(_found(f"{row}\n# the next\n" + f"{row}\n" * 14)) == 15
    rows = ["." * 16, "# top", *["." * 15 + "G"], "# middle", *["." * 16] * 14]
    assert [found.puzzle.size for found in _found("\n".join(rows))] == [16]


def test_nine_lines_of_nine_are_a_latin_square_without_a_clash() -> None:
    rows = "\n".join(["." * 9] * 9)
    assert [found.puzzle.size for found in _found(rows, rules=["latin"])] == [9]


def test_blank_lines_part_puzzles_or_bands() -> None:
    grid = write(read(NAKED), "grid")
    assert [found.puzzle for found in _found(f"{grid}\n\n# next\n\n{grid}\n")] == [read(NAKED)] * 2
    assert [found.puzzle for found in _found("\n\n".join(ROWS))] == [read(NAKED)]


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
        assert [each.puzzle for each in _found("\n\n".join(rows))] == [puzzle]
    for copies in (1, 2):
        found = _found("\n\n".join([text] * copies), box=None if size == 16 else box)
        assert [instance.puzzle for instance in found] == [puzzle] * copies


def test_puzzles_of_long_rows_are_bands_only_if_the_board_has_no_clash() -> None:
    eight = "8..............8\n................\n................\n................"
    assert [found.puzzle.size for found in _found("\n\n".join([eight] * 4))] == [8] * 4
    assert [found.puzzle.size for found in _found("\n\n".join([eight] * 3))] == [8] * 3


@st.composite
def sparse_puzzles(draw: st.DrawFn) -> Puzzle:
    """Puzzles whose givens do not clash, often with blank rows."""
    height, width = draw(
        st.sampled_from([(1, 1), (2, 2), (2, 3), (3, 2), (1, 6), (2, 4), (3, 3), (3, 4), (4, 4)])
    )
    size = height * width
    figure = draw(st.sampled_from([shape(size, (height, width)), shape(size, rules=["latin"])]))
    values = [
        (width * (row % height) + row // height + column) % size + 1
        for row in range(size)
        for column in range(size)
    ]
    shown = draw(st.sets(st.integers(0, size * size - 1), max_size=draw(st.integers(0, 12))))
    blank_rows = draw(st.integers(0, size))
    return Puzzle(
        figure,
        Grid(
            value if cell in shown and cell >= blank_rows * size else 0
            for cell, value in enumerate(values)
        ),
    )


def _found_like(text: str, puzzle: Puzzle, format: str | None) -> list[Puzzle]:
    lines = text.splitlines(keepends=True)
    how = {"box": puzzle.box, "rules": puzzle.rules, "format": format}
    return [found.puzzle for found in read_many(lines, **how)]  # type: ignore[arg-type]


@pytest.mark.parametrize("format", FORMATS)
@PATIENT
@given(puzzle=sparse_puzzles())
def test_files_of_every_format_return_however_many_rows_are_blank(
    format: str, puzzle: Puzzle
) -> None:
    try:
        text = write(puzzle, format)
    except FormatError:
        return  # pencil marks end at size 9
    detected = None if format != "sukaku" or puzzle.size == 9 else format
    for named in (detected, format):
        for copies in (1, 2):
            texts = [text] * copies
            if format == "csv":
                texts = [*write_many([Instance("", puzzle)] * copies, "csv")]
            joined = ("\n" if format == "csv" else "\n\n").join(texts)
            found = _found_like(joined, puzzle, named)
            assert [each.domains for each in found] == [puzzle.domains] * copies
            assert [each.shape for each in found] == [puzzle.shape] * copies


@pytest.mark.parametrize("format", [*LINES, *CHARACTERS, "boxed"])
@pytest.mark.parametrize("size", [4, 6, 9, 12, 16, 20, 25, 33, 36, 49])
def test_blank_boards_of_every_size_return(format: str, size: int) -> None:
    figure = shape(size) if default_box(size) else shape(size, rules=["latin"])
    puzzle = Puzzle(figure, Grid([0] * (size * size)))
    if format in CHARACTERS and size > len(SYMBOLS) - 1:
        return
    assert _found_like(write(puzzle, format), puzzle, None) == [puzzle]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{NAKED}\n# x\n{NAKED[:-1]}?\n", "line 3, column 81: found '?'"),
        (f"{NAKED}\n{NAKED}1\n", "line 2: found 82 cells"),
        (f"{SOLVED_GRID}\n\n{SOLVED_GRID.replace('5', '!')}", "line 13, column 17: found '!'"),
        (f'{{"puzzle": "{NAKED}"}}\n\n{{"puzzle": "1234567"}}', "line 3: puzzle: found 7 cells"),
        (f"puzzle\n{NAKED}\n1234567", "line 3, puzzle: found 7 cells"),
        (f"{NAKED}\n................\n12\n", "line 3: found 2 cells"),
        ("." * 25 + "\n" + "." * 25, "found 50 cells"),
    ],
)
def test_errors_in_files_name_the_line_of_the_file(text: str, message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        _found(text)
    assert message in str(error.value)
    assert str(error.value).startswith("line ")


@PATIENT
@given(st.lists(puzzles(plain=True).filter(lambda p: p.box == default_box(p.size)), max_size=4))
def test_files_return_with_names_and_expectations(some: list[Puzzle]) -> None:
    plain = [replace(puzzle, shape=shape(puzzle.size, puzzle.box)) for puzzle in some if puzzle.box]
    instances = [
        Instance(f"n{number}", puzzle, Expected(count=number), "s")
        for number, puzzle in enumerate(plain)
    ]
    for format in ("csv", "json"):
        assert list(read_many(write_many(instances, format))) == instances

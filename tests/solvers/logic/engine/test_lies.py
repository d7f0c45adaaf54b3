"""Lies about reasons: for each requirement of a rule one that lacks just that.

Each lie is an honest reason, on a board on which it holds, with a few cells or parts changed.  It
has to be refused in the words of the requirement, and no requirement may be without a lie.  They
stand in lies.toml, by the rules that they are about.
"""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from accord.puzzles.grid import Cell
from accord.solvers.logic.chains.chains import Link, Place
from accord.solvers.logic.chains.webs import Candidate, StrongLink
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Reason
from accord.solvers.logic.engine.layout import House
from boards import changed, described
from replay.entailed import Entailed, RefusedError, entailed

RULES = ("patterns", "rectangles", "chains")  # modules of replay/, and parts of the table
TABLES = tomllib.loads(Path(__file__).with_name("lies.toml").read_text(encoding="utf-8"))
CASES = {
    f"{rules} {number}": case for rules in RULES for number, case in enumerate(TABLES[rules], 1)
}


def subclasses(of: type) -> Iterator[type]:
    each: type
    for each in of.__subclasses__():
        yield each
        yield from subclasses(each)


CLASSES = {each.__name__: each for each in subclasses(Reason)}


def cell(board: Board, name: str) -> Cell:
    row, column = map(int, name[1:].split("c"))
    return (row - 1) * board.size + column - 1


def house(board: Board, name: str) -> House | None:
    """A house of the board by its name, none, or one that no board has."""
    if name.startswith("invented"):
        cells = tuple(cell(board, each) for each in name.split()[1:])
        return House(0, "row 1", cells, sum(1 << each for each in cells))
    houses = {each.name: each for each in board.layout.houses}
    return None if name in ("", "none") else houses[name]


def alternating(board: Board, text: str) -> dict[str, Any]:
    """Places and links of a chain in turn: 1 r1c1 | = row 1 | 1 r1c5 | - column 5 | 1 r5c5."""
    parts = text.split(" | ")
    places = [part.split() for part in parts[::2]]
    return {
        "places": tuple(Place(int(v), tuple(cell(board, c) for c in cs)) for v, *cs in places),
        "links": tuple(Link(part[0] == "=", house(board, part[2:])) for part in parts[1::2]),
    }


def web(board: Board, text: str) -> Iterator[StrongLink]:
    """Strong links, by a house or none: 1 r1c1 | row 1 | 1 r1c5, 1 r1c1 || 2 r1c1."""

    def candidate(value: str, name: str) -> Candidate:
        return cell(board, name), int(value)

    for link in filter(None, text.split(", ")):
        one, name, other = link.replace("||", "|  |").split(" | ")
        yield StrongLink(
            candidate(*one.split()), candidate(*other.split()), house(board, name.strip())
        )


def part(board: Board, hint: Any, text: Any) -> Any:
    """A part of a reason, of this type, from what the table says of it."""
    inner = get_args(hint)[0] if get_origin(hint) is tuple else None
    if inner is StrongLink:
        return tuple(web(board, text))
    if inner and isinstance(text, str):
        text = list(filter(None, text.split(", ") if inner is House else text.split()))
    if isinstance(text, list):
        return tuple(part(board, inner, each) for each in text)
    if isinstance(text, dict) or text in TABLES["parts"]:
        return made(board, text if isinstance(text, dict) else TABLES["parts"][text], hint)
    if isinstance(text, str):
        return cell(board, text) if re.fullmatch(r"r\d+c\d+", text) else house(board, text)
    return text


def made(board: Board, text: dict[str, Any], kind: Any) -> Any:
    """A reason, or a thing in it, from the table; of this class unless it says another."""
    kind = CLASSES.get(text.get("is", ""), kind)
    own = (board.layout, "") if issubclass(kind, Reason) else ()
    return kind(*own, **parts_of(board, kind, text))


def parts_of(board: Board, kind: type, text: dict[str, Any]) -> dict[str, Any]:
    if "chain" in text:
        return alternating(board, text["chain"])
    hints = get_type_hints(kind)
    return {name: part(board, hints[name], each) for name, each in text.items() if name != "is"}


def honest(case: dict[str, Any]) -> tuple[dict[str, Any], Board, Reason]:
    """How a board is described, the board, and a reason that holds there."""
    text = case["board"]
    text = TABLES["boards"][text] if isinstance(text, str) else text
    board = described(text)
    reason: Reason = made(board, case["reason"], Reason)
    return text, board, reason


@pytest.mark.parametrize("name", CASES)
def test_what_holds_is_accepted_and_each_lie_refused_for_what_it_lacks(name: str) -> None:
    text, board, reason = honest(CASES[name])
    something = entailed(reason, board) != Entailed()
    assert something or name.startswith("chains")  # some remove nothing on their boards
    for lie in CASES[name]["lies"]:
        other = described({**text, **lie["board"]}) if "board" in lie else board
        other = changed(other, lie.get("marks", {}))
        wrong = replace(reason, **parts_of(other, type(reason), lie.get("but", {})))
        with pytest.raises(RefusedError, match=f"^{re.escape(lie['needs'])}$"):
            entailed(wrong, other)


def requirements(module: str) -> Iterator[str]:
    """The messages of everything that the rules of a module need."""
    source = inspect.getsource(import_module(f"replay.{module}"))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "need":
            yield ast.literal_eval(node.args[1])


@pytest.mark.parametrize("rules", RULES)
def test_every_requirement_has_a_lie(rules: str) -> None:
    """By its message; rules of different patterns may share one."""
    needed = [*requirements(rules)]
    assert {lie["needs"] for case in TABLES[rules] for lie in case["lies"]} == {*needed}
    assert rules == "patterns" or len(needed) == len({*needed})

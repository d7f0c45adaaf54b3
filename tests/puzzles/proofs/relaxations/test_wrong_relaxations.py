"""Formulas that are wrong or weak on purpose: trying every assignment finds each of them.

A wrong one forbids a solution, so that a proof about it could be false; a weak one allows what is
no solution, so that there may be no proof.
"""

import sys
from importlib import import_module
from inspect import getsource, isclass, isfunction
from types import ModuleType
from typing import Any

import pytest

from accord.puzzles.proofs.reference import relaxations
from relaxed_problems import misfit, problems_of

SEEDS = range(200)
ROOM = "accord.puzzles.proofs"
ALL_DIFFERENT = [  # what stands there, what instead, and what the formula is then
    ("excepted or len", "len", "wrong"),
    ("> len(constraint.scope)", "< 0", "wrong"),
    ("in constraint.excepted if", "in () if", "wrong"),
    ("return AtMostOne(groups)", "return []", "weak"),
    ("return [()]", "return []", "weak"),
]
LINEAR = [
    ("if not holds(", "if holds(", "wrong"),
    ("that if equal else -that", "that", "wrong"),
    ("that if equal else -that", "-that", "wrong"),
    ('(operator == "<")', '(operator == "<=")', "wrong"),
    ('(operator == ">")', '(operator == ">=")', "wrong"),
    ("return -1, Goal", "return 1, Goal", "wrong"),
    ("and goal.right in total.values", "", "wrong"),
    ("-total.at_least(goal.right), -total.at_most(goal.right)", "()", "wrong"),
    ("-total.at_least(goal.right), -total.at_most(goal.right)", "TRUE,", "weak"),
    ('low += goal.operator == "<="', "low += 1", "wrong"),
    ('low += goal.operator == "<="', "low += 2", "wrong"),
    ("low <= value <= high", "low <= value < high", "wrong"),
    ("low <= value <= high", "low < value <= high", "wrong"),
    ("low <= value <= high", "True", "weak"),
    ("values.add(max(below))", "values.add(min(below))", "wrong"),
    ("values.add(min(above))", "values.add(max(above))", "wrong"),
    ("values.add(min(above))", "pass", "wrong"),
    ('!= "=", goal', '== "=", goal', "wrong"),
    ("-higher, lower", "higher, -lower", "wrong"),
    ("said = following.at_least(a + b)", "said = -TRUE", "wrong"),
    ("following.at_least(a + b)", "following.at_least(a + b + 1)", "wrong"),
    ("following.at_least(a + b)", "following.at_least(a + b - 1)", "weak"),
    ("following.at_most(a + b)", "following.at_most(a + b - 1)", "wrong"),
    ("following.at_most(a + b)", "following.at_most(a + b + 1)", "weak"),
    ("-total.at_least(a), -term.at_least(b), said", "TRUE,", "weak"),
    ("-total.at_most(a), -term.at_most(b), said", "TRUE,", "weak"),
    ("said not in (last, ", "said in (last, ", "weak"),
]
TABLE = [
    ("tuple(-literal for", "tuple(literal for", "wrong"),
    ("if constraint.forbidden", "if not constraint.forbidden", "wrong"),
    ("row.setdefault(variable, literal) != literal or ", "", "wrong"),
    ("), *with_any]", ")]", "wrong"),
    ("*choices, *with_any", "*choices", "wrong"),
    ("if len(said) == len(found)", "if True", "wrong"),
    ("(-choice, literal)", "(choice, -literal)", "weak"),
    ("(-choice, literal)", "(choice, -choice)", "weak"),
    ("    yield ()", "    pass", "weak"),
]
ELEMENT = [
    ("constraint.items, constraint.start", "constraint.items", "wrong"),
    ("yield -here, -equal", "yield -equal", "wrong"),
    ("setdefault(each, []).append(here)", "update({each: [here]})", "wrong"),
]
NO_OVERLAP = [
    ("if value < 0", "if value <= 0", "wrong"),
    ("if value < 0", "if False", "weak"),
    ("(pair, pair[::-1])", "(pair,)", "wrong"),
    ("if constraint.zero_ignored", "if False", "wrong"),
    ("if constraint.zero_ignored", "if True", "weak"),
    ("        yield tuple(either)", "        pass", "weak"),
]
ATOMS = [
    ("behind.at_least(value + size)", "behind.at_least(value + size + 1)", "wrong"),
    ("behind.at_least(value + size)", "behind.at_least(value + size - 1)", "weak"),
    ("-length.at_least(size), said", "said", "wrong"),
    ("TRUE if atom == value else FALSE", "FALSE", "wrong"),
    ("TRUE if atom == value else FALSE", "TRUE", "weak"),
]
EXPRESSION = [
    ("_NEXT = 1", "_NEXT = 0", "weak"),
    ("_NEXT = 1", "_NEXT = 2", "wrong"),
    ("-truth, upper, _gap", "truth, upper, _gap", "wrong"),
    ("yield -truth, -here, there", "yield -here, there", "wrong"),
    ("yield -truth, -here, there", "yield truth, -here, there", "wrong"),
    ("yield truth, -here, -there", "pass", "weak"),
    ("yield -truth, *parts", "yield truth, *parts", "wrong"),
    ("yield truth, -part", "pass", "weak"),
    ("not in (0, 1)", "!= 1", "wrong"),
    ("yield truth, -part", "yield -truth, -part", "wrong"),
]
QUANTITY = [
    ("if not self.open_above", "if self.open_above", "wrong"),
    ("if not self.open_below", "if self.open_below", "wrong"),
    ("                return FALSE", "                return TRUE", "weak"),
    ("values = [weight * value", "values = [value", "wrong"),
    ("reversed(self.bounds)", "self.bounds", "wrong"),
    ("bisect_left(", "bisect_right(", "weak"),
    ("bisect_right(self", "bisect_left(self", "weak"),
]
BLOCKS = [
    ("-direct[number + 1], order", "-direct[number], order", "wrong"),
    ("-direct[place], -order", "-direct[place + 1], -order", "wrong"),
    ("(-order[place - 1],)", "(order[place - 1],)", "wrong"),
    ("-order[place + 1], order[place]", "order[place + 1], -order[place]", "wrong"),
    ("(-one, -other) if one != other", "(-one,) if True", "wrong"),
    ("if one != other else (-one,)", "if one != other else (one,)", "wrong"),
]
CHANGES = {
    ("all-different", "relaxations.all_different"): ALL_DIFFERENT,
    ("linear", "relaxations.linear"): LINEAR,
    ("table", "relaxations.table"): TABLE,
    ("element", "relaxations.element"): ELEMENT,
    ("no-overlap", "relaxations.no_overlap"): NO_OVERLAP,
    ("no-overlap", "literals"): ATOMS,
    ("expression", "relaxations.expression"): EXPRESSION,
    ("linear", "literals"): QUANTITY,
    ("linear", "arithmetic_blocks"): BLOCKS[:5],
    ("all-different", "arithmetic_blocks"): BLOCKS[4:],
}
EACH = [(*place, *change) for place, changes in CHANGES.items() for change in changes]


def replace(patch: pytest.MonkeyPatch, module: ModuleType, found: str, by: str) -> None:
    """Run the functions of a module with other source text in their place."""
    source = getsource(module)
    assert found in source
    changed: dict[str, Any] = {"__name__": module.__name__}
    exec(compile(source.replace(found, by), module.__name__, "exec"), changed)
    for kind, relaxation in changed.get("RELAXATIONS", {}).items():
        patch.setitem(relaxations(), kind, relaxation)
    for name, value in changed.items():
        if isfunction(value) and value.__module__ == module.__name__:
            for user in users_of(getattr(module, name), name):
                patch.setattr(user, name, value)
        if isclass(value) and value.__module__ == module.__name__:
            for method, body in vars(value).items():
                if isfunction(body):
                    patch.setattr(getattr(module, name), method, body)


def users_of(function: object, name: str) -> list[ModuleType]:
    """The modules of the room that have a function by this name: its own, and who imports it."""
    rooms = [module for path, module in [*sys.modules.items()] if path.startswith(ROOM)]
    return [module for module in rooms if getattr(module, name, None) is function]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("kind", "file", "found", "by", "expected"), EACH)
def test_trying_every_assignment_finds_a_change(
    kind: str, file: str, found: str, by: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace(monkeypatch, import_module(f"{ROOM}.{file}"), found, by)
    assert any(misfit(problem) == expected for problem in problems_of(kind, SEEDS))

"""Gecode is asked about no variable twice, where it would find false solutions of that."""

from collections.abc import Callable
from random import Random

import pytest

from accord.constraints import Constraint, Expression, Linear, Operation, Table, Variable
from accord.puzzles import Problem
from accord.solvers.answer import answer
from accord.solvers.cp.gecode_flatzinc import unshared
from accord.solvers.registry import backends
from brute_force import solutions_by_trying
from optional import absent, program

X, Y, Z = map(Variable, range(3))
SHARED = """\
predicate gecode_table_int(array [int] of var int: x,array [int] of int: t);
array [1..6] of int: rows = [1,2,2,2,2,3];
var {1,3}: x:: output_var;
var 2..3: y:: output_var;
array [1..3] of var int: scope ::var_is_introduced  = [x,y,y];
array [1..2] of var int: other = [y,y];
constraint gecode_table_int(scope,rows);
constraint gecode_table_int([y,2,y,y],[2,2,2,2]);
constraint int_mod(x,y,y) :: domain;
constraint int_mod(y,2,x);
solve  satisfy;
"""
APART = """\
predicate gecode_table_int(array [int] of var int: x,array [int] of int: t);
array [1..6] of int: rows = [1,2,2,2,2,3];
var {1,3}: x:: output_var;
var 2..3: y:: output_var;
var 2..3: X_UNSHARED_0;
array [1..3] of var int: scope ::var_is_introduced  = [x,y,X_UNSHARED_0];
array [1..2] of var int: other = [y,y];
var 2..3: X_UNSHARED_1;
var 2..3: X_UNSHARED_2;
var 2..3: X_UNSHARED_3;
constraint gecode_table_int(scope,rows);
constraint gecode_table_int([y,2,X_UNSHARED_1,X_UNSHARED_2],[2,2,2,2]);
constraint int_mod(x,y,X_UNSHARED_3) :: domain;
constraint int_mod(y,2,x);
constraint int_lin_eq([1,-1],[y,X_UNSHARED_0],0) :: domain;
constraint int_lin_eq([1,-1],[y,X_UNSHARED_1],0) :: domain;
constraint int_lin_eq([1,-1],[y,X_UNSHARED_2],0) :: domain;
constraint int_lin_eq([1,-1],[y,X_UNSHARED_3],0) :: domain;
solve  satisfy;
"""


def test_each_further_place_of_a_variable_has_a_variable_of_its_own() -> None:
    assert unshared(SHARED) == APART


def test_its_name_is_no_other_variable_s() -> None:
    found = unshared(SHARED.replace("x", "X_UNSHARED_0"))
    assert found.count("var 2..3: X_UNSHARED__0;") == 1


def test_nothing_else_is_changed() -> None:
    text = SHARED.replace("[x,y,y];", "[x,y,2];").replace("[y,2,y,y]", "[y,2,x]")
    text = text.replace("x,y,y", "x,y,2")
    assert unshared(text) == text


def equal_in_a_table(random: Random) -> list[Constraint]:
    """A table over three variables of which two are equal."""
    rows = {tuple(random.choices(range(-2, 5), k=3)) for _ in range(random.randint(3, 30))}
    return [Table((0, 1, 2), tuple(rows)), Linear((1, 2), "=", 0, (1, -1))]


def remainder_of_itself(random: Random) -> list[Constraint]:
    """A remainder that is its divisor, and perhaps its dividend."""
    return [Expression(Operation("eq", (Operation("mod", (random.choice((X, Y)), Y)), Y)))]


@pytest.mark.parametrize("drawing", [equal_in_a_table, remainder_of_itself])
def test_gecode_finds_the_solutions_of_what_it_misreads(
    drawing: Callable[[Random], list[Constraint]], drawn: int
) -> None:
    program("minizinc")
    backend = backends()["minizinc"]
    if backend.missing:
        absent(backend.missing)
    for seed in range(drawn, drawn + 8):
        random = Random(seed)
        domains = [sorted(random.sample(range(-4, 5), random.randint(2, 5))) for _ in range(3)]
        problem = Problem(domains, drawing(random))
        found = answer(backend, problem, limit=None)
        assert ({*found.solutions}, found.exhausted) == ({*solutions_by_trying(problem)}, True)

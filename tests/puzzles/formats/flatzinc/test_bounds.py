"""Bounds of integers that have none: no solution is lost, and no best one."""

from itertools import product
from random import Random

import pytest

from accord.puzzles.domain import Domain
from accord.puzzles.formats.flatzinc.read import FlatModel, read
from accord.puzzles.sudoku.shape import MalformedPuzzleError

FAR = 40
DECLARED = "var 0..3: x;\nvar -2..2: y;\nvar bool: p;\nvar int: a;\nvar int: b;\n"


def model(constraints: str, goal: str = "satisfy", far: int | None = None) -> FlatModel:
    lines = f"{DECLARED}{constraints}solve {goal};\n".splitlines()
    return read(lines, int_bounds=None if far is None else (-far, far))


def domains(found: FlatModel) -> dict[str, Domain]:
    return {
        name: Domain.of(found.problem.domains[at]) for at, name in enumerate(found.problem.names)
    }


BOUNDED = {  # by constraints the bounds of a and b
    "int_lin_eq([1,-2,-3],[a,x,y],4); int_times(a,x,b)": ((-2, 16), (-6, 48)),
    "int_lin_le([1,-1],[a,x],0); int_lin_le([-1,1],[a,y],1); int_abs(b,a)": ((-3, 3), (-3, 3)),
    "int_lin_le([-2],[a],5); int_lin_le([2],[a],5); int_max(a,x,b)": ((-2, 2), (0, 3)),
    "array_int_maximum(a,[x,y]); array_int_minimum(b,[a,y,7])": ((0, 3), (-2, 2)),
    "array_int_maximum(x,[a,b]); array_int_minimum(y,[a,b])": ((-2, 3), (-2, 3)),
    "array_var_int_element(a,[x,y,9],b)": ((1, 3), (-2, 9)),
    "set_in(a,{-4,7}); set_in(b,{1,2,9})": ((-4, 7), (1, 9)),
    "int_lin_eq([1,1],[b,x],1); int_lin_eq([1,1],[a,b],0)": ((-1, 2), (-2, 1)),
    "fzn_nvalue(a,[x,y]); fzn_count_eq([x,y],1,b)": ((0, 2), (0, 2)),
}


def constraints_of(text: str) -> str:
    return "".join(f"constraint {each.strip()};\n" for each in text.split(";"))


@pytest.mark.parametrize("text", BOUNDED)
def test_constraints_bound_integers(text: str) -> None:
    found = domains(model(constraints_of(text)))
    assert (found["a"], found["b"]) == tuple(Domain((each,)) for each in BOUNDED[text])


def test_what_is_printed_is_bounded_first_and_the_rest_by_that() -> None:
    text = "var int: square;\nvar int: x :: output_var;\nvar int: free;\n"
    text += "constraint int_times(x,x,square);\nconstraint int_le(16,square);\nsolve satisfy;\n"
    found = read(text.splitlines(), int_bounds=(-4, 5))
    ends = domains(found)
    assert {name: (each.min, each.max) for name, each in ends.items()} == {
        "x": (-4, 5),
        "square": (16, 25),
        "free": (-4, 5),
    }
    assert {*found.assumed} == {"x", "free"}


def random_constraints(draw: Random) -> str:
    names = ["x", "y", "a", "b"]

    def one() -> str:
        first, second, third = draw.choices(names, k=3)
        weights = draw.choices([-3, -2, -1, 1, 2, 3], k=3)
        kind = draw.choice(["lin", "lin", "lin", "max", "min", "times", "element", "abs", "in"])
        return {
            "lin": f"int_lin_{draw.choice(['eq', 'le', 'ge', 'lt', 'gt'])}"
            f"({weights[:2]},[{first},{second}],{draw.randint(-4, 4)})",
            "max": f"array_int_maximum({first},[{second},{third}])",
            "min": f"array_int_minimum({first},[{second},{third}])",
            "times": f"int_times({second},{third},{first})",
            "element": f"array_var_int_element({first},[{second},{third}],{draw.choice(names)})",
            "abs": f"int_abs({first},{second})",
            "in": f"set_in({first},{{{draw.randint(-5, 0)},{draw.randint(1, 5)}}})",
        }[kind]

    return constraints_of(";".join(one() for _ in range(draw.randint(1, 4))))


def solutions_far(found: FlatModel) -> list[tuple[int, ...]]:
    """Solutions of a problem, of which a and b are wider than what its constraints say."""
    constraints = found.problem.constraints
    every = product(range(4), range(-2, 3), (0,), *[range(-FAR, FAR + 1)] * 2)
    own = [(each.holds, each.scope) for each in constraints]
    return [
        values for values in every if all(holds([values[x] for x in scope]) for holds, scope in own)
    ]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(25))
def test_no_solution_is_lost_nor_the_best(seed: int) -> None:
    draw = Random(seed)
    constraints = random_constraints(draw)
    sense = draw.choice(["minimize", "maximize"])
    wide = model(constraints, far=FAR)
    every = solutions_far(wide)
    bounds = [*map(Domain.of, wide.problem.domains)]
    assert all(value in bounds[at] for values in every for at, value in enumerate(values))
    try:
        best = model(constraints, f"{sense} a")
    except MalformedPuzzleError:
        return
    within = [
        values[3]
        for values in every
        if values[3] in best.problem.domains[3] and values[4] in best.problem.domains[4]
    ]
    choose = min if sense == "minimize" else max
    inner = sorted(best.problem.domains[3])
    if every and (not inner or -FAR < inner[0] <= inner[-1] < FAR):
        assert choose(within) == choose(values[3] for values in every)


def test_an_objective_is_bounded_where_constraints_push_it_to_one_side() -> None:
    pushed = (
        "int_lin_le([-1,1],[a,x],-2); int_lin_le([3,-2],[y,a],1); int_lin_lt([-2,-1],[a,y],-9);"
        "int_eq(b,0)"
    )
    found = model(constraints_of(pushed), "minimize a")
    assert found.is_for_best
    assert domains(found)["a"] == Domain(((2, 6),))
    with pytest.raises(MalformedPuzzleError, match=r"line 4: found 'var int: a', expected bounds"):
        model(constraints_of(pushed), "maximize a")
    with pytest.raises(MalformedPuzzleError, match=r"--int-bounds A\.\.B"):
        model(constraints_of(f"{pushed};int_le_reif(a,5,p)"), "minimize a")


def test_what_an_objective_is_a_sum_of_is_bounded_too() -> None:
    pushed = (
        "int_lin_le([-1,1],[b,x],-2); int_lin_le([-2,1],[b,y],-6); int_lin_eq([2,3,-1],[b,x,a],4)"
    )
    found = model(constraints_of(pushed), "minimize a")
    assert found.is_for_best
    assert domains(found)["b"] == Domain(((2, 5),))
    assert domains(found)["a"] == Domain(((0, 15),))
    for text in ("int_lin_ne([1],[a],7)", "int_lin_ne([1],[b],3)", "int_le_reif(b,5,p)"):
        with pytest.raises(MalformedPuzzleError, match="expected bounds"):
            model(constraints_of(f"{pushed};{text}"), "minimize a")


def test_bounds_that_are_given_hold_where_there_are_no_others() -> None:
    found = model(constraints_of("int_le(0,a); int_le(b,3)"), far=20)
    assert found.assumed == ("a", "b")
    assert domains(found)["a"] == Domain(((0, 20),))
    assert domains(found)["b"] == Domain(((-20, 3),))
    assert not model(constraints_of("int_eq(a,100); int_eq(b,1)"), far=20).assumed

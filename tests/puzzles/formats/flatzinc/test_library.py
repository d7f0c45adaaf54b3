"""Accord's library for MiniZinc: what it keeps means what MiniZinc's own decomposition means.

Each model is compiled twice, with the library and without: both problems, read by the same reader,
have the same solutions, and so has Gecode.
"""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from pathlib import Path

import pytest

from accord.puzzles.formats.flatzinc import read as reading
from accord.puzzles.formats.flatzinc.builtins import PREDICATES
from accord.puzzles.formats.flatzinc.read import FlatModel, read
from accord.solvers.answer import answer
from accord.solvers.registry import select
from optional import program

LIBRARY = Path(reading.__file__).parent / "share"
STANDARD = '{"id": "std", "name": "std", "version": "1", "executable": "/bin/false"}'
X, Y = "array[1..3] of var 0..3: x;", "array[1..3] of var 0..2: y;"
ZERO = "array[0..2] of var -1..3: x;"
B = "array[1..3] of var bool: b; array[1..3] of var bool: c;"
BOXES = "array[1..2] of var 0..2: x; array[1..2] of var 0..1: y;"
N = "var -1..3: n;"
INCLUDED: dict[str, list[str]] = {  # where it is not the predicate's name
    "maximum_arg": ["arg_max"],
    "minimum_arg": ["arg_max", "arg_min"],
    "fzn_strictly_increasing_bool": ["strictly_increasing"],
    "fzn_strictly_decreasing_bool": ["strictly_decreasing"],
    "table": ["table", "all_different"],
    "lex2": ["lex2", "lex_chain_lesseq"],
    "count": ["count_fn"],
    **{each: [] for each in ("n", "c", "x", "b", "pow", "card")},
}
WITH_SETS = ("fzn_regular_nfa", "redefinitions")  # decomposed to set variables
NOT_BY_GECODE = (  # Debian's MiniZinc 2.6.4 and Gecode 6.2 do not compile, or mean something else
    "fzn_global_cardinality_low_up",
    "fzn_global_cardinality_low_up never",
    "fzn_global_cardinality_low_up_closed",
    "fzn_diffn below 0",
    "fzn_strictly_increasing_bool",
    "fzn_strictly_decreasing_bool",
)
MODELS = {  # by the predicate that stays: variables, constraint
    "fzn_all_different_int": (X, "all_different(x)"),
    "fzn_alldifferent_except": (X, "all_different_except(x, {1, 3})"),
    "fzn_alldifferent_except_0": (X, "all_different_except_0(x)"),
    "fzn_all_equal_int": (X, "all_equal(x)"),
    "fzn_table_int": (X, "table(x, [|0,1,2|3,3,3|0,1,1|])"),
    "fzn_table_bool": (B, "table(b, [|true,false,true|false,false,false|])"),
    "fzn_count_eq": (X + N, "count_eq(x, x[2], n)"),
    "fzn_count_neq": (X + N, "count_neq(x, 1, n)"),
    "fzn_count_leq": (X + N, "count_leq(x, x[2], n)"),
    "fzn_count_lt": (X + N, "count_lt(x, 1, n)"),
    "fzn_count_geq": (X + N, "count_geq(x, 1, n)"),
    "fzn_count_gt": (X + N, "count_gt(x, x[1], n)"),
    "fzn_at_least_int": (X, "at_least(2, x, 1)"),
    "fzn_at_most_int": (X, "at_most(1, x, 2)"),
    "fzn_exactly_int": (X, "exactly(2, x, 3)"),
    "fzn_among": (X + N, "among(n, x, {0, 2})"),
    "fzn_member_int": (X + N, "member(x, n)"),
    "fzn_nvalue": (X + N, "nvalue(n, x)"),
    "fzn_global_cardinality": (X + N, "global_cardinality(x, [1, 3], [n, 1])"),
    "fzn_global_cardinality twice": (X + N, "global_cardinality(x, [1, 1], [n, 1])"),
    "fzn_global_cardinality_closed": (X + N, "global_cardinality_closed(x, [1, 2], [n, 1])"),
    "fzn_global_cardinality_low_up": (X, "global_cardinality(x, [1, 3], [1, 0], [2, 1])"),
    "fzn_global_cardinality_low_up never": (X, "global_cardinality(x, [1, 3], [2, 0], [1, 1])"),
    "fzn_global_cardinality_low_up_closed": (
        X,
        "global_cardinality_closed(x, [1, 3], [1, 0], [2, 1])",
    ),
    "fzn_increasing_int": (X, "increasing(x)"),
    "fzn_decreasing_int": (X, "decreasing(x)"),
    "fzn_strictly_increasing_int": (X, "strictly_increasing(x)"),
    "fzn_strictly_decreasing_int": (X, "strictly_decreasing(x)"),
    "fzn_increasing_bool": (B, "increasing(b)"),
    "fzn_decreasing_bool": (B, "decreasing(b)"),
    "fzn_strictly_increasing_bool": (B, "fzn_strictly_increasing_bool([b[1], b[2]])"),
    "fzn_strictly_decreasing_bool": (B, "fzn_strictly_decreasing_bool([b[1], b[2]])"),
    "fzn_lex_less_int": (X + Y, "lex_less(x, y)"),
    "fzn_lex_less_int shorter": (X + Y, "lex_less([x[1], x[2]], y)"),
    "fzn_lex_less_int longer": (X + Y, "lex_less(x, [y[1], y[2]])"),
    "fzn_lex_lesseq_int": (X + Y, "lex_lesseq(x, y)"),
    "fzn_lex_lesseq_int shorter": (X + Y, "lex_lesseq([x[1], x[2]], y)"),
    "fzn_lex_lesseq_int longer": (X + Y, "lex_lesseq(x, [y[1], y[2]])"),
    "fzn_lex_less_bool": (B, "lex_less(b, c)"),
    "fzn_lex_lesseq_bool": (B, "lex_lesseq(b, c)"),
    "fzn_cumulative": (
        X + "var 0..2: d; var 0..2: r; var -1..3: n;",
        "cumulative(x, [2, d, 1], [1, 2, r], n)",
    ),
    "fzn_disjunctive": (X + "var -1..2: d;", "disjunctive(x, [2, d, 0])"),
    "fzn_disjunctive_strict": (X + "var -1..2: d;", "disjunctive_strict(x, [2, d, 0])"),
    "fzn_diffn": (BOXES + "var 0..2: d;", "diffn(x, y, [2, d], [d, 2])"),
    "fzn_diffn below 0": (BOXES + "var -2..1: d;", "diffn(x, y, [2, d], [d, 2])"),
    "fzn_diffn_nonstrict": (BOXES + "var 0..2: d;", "diffn_nonstrict(x, y, [2, d], [d, 2])"),
    "fzn_bin_packing": (X, "bin_packing(4, x, [2, 3, 1])"),
    "fzn_bin_packing_capa accord_bin_packing_capa": (
        ZERO,
        "bin_packing_capa(array1d(0..2, [2, 3, 4]), x, array1d(0..2, [2, 3, 1]))",
    ),
    "fzn_bin_packing_load accord_bin_packing_load": (
        ZERO + N + "var 0..6: m;",
        "bin_packing_load(array1d(0..2, [n, m, 1]), x, array1d(0..2, [2, 3, 1]))",
    ),
    "fzn_regular": (X, "regular(x, 2, 2, [|1,2|2,0|], 1, {2})"),
    "fzn_regular never": (X, "regular(x, 2, 2, [|1,0|2,0|], 1, {2})"),
    "fzn_regular never once": (X, "regular(x, 2, 2, [|0,0|2,1|], 1, {1})"),
    "fzn_regular_nfa": (X, "regular_nfa(x, 2, 2, [|{1},{1,2}|{},{2}|], 1, {2})"),
    "fzn_value_precede_int": (X, "value_precede(1, 3, x)"),
    "fzn_value_precede_int itself": (X, "value_precede(1, 1, x)"),
    "fzn_value_precede_chain_int": (X, "value_precede_chain([3, 1, 2], x)"),
    "fzn_mdd": (
        X,
        "mdd(x, 4, [1,2,2,3], 6, [1,1,2,3,3,4], [{0},1..2,{1},{1},{3},{0,2}], [2,3,4,4,4,0])",
    ),
    "fzn_mdd_nondet": (
        X,
        "mdd_nondet(x, 4, [1,2,2,3], 6, [1,1,2,3,3,4], [{0,1},1..2,{1},{1},1..3,{2}], "
        "[2,3,4,4,4,0])",
    ),
    "fzn_circuit accord_circuit": (ZERO, "circuit(x)"),
    "fzn_inverse accord_inverse": (
        ZERO + "array[1..3] of var 0..4: y;",
        "inverse(x, y)",
    ),
    "fzn_symmetric_all_different accord_own_inverse": (ZERO, "symmetric_all_different(x)"),
    "fzn_arg_max_int accord_arg_max": (ZERO + N, "maximum_arg(x, n)"),
    "fzn_arg_min_int accord_arg_min": (ZERO + N, "minimum_arg(x, n)"),
    "fzn_arg_max_bool accord_arg_max_bool": (B + N, "maximum_arg(b, n)"),
    "fzn_arg_min_bool accord_arg_min_bool": (B + N, "minimum_arg(b, n)"),
    "fzn_lex_chain_less_int accord_lex_chain_less_int": (
        "array[1..2, 1..3] of var 0..1: x;",
        "lex_chain_less(x)",
    ),
    "fzn_lex_chain_lesseq_int accord_lex_chain_lesseq_int": (
        "array[1..2, 1..3] of var 0..1: x;",
        "lex_chain_lesseq(x)",
    ),
    "fzn_lex_chain_less_bool accord_lex_chain_less_bool": (
        "array[1..2, 1..3] of var bool: x;",
        "lex_chain_less(x)",
    ),
    "fzn_lex_chain_lesseq_bool accord_lex_chain_lesseq_bool": (
        "array[1..2, 1..3] of var bool: x;",
        "lex_chain_lesseq(x)",
    ),
    "fzn_lex2 accord_lex2": ("array[1..2, 1..3] of var 0..1: x;", "lex2(x)"),
    "fzn_strict_lex2 accord_strict_lex2": (
        "array[1..2, 1..3] of var 0..2: x;",
        "strict_lex2(x)",
    ),
    "redefinitions-2.0 bool_clause_reif": (B, "c[1] <-> (b[1] \\/ not b[2] \\/ c[2])"),
    "redefinitions-2.0 array_int_maximum": (X + N, "n = max(x)"),
    "redefinitions-2.0 array_int_minimum": (X + N, "n = min(x)"),
    "redefinitions-2.0.2 accord_element_int": (ZERO + N, "x[n] = 2"),
    "redefinitions-2.0.2 accord_element_bool": (N + "array[0..2] of var bool: b;", "b[n]"),
    "redefinitions-2.2.1 int_pow_fixed": ("var -2..2: x; var -8..8: n;", "pow(x, 3) = n"),
    "fzn_all_different_int if": (X + B, "all_different(x) <-> (b[1] \\/ b[2])"),
    "fzn_count_eq in a sum": (X + N, "(count(x, 1) + count(x, n) = 3) \\/ x[n] = 2"),
    "fzn_table_int or": (X + N, "table(x, [|0,1,2|3,3,3|]) \\/ (n div x[1] = 2)"),
    "redefinitions": ("var set of 1..4: s;" + N, "card(s) = n /\\ (n in s)"),
}


def compiled(model: str, configuration: Path, folder: Path) -> list[str]:
    """The FlatZinc that MiniZinc makes of a model, with the library that a file names."""
    source, flat = folder / "model.mzn", folder / "flat.fzn"
    source.write_text(model)
    command = [program("minizinc"), "-c", "--solver", str(configuration), str(source)]
    subprocess.run([*command, "--fzn", str(flat), "--no-output-ozn"], check=True)
    return flat.read_text().splitlines()


def in_order(found: FlatModel, every: Iterable[Sequence[int]]) -> set[tuple[int, ...]]:
    """The values of the shown variables in each solution, sorted by the names of the variables."""
    names = found.problem.names
    order = sorted(found.problem.shown, key=lambda each: names[each])
    return {tuple([values[each] for each in order]) for values in every}


def by_trying(found: FlatModel) -> set[tuple[int, ...]]:
    """The solutions, of which `holds` of our kinds decides."""
    problem = found.problem
    if prod(map(len, problem.domains)) > 50_000:  # of what stands in other constraints
        return by_solver(found)
    every = (
        values
        for values in product(*problem.domains)
        if all(each.holds([values[x] for x in each.scope]) for each in problem.constraints)
    )
    return in_order(found, every)


def by_solver(found: FlatModel) -> set[tuple[int, ...]]:
    """The solutions of a decomposition, which has variables more; each is verified."""
    claimed = answer(select("cpsat").backend, found.problem, limit=None)
    assert claimed.exhausted, claimed
    assert not any(any(found.problem.violations(each)) for each in claimed.solutions)
    return in_order(found, claimed.solutions)


def by_gecode(model: Path) -> set[tuple[int, ...]]:
    """The solutions that Gecode finds, by MiniZinc's library for it."""
    command = [program("minizinc"), "--solver", "gecode", "-a", "--output-mode", "json", str(model)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    objects = [json.loads(each) for each in said.split("----------")[:-1]]
    return {tuple(flat([each[name] for name in sorted(each)])) for each in objects}


def flat(found: object) -> Iterator[int]:
    if isinstance(found, list | dict):  # a set is {"set": [1, 2]}
        for each in found if isinstance(found, list) else found["set"]:
            yield from flat(each)
    else:
        yield int(str(found).replace("True", "1").replace("False", "0"))


def model_of(name: str) -> str:
    """The model; Debian's `globals.mzn` is not taken for Gecode, a file for each predicate is."""
    variables, constraint = MODELS[name]
    called = re.findall(r"\w+", constraint)[0]
    files = INCLUDED.get(called, [called])
    includes = "".join(f'include "{file}.mzn"; ' for file in files)
    return f"{includes}{variables} constraint {constraint}; solve satisfy;"


def kept(lines: Iterable[str]) -> set[str]:
    """The predicates that stand in constraints."""
    return {match[1] for line in lines if (match := re.match(r"constraint (\w+)", line))}


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", MODELS)
def test_what_is_kept_means_what_the_decomposition_means(name: str, tmp_path: Path) -> None:
    standard = tmp_path / "std.msc"
    standard.write_text(STANDARD)
    model = model_of(name)
    lines = compiled(model, LIBRARY / "accord.msc", tmp_path)
    own = by_trying(read(lines))
    file, *stays = name.split()
    assert {each for each in stays if each in PREDICATES} <= kept(lines)
    if name not in WITH_SETS:
        decomposed = compiled(model, standard, tmp_path)
        assert kept(decomposed).isdisjoint({file, *stays})
        assert own == by_solver(read(decomposed))
    if name not in NOT_BY_GECODE:
        gecode = by_gecode(tmp_path / "model.mzn")
        assert len(own) == len(gecode) if "set" in model else own == gecode
    assert own or "never" in name


def test_every_predicate_of_the_library_is_tested() -> None:
    files = {each.stem for each in (LIBRARY / "mznlib").glob("*.mzn")}
    assert files == {name.split()[0] for name in MODELS}
    heads = {
        head
        for each in (LIBRARY / "mznlib").glob("*.mzn")
        for head in re.findall(r"^predicate (\w+)\([^;=]*\);", each.read_text(), re.MULTILINE)
    }
    assert heads - {"array_float_maximum", "array_float_minimum"} <= PREDICATES.keys()

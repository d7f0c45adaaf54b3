"""Assembling the collections that ship: `python tools/assemble.py [NAME...]`.

Writes bench/make/instances/NAME.jsonl, the same bytes each time; all of it takes two minutes.  Most
collections come from the shapes and seeds in tools/collections.toml.  Those of KEPT are written by
hand: puzzles that were published, famous or odd, each a line of JSON with its name, what is
expected of it and where it comes from; assembling checks them, adds the solution to a puzzle that
is expected to have one, and brings lines into the usual form.

The hard 9x9 take backtracking-mrv 820 to 2,841 guesses; the median of the minimal puzzles with
seeds 0 to 299 is 62.  CP-SAT and PicoSAT decide each of the puzzles within a second;
backtracking-mrv does not decide the hard 25x25 in ten.
"""

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from typing import Any

from accord.bench.make.boards.making import boards, instance
from accord.bench.make.chance import shuffled
from accord.bench.make.full_grid import full_grid
from accord.bench.make.generate import blanked, generate
from accord.bench.make.instances import optimise
from accord.bench.make.instances.collection import FOLDER, about, instances_of
from accord.bench.make.patterns import jigsaw
from accord.puzzles import Puzzle, Shape, shape
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.classics.harder import harder
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.models.cpmpy import problem_of
from accord.puzzles.puzzle import Expected, Instance, expect_puzzle
from accord.solvers.deciding import first_two

KEPT = ("seeds", "published", "famous", "edge")
ORIGIN = "accord.bench.generate"  # the generator's name when most of these were first made
COLLECTIONS: Mapping[str, Mapping[str, Any]] = {
    **{name: {"about": about(name)} for name in KEPT},
    **tomllib.loads(Path(__file__).with_name("collections.toml").read_text(encoding="utf-8")),
}


def kept(name: str) -> Iterator[Instance]:
    """The instances of a collection that is written by hand, with the solutions of unique ones."""
    for each in instances_of(name):
        wanted = each.expected
        lacks_it = wanted is not None and wanted.count == 1 and wanted.solution is None
        yield unique(each) if lacks_it else each


def unique(instance: Instance) -> Instance:
    """The instance with the one solution that its puzzle has.

    Raises:
        ValueError: it has none, or several.
    """
    solutions = first_two(expect_puzzle(instance.problem, "this"))
    if len(solutions) != 1:
        raise ValueError(f"{instance.name}: found {len(solutions)} solutions, expected one")
    return replace(instance, expected=Expected(1, solution=solutions[0]))


def assembled(collection: Mapping[str, Any]) -> Iterator[Instance]:
    """The instances that a table of collections.toml asks for."""
    if collection.get("classics"):
        yield from classics()
    yield from modelled(collection.get("modelled", ()))
    for name, wanted in collection.get("picked", {}).items():
        yield from (each for each in instances_of(name) if each.name in wanted)
    for group in collection.get("boards", ()):
        for board in boards(group["puzzle"], group["size"], group["difficulty"], group["seed"]):
            name = f"{group['puzzle']}-{group['size']}-{group['difficulty']}"
            yield replace(instance(board, group["puzzle"], group["seed"]), name=name)
    for group in collection.get("made", ()):
        size, box = group["size"], tuple(group.get("box", ())) or None
        for seed in group["seeds"]:
            regions = jigsaw(size, seed) if group.get("jigsaw") else None
            figure = shape(size, box, group.get("rules", ()), regions)
            make = scattered if "blanks" in group else random_givens
            yield make(f"{group['name']}-{seed}", figure, seed, group)


def classics() -> Iterator[Instance]:
    """The instances of accord.classics: small ones, then those that take a search."""
    for name, example in EXAMPLES.items():
        yield Instance(name, example.problem(), Expected(example.solutions), example.source)
    yield from harder()


def modelled(names: Sequence[str]) -> Iterator[Instance]:
    """The instances of these names that the models of optimise/ make, in this order."""
    made = {}
    for file in iter_modules(optimise.__path__) if names else ():
        found = import_module(f"{optimise.__name__}.{file.name}")
        made.update({name: (found.model, *each) for name, each in found.INSTANCES.items()})
    for name in names:
        model, settings, best, source = made[name]
        yield Instance(name, problem_of(model(**settings)), Expected(optimum=best), source)


def random_givens(name: str, figure: Shape, seed: int, group: Mapping[str, Any]) -> Instance:
    """A puzzle with one solution, minimal or with so many clues."""
    clues = group.get("clues")
    goal = "minimal" if clues is None else f"{clues} clues"
    puzzle = generate(figure, seed, clues)
    return unique(Instance(name, puzzle, source=f"{ORIGIN}, seed {seed}, {goal}"))


def scattered(name: str, figure: Shape, seed: int, group: Mapping[str, Any]) -> Instance:
    """A full grid with so many cells blanked at random: it has many solutions."""
    random, blanks = Random(seed), group["blanks"]
    full = Puzzle(figure, full_grid(figure, random))
    puzzle = blanked(full, shuffled(figure.cells, random)[:blanks])
    origin = f"{ORIGIN}, seed {seed}, {blanks} cells blanked at random"
    return Instance(name, puzzle, Expected(at_least=2), origin)


def lines(name: str) -> Iterator[str]:
    """The lines of a collection's file."""
    yield json.dumps({"about": COLLECTIONS[name]["about"]})
    yield from map(write_instance, kept(name) if name in KEPT else assembled(COLLECTIONS[name]))


def assemble(name: str) -> None:
    """Write the file of a collection."""
    text = "".join(f"{line}\n" for line in lines(name))
    FOLDER.joinpath(f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    for chosen in sys.argv[1:] or COLLECTIONS:
        assemble(chosen)

"""Recording how hard the puzzles that ship are: `python tools/hardness.py`.

Writes bench/analysis/recorded_hardness.jsonl, which `accord rank` reads.  Each puzzle of the
collections with one solution, up to 16x16, stands there once, under the first name it has.  It
takes some minutes; python-sat has to be installed.
"""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import version

from accord.bench.analysis.hardness import FORMS, MOST_NODES, PROOF, SEED, hardness
from accord.bench.analysis.recorded_hardness import FILE, LARGEST, as_record
from accord.bench.make.instances.collection import collections, instances_of
from accord.puzzles import Puzzle
from accord.solvers.deciding import first_two_of


def chosen() -> Iterator[tuple[str, Puzzle]]:
    """The puzzles, each once, with a name."""
    seen = set()
    for collection in collections():
        for instance in instances_of(collection):
            puzzle = instance.problem
            if not isinstance(puzzle, Puzzle) or puzzle.size > LARGEST or puzzle.digest in seen:
                continue
            seen.add(puzzle.digest)
            if len(first_two_of(puzzle)) == 1:
                yield f"{collection}/{instance.name}", puzzle


def main() -> None:
    """Measure the hardness of all puzzles that ship, and write the file."""
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        return
    versions = {name: version(name) for name in ("accord", "python-sat")}
    head = {"isomorphs": FORMS, "seed": SEED, "most_nodes": MOST_NODES, "versions": versions}
    lines = [json.dumps(head)]
    for name, puzzle in chosen():
        found = hardness(name, puzzle)
        if PROOF in found.lacking:
            sys.exit(f"{name}: {found.lacking[PROOF]}")
        lines.append(json.dumps(as_record(found)))
        print(len(lines) - 1, name, *(spread.median for spread in found.measured.values()))
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()

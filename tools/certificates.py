"""Certify all that ships: `python tools/certificates.py [COLLECTION...]`.

Writes results/certificates.csv: for each instance up to 25x25 its digest, the answer that was
proven, who made the proof, how large formula and proof are, the digest of the proof and the CPU
seconds; or why there is no certificate.  Rows of other collections stay.  The proofs themselves are
not kept: the same versions make the same ones again.  An instance may take LIMIT seconds.
"""

import csv
import sys
from collections.abc import Iterator
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from accord.bench.certify.certify import UncertifiedError, certify
from accord.bench.make.instances.collection import collections, expect_collection, instances_of
from accord.puzzles.puzzle import Instance, Puzzle

TABLE = Path(__file__).parents[1] / "results" / "certificates.csv"
LIMIT = 60.0  # seconds
LARGEST = 25  # size of a puzzle


class Proven(NamedTuple):
    """The row of an instance in the table of certificates."""

    collection: str
    name: str
    problem: str  # SHA-256
    answer: str = ""  # empty: not certified
    reference: str = ""  # version of the formula
    producer: str = ""
    clauses: str = ""
    lines: str = ""
    bytes: str = ""
    proof: str = ""  # SHA-256
    cpu: str = ""  # seconds
    reason: str = ""  # why there is none


def certified(collection: str, instance: Instance, producer: str = "") -> Proven:
    """The row of an instance, made in this process."""
    row = Proven(collection, instance.name, instance.problem.full_digest)
    claimed = instance.expected.solution if instance.expected else None
    try:
        made = certify(instance.problem, producer, known=[claimed] if claimed else [])
    except UncertifiedError as error:
        return row._replace(reason=str(error))
    certificate = made.certificate
    return row._replace(
        answer=certificate.answer,
        reference=str(certificate.formula.version),
        producer=certificate.producer,
        clauses=str(certificate.formula.clauses),
        lines=str(made.lines),
        bytes=str(len(certificate.proof)),
        proof=sha256(certificate.proof).hexdigest(),
        cpu=f"{made.spell.cpu:.2f}",
    )


def within_the_limit(collection: str, instance: Instance) -> Proven:
    """The row of an instance, made in a process that is ended after LIMIT seconds."""
    here, there = get_context("fork").Pipe(duplex=False)
    process = get_context("fork").Process(target=_send, args=(there, collection, instance))
    process.start()
    there.close()
    try:
        row: Proven = here.recv() if here.poll(LIMIT) else _failed(collection, instance)
    except EOFError:  # it was killed
        row = _failed(collection, instance)
    process.kill()
    process.join()
    return row


def _send(there: Connection, collection: str, instance: Instance) -> None:
    there.send(certified(collection, instance))


def _failed(collection: str, instance: Instance) -> Proven:
    reason = f"not within {LIMIT:g} s"
    return Proven(collection, instance.name, instance.problem.full_digest, reason=reason)


def certifiable(collection: str) -> Iterator[Instance]:
    """The instances of a collection that are not larger than LARGEST."""
    for each in instances_of(collection):
        if not isinstance(each.problem, Puzzle) or each.problem.size <= LARGEST:
            yield each


def recorded() -> list[Proven]:
    """The rows of the table."""
    if not TABLE.is_file():
        return []
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [Proven(*each) for each in csv.reader(file)][1:]


def main(names: list[str]) -> None:
    """Certify these collections, by default all, and write the table."""
    for name in names:
        expect_collection(name)
    rows = [row for row in recorded() if names and row.collection not in names]
    for name in names or collections():
        for instance in certifiable(name):
            row = within_the_limit(name, instance)
            rows.append(row)
            print(
                f"{name}/{row.name}: {row.answer or row.reason} {row.lines} {row.cpu}", flush=True
            )
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([Proven._fields, *sorted(rows)])


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    main(sys.argv[1:])

"""Which tests ran, and whether each did in one of several jobs: `python ran.py COLLECTED RAN...`.

COLLECTED is what `--ran=FILE` wrote to FILE.collected where everything is installed, RAN what it
wrote to FILE in each job.  Exits with 1 and names the tests that no job ran.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

NO_DATA = "no shared data"  # the one reason for which a test that is skipped counts as run


class Ran:
    """Writes the ids of the tests that were run, and to FILE.skipped those of the others.

    A test that is skipped was not run, but for want of the shared data, which a clone lacks.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.ids: dict[bool, set[str]] = {True: set(), False: set()}

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" or report.skipped:
            ran = not report.skipped or NO_DATA in str(report.longrepr)
            self.ids[ran].add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        for ran, end in ((True, ""), (False, ".skipped")):
            write_ids(f"{self.file}{end}", self.ids[ran])


def write_ids(file: str, ids: Iterable[str]) -> None:
    """Write the ids of tests to a file, one a line."""
    text = "".join(f"{each}\n" for each in sorted(ids))
    Path(file).write_text(text, encoding="utf-8")


def left_out(collected: str, ran: list[str]) -> list[str]:
    """The ids that were collected and are in no list of those that ran."""
    ids = {line for line in collected.splitlines() if "::" in line}
    return sorted(ids - {line for each in ran for line in each.splitlines()})


if __name__ == "__main__":
    collected, *ran = (Path(file).read_text(encoding="utf-8") for file in sys.argv[1:])
    missed = left_out(collected, ran)
    print(f"{len(missed)} of the tests ran in no job", *missed, sep="\n    ")
    sys.exit(bool(missed))

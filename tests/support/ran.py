"""Whether every test ran in one of several jobs: `python ran.py COLLECTED RAN...`.

COLLECTED is what `pytest --collect-only -q` prints where everything is installed, RAN what
`--ran=FILE` wrote in each job.  Exits with 1 and names the tests that no job ran.
"""

import sys
from pathlib import Path


def left_out(collected: str, ran: list[str]) -> list[str]:
    """The ids that were collected and are in no list of those that ran."""
    ids = {line for line in collected.splitlines() if "::" in line}
    return sorted(ids - {line for each in ran for line in each.splitlines()})


if __name__ == "__main__":
    collected, *ran = (Path(file).read_text(encoding="utf-8") for file in sys.argv[1:])
    missed = left_out(collected, ran)
    print(f"{len(missed)} of the tests ran in no job", *missed, sep="\n    ")
    sys.exit(bool(missed))

"""A machine is known by what it is made of and by its kernel, whatever it is called."""

from typing import Any

import pytest

from accord.bench.run.environment import is_same_machine, machine_text

FACTS = {
    "host": "vm",
    "cpu": "AMD EPYC",
    "cores": 2,
    "threads": 4,
    "memory": 25_276_502_016,
    "system": "Linux-6.1.0-x86_64-with-glibc2.36",
}


@pytest.mark.parametrize(
    ("others", "same"),
    [
        ({"host": "renamed", "packages": {"pip": "1"}, "commit": "abc"}, True),
        ({"memory": 25_276_059_648, "system": "Linux-6.1.0-x86_64-with-glibc2.31"}, True),
        ({"cpu": None, "memory": None}, True),
        ({"memory": 16 * 2**30}, False),
        ({"cpu": "AMD EPYC 2"}, False),
        ({"cores": 4}, False),
        ({"threads": 2}, False),
        ({"system": "Linux-6.1.1-x86_64-with-glibc2.36"}, False),
    ],
)
def test_a_machine_is_the_same_by_its_parts_and_kernel(
    others: dict[str, Any], *, same: bool
) -> None:
    assert is_same_machine(FACTS, FACTS | others) == same
    assert is_same_machine(FACTS | others, FACTS) == same


def test_a_machine_in_words_has_no_name() -> None:
    assert machine_text(FACTS) == "AMD EPYC, 2 cores, 23.5 GiB, Linux-6.1.0-x86_64"
    assert machine_text({"host": "vm"}) == "an unknown one"

"""What a campaign finds out about the machine, found out once a session instead of each time.

The overhead of the harness takes a worker and 600 questions, the versions of all packages as many
files: a good part of the time of the campaigns of tests, of which many have four runs.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

FUNCTIONS = ("accord.bench.campaigns.making.overhead", "accord.bench.run.environment._packages")


def find_out_once() -> None:
    """Have the campaigns of this process keep what they find out."""
    for name in FUNCTIONS:
        module, _, function = name.rpartition(".")
        place = import_module(module)
        setattr(place, function, _kept(getattr(place, function)))


def _kept(function: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    kept: dict[str, Any] = {}

    def again() -> dict[str, Any]:
        if not kept:  # nor is nothing kept, which a disturbed machine has
            kept.update(function())
        return {**kept}

    return again

"""Random settings of a backend, with which its answers are the same."""

from random import Random
from typing import Any

from accord.solvers.backend import Backend
from accord.solvers.interface import Settings
from accord.solvers.settings import settings_of

NUMBERS = {"seed": range(1000), "workers": range(1, 3)}  # others are limits
ORIGINAL = {"original", "itself"}  # neither program nor file makes a problem that a test draws


def random_settings(random: Random, backend: Backend) -> Settings:
    """For some of the settings a word that it takes, true or false, or a number."""
    choices: dict[str, Any] = {
        name: (False, True) if each.values is bool else NUMBERS.get(name, each.values)
        for name, each in settings_of(backend.solve).items()
    }
    chosen = {
        name: random.choice(values)
        for name, values in choices.items()
        if (name in NUMBERS or isinstance(values, tuple)) and random.random() < 0.7
    }
    left_out = ORIGINAL.union(backend.finds_one)
    return {name: value for name, value in chosen.items() if value not in left_out}

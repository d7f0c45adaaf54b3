"""Documented names that have moved while 0.1 was made: each works, and warns of the new name.

The finder stands at the end of `sys.meta_path`, so it is asked only for what is nowhere else.
Programs for developers have left the package: `python -m` with an old name runs the file in tools/,
where this is a checkout.  This file goes with version 0.2.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast

CHECKOUT = Path(__file__).resolve().parents[1]
MOVED = {  # old name: new module, MODULE:FUNCTION, or a file of the checkout
    "accord.bench.agreement": "tools/agreement.py",
    "accord.bench.assemble": "tools/assemble.py",
    "accord.bench.conformance": "accord.bench.judging.conformance",
    "accord.bench.endurance": "tools/endurance.py",
    "accord.bench.ladder": "accord.bench.analysis.ladder",
    "accord.bench.logic_speed": "tools/logic_speed.py",
    "accord.bench.scale": "tools/scale.py",
    "accord.bench.statistics.prove": "tools/prove.py",
    "accord.bench.trace_cost": "tools/trace_cost.py",
    "accord.encodings.clauses.decode": "accord.encodings.clauses.clauses:decode",
    "accord.encodings.cnf": "accord.encodings.clauses.cnf",
    "accord.encodings.propagation": "accord.encodings.clauses.propagation",
    "accord.solvers.backtracking_mrv": "accord.solvers.search.backtracking_mrv",
    "accord.solvers.filters": "accord.solvers.search.filters",
    "accord.solvers.gac": "accord.solvers.search.gac",
    "accord.solvers.logic.telling.told": "accord.solvers.logic.engine.logic_trace:event_reason",
    "accord.solvers.network": "accord.solvers.search.network",
    "accord.solvers.rules": "accord.solvers.search.rules",
    "accord.views.report.speed": "tools/report_cost.py",
    "accord.views.svg": "accord.views.boards.svg",
}


class MovedFinder:
    """Finds a module by its old name, and loads it: it is the new one itself, not a copy.

    (Of no class of `importlib.abc`, whose import takes longer than that of accord.)
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in MOVED:
            gone = any(old.startswith(f"{fullname}.") for old in MOVED)
            return ModuleSpec(fullname, None, is_package=True) if gone else None
        module, _, function = MOVED[fullname].partition(":")
        if not function:
            return ModuleSpec(fullname, cast(Any, self), origin=str(CHECKOUT / module))
        _warn(fullname)
        package, _, name = fullname.rpartition(".")
        setattr(sys.modules[package], name, getattr(import_module(module), function))
        return None  # `from package import name` looks once more when there is no such module

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        new = MOVED[spec.name]
        if new.endswith(".py"):
            raise ImportError(f"{spec.name} is a program of the checkout now: python {new}")
        _warn(spec.name)
        self._spec = import_module(new).__spec__
        return sys.modules[new]

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # which the import of the old name has overwritten

    def get_code(self, fullname: str) -> CodeType:
        """The code that `python -m` runs."""
        _warn(fullname)
        if not MOVED[fullname].endswith(".py"):
            new = cast(Any, find_spec(MOVED[fullname]))
            return cast(CodeType, new.loader.get_code(new.name))
        file = CHECKOUT / MOVED[fullname]
        if not file.is_file():
            raise ImportError(f"{MOVED[fullname]} is a file of the checkout, which is not here")
        return compile(file.read_bytes(), file, "exec")


def _warn(old: str) -> None:
    new = MOVED[old].replace(":", ".")
    warnings.warn(f"{old} is {new} now", FutureWarning, stacklevel=3)

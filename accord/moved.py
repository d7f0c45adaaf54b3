"""Documented names of version 0.1 that have moved: importing one works, and warns of the new name.

The finder stands at the end of `sys.meta_path`, so it is asked only for what is nowhere else.
Programs for developers have left the package: `python -m` with an old name runs the file in tools/,
where this is a checkout.  Everything in MOVED goes with version 0.3.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, cast

MOVED = {  # old module: new module, or a file of the checkout
    "accord.bench.conformance": "accord.bench.judging.conformance",
    "accord.bench.agreement": "tools/agreement.py",
    "accord.bench.assemble": "tools/assemble.py",
    "accord.bench.endurance": "tools/endurance.py",
    "accord.bench.logic_speed": "tools/logic_speed.py",
    "accord.bench.scale": "tools/scale.py",
    "accord.bench.statistics.prove": "tools/prove.py",
    "accord.bench.trace_cost": "tools/trace_cost.py",
    "accord.views.report.speed": "tools/report_cost.py",
}


class MovedFinder:
    """Finds a module by its old name, and loads it: it is the new one itself, not a copy.

    (Of no class of `importlib.abc`, whose import takes longer than that of accord.)
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, cast(Any, self)) if fullname in MOVED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        new = MOVED[spec.name]
        if new.endswith(".py"):
            raise ImportError(f"{spec.name} is a program of the checkout now: python {new}")
        warnings.warn(f"{spec.name} is {new} now", FutureWarning, stacklevel=2)
        self._spec = import_module(new).__spec__
        return sys.modules[new]

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # which the import of the old name has overwritten

    def get_code(self, fullname: str) -> CodeType:
        """The code that `python -m` runs."""
        file = Path(__file__).resolve().parents[1] / MOVED[fullname]
        warnings.warn(f"{fullname} is {MOVED[fullname]} now", FutureWarning, stacklevel=2)
        if not file.is_file():
            raise ImportError(f"{MOVED[fullname]} is a file of the checkout, which is not here")
        return compile(file.read_bytes(), file, "exec")

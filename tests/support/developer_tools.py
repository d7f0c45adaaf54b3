"""The programs of tools/, which no import finds."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from places import ROOT


def tool(name: str) -> ModuleType:
    """The program tools/NAME.py as a module, loaded once."""
    full = f"tools_{name}"
    if full not in sys.modules:
        spec = spec_from_file_location(full, ROOT / "tools" / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[full] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[full]

"""XCSP3 as CPMpy reads it, through pycsp3's parser: all solutions of some instances.

It is a program of its own, since pycsp3 reads the arguments of the process that imports it, and
acts when it ends.  On standard input is an object of texts by name; printed is an object of lists
of solutions, each an object of values by variable, or of the error as text.
"""

import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


def solutions(text: str) -> list[dict[str, int]]:
    """All solutions; of the variables that CPMpy knows, which stand in some constraint."""
    from cpmpy.tools.io.xcsp3 import load_xcsp3
    from cpmpy.transformations.get_variables import get_variables

    with TemporaryDirectory() as folder:
        file = Path(folder) / "instance.xml"
        file.write_text(text, encoding="utf-8")
        model = load_xcsp3(file)
    variables = get_variables(model.constraints)
    found: list[dict[str, int]] = []
    model.solveAll(
        solver="ortools",
        display=lambda: found.append({each.name: int(each.value()) for each in variables}),
    )
    return found


def main() -> None:
    """Read, solve, print."""
    answers: dict[str, Any] = {}
    for name, text in json.load(sys.stdin).items():
        with redirect_stdout(StringIO()):
            try:
                answers[name] = solutions(text)
            except (Exception, SystemExit) as error:
                answers[name] = f"{type(error).__name__}: {error}"
    print(json.dumps(answers))


if __name__ == "__main__":
    main()

"""How the functions of a kernel are compiled, and where the machine code is kept.

`entry(signature)` compiles a function when its module is imported, or loads what an earlier process
compiled.  numba keeps machine code in `__pycache__` beside the module; where that cannot be
written, in the user's cache folder (NUMBA_CACHE_DIR says otherwise); and where that cannot be
written either it refuses, so that here nothing is kept then, and each process compiles anew.

What is kept counts as stale when the file of the function has changed, and only that one: an entry
calls compiled functions of its own file only, and after a change to vectors.py, of which nine.py's
are made, that file has to be touched.  (An installation writes both.)  Nobody need think of
processors: the code is kept for each of them apart.

`part` compiles a function that entries call.  It has no signature, is compiled with the first entry
that needs it, and becomes part of its code.
"""

from collections.abc import Callable
from typing import Any

from numba import njit

OPTIONS = {"nogil": True, "boundscheck": False, "error_model": "numpy"}

part: Callable[..., Any] = njit(**OPTIONS)


def entry(signature: str) -> Callable[[Callable[..., Any]], Any]:
    """Compiles a function for arguments of these types, and keeps the machine code on disk."""
    return lambda function: kept(function, signature, **OPTIONS)


def kept(function: Callable[..., Any], *signature: str, **options: Any) -> Any:
    """The function in machine code, kept on disk where there is a folder for it.

    Args:
        function: an entry.
        signature: the types of its arguments; without, it is compiled when it is first called.
        options: for numba.
    """
    try:
        return njit(*signature, cache=True, **options)(function)
    except RuntimeError as error:
        if "cannot cache" not in str(error):
            raise
        return njit(*signature, **options)(function)

"""How the functions of the kernels are compiled, and where the machine code is kept.

An `entry` is a function that Python calls.  numba keeps its machine code in `__pycache__` beside
the module; where that cannot be written, in the user's cache folder (or in NUMBA_CACHE_DIR, where
that is set); and where that cannot be written either, each process compiles anew.  The code is kept
for each processor apart.  A second process loads it in 0.5 s more than numba itself takes.

numba takes what is kept for stale when the file of the entry has changed, and checks no other
file.  Here it is stale when any file of this room or of those inside it has changed, as an entry
contains the code of all functions that it calls: the stamp that numba compares is a hash of all of
them.

The functions that entries call are `compiled`: as part of the code of each entry that needs them.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from llvmlite import ir

from accord.solvers.compiling import begin, load_numba

numba = load_numba()
njit, int64, event = numba.njit, numba.int64, numba.core.event
Listener: Any = event.Listener

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS = {"nogil": True, "boundscheck": False, "error_model": "numpy"}


def entry(signature: str) -> Callable[[Callable[..., Any]], Any]:
    """Compiles a function for arguments of these types when its module is imported."""
    return lambda function: _kept(function, signature, **OPTIONS)


def general_entry(function: Function) -> Function:
    """The function, compiled when it is first called; it releases the GIL."""
    return cast(Function, _kept(function, nogil=True, error_model="numpy"))


def compiled(function: Function) -> Function:
    """The function as part of the entries that call it.

    It borrows its arrays, and can neither make nor return one: numba would else count references to
    each of them at every call.  It is always written out where it is called, as a tuple of arrays
    is some hundred numbers to pass: that saves 5 to 20 % of a search's time.
    """
    options = {"_nrt": False, "error_model": "numpy", "forceinline": True}
    return cast(Function, njit(**options)(function))


def returning(function: Function) -> Function:
    """Compile a function that returns arrays: its decorator."""
    return cast(Function, njit(error_model="numpy")(function))


def _kept(function: Callable[..., Any], *signatures: str, **options: Any) -> Any:
    """The function in machine code, kept on disk where there is a folder for it.

    Args:
        function: an entry.
        signatures: the types of its arguments; without, it is compiled when it is first called.
        options: for numba.
    """
    _listen()
    dispatcher = njit(**options)(function)
    try:
        dispatcher.enable_caching()
        dispatcher._cache._cache_file._source_stamp = stamp()
    except RuntimeError as error:
        if "cannot cache" not in str(error):
            raise
    for signature in signatures:
        dispatcher.compile(signature)
    if signatures:
        dispatcher.disable_compile()
    return dispatcher


class _Listener(Listener):
    """Announces that numba compiles something it has not kept."""

    def on_start(self, event: Any) -> None:
        begin()

    def on_end(self, event: Any) -> None:
        """Do nothing: numba calls it when compiling ends."""


@cache
def _listen() -> None:
    event.register("numba:compile", _Listener())


@cache
def stamp() -> str:
    """A hash of all sources of this room and of those inside it."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _ones(typing: Any, number: Any) -> Any:
    return int64(number), lambda _, builder, __, args: builder.ctpop(args[0])


def _lowest(typing: Any, number: Any) -> Any:
    never_zero = ir.Constant(ir.IntType(1), 1)
    return int64(number), lambda _, builder, __, args: builder.cttz(args[0], never_zero)


ones: Callable[[Any], int] = numba.extending.intrinsic(_ones)  # bits that are one, of 64
lowest: Callable[[Any], int] = numba.extending.intrinsic(_lowest)  # the place of the first of them

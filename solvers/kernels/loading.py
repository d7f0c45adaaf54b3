"""How the functions of the kernels are compiled, and where the machine code is kept.

An `entry` is a function that Python calls.  numba keeps its machine code in `__pycache__` beside
the module; where that cannot be written, in the user's cache folder (or in NUMBA_CACHE_DIR, where
that is set); and where that cannot be written either, each process compiles anew.  The code is kept
for each processor apart.  A second process loads it in 0.5 s more than numba itself takes.

numba takes what is kept for stale when the file of a function has changed, and checks no other
file.  Here it is stale when any file of this room or of those inside it has changed, as a function
contains the code of all that it calls: the stamp that numba compares is a hash of all of them.

The functions that entries call are `compiled`, or `inline`.  They are kept as well, each as soon as
it is compiled: a process that is ended meanwhile leaves little to be done again.
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast, get_type_hints

from llvmlite import ir

from accord.solvers.compiling import begin, load_numba
from accord.solvers.kernels.array_table import numba_type

numba = load_numba()
njit, int64, event = numba.njit, numba.int64, numba.core.event
Listener: Any = event.Listener

Function = TypeVar("Function", bound=Callable[..., Any])

CODE = {"boundscheck": False, "error_model": "numpy", "no_cfunc_wrapper": True}


def entry(signature: str) -> Callable[[Callable[..., Any]], Any]:
    """Compiles a function for arguments of these types when its module is imported."""
    return lambda function: _kept(function, signature, nogil=True, **CODE)


def general_entry(function: Function) -> Function:
    """The function, compiled when it is first called; it releases the GIL."""
    return cast(Function, _kept(function, nogil=True, **CODE))


def compiled(function: Function) -> Function:
    """The function as part of the entries that call it, compiled once, for the types it declares.

    It borrows its arrays, and can neither make nor return one: numba would else count references to
    each of them at every call.
    """

    def declared(*_: Any) -> Any:
        *arguments, _ = get_type_hints(function).values()
        return map(numba_type, arguments)

    return _within(function, declared)


def inline(function: Function) -> Function:
    """The function written out in whatever calls it, compiled for the types of each call."""
    return _within(function, lambda arguments, _: arguments, forceinline=True)


def _within(function: Function, kinds: Callable[..., Any], **options: Any) -> Function:
    """The function without code by which Python could call it: a `TypeError` if it does.

    Args:
        function: called by compiled functions.
        kinds: of the types of a call those for which it is compiled.
        options: for numba.
    """
    dispatcher = _kept(function, _nrt=False, no_cpython_wrapper=True, **CODE, **options)
    call_template, overloads = dispatcher.get_call_template, dispatcher.overloads

    def compile_and_resolve(*call: Any) -> Any:
        dispatcher._can_compile = True
        dispatcher.compile(tuple(kinds(*call)))
        dispatcher._can_compile = False
        return call_template(*call)

    dispatcher.get_call_template = compile_and_resolve
    dispatcher.add_overload = lambda result: overloads.update({result.signature.args: result})
    dispatcher._can_compile = False
    return cast(Function, dispatcher)


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

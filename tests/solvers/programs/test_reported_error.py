"""Errors in what programs print: what reports one, and what only names them."""

import pytest

from accord.solvers.programs.reported_error import LONGEST, is_error, reported_error

ERRORS = """\
! ERROR:
c ERROR out of memory
c error: line 3
kissat: error: can not read '/tmp/x.cnf'
=====ERROR=====
java.lang.ArrayStoreException: constraints.X
java.lang.Exception
	at utility.Kit.control(Kit.java:173)
Exception in thread "main" java.lang.OutOfMemoryError: Java heap space
Caused by: java.lang.IllegalStateException
Unhandled exception. System.NullReferenceException: Object
Traceback (most recent call last):
ValueError: bad
thread 'main' panicked at src/main.rs:3:5:
panic: runtime error: index out of range
terminate called after throwing an instance of 'std::bad_alloc'
solver: src/x.c:33: main: Assertion `x > 0' failed.
Segmentation fault (core dumped)
Cannot open x.cnf: No such file or directory
could not open file
Aborted
fatal: bad
2024-01-01 12:00:00 ERROR the solver stopped
[ERROR] bad
c [error] bad
*** Error: bad
x.mzn:3.5: syntax error, unexpected int
x.mzn:3:5: error: unexpected
\033[91mError\033[0m: bad
An internal error has occurred
Internal error.
unknown option --frob
unsupported constraint: circuit
c FATAL out of memory
c kissat: error: unknown option
c solver: src/x.c:33: main: Assertion `x > 0' failed.
Licence key expired
sh: 1: foo: command not found
PARSE ERROR! Unexpected char: x
c *** internal error in 'parse': bad
Error 3: bad
Out of memory
""".splitlines()
HARMLESS = """\
c errors: 0
c 0 errors
c no error found
c errors=0 warnings=1
c relative error: 1e-9
c maximum error 0.1
c Error tolerance 1e-6
c ERROR 0
c --error=false
c [info] error handling on
c file: fatal.cnf
c reading /tmp/error/x.cnf
c failed literals: 33
c could not solve within the conflict limit
c aborting search: limit
c terminating
c fatal: 0
c FATAL: none
c abort: 0
aborted: no
failure: 3
Panics: 0
c unknown option --foo ignored
c unsupported constraint, decomposed
c missing argument, using default
c no such file or directory: using default
c could not open file
c out of memory: no
c stack overflow protection: on
c segmentation fault handler installed
c fatal error handler installed
Note: Error handling is off
warning: cannot open cache
c WARNING: Error in option ignored
OpenJDK 64-Bit Server VM warning: options error
Picked up JAVA_TOOL_OPTIONS: -Xmx1g
%%%mzn-stat: failures=3
v 1 2 3
s UNKNOWN
too hard
""".splitlines()


@pytest.mark.parametrize("line", ERRORS)
def test_a_line_reports_an_error(line: str) -> None:
    assert is_error(line)


@pytest.mark.parametrize("line", HARMLESS)
def test_a_line_that_names_errors_reports_none(line: str) -> None:
    assert not is_error(line)


@pytest.mark.parametrize(
    ("output", "report"),
    [
        ("c hello\n! ERROR: \n  Use -ev\n\nmore", "! ERROR: Use -ev"),
        ("java.lang.Exception\n\tat a.B(C.java:1)\nmore", "java.lang.Exception at a.B(C.java:1)"),
        ("Traceback (most recent call last):\n  File x\n    y\nKeyError: 3\nmore", "KeyError: 3"),
        ("c ERROR x\ns UNKNOWN\n", "c ERROR x"),
        ("s UNKNOWN\n", ""),
        ("Error: " + "x" * 400, "Error: " + "x" * (LONGEST - 7)),
    ],
)
def test_a_report_is_one_short_line(output: str, report: str) -> None:
    assert reported_error(output) == report

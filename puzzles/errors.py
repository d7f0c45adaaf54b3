"""The error that is about the input: what was given cannot be used, and nothing here is broken.

Each class of such errors derives from it, beside the floor or room that raises it; its message says
what was found and what was expected.  The command line ends with exit code 2 then.  Any other
exception is a bug, but for a backend that is missing and a deduction that is wrong.
"""


class InputError(Exception):
    """The input cannot be used; says what was found and what was expected."""

"""A command of accord, asked in this process."""

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from accord.__main__ import cli
from accord.cli.commands import Ending


def accord(*words: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error; errors that are not endings are raised."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            cli(list(map(str, words)), standalone_mode=False)
            code = 0
        except Ending as ending:
            code = ending.code
    return code, out.getvalue(), err.getvalue()

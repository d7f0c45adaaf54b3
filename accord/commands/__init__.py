"""The commands of `accord`: one module each; every module here defines `command`."""


class Ending(Exception):  # noqa: N818  (an exit code is not always an error)
    """Stop with this exit code, after saying this on standard error."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message


FINDING, BAD_INPUT, MISSING, UNDECIDED, INTERRUPTED = 1, 2, 3, 124, 130

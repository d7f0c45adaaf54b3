"""What stands between a puzzle and an outside solver: it cannot be said, or not be read back."""


class UnsupportedError(Exception):
    """The language cannot say this, or the solver cannot be asked it; says what is in the way."""


class ModelError(ValueError):
    """The text of an outside solver is no model; says what was found and what was expected."""


class UnsatisfiableError(ModelError):
    """An outside solver claims that there is no model, so that there is nothing to read."""

"""What is wrong with the output of an outside solver, from which an encoding reads a grid."""


class ModelError(ValueError):
    """The text of an outside solver is no model; says what was found and what was expected."""


class UnsatisfiableError(ModelError):
    """An outside solver claims that there is no model, so that there is nothing to read."""

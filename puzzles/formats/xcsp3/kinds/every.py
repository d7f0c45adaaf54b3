"""Every file of this room: whoever imports this one has all readers and writers registered."""

from accord.puzzles.formats.xcsp3.kinds import (  # noqa: F401  (each registers its own)
    comparing,
    connecting,
    counting,
    elementary,
    generic,
    languages,
    packing,
    rows,
)

"""Where the data of a user is kept: what was fetched, what was found by fuzzing.

~/.local/share/accord/PART   usually
$XDG_DATA_HOME/accord/PART   as the XDG base directory specification says
$ACCORD_DATA/PART            another place for accord alone
"""

import os
from pathlib import Path


def data_folder(part: str) -> Path:
    """The path of one part of a user's data; it may not exist yet."""
    if own := os.environ.get("ACCORD_DATA"):
        return Path(own) / part
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "accord" / part

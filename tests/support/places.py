"""Where things stand: the repository, its tests' support, and the folder of shared data."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SUPPORT = Path(__file__).parent
SHARED = ROOT.parent / "shared" / "data"

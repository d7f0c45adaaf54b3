"""The colours of the player as people see them who lack one kind of cone.

Simulated in linear RGB by the matrices for a complete lack in Machado, Oliveira, Fernandes: A
Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15(6), 2009.
Distances are Euclidean in Ottosson's OKLab (2020), where 0.02 is about what can just be seen.
"""

import re
import tomllib
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

import accord.views.player.page as player

TABLES = tomllib.loads(Path(__file__).with_name("colours.toml").read_text(encoding="utf-8"))
VISION, OKLAB = TABLES["vision"], TABLES["oklab"]
FRAMES = ("guess", "new", "lost", "ink")  # round cells; a cause is dashed, a mark is a circle
ROLES = (*FRAMES, "bad", "mark", "accent")
FAR = 0.08
Vector = tuple[float, ...]


def applied(matrix: list[list[float]], vector: Vector) -> Vector:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def linear(colour: str) -> Vector:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def seen(colour: str, vision: str) -> Vector:
    """What somebody sees, in OKLab."""
    light = tuple(min(1.0, max(0.0, part)) for part in applied(VISION[vision], linear(colour)))
    cones = applied(OKLAB["cones"], light)
    return applied(OKLAB["opponents"], tuple(cone ** (1 / 3) for cone in cones))


def colours(scheme: str) -> dict[str, str]:
    """The colours that the style sheet names."""
    style = (Path(player.__file__).parent / "page" / "player.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[:2]
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", light if scheme == "light" else dark))


def test_the_simulation_mixes_up_what_is_known_to_be_mixed_up() -> None:
    red, green = "#ad4a22", "#5c6b1e"
    for vision in ("protanopia", "deuteranopia"):
        assert (
            dist(seen(red, vision), seen(green, vision))
            < dist(seen(red, "all cones"), seen(green, "all cones")) / 2
        )
    for vision, matrix in VISION.items():
        assert all(sum(row) == pytest.approx(1, abs=1e-5) for row in matrix), vision  # greys stay
    assert dist(seen("#ffffff", "all cones"), (1, 0, 0)) < 1e-4


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_frames_stay_apart_and_all_colours_stand_out_from_the_paper(
    scheme: str, vision: str
) -> None:
    found = {name: seen(colour, vision) for name, colour in colours(scheme).items()}
    near = {
        (one, other): round(dist(found[one], found[other]), 3)
        for one, other in combinations(FRAMES, 2)
    }
    assert {pair: far for pair, far in near.items() if far < FAR} == {}
    lightness = {role: abs(found[role][0] - found["paper"][0]) for role in ROLES}
    assert {role: far for role, far in lightness.items() if far <= 0.2} == {}

"""A class that hands in models of a timetable, each right or wrong in another way."""

from pathlib import Path

TASKS = """
title = "Modelling, week 5"
seed = 7
seconds = 4
slow = 20
reference = "cpsat"

[[model]]
name = "timetable"
problem = "Each course has a time and a room. At a time a room has one course, and a lecturer too. Early times are better."
file = "reference.py"
variables = ["time", "room"]
public = [{lecturer = ["Ann", "Ann", "Bo"]}]
hidden = [{lecturer = ["Ann", "Bo", "Bo", "Cy"]}]
seeded = 1
points = 6
words.time = ["Monday 9:00", "Monday 11:00", "Tuesday 9:00"]
words.room = ["A", "B"]
"""  # noqa: E501

REFERENCE = """
from itertools import combinations
from random import Random

import cpmpy as cp


def instance(seed):
    random = Random(seed)
    return {"lecturer": [random.choice(["Ann", "Bo", "Cy"]) for _ in range(3)]}


def model(lecturer):
    time = cp.intvar(0, 2, shape=len(lecturer), name="time")
    room = cp.intvar(0, 1, shape=len(lecturer), name="room")
    found = cp.Model(minimize=cp.sum(time))
    for a, b in combinations(range(len(lecturer)), 2):
        one_course = (time[a] != time[b]) | (room[a] != room[b])
        one_course.set_description("at a time a room has one course")
        found += one_course
        if lecturer[a] == lecturer[b]:
            one_lecture = time[a] != time[b]
            one_lecture.set_description("at a time a lecturer has one course")
            found += one_lecture
    return found
"""
BEGINNING = """
from itertools import combinations

import cpmpy as cp


def model(lecturer):
    n = len(lecturer)
    time = cp.intvar(0, 2, shape=n, name="time")
    room = cp.intvar(0, 1, shape=n, name="room")
    found = cp.Model(minimize=cp.sum(time))
    pairs = [(a, b) for a, b in combinations(range(n), 2) if lecturer[a] == lecturer[b]]
"""
PLACES = "    found += cp.AllDifferent([2 * time[c] + room[c] for c in range(n)])\n"
LECTURERS = "    found += [time[a] != time[b] for a, b in pairs]\n"
END = "    return found\n"
RIGHT = BEGINNING + PLACES + LECTURERS + END
BOOLEANS = """    at = cp.boolvar(shape=(n, 3, 2), name="at")
    for c in range(n):
        found += cp.sum(at[c]) == 1
        found += time[c] == sum(t * at[c, t, r] for t in range(3) for r in range(2))
        found += room[c] == sum(at[c, :, 1])
    for t in range(3):
        for r in range(2):
            found += cp.sum(at[:, t, r]) <= 1
"""
TANGLE = """    many = cp.intvar(0, 1, shape=60, name="many")
    for a, b in combinations(range(60), 2):
        found += many[a] + many[b] <= 1 + many[a] * many[b]
    found += many[0] == time[0] // 2
"""
MINIZINC = """
include "alldifferent.mzn";
array[int] of string: lecturer;
set of int: courses = index_set(lecturer);
array[courses] of var 0..2: time;
array[courses] of var 0..1: room;
constraint alldifferent([2 * time[c] + room[c] | c in courses]);
constraint forall(a, b in courses where a < b /\\ lecturer[a] == lecturer[b])(time[a] != time[b]);
solve minimize sum(time);
"""
SPY = """
from pathlib import Path

import cpmpy as cp

here = Path(__file__).resolve().parent
found = [each for place in (here, here.parent) for each in place.rglob("reference.py")]
others = [each for each in here.glob("*.py") if each.name != "jan.py"]
raise LookupError(f"{len(found)} references and {len(others)} students found")
"""
CLASS = {
    "ada.py": RIGHT,
    "bob.py": BEGINNING + PLACES + END,
    "cleo.py": RIGHT.replace("for a, b in pairs]", "for a, b in combinations(range(n), 2)]"),
    "dan.py": BEGINNING + PLACES + LECTURERS + TANGLE + END,
    "eve.py": BEGINNING + BOOLEANS + LECTURERS + END,
    "fay.py": BEGINNING + "    found += time[n] == 0\n" + END,
    "gus.py": "while True:\n    pass\n",
    "hal.py": "def model(lecturer):\n    return {'time': len(lecturer)}\n",
    "ida.py": "print('later')\n",
    "jan.py": SPY,
    "kim.mzn": MINIZINC,
    "lou.py": RIGHT.replace("minimize", "maximize"),
    "mia.py": RIGHT.replace('name="room"', 'name="place"'),
}


def write_models(folder: Path) -> tuple[Path, Path]:
    """Write the class, the reference and the tasks; the first and the last."""
    handed_in = folder / "class"
    handed_in.mkdir(exist_ok=True)
    for name, text in CLASS.items():
        (handed_in / name).write_text(text, encoding="utf-8")
    (folder / "reference.py").write_text(REFERENCE, encoding="utf-8")
    (folder / "tasks.toml").write_text(TASKS, encoding="utf-8")
    return handed_in, folder / "tasks.toml"

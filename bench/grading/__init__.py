"""Grading: what students hand in is asked a teacher's tasks, judged, and given points.

In go a file of tasks and the functions, programs or models of a class; out comes for each student
what he answered to each puzzle, why an answer does not count, and his points.  Nothing of this room
runs in a student's process but runner.py, which holds no answer and imports nothing of accord, and
model_reader.py, which holds no answer and has the readers of puzzles/ read what he has written.

Read in this order:

    tasks           the file that a teacher writes
    packages        the packages that a teacher allows
    submissions     what students have handed in, as backends in a worker of bench/run
    runner, caller  a function in a process of its own, and the backend that asks it
    marks           the rule: what an answer is worth, and the sentence that says why
    models, model_reader    the model in a student's file, as a problem
    equivalence     whether two models have the same solutions
    model_marks     the rule for models, and its sentences
    grade           a class, student by student

Which files and processes a submission sees is up to bench/run/sandbox.py.
docs/how-to/grade-a-class.md shows a class, docs/reference/tasks.md has every key.
"""

"""Answers in the words of MiniZinc: sentences name the lines of the model that they break.

What an answer leaves out is completed by a solver; of several each is looked at.
"""

from accord.bench.reasons.broken import broken
from accord.bench.run.model_file import with_places
from accord.puzzles.models.minizinc_answer import OBJECTIVE, read_answers
from accord.puzzles.objective import value_text
from accord.puzzles.problem import Problem, Solution
from accord.solvers.deciding import completed


def broken_by(text: str, problem: Problem) -> tuple[list[str], Solution | None]:
    """The sentences on constraints that solutions break, and the last solution if it breaks none.

    Args:
        text: data in .dzn or JSON, or what MiniZinc has printed.
        problem: of a model in MiniZinc.

    Raises:
        MalformedPuzzleError: it has none.
    """
    found, solution, answers = list[str](), None, read_answers(text, problem)
    for number, answer in enumerate(answers, 1):
        asked, values = answer.question(problem)
        solution = None if answer.beyond else completed(asked, values)
        sentences = [*answer.beyond]
        if solution is None:
            named, _ = answer.question(with_places(problem))
            sentences = sentences or [*broken(named, values)]
        elif answer.objective is not None and problem.goal is not None:
            value = problem.goal.value(solution)
            if value != answer.objective:
                sentences = [
                    f"found {OBJECTIVE} = {answer.objective}, but it is {value_text(value)}"
                ]
        which = f"solution {number}: " if len(answers) > 1 else ""
        found += [f"{which}{sentence}" for sentence in sentences]
    return found, solution

"""Commands that messages propose: the command line takes each of them as it is written."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from accord.__main__ import cli
from accord.cli.options.question import read_question
from accord.puzzles.errors import InputError
from places import ROOT

FLOORS = ("accord", "views", "bench", "solvers", "encodings", "puzzles")
HINT = re.compile(r"`accord ([a-z][^`]*)`|\(accord ([a-z][^)]*)\)|: accord (\w+(?: [A-Z]+)+)$")
VALUE = "1"  # what stands for what a message fills in


def sentences(tree: ast.Module) -> Iterator[str]:
    """The texts of a module that are no docstrings, with VALUE for what is filled in."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    not_said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [
                each.value if isinstance(each, ast.Constant) else VALUE for each in node.values
            ]
            not_said |= {id(each) for each in node.values}
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and id(node) not in not_said:
            yield str(node.value)


def hints() -> list[str]:
    """What stands behind `accord` in each command that a message proposes."""
    files = (file for floor in FLOORS for file in sorted((ROOT / floor).rglob("*.py")))
    modules = (
        text for file in files if re.search("[`(:] ?accord ", text := file.read_text("utf-8"))
    )
    texts = (text for module in modules for text in sentences(ast.parse(module)))
    found = (hint for text in texts for match in HINT.finditer(text) for hint in match.groups())
    return sorted({each for each in found if each})


def complaint(hint: str) -> str:
    """Why the command line does not take a command; what it lacks is the reader's."""
    name, *words = shlex.split(hint)
    context = click.Context(cli)
    command = cli.get_command(context, name)
    if command is None:
        return f"no command {name}"
    for more in ([], [VALUE]):
        try:
            command.make_context(name, [*words, *more], context)
        except click.MissingParameter:
            return ""
        except click.BadOptionUsage as error:  # an option that is only named
            if more:
                return str(error)
            continue
        except click.ClickException as error:
            return str(error)
        return ""
    return ""


def test_each_command_that_a_message_proposes_is_one() -> None:
    proposed = hints()
    assert len(proposed) > 15
    assert {each: why for each in proposed if (why := complaint(each))} == {}


@pytest.mark.parametrize(
    ("hint", "why"),
    [("tabel first", "no command"), ("table 1 --mesure cpu", "No such option"),
     ("table 1 --measure sun", "not one of"), ("table 1", "")],
)  # fmt: skip
def test_a_command_that_is_none_is_found_out(hint: str, why: str) -> None:
    assert why in complaint(hint)
    assert bool(why) == bool(complaint(hint))


def test_a_path_in_a_proposed_command_is_quoted(tmp_path: Path) -> None:
    file = tmp_path / "my campaign.toml"
    file.write_text('against = "cpsat"\n')
    with pytest.raises(InputError) as error:
        read_question(file)
    (hint,) = re.findall("`accord ([^`]+)`", str(error.value))
    assert shlex.split(hint) == ["claim", str(file)]

"""The schema of constraints in JSON, made from the fields of their kinds.

    python docs/problem_schema.py      writes it into reference/problem.schema.json

What no field says, as the shape of a problem and of a layout, stands in that file by hand.  Reading
is stricter (puzzles/constraints): the schema knows neither lengths of lists nor ranges of numbers.
"""

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from accord.puzzles.constraints.clauses import InText
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.table import Table
from accord.puzzles.discovery import members
from accord.puzzles.fields import SHAREABLE, Key, OwnJson, VariableNumber, VariableNumbers, keys

FILE = Path(__file__).parent / "reference" / "problem.schema.json"
NAMED = {  # in $defs, by type
    VariableNumber: "variable",
    Variable: "variable",
    VariableNumbers: "scope",
    int | Variable: "term",
    tuple[tuple[str, int, str], ...]: "transitions",
    InText: "clauses",
}
LINE = 100  # characters
PLAIN = {int: "integer", bool: "boolean", str: "string"}

Schema = dict[str, Any]


def constraint_schemas() -> Iterator[Schema]:
    """The schema of each kind of constraint, by name."""
    kinds: dict[str, type[Constraint]] = members("KINDS", "accord.puzzles.constraints")
    for name, kind in sorted(kinds.items()):
        properties: Schema = {"kind": {"const": name}, "name": {"type": "string"}}
        properties["always"] = {"type": "boolean"}
        if kind is Table:  # whose tuples stand under one of two keys
            either = ("allowed", "forbidden")
            properties |= {"scope": _ref("scope")}
            properties |= dict.fromkeys(either, _or_table(_ref("tuples")))
            required, more = ["scope"], {"oneOf": [{"required": [key]} for key in either]}
        else:
            own, required = _properties(kind)
            properties, more = properties | own, {}
        schema: Schema = {"required": required, "additionalProperties": False}
        yield schema | {"properties": properties} | more


def _properties(kind: type[Any]) -> tuple[Schema, list[str]]:
    """The schema of each key of a kind, and the keys that a constraint has to have."""
    hints, found, required = get_type_hints(kind, include_extras=True), {}, []
    for each in fields(kind):
        extras = get_args(hints[each.name])
        key = next((extra.name for extra in extras if isinstance(extra, Key)), each.name)
        if key in keys(kind):
            found[key] = schema_of(hints[each.name])
            if each.default is MISSING and each.default_factory is MISSING:
                required.append(key)
    return {key: found[key] for key in keys(kind)}, required


def schema_of(declared: Any) -> Schema:
    """The schema of what a field holds in a file, by its declared type."""
    origin, inner = get_origin(declared), get_args(declared)
    if declared in NAMED:
        return _ref(NAMED[declared])
    if origin is Annotated:
        if SHAREABLE in inner:
            return _or_table(schema_of(inner[0]))
        has_own = any(isinstance(each, OwnJson) for each in inner)
        return _ref("expression") if has_own else schema_of(inner[0])
    if origin in (Union, UnionType):
        several = [schema_of(each) for each in inner if each is not NoneType]
        return several[0] if len(several) == 1 else {"oneOf": several}
    if origin is Literal:
        return {"enum": [*inner]}
    if origin is tuple and inner[-1] is ...:
        return {"type": "array", "items": schema_of(inner[0])}
    if origin is tuple:
        ends = {"minItems": len(inner), "maxItems": len(inner)}
        return {"type": "array", "prefixItems": [*map(schema_of, inner)], **ends}
    return {"type": PLAIN[declared]}


def _or_table(schema: Schema) -> Schema:
    """The schema of a list that may stand in the tables."""
    return {"oneOf": [_ref("table"), schema]}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def text_of(value: Any, indent: str = "") -> str:
    """JSON whose objects and lists stand on one line where they fit."""
    line = json.dumps(value)
    if len(indent) + len(line) < LINE or not isinstance(value, dict | list):
        return line
    within, ends = f"{indent}  ", "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {text_of(each, within)}" for key, each in value.items()]
    else:
        parts = [text_of(each, within) for each in value]
    inside = ",\n".join(f"{within}{part}" for part in parts)
    return f"{ends[0]}\n{inside}\n{indent}{ends[1]}"


def schema_file() -> str:
    """The file with the constraints as they follow from the fields."""
    schema = json.loads(FILE.read_text(encoding="utf-8"))
    schema["$defs"]["constraint"]["oneOf"] = [*constraint_schemas()]
    return f"{text_of(schema)}\n"


if __name__ == "__main__":
    FILE.write_text(schema_file(), encoding="utf-8")

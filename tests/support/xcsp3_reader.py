"""An instance of XCSP3 by the letter of the specification: its solutions, by trying.

Reads the elements that problems of five kinds need, as XCSP3-core has them, and refuses everything
else: an attribute, an operator, an identifier that it does not know.  Every operand is computed, so
that a division by 0 ends the test.
"""

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, pairwise
from math import prod
from typing import Any
from xml.etree import ElementTree

Values = Mapping[str, int]
Check = Callable[[Values], bool]


def solutions(text: str) -> Iterator[dict[str, int]]:
    """The values of all variables that satisfy every constraint."""
    root = ElementTree.fromstring(text)
    assert root.tag == "instance"
    assert root.attrib == {"format": "XCSP3", "type": "CSP"}
    variables, constraints = root
    assert (variables.tag, constraints.tag) == ("variables", "constraints")
    domains = {each.attrib["id"]: _integers(each.text or "") for each in variables}
    assert all(domains.values()), "found an empty domain"
    assert domains, "found no variable"
    assert len(domains) == len(variables), "found an identifier twice"
    assert all(re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) for name in domains)
    checks: dict[str, list[Check]] = {name: [] for name in domains}
    places = {name: place for place, name in enumerate(domains)}
    for each in constraints:
        scope, check = _constraint(each, domains)
        assert scope, "found a constraint over no variable"
        checks[max(scope, key=places.__getitem__)].append(check)
    yield from _assignments(domains, checks, {})


def _assignments(
    domains: Mapping[str, Sequence[int]], checks: Mapping[str, list[Check]], values: dict[str, int]
) -> Iterator[dict[str, int]]:
    if len(values) == len(domains):
        yield dict(values)
        return
    name = [*domains][len(values)]
    for value in domains[name]:
        values[name] = value
        if all(check(values) for check in checks[name]):
            yield from _assignments(domains, checks, values)
        del values[name]


def _integers(text: str) -> list[int]:
    found: list[int] = []
    for word in text.split():
        low, _, high = word.partition("..")
        found += range(int(low), int(high or low) + 1)
    return found


def _constraint(
    element: ElementTree.Element, domains: Mapping[str, Any]
) -> tuple[list[str], Check]:
    rank = element.attrib.get("rank", "any")
    assert rank in ("any", "first", "last")
    ranked = element.tag in ("maximumArg", "minimumArg") and rank != "any"
    strict = element.tag == "noOverlap" and element.attrib == {"zeroIgnored": "false"}
    assert not element.attrib or ranked or strict
    attributes = {key: value for each in element for key, value in each.attrib.items()}
    assert all(value == "true" for value in attributes.values())
    assert {element.tag: [*attributes]} in (
        {element.tag: []},
        {"cardinality": ["closed"]},
        {"precedence": ["covered"]},
    )
    parts = {each.tag: (each.text or "").split() for each in element}
    own = (element.text or "").split()
    scope = re.findall(r"[A-Za-z]\w*", "".join(element.itertext()))
    scope = [word for word in scope if word in domains]
    rows = _rows(element)
    match element.tag, sorted(parts):
        case "allDifferent", ["except", "list"] | ["list"] if len(rows) > 1:
            return scope, _different_lists(rows, element.findtext("except", ""))
        case "allDifferent", ["except", "matrix"] | ["matrix"]:
            excepted = _integers(element.findtext("except", ""))
            lines = [_differ(each, excepted) for each in (*rows, *zip(*rows, strict=True))]
            return scope, lambda values: all(check(values) for check in lines)
        case "allEqual", []:
            assert len(own) > 1
            return scope, lambda values: len({values[name] for name in own}) == 1
        case "ordered", ["lengths", "list", "operator"] | ["list", "operator"]:
            return scope, _ordered(parts)
        case "lex", ["list", "operator"] | ["matrix", "operator"]:
            return scope, _lex(rows, parts, "matrix" in parts)
        case "count", ["condition", "list", "values"]:
            return scope, _count(parts, domains)
        case "nValues", ["condition", "except", "list"] | ["condition", "list"]:
            left_out = {*map(int, parts.get("except", []))}
            return scope, _measure(parts, lambda found: len({*found} - left_out))
        case "maximum" | "minimum", ["condition", "list"]:
            return scope, _measure(parts, max if element.tag == "maximum" else min)
        case "maximumArg" | "minimumArg", ["condition", "list"]:
            return scope, _place_of_extreme(parts, max if "max" in element.tag else min, rank)
        case "channel", ["list"] if rows:
            return scope, _channel(rows, domains)
        case "channel", ["list", "value"]:
            (place,) = parts["value"]
            assert {*domains[place]} <= {*range(len(rows[0]))}, "found a place outside of the list"
            assert all({*domains[name]} <= {0, 1} for name in rows[0])
            return (
                scope,
                lambda values: (
                    [values[name] for name in rows[0]]
                    == [int(at == values[place]) for at, _ in enumerate(rows[0])]
                ),
            )
        case "circuit", ["list"] | ["list", "size"]:
            return scope, _circuit(parts, domains)
        case "noOverlap", ["lengths", "origins"]:
            return scope, _apart(parts, domains, strict)
        case "cumulative", ["condition", "heights", "lengths", "origins"]:
            return scope, _shared(parts, domains)
        case "binPacking", ["limits", "list", "sizes"] | ["list", "loads", "sizes"]:
            return scope, _packed(parts, domains)
        case "knapsack", ["condition", "list", "profits", "weights"]:
            assert [each.tag for each in element][1::2] == ["weights", "profits"]
            each = element.findall("condition")
            assert (each[0].text or "").split()[0].startswith("(le,")
            sums = zip(each, ("weights", "profits"), strict=True)
            both = [_weighed(parts, key, (one.text or "").split()) for one, key in sums]
            return scope, lambda values: all(check(values) for check in both)
        case "cardinality", ["list", "occurs", "values"]:
            return scope, _cardinality(parts, "closed" in attributes)
        case "precedence", ["list", "values"]:
            return scope, _precedence(parts, "covered" in attributes)
        case "regular", ["final", "list", "start", "transitions"]:
            (start,) = parts["start"]
            return scope, _path(parts, start, parts["final"])
        case "mdd", ["list", "transitions"]:
            arcs = _arcs(parts)
            (root,) = {one for one, _, _ in arcs} - {other for _, _, other in arcs}
            (end,) = {other for _, _, other in arcs} - {one for one, _, _ in arcs}
            return scope, _path(parts, root, [end])
        case "instantiation", ["list", "values"]:
            names, numbers = parts["list"], _some_integers(parts["values"])
            assert len(names) == len({*names}) == len(numbers)
            pairs = [*zip(names, numbers, strict=True)]
            return scope, lambda values: all(values[name] == number for name, number in pairs)
        case "allDifferent", []:
            return scope, _differ(own, ())
        case "allDifferent", ["except", "list"]:
            return scope, _differ(parts["list"], [*map(int, parts["except"])])
        case "sum", ["condition", "list"] | ["coeffs", "condition", "list"]:
            return scope, _sum(parts)
        case "extension", ["list", "supports"] | ["conflicts", "list"]:
            return scope, _table(parts)
        case "element", ["index", "list", "value"]:
            return scope, _element(parts, domains)
        case "intension", []:
            return scope, _term("".join(own), domains)
    raise AssertionError(f"found {ElementTree.tostring(element)!r}")


def _rows(element: ElementTree.Element) -> list[list[str]]:
    """The rows of a matrix, or the lists."""
    matrix = element.findtext("matrix")
    if matrix is not None:
        return [each.split(",") for each in re.findall(r"\(([^)]*)\)", matrix)]
    return [(each.text or "").split() for each in element if each.tag == "list"]


def _some_integers(words: list[str]) -> list[int]:
    assert words
    return [*map(int, words)]


def _different_lists(rows: list[list[str]], excepted: str) -> Check:
    assert len({*map(len, rows)}) == 1 < len(rows[0])
    out = {tuple(map(int, each.split(","))) for each in re.findall(r"\(([^)]*)\)", excepted)}

    def check(values: Values) -> bool:
        found = [tuple(values[name] for name in row) for row in rows]
        found = [each for each in found if each not in out]
        return len(found) == len({*found})

    return check


def _ordered(parts: Mapping[str, list[str]]) -> Check:
    names, compare = parts["list"], COMPARISONS[parts["operator"][0]]
    assert parts["operator"][0] in ("lt", "le", "ge", "gt")
    lengths = parts.get("lengths", ["0"] * (len(names) - 1))
    assert len(lengths) == len(names) - 1 > 0
    return lambda values: all(
        compare(values[one] + _atom(length, values), values[other])
        for (one, other), length in zip(pairwise(names), lengths, strict=True)
    )


def _lex(rows: list[list[str]], parts: Mapping[str, list[str]], columns: bool) -> Check:
    assert len({*map(len, rows)}) == 1 < len(rows[0])
    assert len(rows) > 1
    every = [rows, [[*each] for each in zip(*rows, strict=True)]][: 1 + columns]
    assert parts["operator"][0] in ("lt", "le", "ge", "gt")
    compare: Any = COMPARISONS[parts["operator"][0]]
    return lambda values: all(
        compare([values[name] for name in one], [values[name] for name in other])
        for lists in every
        for one, other in pairwise(lists)
    )


def _measure(parts: Mapping[str, list[str]], measured: Callable[[list[int]], int]) -> Check:
    names = parts["list"]
    assert len(names) == len({*names}) > 1
    compare, right = _compared_with(parts["condition"])
    return lambda values: compare(measured([values[name] for name in names]), _atom(right, values))


def _compared_with(words: list[str]) -> tuple[Callable[[int, int], bool], str]:
    (condition,) = words
    found = re.fullmatch(r"\((\w+),(\w+|-\d+)\)", condition)
    assert found, condition
    return COMPARISONS[found[1]], found[2]


def _count(parts: Mapping[str, list[str]], domains: Mapping[str, Any]) -> Check:
    words = parts["values"]
    assert len({word in domains for word in words}) == 1, "found variables and constants"

    def check(values: Values) -> bool:
        counted = {_atom(word, values) for word in words}
        number = _measure(parts, lambda found: sum(each in counted for each in found))
        return number(values)

    return check


def _place_of_extreme(
    parts: Mapping[str, list[str]], extreme: Callable[[list[int]], int], rank: str
) -> Check:
    (condition,) = parts["condition"]
    found = re.fullmatch(r"\(eq,(\w+)\)", condition)
    assert found, condition
    index, names = found[1], parts["list"]
    assert len(names) == len({*names}) > 1

    def check(values: Values) -> bool:
        own = [values[name] for name in names]
        places = [place for place, value in enumerate(own) if value == extreme(own)]
        return values[index] in {"any": places, "first": places[:1], "last": places[-1:]}[rank]

    return check


def _channel(rows: list[list[str]], domains: Mapping[str, Sequence[int]]) -> Check:
    one, other = rows[0], rows[-1]
    assert len(rows) < 3
    assert 0 < len(one) <= len(other)
    sides = [(one, other), (other, one)][: 1 + (len(one) == len(other))]
    for names, among in sides:
        assert len(names) == len({*names})
        assert all({*domains[name]} <= {*range(len(among))} for name in names)
    return lambda values: all(
        values[among[values[name]]] == place
        for names, among in sides
        for place, name in enumerate(names)
    )


def _circuit(parts: Mapping[str, list[str]], domains: Mapping[str, Sequence[int]]) -> Check:
    """The nodes that are no loops are met by as many steps from each of them, and not by fewer."""
    names = parts["list"]
    assert len(names) == len({*names}) > 1
    assert all({*domains[name]} <= {*range(len(names))} for name in names)

    def check(values: Values) -> bool:
        after = [values[name] for name in names]
        inside = {place for place, other in enumerate(after) if place != other}
        for node in inside:
            met = [node]
            for _ in range(len(inside) - 1):
                met.append(after[met[-1]])
            if {*met} != inside or after[met[-1]] != node:
                return False
        return bool(inside) and all(
            _atom(each, values) == len(inside) for each in parts.get("size", ())
        )

    return check


def _of_one_sort(words: list[str], domains: Mapping[str, Sequence[int]]) -> list[str]:
    assert len({word in domains for word in words}) == 1, "found variables and constants"
    assert all(min(domains.get(word) or [0]) >= 0 for word in words)
    return words


def _apart(
    parts: Mapping[str, list[str]], domains: Mapping[str, Sequence[int]], strict: bool
) -> Check:
    """No two boxes overlap."""
    origins, lengths = (
        [each.strip("()").split(",") for each in "".join(words).replace(")(", ") (").split()]
        if words[0].startswith("(")
        else [[word] for word in words]
        for words in (parts["origins"], parts["lengths"])
    )
    assert len(origins) == len(lengths)
    _of_one_sort([word for each in lengths for word in each], domains)

    def check(values: Values) -> bool:
        boxes = [
            [(_atom(a, values), _atom(b, values)) for a, b in zip(*pair, strict=True)]
            for pair in zip(origins, lengths, strict=True)
        ]
        if not strict:
            boxes = [box for box in boxes if all(length for _, length in box)]
        return not any(
            all(a < b + other and b < a + own for (a, own), (b, other) in zip(*pair, strict=True))
            for pair in combinations(boxes, 2)
        )

    return check


def _shared(parts: Mapping[str, list[str]], domains: Mapping[str, Sequence[int]]) -> Check:
    columns = (
        parts["origins"],
        *(_of_one_sort(parts[key], domains) for key in ("lengths", "heights")),
    )
    compare, limit = _compared_with(parts["condition"])

    def check(values: Values) -> bool:
        used: Counter[int] = Counter()
        for task in zip(*columns, strict=True):
            origin, length, height = (_atom(word, values) for word in task)
            used.update(dict.fromkeys(range(origin, origin + length), height))
        return all(compare(each, _atom(limit, values)) for each in (0, *used.values()))

    return check


def _packed(parts: Mapping[str, list[str]], domains: Mapping[str, Sequence[int]]) -> Check:
    (key,) = {"limits", "loads"} & parts.keys()
    items, sizes, ends = parts["list"], _some_integers(parts["sizes"]), parts[key]
    assert len(items) == len({*items}) == len(sizes)
    assert len({end in domains for end in ends}) == 1, "found variables and constants"
    assert all({*domains[item]} <= {*range(len(ends))} for item in items)
    compare = operator.le if key == "limits" else operator.eq

    def check(values: Values) -> bool:
        loads = [0] * len(ends)
        for item, size in zip(items, sizes, strict=True):
            loads[values[item]] += size
        return all(compare(load, _atom(end, values)) for load, end in zip(loads, ends, strict=True))

    return check


def _weighed(parts: Mapping[str, list[str]], key: str, condition: list[str]) -> Check:
    names, weights = parts["list"], _some_integers(parts[key])
    assert len(names) == len({*names}) == len(weights)
    compare, right = _compared_with(condition)
    pairs = [*zip(weights, names, strict=True)]
    return lambda values: compare(
        sum(weight * values[name] for weight, name in pairs), _atom(right, values)
    )


def _cardinality(parts: Mapping[str, list[str]], closed: bool) -> Check:
    names, numbers, times = parts["list"], _some_integers(parts["values"]), parts["occurs"]
    assert len(names) == len({*names}) > 1
    assert len(numbers) == len(times)

    def check(values: Values) -> bool:
        found = [values[name] for name in names]
        for number, word in zip(numbers, times, strict=True):
            low, _, high = word.partition("..")
            if not _atom(low, values) <= found.count(number) <= _atom(high or low, values):
                return False
        return not closed or {*found} <= {*numbers}

    return check


def _precedence(parts: Mapping[str, list[str]], covered: bool) -> Check:
    names, numbers = parts["list"], _some_integers(parts["values"])
    assert len(names) == len({*names}) > 1

    def check(values: Values) -> bool:
        found = [values[name] for name in names]
        first = [found.index(number) if number in found else len(found) for number in numbers]
        if covered and len(found) in first:
            return False
        return all(one < other or other == len(found) for one, other in pairwise(first))

    return check


def _arcs(parts: Mapping[str, list[str]]) -> list[tuple[str, int, str]]:
    (text,) = parts["transitions"]
    assert re.fullmatch(r"(\([A-Za-z]\w*,-?\d+,[A-Za-z]\w*\))+", text), text
    arcs = [each.split(",") for each in re.findall(r"\(([^)]*)\)", text)]
    assert len({(one, value) for one, value, _ in arcs}) == len(arcs), "found two ways by a value"
    return [(one, int(value), other) for one, value, other in arcs]


def _path(parts: Mapping[str, list[str]], start: str, final: list[str]) -> Check:
    names, arcs = parts["list"], _arcs(parts)
    states = {state for one, _, other in arcs for state in (one, other)}
    assert len(names) == len({*names}) > 1
    assert start in states
    assert {*final} <= states
    assert final

    def check(values: Values) -> bool:
        reached = {start}
        for name in names:
            reached = {b for a, value, b in arcs if a in reached and value == values[name]}
        return not reached.isdisjoint(final)

    return check


def _differ(names: Sequence[str], excepted: Sequence[int]) -> Check:
    assert len(names) == len({*names}) > 1

    def check(values: Values) -> bool:
        found = [values[name] for name in names if values[name] not in excepted]
        return len(found) == len({*found})

    return check


def _sum(parts: Mapping[str, list[str]]) -> Check:
    names = parts["list"]
    weights = [*map(int, parts.get("coeffs", ["1"] * len(names)))]
    assert len(names) == len(weights) > 1
    (condition,) = parts["condition"]
    found = re.fullmatch(r"\((\w+),(-?\d+)\)", condition)
    assert found, condition
    compare, right = COMPARISONS[found[1]], int(found[2])
    pairs = [*zip(weights, names, strict=True)]
    return lambda values: compare(sum(weight * values[name] for weight, name in pairs), right)


def _table(parts: Mapping[str, list[str]]) -> Check:
    names, wanted = parts["list"], "supports" in parts
    assert len(names) == len({*names}) > 0
    (text,) = (parts[key] for key in ("supports", "conflicts") if key in parts)
    if len(names) == 1:
        rows: list[list[Any]] = [[value] for value in _integers(" ".join(text))]
    else:
        assert re.fullmatch(r"(\((-?\d+|\*)(,(-?\d+|\*))+\))+", "".join(text)), text
        rows = [each.split(",") for each in re.findall(r"\(([^)]*)\)", "".join(text))]
        rows = [[each if each == "*" else int(each) for each in row] for row in rows]
    assert rows
    assert all(len(row) == len(names) for row in rows)
    assert wanted or not any("*" in row for row in rows)

    def check(values: Values) -> bool:
        own = [values[name] for name in names]
        return wanted == any(
            all(entry in ("*", value) for entry, value in zip(row, own, strict=True))
            for row in rows
        )

    return check


def _element(parts: Mapping[str, list[str]], domains: Mapping[str, Sequence[int]]) -> Check:
    items, (index,), (value,) = parts["list"], parts["index"], parts["value"]
    assert len(items) > 1
    assert len({item in domains for item in items}) == 1, "found variables and constants"
    assert {*domains[index]} <= {*range(len(items))}, "found an index outside of the list"
    return lambda values: _atom(items[values[index]], values) == _atom(value, values)


def _atom(word: str, values: Values) -> int:
    return values[word] if word in values else int(word)


def _term(text: str, domains: Mapping[str, Any]) -> Callable[[Values], Any]:
    """What computes a term such as le(add(x,2),y)."""
    words = re.findall(r"[A-Za-z]\w*\(?|-?\d+|[,)]", text)
    assert "".join(words) == text, text

    def parsed() -> Callable[[Values], Any]:
        word = words.pop(0)
        if not word.endswith("("):
            assert word in domains or word.lstrip("-").isdecimal(), word
            return lambda values: _atom(word, values)
        operands = []
        while words and words[0] != ")":
            operands.append(parsed())
            if words[0] == ",":
                words.pop(0)
        words.pop(0)
        least, most, apply = OPERATORS[word[:-1]]
        assert least <= len(operands) <= most, text
        return lambda values: apply(*[operand(values) for operand in operands])

    found = parsed()
    assert not words, text
    return found


def _truth(value: Any) -> bool:
    assert value in (0, 1), f"found {value}, expected a truth value"
    return bool(value)


def _if(condition: Any, chosen: Any, other: Any) -> Any:
    return chosen if _truth(condition) else other


def _divided(dividend: int, divisor: int) -> int:
    size = abs(dividend) // abs(divisor)
    return size if (dividend < 0) == (divisor < 0) else -size


def _power(base: int, exponent: int) -> int:
    assert exponent >= 0
    return int(base**exponent)


MANY = 1000
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "lt": operator.lt, "le": operator.le, "ge": operator.ge,
    "gt": operator.gt, "ne": operator.ne, "eq": operator.eq,
}  # fmt: skip
OPERATORS: dict[str, tuple[int, int, Callable[..., Any]]] = {
    # the least and the most operands, as the specification has them, and the value
    **{name: (2, 2, apply) for name, apply in COMPARISONS.items()},
    "eq": (2, MANY, lambda *each: all(x == y for x, y in pairwise(each))),
    "neg": (1, 1, lambda x: -x),
    "abs": (1, 1, abs),
    "add": (2, MANY, lambda *each: sum(each)),
    "sub": (2, 2, operator.sub),
    "mul": (2, MANY, lambda *each: prod(each)),
    "div": (2, 2, _divided),
    "mod": (2, 2, lambda x, y: x - y * _divided(x, y)),
    "sqr": (1, 1, lambda x: x * x),
    "pow": (2, 2, _power),
    "min": (2, MANY, min),
    "max": (2, MANY, max),
    "dist": (2, 2, lambda x, y: abs(x - y)),
    "set": (1, MANY, lambda *each: {*each}),
    "in": (2, 2, lambda x, among: x in among),
    "not": (1, 1, lambda x: not _truth(x)),
    "and": (2, MANY, lambda *each: all([*map(_truth, each)])),
    "or": (2, MANY, lambda *each: any([*map(_truth, each)])),
    "xor": (2, MANY, lambda *each: reduce(operator.xor, map(_truth, each))),
    "iff": (2, MANY, lambda *each: len({*map(_truth, each)}) == 1),
    "imp": (2, 2, lambda x, y: not _truth(x) or _truth(y)),
    "if": (3, 3, _if),
}

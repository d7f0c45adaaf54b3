"""Every form of every element means what the specification says: its solutions, by trying.

Each case is what stands in `constraints`, and the meaning in Python of the values of the variables
that it names: x, four of 0 to 2, where nothing else is declared.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from accord.puzzles.formats.xcsp3.naming import IDENTIFIER
from accord.puzzles.formats.xcsp3.read import read_xcsp3
from brute_force import solutions_by_trying
from optional import library

FOUR = '<array id="x" size="[4]"> 0..2 </array>'
ONE = FOUR + '<var id="y"> 0..4 </var>'
TWO = FOUR + '<array id="y" size="[2]"> 0..3 </array>'
MATRIX = (
    '<array id="m" size="[2][2]"> 0..2 </array><var id="i"> 0..2 </var><var id="j"> 0..1 </var>'
)
TRUTHS = '<array id="b" size="[3]"> 0 1 </array><var id="v"> 0..2 </var>'
COLOURS = """<var id="c" type="symbolic"> red green blue </var>
<var as="c" id="d" type="symbolic"/> <var id="e" type="symbolic"> blue red </var>"""
BY_PART = """<array id="a" size="[4]"> <domain for="a[0]"> 0 1 </domain>
<domain for="a[1..2]"> 1..2 </domain> <domain for="others"> 0..3 </domain> </array>"""
HOLES = """<array id="a" size="[2][2]"> <domain for="a[0][]"> 0..2 </domain>
<domain for="a[1][1]"> 1..2 </domain> </array>"""
SAME = """<array id="a" size="[2]"> 0 2 </array> <array as="a" id="b" size="[3]"/>
<var id="v" as="b"/> <array id="w" as="v" size="[2]"/>"""
SAME_PARTS = """<array id="a" size="[2]"> <domain id="d" for="a[0]"> 0 1 </domain>
<domain for="others"> 1 2 </domain> </array> <array as="a" id="b" size="[2]"/>
<array id="e" size="[2]"> <domain for="e[1]" as="d"/> </array>"""
WORDS = """<array id="a" size="[2]" type="symbolic"> <domain for="a[0]"> red green </domain>
<domain for="a[1]"> blue red </domain> </array> <array id="c" as="a" size="[2]" type="symbolic"/>"""
BOXES = '<array id="m" size="[2][3]"> 0 1 </array> <var id="w"> 0..2 </var>'

Meaning = Callable[..., Any]


def differ(values: Any) -> bool:
    return len({*values}) == len([*values])


def apart(*tasks: tuple[int, int]) -> bool:
    return all(a + m <= b or b + n <= a for (a, m), (b, n) in combinations(tasks, 2))


def first_places(values: list[int]) -> list[int]:
    return [values.index(each) for each in sorted({*values})]


CASES: dict[str, tuple[str, Meaning]] = {
    "intension of comparisons": (
        "<intension> or(eq(add(x[0],x[1]),3),and(gt(x[2],x[3]),ne(x[0],x[2]))) </intension>",
        lambda x: x[0] + x[1] == 3 or (x[2] > x[3] and x[0] != x[2]),
    ),
    "intension of sums": (
        "<intension> eq(add(mul(x[0],x[1]),neg(x[2])),sub(x[3],1)) </intension>",
        lambda x: x[0] * x[1] - x[2] == x[3] - 1,
    ),
    "intension with spaces": (
        "<intension> eq( dist(x[0] , x[1]), mod(x[2], add(x[3],1)) ) </intension>",
        lambda x: abs(x[0] - x[1]) == x[2] % (x[3] + 1),
    ),
    "intension if": (
        "<intension> eq(if(lt(x[0],x[1]),x[2],x[3]),1) </intension>",
        lambda x: (x[2] if x[0] < x[1] else x[3]) == 1,
    ),
    "intension of truth": (
        "<intension> iff(lt(x[0],x[1]),gt(x[2],x[3])) </intension>"
        "<intension> xor(eq(x[0],0),eq(x[1],0),eq(x[2],0)) </intension>"
        "<intension> imp(eq(x[3],1),not(eq(x[0],1))) </intension>",
        lambda x: (
            (x[0] < x[1]) == (x[2] > x[3]) and x[:3].count(0) % 2 and (x[3] != 1 or x[0] != 1)
        ),
    ),
    "intension of sets": (
        "<intension> in(x[0],set(0,2)) </intension> <intension> notin(x[1],set(1)) </intension>"
        "<intension> in(x[2],set(add(x[1],1),x[3])) </intension>",
        lambda x: x[0] != 1 and x[1] != 1 and x[2] in (x[1] + 1, x[3]),
    ),
    "intension of powers": (
        "<intension> eq(sqr(x[0]),pow(x[1],2)) </intension>"
        "<intension> eq(min(x[0],x[2]),max(x[1],x[3],0)) </intension>",
        lambda x: x[0] ** 2 == x[1] ** 2 and min(x[0], x[2]) == max(x[1], x[3]),
    ),
    "intension of several equal": (
        "<intension> eq(x[0],x[1],x[2]) </intension>",
        lambda x: x[0] == x[1] == x[2],
    ),
    "intension of a number": ("<intension> x[0] </intension>", lambda x: x[0]),
    "intension in function": (
        "<intension> <function> lt(x[0],x[1]) </function> </intension>",
        lambda x: x[0] < x[1],
    ),
    "clause": (
        "<clause> b[0] not(b[1]) not(b[2]) </clause>",
        lambda b, v: b[0] or not b[1] or not b[2],
    ),
    "extension": (
        "<extension> <list> x[0..1] </list> <supports> (0,1) (1, 2)(2,*) </supports> </extension>",
        lambda x: x[0] == 2 or x[1] == x[0] + 1,
    ),
    "extension of conflicts": (
        "<extension> <list> x[0] x[2] </list> <conflicts> (0,1)(1,2) </conflicts> </extension>",
        lambda x: (x[0], x[2]) not in ((0, 1), (1, 2)),
    ),
    "extension of one variable": (
        "<extension> <list> x[0] </list> <supports> 0 2 </supports> </extension>"
        "<extension> <list> x[1] </list> <conflicts> 0..1 </conflicts> </extension>",
        lambda x: x[0] != 1 and x[1] == 2,
    ),
    "extension of nothing": (
        "<extension> <list> x[] </list> <supports> </supports> </extension>",
        lambda x: False,
    ),
    "regular": (
        "<regular> <list> x[] </list> <transitions> (a,0,a)(a,1,b)(b,2,a)(b,0,b) </transitions>"
        "<start> a </start> <final> b </final> </regular>",
        lambda x: "".join(map(str, x)).replace("0", "") in ("1", "121"),
    ),
    "mdd": (
        "<mdd> <list> x[0..2] </list> <transitions> (r,0,n)(r,1,m)(n,2,o)(m,2,o)(o,0,t)(o,1,t)"
        "</transitions> </mdd>",
        lambda x: x[0] < 2 and x[1] == 2 and x[2] < 2,
    ),
    "allDifferent": ("<allDifferent> x[0..2] </allDifferent>", lambda x: differ(x[:3])),
    "allDifferent except": (
        "<allDifferent> <list> x[] </list> <except> 0 </except> </allDifferent>",
        lambda x: differ([each for each in x if each]),
    ),
    "allDifferent of lists": (
        "<allDifferent> <list> x[0..1] </list> <list> x[2..3] </list> <except> (0,0) </except>"
        "</allDifferent>",
        lambda x: x[:2] != x[2:] or x[:2] == [0, 0],
    ),
    "allDifferent of a matrix": (
        "<allDifferent> <matrix> (x[0],x[1])(x[2],x[3]) </matrix> </allDifferent>",
        lambda x: x[0] != x[1] != x[3] != x[2] != x[0],
    ),
    "allDifferent of terms": (
        "<allDifferent> add(x[0],0) add(x[1], 1) sub(x[2],1) </allDifferent>",
        lambda x: differ([x[0], x[1] + 1, x[2] - 1]),
    ),
    "allEqual except": (
        "<allEqual> <list> x[] </list> <except> 0 </except> </allEqual>",
        lambda x: len({*x} - {0}) < 2,
    ),
    "allEqual": ("<allEqual> x[0..2] </allEqual>", lambda x: len({*x[:3]}) == 1),
    "ordered": (
        "<ordered> <list> x[] </list> <operator> le </operator> </ordered>",
        lambda x: x == sorted(x),
    ),
    "ordered with lengths": (
        "<ordered> <list> x[0..2] </list> <lengths> 1 x[3] </lengths> <operator> le </operator>"
        "</ordered>",
        lambda x: x[0] + 1 <= x[1] and x[1] + x[3] <= x[2],
    ),
    "ordered by case": (
        '<ordered case="strictlyDecreasing"> <list> x[0..2] </list> </ordered>',
        lambda x: x[0] > x[1] > x[2],
    ),
    "lex": (
        "<lex> <list> x[0..1] </list> <list> x[2..3] </list> <operator> gt </operator> </lex>",
        lambda x: x[:2] > x[2:],
    ),
    "lex of a matrix": (
        "<lex> <matrix> (x[0],x[1])(x[2],x[3]) </matrix> <operator> le </operator> </lex>",
        lambda x: x[:2] <= x[2:] and x[::2] <= x[1::2],
    ),
    "precedence": (
        "<precedence> <list> x[] </list> <values> 0 1 2 </values> </precedence>",
        lambda x: {*x} <= {*range(len({*x}))} and first_places(x) == sorted(first_places(x)),
    ),
    "precedence of all values": (
        "<precedence> <list> x[] </list> </precedence>",
        lambda x: {*x} <= {*range(len({*x}))} and first_places(x) == sorted(first_places(x)),
    ),
    "precedence covered": (
        '<precedence> <list> x[] </list> <values covered="true"> 2 1 </values> </precedence>',
        lambda x: {1, 2} <= {*x} and x.index(2) < x.index(1),
    ),
    "sum": (
        "<sum> <list> x[] </list> <coeffs> 2 -1 1x2 </coeffs> <condition> (ge, 3) </condition>"
        "</sum>",
        lambda x: 2 * x[0] - x[1] + x[2] + x[3] >= 3,
    ),
    "sum equal to a variable": (
        "<sum> <list> x[0..2] </list> <condition> (eq,x[3]) </condition> </sum>",
        lambda x: sum(x[:3]) == x[3],
    ),
    "sum in an interval": (
        "<sum> <list> x[] </list> <condition> (in,2..4) </condition> </sum>",
        lambda x: 2 <= sum(x) <= 4,
    ),
    "sum in a set": (
        "<sum> <list> x[] </list> <condition> (in,{1,4,8}) </condition> </sum>",
        lambda x: sum(x) in (1, 4, 8),
    ),
    "sum not in a set": (
        "<sum> <list> x[] </list> <condition> (notin,{1,4}) </condition> </sum>",
        lambda x: sum(x) not in (1, 4),
    ),
    "sum of products": (
        "<sum> <list> x[0..1] </list> <coeffs> x[2..3] </coeffs> <condition> (le,2) </condition>"
        "</sum>",
        lambda x: x[0] * x[2] + x[1] * x[3] <= 2,
    ),
    "sum of terms": (
        "<sum> <list> mul(x[0],x[1]) eq(x[2],1) </list> <condition> (ge,2) </condition> </sum>",
        lambda x: x[0] * x[1] + (x[2] == 1) >= 2,
    ),
    "count": (
        "<count> <list> x[] </list> <values> 1..2 </values> <condition> (le,2) </condition>"
        "</count>",
        lambda x: sum(each > 0 for each in x) <= 2,
    ),
    "count of variables": (
        "<count> <list> x[0..2] </list> <values> x[3] </values> <condition> (eq,2) </condition>"
        "</count>",
        lambda x: x[:3].count(x[3]) == 2,
    ),
    "count equal to a variable": (
        "<count> <list> x[0..2] </list> <values> 1 </values> <condition> (eq,x[3]) </condition>"
        "</count>",
        lambda x: x[:3].count(1) == x[3],
    ),
    "nValues": (
        "<nValues> <list> x[] </list> <except> 0 </except> <condition> (eq,1) </condition>"
        "</nValues>",
        lambda x: len({*x} - {0}) == 1,
    ),
    "cardinality": (
        "<cardinality> <list> x[] </list> <values> 0 1 </values> <occurs> 2 1 </occurs>"
        "</cardinality>",
        lambda x: x.count(0) == 2 and x.count(1) == 1,
    ),
    "cardinality closed, of intervals": (
        '<cardinality> <list> x[] </list> <values closed="true"> 0 1 </values>'
        "<occurs> 0..2 1..3 </occurs> </cardinality>",
        lambda x: x.count(0) <= 2 and 1 <= x.count(1) <= 3 and 2 not in x,
    ),
    "cardinality of variables": (
        "<cardinality> <list> x[] </list> <values> 0 1 2 </values> <occurs> y 1 x[3] </occurs>"
        "</cardinality>",
        lambda x, y: x.count(0) == y and x.count(1) == 1 and x.count(2) == x[3],
    ),
    "cardinality closed, values that are variables": (
        '<cardinality> <list> x[0..2] </list> <values closed="true"> x[3] 1 </values>'
        "<occurs> 2 1..2 </occurs> </cardinality>",
        lambda x: x[:3].count(x[3]) == 2 and 1 <= x[:3].count(1) <= 2 and {*x[:3]} <= {x[3], 1},
    ),
    "maximum": (
        "<maximum> <list> x[0..2] </list> <condition> (eq,x[3]) </condition> </maximum>",
        lambda x: max(x[:3]) == x[3],
    ),
    "maximum with an index": (
        '<maximum> <list startIndex="1"> x[0..2] </list> <index rank="first"> x[3] </index>'
        "<condition> (ge,1) </condition> </maximum>",
        lambda x: x[3] == 1 + x.index(max(x[:3])) and max(x[:3]) >= 1,
    ),
    "minimum with an index only": (
        "<minimum> <list> x[0..2] </list> <index> x[3] </index> </minimum>",
        lambda x: x[x[3]] == min(x[:3]),
    ),
    "minimum of terms": (
        "<minimum> <list> add(x[0],1) x[1] </list> <condition> (ge,1) </condition> </minimum>",
        lambda x: x[1] >= 1,
    ),
    "maximumArg": (
        "<maximumArg> <list> x[0..2] </list> <condition> (eq,x[3]) </condition> </maximumArg>",
        lambda x: x[x[3]] == max(x[:3]),
    ),
    "maximumArg of the first": (
        '<maximumArg rank="first"> <list startIndex="1"> x[0..1] </list>'
        "<condition> (eq,x[3]) </condition> </maximumArg>",
        lambda x: x[3] == 1 + (x[1] > x[0]),
    ),
    "minimumArg of the last, compared": (
        '<minimumArg rank="last"> <list> x[] </list> <condition> (ge,2) </condition> </minimumArg>',
        lambda x: min(x) in x[2:],
    ),
    "minimumArg of any, compared": (
        "<minimumArg> <list> x[] </list> <condition> (le,1) </condition> </minimumArg>",
        lambda x: min(x) in x[:2],
    ),
    "element": (
        "<element> <list> x[0..2] </list> <index> x[3] </index> <value> 1 </value> </element>",
        lambda x: x[x[3]] == 1,
    ),
    "element of constants": (
        '<element> <list startIndex="1"> 2 0 </list> <index> x[0] </index> <value> x[1] </value>'
        "</element>",
        lambda x: x[0] and [2, 0][x[0] - 1] == x[1],
    ),
    "element compared": (
        "<element> <list> x[0..2] </list> <index> x[3] </index> <condition> (lt,x[0]) </condition>"
        "</element>",
        lambda x: x[x[3]] < x[0],
    ),
    "element anywhere": (
        "<element> <list> x[0..2] </list> <value> x[3] </value> </element>",
        lambda x: x[3] in x[:3],
    ),
    "element of a matrix": (
        "<element> <matrix> m[][] </matrix> <index> i j </index> <value> 1 </value> </element>",
        lambda m, i, j: i < 2 and m[2 * i + j] == 1,
    ),
    "element of a matrix of constants": (
        '<element> <matrix startRowIndex="1"> (1,2)(0,1) </matrix> <index> i j </index>'
        "<condition> (ge,m[0][0]) </condition> </element>",
        lambda m, i, j: i and [[1, 2], [0, 1]][i - 1][j] >= m[0],
    ),
    "channel": (
        "<channel> <list> x[0..2] </list> </channel>",
        lambda x: all(x[x[place]] == place for place in range(3)),
    ),
    "channel of two lists": (
        '<channel> <list> x[0..1] </list> <list startIndex="1"> x[2..3] </list> </channel>',
        lambda x: sorted(x[:2]) == [1, 2] and all(x[1 + x[at]] == at for at in range(2)),
    ),
    "channel one way": (
        "<channel> <list> x[0] </list> <list> x[1..3] </list> </channel>",
        lambda x: x[1 + x[0]] == 0,
    ),
    "channel to a value": (
        "<channel> <list> b[] </list> <value> v </value> </channel>",
        lambda b, v: b == [int(place == v) for place in range(3)],
    ),
    "noOverlap": (
        "<noOverlap> <origins> x[0..1] </origins> <lengths> 1 2 </lengths> </noOverlap>",
        lambda x: apart((x[0], 1), (x[1], 2)),
    ),
    "noOverlap of variables": (
        "<noOverlap> <origins> x[0..1] </origins> <lengths> x[2..3] </lengths> </noOverlap>",
        lambda x: 0 in x[2:] or apart((x[0], x[2]), (x[1], x[3])),
    ),
    "noOverlap where zeros count": (
        '<noOverlap zeroIgnored="false"> <origins> x[0..1] </origins> <lengths> 0 2 </lengths>'
        "</noOverlap>",
        lambda x: apart((x[0], 0), (x[1], 2)),
    ),
    "noOverlap of rectangles": (
        "<noOverlap> <origins> (x[0],x[1])(x[2],x[3]) </origins> <lengths> (2,1)(1,2) </lengths>"
        "</noOverlap>",
        lambda x: apart((x[0], 2), (x[2], 1)) or apart((x[1], 1), (x[3], 2)),
    ),
    "noOverlap of boxes": (
        "<noOverlap> <origins> (m[0][0],m[0][1],m[0][2])(m[1][0],m[1][1],m[1][2]) </origins>"
        "<lengths> (1,1,w)(1,2,1) </lengths> </noOverlap>",
        lambda m, w: (
            w == 0
            or apart((m[0], 1), (m[3], 1))
            or apart((m[1], 1), (m[4], 2))
            or apart((m[2], w), (m[5], 1))
        ),
    ),
    "noOverlap of boxes where zeros count": (
        '<noOverlap zeroIgnored="false"> <origins> (m[0][0],m[0][1],m[0][2])'
        "(m[1][0],m[1][1],m[1][2]) </origins> <lengths> (1,1,0)(1,2,1) </lengths> </noOverlap>",
        lambda m, w: (
            apart((m[0], 1), (m[3], 1))
            or apart((m[1], 1), (m[4], 2))
            or apart((m[2], 0), (m[5], 1))
        ),
    ),
    "cumulative": (
        "<cumulative> <origins> x[0..2] </origins> <lengths> 2 1 1 </lengths>"
        "<heights> 1 1 2 </heights> <condition> (le,2) </condition> </cumulative>",
        lambda x: all(
            (x[0] <= at < x[0] + 2) + (x[1] == at) + 2 * (x[2] == at) <= 2 for at in range(4)
        ),
    ),
    "cumulative with ends, of variables": (
        "<cumulative> <origins> x[0..1] </origins> <lengths> 1 1 </lengths> <ends> y[] </ends>"
        "<heights> x[2] 1 </heights> <condition> (le,x[3]) </condition> </cumulative>",
        lambda x, y: (
            y == [x[0] + 1, x[1] + 1]
            and all(x[2] * (x[0] == at) + (x[1] == at) <= x[3] for at in range(3))
        ),
    ),
    "binPacking with one limit": (
        "<binPacking> <list> x[] </list> <sizes> 2 1 1 2 </sizes> <condition> (le,3) </condition>"
        "</binPacking>",
        lambda x: all(load(x, each) <= 3 for each in range(3)),
    ),
    "binPacking with limits": (
        "<binPacking> <list> x[] </list> <sizes> 2 1 1 2 </sizes> <limits> 3 2 1 </limits>"
        "</binPacking>",
        lambda x: load(x, 0) <= 3 and load(x, 1) <= 2 and load(x, 2) <= 1,
    ),
    "binPacking with loads": (
        "<binPacking> <list> x[] </list> <sizes> 2 1 1 2 </sizes> <loads> y 1 2 </loads>"
        "</binPacking>",
        lambda x, y: [load(x, each) for each in range(3)] == [y, 1, 2],
    ),
    "knapsack": (
        "<knapsack> <list> x[] </list> <weights> 1 2 1 3 </weights> <condition> (le,5) </condition>"
        "<profits> 2 1 1 3 </profits> <condition> (in,4..5) </condition> </knapsack>",
        lambda x: (
            x[0] + 2 * x[1] + x[2] + 3 * x[3] <= 5 and 4 <= 2 * x[0] + x[1] + x[2] + 3 * x[3] <= 5
        ),
    ),
    "instantiation": (
        "<instantiation> <list> x[] </list> <values> 1x2 * 2 </values> </instantiation>",
        lambda x: x[:2] == [1, 1] and x[3] == 2,
    ),
    "instantiation with several stars": (
        "<instantiation> <list> x[] </list> <values> 1 *x2 2 </values> </instantiation>",
        lambda x: x[0] == 1 and x[3] == 2,
    ),
    "circuit": (
        "<circuit> <list> x[0..2] </list> </circuit>",
        lambda x: x[:3] in ([1, 2, 0], [2, 0, 1]),
    ),
    "circuit of a size": (
        "<circuit> <list> x[0..2] </list> <size> 2 </size> </circuit>",
        lambda x: x[:3] in ([1, 0, 2], [2, 1, 0], [0, 2, 1]),
    ),
    "circuit with loops": (
        '<circuit class="subcircuit"> <list> x[0..2] </list> </circuit>',
        lambda x: x[:3] in ([1, 2, 0], [2, 0, 1], [1, 0, 2], [2, 1, 0], [0, 2, 1]),
    ),
    "slide": (
        "<slide> <list> x[] </list> <intension> ne(%0,%1) </intension> </slide>",
        lambda x: all(one != other for one, other in pairwise(x)),
    ),
    "slide circular": (
        '<slide circular="true"> <list> x[] </list> <intension> ne(%0,%1) </intension> </slide>',
        lambda x: all(one != other for one, other in pairwise([*x, x[0]])),
    ),
    "slide with an offset": (
        '<slide> <list offset="2" collect="2"> x[] </list> <intension> lt(%0,%1) </intension>'
        "</slide>",
        lambda x: x[0] < x[1] and x[2] < x[3],
    ),
    "slide of two lists": (
        '<slide> <list collect="2"> x[0..2] </list> <list> y[] </list>'
        "<intension> eq(add(%0,%1),%2) </intension> </slide>",
        lambda x, y: y == [x[0] + x[1], x[1] + x[2]],
    ),
    "group": (
        "<group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum>"
        "<args> x[0] x[1..2] </args> <args> 3 x[1..3] </args> </group>",
        lambda x: x[1] + x[2] == x[0] and sum(x[1:]) == 3,
    ),
    "group of an argument many times": (
        "<group> <sum> <list> x[] </list> <coeffs> %0 %1 %2 %3 </coeffs> <condition> (ge,5)"
        "</condition> </sum> <args> 1x3 2 </args> </group>",
        lambda x: sum(x) + x[3] >= 5,
    ),
    "block": (
        '<block class="order"> <block note="inner"> <group> <intension> le(%0,%1) </intension>'
        "<args> x[0..1] </args> <args> x[1] 1 </args> </group> </block> </block>",
        lambda x: x[0] <= x[1] <= 1,
    ),
    "symbols": (
        "<intension> ne(c,d) </intension>"
        "<extension> <list> c e </list> <supports> (red,blue)(green,*) </supports> </extension>"
        "<count> <list> c d e </list> <values> red </values> <condition> (le,1) </condition>"
        "</count>",
        lambda c, d, e: (
            c != d and ((c, e) == (0, 2) or c == 1) and [c, d, e].count(0) <= 1 and e != 1
        ),
    ),
    "domains by part": (
        "<allDifferent> a[] </allDifferent>",
        lambda a: a in ([0, 1, 2, 3], [0, 2, 1, 3]),
    ),
    "undefined elements": (
        "<allDifferent> a[][] </allDifferent>",
        lambda a: differ(a) and len(a) == 3 and a[2] > 0,
    ),
    "domains as others": (
        "<allEqual> a[0] b[2] v w[1] </allEqual>",
        lambda a, b, v, w: a[0] == b[2] == v == w[1],
    ),
    "domains by part as others": (
        "<allDifferent> a[0] b[] </allDifferent> <intension> eq(e[1],0) </intension>",
        lambda a, b, e: differ([a[0], *b]) and e == [0],
    ),
    "symbols by part": (
        "<intension> eq(a[0],red) </intension> <intension> eq(a[1],c[1]) </intension>",
        lambda a, c: a[0] == 0 and a[1] == c[1],
    ),
}
DECLARED = {
    "cardinality of variables": ONE,
    "cumulative with ends, of variables": TWO,
    "binPacking with loads": ONE,
    "element of a matrix": MATRIX,
    "element of a matrix of constants": MATRIX,
    "channel to a value": TRUTHS,
    "clause": TRUTHS,
    "slide of two lists": TWO,
    "symbols": COLOURS,
    "domains by part": BY_PART,
    "undefined elements": HOLES,
    "domains as others": SAME,
    "domains by part as others": SAME_PARTS,
    "symbols by part": WORDS,
    "noOverlap of boxes": BOXES,
    "noOverlap of boxes where zeros count": BOXES,
}


def load(x: list[int], place: int) -> int:
    return sum(size for size, where in zip((2, 1, 1, 2), x, strict=True) if where == place)


def instance(name: str) -> str:
    return f"""<instance format="XCSP3" type="CSP"> <variables> {DECLARED.get(name, FOUR)}
    </variables> <constraints> {CASES[name][0]} </constraints> </instance>"""


@pytest.mark.parametrize("name", CASES)
def test_its_solutions_are_those_that_the_specification_means(name: str) -> None:
    text, (_, meaning) = instance(name), CASES[name]
    problem = read_xcsp3([text.encode()])
    own = [
        place
        for place, called in enumerate(problem.names)
        if IDENTIFIER.fullmatch(called.partition("[")[0]) and "(" not in called
    ]
    found = solutions_by_trying(problem)
    declared = {tuple(each[place] for place in own) for each in found}
    assert len(declared) == len(found), "a fresh variable is not determined"
    bare = read_xcsp3([text.partition("<constraints>")[0].encode() + BARE])
    expected = set()
    for values in solutions_by_trying(bare):
        named: dict[str, Any] = {}
        for called, value in zip(bare.names, values, strict=True):
            base, bracket, _ = called.partition("[")
            if bracket:
                named.setdefault(base, []).append(value)
            else:
                named[base] = value
        if meaning(**named):
            expected.add(values)
    assert declared == expected
    assert expected or name == "extension of nothing"


BARE = b"<constraints></constraints></instance>"


# Another reader.

CPMPY = Path(__file__).parents[4] / "support" / "xcsp3_by_cpmpy.py"
READ_BY_CPMPY = 55  # of the forms, at least
READ_OTHERWISE = {  # by CPMpy
    "circuit",  # nodes may point to themselves
    "circuit of a size",
    "circuit with loops",  # all nodes have to be in it
    "noOverlap where zeros count",  # zeroIgnored is passed over
}


def test_cpmpy_on_the_parser_of_pycsp3_finds_the_same_solutions() -> None:
    library("cpmpy")
    if find_spec("pycsp3") is None:
        library("pycsp3")  # which skips: it is not imported
    texts = json.dumps({name: instance(name) for name in CASES})
    done = subprocess.run(
        [sys.executable, CPMPY], input=texts, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    read = {name: each for name, each in found.items() if isinstance(each, list)}
    assert len(read) >= READ_BY_CPMPY
    otherwise = set()
    for name, theirs in read.items():
        problem = read_xcsp3([instance(name).encode()])
        own = [*enumerate(problem.names)]
        ours = solutions_by_trying(problem)
        shared = {called for each in theirs for called in each} & {*problem.names}
        assert shared or not theirs
        if {tuple(each[at] for at, called in own if called in shared) for each in ours} != {
            tuple(each[called] for _, called in own if called in shared) for each in theirs
        }:
            otherwise.add(name)
    assert otherwise == READ_OTHERWISE

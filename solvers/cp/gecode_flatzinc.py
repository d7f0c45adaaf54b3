"""FlatZinc for Gecode 6.2, in which no table and no remainder has a variable twice.

Gecode 6.2 finds false solutions of these (solvers/known_faults.toml: gecode-shared-remainder,
gecode-table-repeated).  A model need not have them for its FlatZinc to: of two variables that are
equal MiniZinc keeps one.  Each further place gets a variable of its own here, and a constraint says
that it is equal:

    constraint int_mod(x,y,y);
    constraint int_mod(x,y,z);  constraint int_lin_eq([1,-1],[y,z],0) :: domain;

`int_eq(y,z)` would not do: Gecode then takes both for one variable again.  Since July 2026 its
source does the same by itself (issues 167 and 170 of Gecode).
"""

import re

_VARIABLE = re.compile(r"var ([^:]+): *(\w+)")
_ARRAY = re.compile(r"(array *\[[^]]*\] of var int: *(\w+)[^=]*= *\[)([^]]*)(\].*)")
_CONSTRAINT = re.compile(r"(constraint (?:int_mod\(|gecode_table_int\(\[))([^])]*)(.*)")
_TABLE = re.compile(r"constraint gecode_table_int\((\w+),")


def unshared(flat: str) -> str:
    """The FlatZinc text with tables and remainders over different variables."""
    lines, tables = flat.splitlines(), {*_TABLE.findall(flat)}
    copies = _Copies(flat)
    before, constraints = list[str](), list[str]()
    for line in lines:
        if found := _VARIABLE.match(line):
            copies.domains[found[2]] = found[1]
        elif (found := _ARRAY.match(line)) and found[2] in tables:
            line = f"{found[1]}{copies.each_once(found[3])}{found[4]}"
            before += copies.declared()
        elif found := _CONSTRAINT.match(line):
            line = f"{found[1]}{copies.each_once(found[2])}{found[3]}"
            before += copies.declared()
        after = constraints if line.startswith(("constraint", "solve")) else before
        after.append(line)
    *constraints, goal = constraints
    return "\n".join((*before, *constraints, *copies.equalities, goal, ""))


class _Copies:
    """Variables that are equal to others of a FlatZinc text."""

    def __init__(self, flat: str) -> None:
        self.domains: dict[str, str] = {}  # of the variables of the text, in its words
        self.equalities: list[str] = []
        self._declarations: list[str] = []
        self._prefix = "X_UNSHARED_"
        while self._prefix in flat:
            self._prefix += "_"

    def each_once(self, listed: str) -> str:
        """A list of variables and numbers, with a copy for each further place of a variable."""
        once = list[str]()
        for each in map(str.strip, listed.split(",")):
            once.append(self._copy(each) if each in self.domains and each in once else each)
        return ",".join(once)

    def declared(self) -> list[str]:
        """The declarations of the copies since the last call."""
        last, self._declarations = self._declarations, []
        return last

    def _copy(self, name: str) -> str:
        copy = f"{self._prefix}{len(self.equalities)}"
        self._declarations.append(f"var {self.domains[name]}: {copy};")
        self.equalities.append(f"constraint int_lin_eq([1,-1],[{name},{copy}],0) :: domain;")
        return copy

"""Decompositions: constraints said with more primitive kinds, one file per kind.

In go a constraint and the variables that there are, out come constraints that together say the
same.  Every fresh variable is determined by the values of the constraint's own, so that solutions
correspond one to one; a test finds exactly one extension of each solution by brute force.

`decompose` holds the fresh variables, states what is too large, and finds the function for a kind.
The files define them: `DECOMPOSITIONS = {class: function}`.  What leads to what:

    all-different      a disequality for each pair
    all-different-...  of lists an expression for each pair, of a matrix all-different of each line
    all-equal          a sum for each two neighbours
    arg-maximum        a maximum, an element, and expressions; so arg-minimum
    bin-packing        expressions for what lies in a bin, and a sum; knapsack: two sums
    cardinality        a count for each value
    channel            an element for each place; channel-value: expressions
    circuit            the order of the visit: elements, all-different; with loops n-values too
    count              expressions for what is counted, and a sum
    cumulative         expressions and a sum for each task
    element            a table, or an expression for each index
    expression         expressions of one operator, sums, and tables
    instantiation      a sum for each variable
    lex                an expression for each place
    linear             a chain of partial sums, and tables
    maximum            sums, and an expression; so minimum
    n-values           an expression for each value, and a sum
    no-overlap         an expression for each pair; so no-overlap-2d
    ordered            a sum for each two neighbours
    precedence         expressions for each place, and counts
    regular            a table for each place; mdd: regular
    table              a choice among tuples, as sums
"""

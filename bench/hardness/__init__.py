"""How hard a puzzle is, in three ways that are not mixed: for people, for searches, for proofs.

    measures.py     a puzzle's technique, nodes and lines of proof, each over several isomorphs
    recorded.py     the same of the puzzles that ship, and where a puzzle stands among them
    correlation.py  how far two of the ways put puzzles into the same order

A puzzle with one solution goes in, a `Hardness` comes out.  There is no number that combines the
three: where they differ is what there is to see.  Read in this order.
"""

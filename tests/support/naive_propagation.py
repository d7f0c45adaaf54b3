"""Singles and locked candidates by their definitions, on sets: what fast propagation is held to."""

from accord.puzzles import Cell, Shape, Value

Domains = list[set[Value]]


def singles_by_sets(figure: Shape, domains: Domains) -> Domains | None:
    """The fixed point of naked and hidden singles, one by one; None where there is a conflict."""
    houses = [c.scope for c in figure.constraints if len(c.scope) == figure.size]
    peers = peers_of(figure)
    domains = [set(domain) for domain in domains]
    before: Domains = []
    while before != domains:
        before = [set(domain) for domain in domains]
        for cell, domain in enumerate(domains):
            if len(domain) == 1:
                for peer in peers[cell]:
                    domains[peer] -= domain
        for cells in houses:
            for value in range(1, figure.size + 1):
                places = [cell for cell in cells if value in domains[cell]]
                if not places:
                    return None
                if len(places) == 1:
                    domains[places[0]] = {value}
        if not all(domains):
            return None
    return domains


def locked_by_sets(figure: Shape, domains: Domains) -> Domains:
    """What is left after all that locked candidates say of these domains."""
    narrower = [set(domain) for domain in domains]
    scopes = [set(constraint.scope) for constraint in figure.constraints]
    for house in scopes:
        for value in range(1, figure.size + 1) if len(house) == figure.size else ():
            places = {cell for cell in house if value in domains[cell]}
            for other in scopes:
                if places <= other and len(house & other) < min(len(house), len(other)):
                    for cell in other - house:
                        narrower[cell].discard(value)
    return narrower


def peers_of(figure: Shape) -> list[set[Cell]]:
    """For each cell those it shares a constraint with."""
    scopes = [set(constraint.scope) for constraint in figure.constraints]
    return [
        set().union(*(scope for scope in scopes if cell in scope)) - {cell} for cell in figure.cells
    ]


def fixed_point(figure: Shape, domains: Domains) -> Domains | None:
    """What singles and locked candidates leave when nothing changes; None for a conflict."""
    before: Domains | None = None
    while domains != before:
        before = domains
        narrower = singles_by_sets(figure, locked_by_sets(figure, domains))
        if narrower is None:
            return None
        domains = narrower
    return domains

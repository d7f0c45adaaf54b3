"""Backends of mixed-integer linear programming."""

"""Isolation: each solver in a process of its own, under limits that hold."""

"""Kinds of constraints, one file each."""

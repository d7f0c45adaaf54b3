"""Handwritten backtracking, its filters and its variable orders."""

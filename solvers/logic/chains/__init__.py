"""Techniques that follow links and colors."""

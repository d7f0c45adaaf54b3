"""Techniques that look at houses and patterns."""

"""Views: what a person looks at."""

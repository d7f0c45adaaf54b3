"""Tables: what measuring and judging found, as text, Markdown, CSV and JSON."""

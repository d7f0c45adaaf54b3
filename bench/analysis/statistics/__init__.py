"""What the times of a campaign say, and what they do not: scores, portfolios, pairs, ranks."""

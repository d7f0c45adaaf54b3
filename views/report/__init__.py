"""The report of a campaign: one page that opens offline, its figures and its tables."""

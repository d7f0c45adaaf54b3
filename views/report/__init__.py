"""The report of a campaign: one page that opens offline."""

"""What several commands take, as decorators of click.

In: words of the command line.  Out: one value for what belongs together: a `Variant` of `@reading`,
`Terms` of `@terms`, a campaign's question of `@asking`; and puzzles of `instances`.

    values.py             how a time, a memory, a box ... is written
    arguments.py          the options themselves
    languages.py          --as and --from: languages of others
    sources.py            the puzzles that PUZZLE and --file name
    question.py           what `accord bench` asks, also as a CAMPAIGN.toml
    competition_rules.py  its limits and score by the rules of a competition
    hypothesis_file.py    what `accord claim` asks about, as a file
    measuring.py          --measure

Read them in this order.
"""

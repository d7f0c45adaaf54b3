"""Planning: who meets whom, what is made when, one function for each of the known problems.

In go sizes, or the text of an instance in the form that the literature has, out comes a `Problem`.

Read `designs` first (golfers, fixtures and blocks: pairs that meet equally often), then `job_shop`
(tasks on machines) and `car_sequencing`.
"""

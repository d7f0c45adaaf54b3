"""The overhead of the harness, as it is measured for a campaign."""

from accord.bench.run import overhead as module
from accord.bench.run.overhead import overhead


def test_what_is_measured_is_part_of_each_other_and_no_puzzle_is_asked_twice() -> None:
    found = overhead()
    assert found["timed"] > 0 < found["alone"]
    assert 0 < found["inside"] < found["batched"]
    asked = [each.problem.digest for each in module._questions()]
    assert len(set(asked)) == len(asked) >= 1 + module.ALONE + (1 + module.BATCHES) * module.IN_EACH

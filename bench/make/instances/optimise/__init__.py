"""Models in CPMpy of problems that ask for the best, a file a problem: the collection `optimise`.

Each has a function `model`, and INSTANCES: by name the settings of that function, the best value,
and whose value that is.  So each is a model file, too: `accord check job_shop.py --set shop=la01`.
tools/assemble.py writes what they say as JSON; a test compares the two.

Read photo, golomb_ruler, knapsack and tour first: a few lines each.  Schedules are job_shop,
open_shop and project; what goes where is said by bin_packing, quadratic_assignment, steel_mill,
timetable and warehouses; chromatic_number, low_autocorrelation and still_life are mathematics.
"""

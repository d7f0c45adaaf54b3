# make          lists the targets
# make tour     installs into .venv, runs every solver on a few puzzles, prints the twelve most telling rows
# make test     runs all tests but the slow ones; those of solvers that are not installed are skipped
# make everything  all, the slow ones too, with every extra, in an environment of its own: nothing may be missing
# make grid     the same, and every combination of solvers and cases instead of a sample: an hour
# make conformance  asks every solver a thousand random problems of each kind, others with each commit
# make lint     checks form and style
# make types    checks the types
# make oldest   runs the tests with the oldest versions that are allowed
# make wheel    builds dist/accord-VERSION.whl
# make docs     executes the lessons and builds a site of them that opens offline: build/site/index.html
# make notebooks  writes the lessons as notebooks for students: build/notebooks; what is there is kept
# make record   runs the campaigns of results/ anew, the oldest first; FOR=20m for so long, and the next goes on
#                 PYTHON_PACKAGES=ortools==9.12 in an environment with that, beside: results/variants
# make record-zoo   runs that of results/zoo; so too record-tour, -classics and -optimise: hours in all
# make record-audit  runs the one in results/audit: every solver on problems of each kind; half an hour
# make record-hardness  measures how hard the puzzles that ship are, for `accord rank`; some minutes
# make certificates  proves the answers of all that ships anew, and writes results/certificates.csv
# make reports  makes the pages of the campaigns in results/, and results/index.html: who is good at what
# make fresh    asks every solver some puzzles of results/ again: fails where an answer has changed; two minutes
# make confirm  asks one row in twenty again where only code changed that solvers share: the others stand
# make stale    lists the campaigns in results/ that are older than what they show
# make prove    simulates campaigns whose truth is known, to see whether the statistics find it
# make speed    measures every handwritten solver for docs/solvers/speed.md; OPTIONS="--program 'NAME=COMMAND'" adds a program
# make collections  makes the puzzles that ship again, from their descriptions and seeds
# make clean    removes what was built

PYTHON ?= python3
BIN = .venv/bin
DOCS = build/docs
# Workers that begin with a part each, in order: what a module sets up is set up once.  Three, as much
# of the time of tests is waiting.
WORKERS = -n 3 --dist worksteal
FLOORS = puzzles encodings solvers bench views
RECORDS = record-tour record-zoo record-classics record-optimise
RECORD = build/everything/bin/python tools/record.py $(FOR:%=--for %) $(VARIANT:%=--variant %)
VARIANT = $(addprefix build/,$(subst ==,-,$(subst $(space),+,$(strip $(PYTHON_PACKAGES)))))
space = $(subst ,, )

# What an environment may ask for, as images of Python do: each worker would compile all of hypothesis.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help tour test everything conformance grid oldest lint types wheel docs notebooks record $(RECORDS) record-audit record-speed record-hardness certificates reports fresh stale confirm prove speed collections clean prerequisites

help:
	@sed -n 's/^# make/make/p' Makefile

tour: .venv/installed
	@echo 'Every solver that is installed gets 15 puzzles, 2 s for each, two at a time: one minute to three.'
	rm -rf results/local/tour
	$(BIN)/accord bench tour -t 2s -j 2 --brief -o results/local/tour

test: MARKS = not slow
test: .venv/installed
	$(BIN)/pytest $(WORKERS) -m "$(MARKS)"

everything: build/everything/installed
	ACCORD_REQUIRE_ALL=1 build/everything/bin/pytest $(WORKERS) -m "$(MARKS)"

conformance: build/everything/installed
	ACCORD_REQUIRE_ALL=1 build/everything/bin/pytest $(WORKERS) --grid=all tests/solvers/test_problems.py --problems=1000

grid: build/everything/installed
	ACCORD_REQUIRE_ALL=1 build/everything/bin/pytest $(WORKERS) --grid=all

lint: .venv/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/installed .types
	$(BIN)/mypy
	$(BIN)/mypy tests
	$(BIN)/mypy tools
	$(BIN)/mypy docs

oldest: .venv/installed
	$(BIN)/pip install --quiet uv
	$(BIN)/uv venv --quiet --clear build/oldest
	$(BIN)/uv pip install --quiet --python build/oldest/bin/python --resolution lowest-direct 'pytest>=9' 'hypothesis>=6.100' --editable .
	build/oldest/bin/pytest -q

# The packages as a type checker looks for them: pyproject.toml says why.
.types: $(wildcard accord/*.py)
	rm -rf .types
	mkdir -p .types/accord
	cd .types/accord && ln -s ../../accord/*.py ../../accord/[a-z]*/ $(patsubst %,../../%,$(FLOORS)) .

wheel: .venv/installed
	$(BIN)/python -m build --wheel --outdir dist .

docs: $(DOCS)/installed
	$(DOCS)/bin/sphinx-build -W -T -E -d build/doctrees docs build/site

notebooks: $(DOCS)/installed
	$(DOCS)/bin/python docs/notebooks.py build/notebooks

# The campaigns that stand in results/: run alone, from a committed state.
record: .venv/installed build/everything/installed $(VARIANT)
	$(RECORD) $(VARIANT:%=$(RECORDS:record-%=%))

$(RECORDS): record-%: .venv/installed build/everything/installed $(VARIANT)
	$(RECORD) $*

$(VARIANT):
	$(OLDER) -m venv $@
	$@/bin/pip install --quiet --editable '.[all]' $(PYTHON_PACKAGES)

# It goes on where it was stopped; whose code or version is another now is asked again.
record-audit: build/everything/installed
	rm -rf results/audit
	build/everything/bin/accord audit --problems 20 -t 10s -o results/audit --html results/audit/audit.html

record-speed: speed

record-hardness: build/everything/installed
	build/everything/bin/python tools/hardness.py

certificates: build/everything/installed
	build/everything/bin/python tools/certificates.py

reports: build/everything/installed
	for folder in results/tour results/zoo results/classics results/optimise; do build/everything/bin/accord report $$folder; done
	build/everything/bin/accord audit --recorded -o results/audit --html results/audit/audit.html
	build/everything/bin/python tools/results_page.py

fresh: build/everything/installed
	build/everything/bin/python tools/fresh.py

confirm: build/everything/installed
	build/everything/bin/python tools/stale.py --confirm

stale: build/everything/installed
	build/everything/bin/python tools/stale.py
	build/everything/bin/python tools/results_page.py --stale

prove: build/everything/installed
	build/everything/bin/python tools/prove.py

speed: build/everything/installed
	build/everything/bin/python tools/record_speed.py $(OPTIONS)

collections: .venv/installed
	$(BIN)/python tools/assemble.py

clean:
	rm -rf .venv build dist *.egg-info

.venv/installed: pyproject.toml puzzles/version.py | prerequisites
	@echo 'Installing what accord needs into .venv: about a minute, once.'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --quiet --upgrade pip
	$(BIN)/pip install --progress-bar on --editable '.[dev]'
	touch $@

build/docs/installed: pyproject.toml puzzles/version.py | prerequisites
	rm -rf build/docs
	$(PYTHON) -m venv build/docs
	build/docs/bin/pip install --quiet --quiet --upgrade pip
	build/docs/bin/pip install --progress-bar on --editable '.[docs]'
	touch $@

build/everything/installed: pyproject.toml puzzles/version.py | prerequisites
	rm -rf build/everything
	$(PYTHON) -m venv build/everything
	build/everything/bin/pip install --quiet --quiet --upgrade pip
	build/everything/bin/pip install --progress-bar on --editable '.[all,dev,docs]'
	touch $@

prerequisites:
	@missing=''; \
	command -v git > /dev/null || missing="$$missing git"; \
	command -v $(PYTHON) > /dev/null || missing="$$missing python3"; \
	command -v gcc > /dev/null || missing="$$missing gcc"; \
	if command -v $(PYTHON) > /dev/null; then \
	    $(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || missing="$$missing python3-venv"; \
	    $(PYTHON) -c 'import os, sysconfig as s; os.stat(os.path.join(s.get_path("include"), "Python.h"))' 2> /dev/null || missing="$$missing python3-dev"; \
	fi; \
	if [ -n "$$missing" ]; then echo "missing:$$missing  (on Debian: apt install$$missing)" >&2; exit 1; fi
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; (3, 11) <= v or sys.exit("found Python %d.%d, expected 3.11 or later: make PYTHON=python3.12 ..." % v)'

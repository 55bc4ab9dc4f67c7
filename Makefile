# What can be done here; `make` alone prints it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
# two more than there are processors, since many tests wait for a server or a browser; a worker takes about 1 GB
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(max(4, min(8, (os.cpu_count() or 2) + 2)))')

# what fails is tried once more, alone and whatever its mark: on a busy machine a test may run out of its time, and which
# tests of a long file are thorough shows only where all of it is collected; only then are the asserts rewritten to show
# what they compare, which takes every worker ten seconds for all files
TRY = $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --assert=plain -q -m "$(MARKED)" $(TESTS) || { \
	  echo "What failed is tried once more, alone."; \
	  $(BIN)/python -m pytest -q -m "" --last-failed --last-failed-no-failures none $(TESTS); }

# what is compiled is kept, by the tests' workers too: else each compiles all that it imports before tests/conftest.py
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help wheel run chat test thorough quick coverage check format behaviours load chaos conformance bench gallery reader encoder tongues data lock clean

help: ## this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 12

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "FlyFun needs Python 3.11 or newer: set PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(STAMP): requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q agent adapters bot tongue
	$(BIN)/python -m agent.aviation.indexes
	@touch $@

$(DEV_STAMP): requirements-dev.lock $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.lock
	@touch $@

run: $(STAMP) ## set everything up and start FlyFun: a web page at the printed address
	$(BIN)/flyfun serve

chat: $(STAMP) ## chat in the terminal
	$(BIN)/flyfun chat

test: MARKED := not chaos and not thorough
test: $(DEV_STAMP) ## the tests
	$(TRY)

thorough: MARKED := thorough
thorough: $(DEV_STAMP) ## the tests that ask hundreds of questions, or kill programs
	$(TRY)

quick: $(DEV_STAMP) ## under a minute: format, lint, imports, and the tests of reading
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --assert=plain -q -m 'not chaos and not thorough' tests/agent/language tests/agent/understanding tests/test_docs.py

chaos: $(DEV_STAMP) ## the hard runs, row by row: what was lost, doubled, late (half an hour; ROWS="9 stop" for some)
	$(BIN)/python tests/chaos $(ROWS)

conformance: $(DEV_STAMP) ## the Model Context Protocol's own suite against flyfun serve (npm, a minute)
	$(BIN)/python tests/bot/mcp/conformance.py

wheel: $(STAMP) ## build dist/flyfun-….whl, with its data and page
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w dist .
	rm -rf build

reader: $(DEV_STAMP) ## train the reader of questions from the hands' sentences, and score it on the blind ones
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-data.lock
	$(BIN)/python -m data.build reader club_talk distress
	$(BIN)/python tests/agent/understanding/score.py blind

encoder: $(DEV_STAMP) ## teach the encoder anew (half an hour), when some hundred sentences or a tool are new, and score the reader
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-data.lock
	$(BIN)/python -m data.build encoder
	$(BIN)/python tests/agent/understanding/score.py blind

tongues: $(DEV_STAMP) ## bring the catalogues of all languages up to the sentences of the code, and list what is missing
	$(BIN)/python -m data.build.tongues
	@for language in $$(ls tongue/catalogues/*.po | sed 's/.*[/]//; s/[.]po//'); do $(BIN)/python -m data.build.tongues --missing $$language; done

coverage: $(DEV_STAMP) ## all tests, with the branches they miss (takes half as long again)
	$(BIN)/python -m pytest -n 2 --dist loadfile -q --cov --cov-report=term:skip-covered $(TESTS)

format: $(DEV_STAMP) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

check: $(DEV_STAMP) ## format, lint, types, imports, all tests: what a landing needs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(MAKE) test
	$(MAKE) thorough

behaviours: $(DEV_STAMP) ## how FlyFun behaves on Telegram and Slack, through the whole program (3 min)
	cd tests && PYTHONPATH=..:. PYTHONSAFEPATH=1 ../$(BIN)/python -m platforms.behaviours $(ONLY)

load: $(DEV_STAMP) ## many questions, kills among them, and how soon a sign shows, and reminders due at once, on Telegram and Slack (35 min)
	for run in questions kills signs reminders; do (cd tests && PYTHONPATH=..:. PYTHONSAFEPATH=1 ../$(BIN)/python -m platforms.load $$run) || failed=1; done; test -z "$$failed"

bench: $(DEV_STAMP) ## every measured number beside its target
	$(BIN)/python -m bench

gallery: $(STAMP) ## a contact sheet of maps in var/gallery
	$(BIN)/python -m bench.gallery

data: $(DEV_STAMP) ## compile data/ anew from its sources; the hashes stay the same
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-data.lock
	$(BIN)/python -m data.build

lock: $(DEV_STAMP) ## write the lock files anew from pyproject.toml
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --no-header --generate-hashes --no-emit-index-url --python-version 3.11 pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --no-header --generate-hashes --no-emit-index-url --python-version 3.11 --extra documents --extra postgresql -c requirements.lock pyproject.toml -o requirements-server.lock
	$(BIN)/uv pip compile --quiet --no-header --generate-hashes --no-emit-index-url --python-version 3.11 --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile --quiet --no-header --generate-hashes --no-emit-index-url --python-version 3.11 --extra data -c requirements.lock pyproject.toml -o requirements-data.lock

clean: ## remove what make made
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .coverage index

# Everything a person or CI runs here. Needs Python 3.11 or newer, git and make; the environment is built in .venv from the locks.
PORT ?= 8000
PY := .venv/bin/python
RUN_TESTS := $(PY) -m pytest

.DEFAULT_GOAL := help
.PHONY: help serve test test-full faults lint format openapi bench lock clean venv runtime events webhooks

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 ~ \2/p' Makefile | awk -F' ~ ' '{printf "%-18s %s\n", $$1, $$2}'

runtime:
	@script/venv runtime

venv: ## build .venv with the tools for development
	@script/venv dev

serve: runtime ## serve on 127.0.0.1, PORT 8000 unless set
	@PORT=$(PORT) exec script/serve

events: runtime ## serve long event streams on 127.0.0.1, EVENTS_PORT 8001 unless set, beside what `make serve` runs
	@exec $(PY) -m gunicorn --config gunicorn_events.conf.py 'streams.app:create_app()'

webhooks: runtime ## tell webhooks of events, beside what `make serve` runs
	@exec .venv/bin/flask --app app webhooks work

lint: venv ## ruff, mypy and the import contracts
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo

format: venv ## put the code in order
	$(PY) -m ruff check --fix-only --quiet .
	$(PY) -m ruff format .

test: lint ## lint, then the quick tests with their coverage floors
	@mkdir -p build/coverage
	$(RUN_TESTS) -m "not full" --numprocesses auto --maxprocesses 4 --dist loadfile --cov --cov-report=
	$(PY) script/coverage_floors.py

test-full: venv ## every test, with the larger budgets
	HYPOTHESIS_PROFILE=full $(RUN_TESTS)

faults: venv ## kill workers and the database while writers append, a minute for each engine
	FAULT_SECONDS=$${FAULT_SECONDS:-60} $(RUN_TESTS) -s tests/faults

openapi: venv ## write openapi.yaml, its examples and the answers in the READMEs from the code
	$(PY) -m flask --app app examples-write
	$(PY) -m tests.support.stored
	$(PY) -m flask --app app openapi-write
	$(PY) script/readme.py

bench: venv ## print the measured figures
	$(PY) -m bench.run
	$(PY) -m bench.http
	$(PY) -m bench.growth
	$(PY) -m bench.streams

lock: ## make the two locks anew; UPGRADE=1 takes the newest versions
	script/lock

clean: ## remove what was built
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache tests/clients/typescript/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

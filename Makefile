# Two commands matter: `make run` and `make test`. Both do all set-up themselves, once.

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
MODULES := frontend/node_modules/.package-lock.json
DIST := frontend/dist/index.html
SCHEMA := build/schema/wire.json
CLIENT_SOURCES := $(shell find frontend/src frontend/content frontend/plugins frontend/*.html frontend/*.ts frontend/*.js frontend/public -type f 2>/dev/null)

.PHONY: run build test check format bench types clean

run: $(STAMP) $(DIST)
	$(BIN)/python -m gateway

build: $(DIST)

test: $(STAMP) $(DIST) $(MODULES)
	.ci/test-needs
	npm --prefix frontend test
	$(BIN)/python -m pytest

check: $(STAMP) $(MODULES) $(DIST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	.ci/check-types
	npm --prefix frontend run check
	npm --prefix frontend run size

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(STAMP) $(MODULES)
	$(BIN)/python -m gateway.schema build/schema
	npm --prefix frontend run types

bench: $(STAMP) $(DIST)
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build frontend/dist frontend/node_modules

$(STAMP): pyproject.toml .ci/constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/constraints.txt --editable '.[dev]'
	touch $@

$(MODULES): frontend/package.json frontend/package-lock.json
	npm --prefix frontend ci --no-fund --loglevel=error
	touch $@

$(DIST): $(MODULES) $(CLIENT_SOURCES)
	npm --prefix frontend run build
	touch $@

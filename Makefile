# Two commands matter: `make run` and `make test`. Both do all set-up themselves, once.

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
TOOLS := $(VENV)/.tools
# Tests wait for browsers most of the time: two processes even where there are but two cores.
WORKERS ?= 2
MODULES := frontend/node_modules/.package-lock.json
PEERS := tests/bench/peers/node_modules/.package-lock.json
DIST := frontend/dist/index.en.html
CLIENT_SOURCES := $(shell find frontend/src frontend/content frontend/plugins frontend/worker frontend/*.html frontend/*.ts frontend/*.js frontend/public -type f 2>/dev/null)

.PHONY: run build test check format bench bench-peers types cluster deploy-test chaos clean

run: $(RUNTIME) $(DIST)
	$(BIN)/python -m gateway

build: $(DIST)

test: $(TOOLS) $(DIST) $(MODULES)
	.ci/test-needs
	npm --prefix frontend test
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

check: $(TOOLS) $(MODULES) $(DIST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	.ci/check-types
	npm --prefix frontend run check
	npm --prefix frontend run size

format: $(TOOLS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(TOOLS) $(MODULES)
	$(BIN)/python -m gateway.schema build/schema
	npm --prefix frontend run types

bench: $(TOOLS) $(DIST)
	$(BIN)/python -m tests.bench $(PARTS)

# The same table on other servers, beside ours. They come from npm and stay out of the product.
bench-peers: $(TOOLS) $(PEERS)
	$(BIN)/python -m tests.bench peers

# Three instances behind one address, on this machine.
cluster: $(TOOLS) $(DIST)
	.ci/test-needs cluster
	$(BIN)/python deploy/cluster.py

# Three instances rolled over while games go on; `make test` runs it too.
deploy-test: $(TOOLS)
	$(BIN)/python -m pytest tests/cluster/test_rolling.py

# Kills, pauses, restarts by the hundred: make chaos COUNT=200, or one part: make chaos PARTS=kills COUNT=20
COUNT ?=
PARTS ?=
chaos: $(TOOLS)
	$(BIN)/python -m tests.chaos $(if $(COUNT),--count $(COUNT)) $(PARTS)

clean:
	rm -rf $(VENV) build frontend/dist frontend/node_modules

# Both files pin everything, direct and indirect, so there is nothing to resolve.
$(RUNTIME): .ci/constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --requirement .ci/constraints.txt
	touch $@

$(TOOLS): $(RUNTIME) .ci/constraints-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --requirement .ci/constraints-dev.txt
	$(BIN)/python -m pip check
	touch $@

$(MODULES): frontend/package.json frontend/package-lock.json
	npm --prefix frontend ci --no-fund --loglevel=error
	touch $@

$(PEERS): tests/bench/peers/package.json tests/bench/peers/package-lock.json
	npm --prefix tests/bench/peers ci --ignore-scripts --loglevel=error
	touch $@

$(DIST): $(MODULES) $(CLIENT_SOURCES)
	npm --prefix frontend run build
	touch $@

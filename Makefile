# Two commands for a fresh machine: `make play` and `make test`. Everything lands in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What is compiled, and so is tested a second time as plain Python.
PURE := tests/games tests/search tests/bots tests/environments tests/perft tests/test_contract.py tests/test_package.py \
	src/schwarm/games src/schwarm/search src/schwarm/bots src/schwarm/environments docs/games
SHEETS := $(shell find src -name "*.pxd")
COMPILED := $(SHEETS) $(SHEETS:.pxd=.py)

.PHONY: play test test-long lint bench shots build docs reference clean

play: $(VENV)/.built
	$(BIN)/schwarm up --open

test: $(VENV)/.tools $(VENV)/.built $(VENV)/.system lint
	$(BIN)/python -m pytest -n 4 -m "not long" --ignore tests/web  # more than cores: many of them wait
	$(BIN)/python -m pytest -n 2 -m "not long" tests/web  # apart: the browser's driver keeps an event loop running
	SCHWARM_PURE=1 $(BIN)/python -m pytest -n 2 -m "not long and not compiled_only" $(PURE)

test-long: $(VENV)/.tools $(VENV)/.built $(VENV)/.system
	$(BIN)/python -m pytest -n 2 -m long

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.built
	$(BIN)/python -m bench

# Pictures and film strips of the boards, to look at.
shots: $(VENV)/.tools $(VENV)/.built $(VENV)/.system
	$(BIN)/python -m tests.web.shots test-artefacts/shots
	$(BIN)/python -m tests.web.desk_shots test-artefacts/shots
	$(BIN)/python -m tests.web.class_shots test-artefacts/shots

build: $(VENV)/.built

# All documents as a site with search, in build/docs; nothing to serve, open its index.html.
docs: $(VENV)/.installed
	$(BIN)/python -m tools.site build/docs

# The Python reference, out of the docstrings; a test says when it is behind.
reference: $(VENV)/.installed
	$(BIN)/python -m tools.reference

clean:
	rm -rf $(VENV) .venv-* build src/*.egg-info
	find src -name '*.so' -delete

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip setuptools 'cython>=3.3.1,<3.4'

# Installed for development: the .py files are used where they lie, compiled modules beside them.
$(VENV)/.installed: pyproject.toml setup.py | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation -e .
	touch $@

$(VENV)/.built: $(COMPILED) src/schwarm/bits.pxd setup.py $(VENV)/.installed
	$(BIN)/python setup.py --quiet build_ext --inplace
	touch $@

$(VENV)/.tools: pyproject.toml $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation -e '.[dev]'
	touch $@

# Debian packages that some tests need; where they cannot be installed, those tests say so and are skipped.
$(VENV)/.system: tests/system-packages.txt | $(VENV)/bin/python
	sh tests/install-system-packages.sh tests/system-packages.txt
	touch $@

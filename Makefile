# Two commands for a fresh machine: `make play` and `make test`. Everything lands in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip
# Where the system's Python has a pip, that one fetches the packages, and the environment's own among them:
# made by itself it would take four seconds.
ifeq ($(wildcard $(BIN)/pip),)
ifneq ($(shell $(PYTHON) -m pip --help 2>/dev/null | grep -e '--python'),)
PIP := $(PYTHON) -m pip --python $(BIN)/python
WITHOUT_PIP := --without-pip
endif
endif
INSTALL := $(PIP) install --quiet --disable-pip-version-check
SHEETS := $(shell find src -name "*.pxd")
COMPILED := $(SHEETS) $(wildcard $(SHEETS:.pxd=.py))

.PHONY: play test check test-long test-windows lint node bench shots build docs pictures clean

play:
	@$(MAKE) --no-print-directory -j2 $(VENV)/.built $(VENV)/.installed
	@echo "starting the page"
	@$(BIN)/schwarm up --open

# Lint and all tests side by side, one report at the end: tools/suite.
test: $(VENV)/.tools $(VENV)/.built $(VENV)/.system node
	$(BIN)/python -m tools.suite test

# Lint, types, and the tests of what differs from the main branch.
check: $(VENV)/.tools $(VENV)/.built node
	$(BIN)/python -m tools.suite check

test-long: $(VENV)/.tools $(VENV)/.built $(VENV)/.system $(VENV)/.system-long node
	$(BIN)/python -m tools.suite test-long

# The tests under a Windows Python: Wine, a cross compiler and that Python are fetched first (1 GB).
test-windows: $(VENV)/.tools $(VENV)/.built
	$(BIN)/python -m tools.windows_tests

lint: $(VENV)/.tools node
	$(BIN)/python -m tools.suite lint

# Tools for the page's modules and style sheets, exactly those of package-lock.json. Where there is no npm, or
# nothing to fetch them from, one line says so, and what needs them is skipped.
node:
	@cmp -s package-lock.json node_modules/.fetched || { \
	  echo "fetching the packages that check the page's modules"; \
	  npm ci --silent --no-audit --no-fund --fetch-retries=1 --fetch-retry-mintimeout=1000 >/dev/null 2>&1 && cp package-lock.json node_modules/.fetched || \
	  echo "without npm or its registry the page's modules are not checked by prettier, eslint and stylelint"; }

bench: $(VENV)/.built $(VENV)/.installed
	$(BIN)/python -m bench

# Pictures and film strips of the boards, to look at.
shots: $(VENV)/.tools $(VENV)/.built $(VENV)/.system
	$(BIN)/python -m tests.web.shots.boards test-artefacts/shots
	$(BIN)/python -m tests.web.shots.films test-artefacts/shots
	$(BIN)/python -m tests.web.shots.pages test-artefacts/shots
	$(BIN)/python -m tests.web.shots.desk test-artefacts/shots
	$(BIN)/python -m tests.web.shots.classes test-artefacts/shots

build: $(VENV)/.built $(VENV)/.installed

# All documents and the Python reference as a site with search, in build/docs; nothing to serve, open its index.html.
docs: $(VENV)/.docs
	$(BIN)/python -m sphinx -q -W --keep-going -c docs . build/docs
	@echo "open build/docs/index.html"

# The pictures on the pages of the games.
pictures: $(VENV)/.built $(VENV)/.installed
	$(BIN)/python -m tools.pictures

clean:
	rm -rf $(VENV) .venv-* build node_modules src/*.egg-info
	find src -name '*.so' -delete

$(VENV)/bin/python:
	@echo "making the environment in $(VENV)"
	@$(PYTHON) -m venv $(WITHOUT_PIP) $(VENV)

# What compiles: apart from the packages, so that both can go on side by side.
$(VENV)/.compiler: | $(VENV)/bin/python
	@echo "fetching the compiler Cython"
	@$(INSTALL) --no-compile 'setuptools>=77' 'cython>=3.3.1,<3.4'
	@touch $@

# The packages by themselves, so that they come while the compiler does.
$(VENV)/.packages: pyproject.toml | $(VENV)/bin/python
	@echo "fetching the packages that schwarm needs"
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")' > $@.txt
	@$(INSTALL) -r $@.txt pip
	@touch $@

# Installed for development: the .py files are used where they lie, compiled modules beside them.
$(VENV)/.installed: $(VENV)/.packages | $(VENV)/.compiler
	@SCHWARM_COMPILE=0 $(INSTALL) --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/.built: $(COMPILED) src/schwarm/bits.pxd setup.py | $(VENV)/.compiler
	@echo "compiling what has changed"
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(VENV)/.tools: pyproject.toml $(VENV)/.installed
	@echo "fetching the packages that the tests need"
	@SCHWARM_COMPILE=0 $(INSTALL) --no-build-isolation -e '.[dev]'
	@touch $@

$(VENV)/.docs: pyproject.toml $(VENV)/.installed
	@echo "fetching the packages that make the site"
	@SCHWARM_COMPILE=0 $(INSTALL) --no-build-isolation -e '.[docs]'
	@touch $@

# Debian packages that some tests need; where they cannot be installed, those tests say so and are skipped.
$(VENV)/.system: tests/system-packages.txt | $(VENV)/bin/python
	sh tests/install-system-packages.sh tests/system-packages.txt
	touch $@

# Of make test-long alone: a second compiler (100 MB).
$(VENV)/.system-long: tests/system-packages-long.txt | $(VENV)/bin/python
	sh tests/install-system-packages.sh tests/system-packages-long.txt
	touch $@

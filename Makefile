# `make serve` and `make test` do everything. What a step makes is its target, so that nothing is done twice.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The theme's advertisement of its successor; the versions here are pinned.
export NO_MKDOCS_2_WARNING := 1

PORT ?= 8000
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install --no-input

# pip with a counter instead of its many lines, which are shown when it fails.
define INSTALL
total=$$(grep -c == $(1)); count=0; echo "Installing the $$total Python packages of $(1)"; \
$(PIP) --requirement $(1) 2>&1 | tee .venv/install.log | while IFS= read -r line; do \
  case "$$line" in \
    Collecting*|Processing*|Requirement*) count=$$((count + 1)); [ ! -t 1 ] || printf '\r  %d of %d' "$$count" "$$total";; \
    Installing*) [ ! -t 1 ] || printf '\r  unpacking       \n';; \
  esac; \
done || { tail -n 20 .venv/install.log >&2; exit 1; }
endef

ENGINE := $(shell find engine/banmen -type f -not -name '*.pyc')
PLUGIN := $(shell find engine/banmen_mkdocs -type f -not -name '*.pyc')
PAGES := $(shell find docs overrides -type f)

.PHONY: help serve site live test lint modules inside perft fuzz match tune solve oracle bench bench-browser lock clean

help:
	@echo 'make serve [PORT=8000]  build the site and serve it'
	@echo 'make live [PORT=8000]   the same for authors: rebuild when a file changes'
	@echo 'make test               run every test'
	@echo 'make lint               ruff, mypy and tsc alone'
	@echo 'make perft              count the large trees of legal moves too'
	@echo 'make fuzz               compare a million positions with other engines'
	@echo 'make match [MATCH=…]    play the levels against each other and against other engines'
	@echo 'make solve              solve Dōbutsu shōgi and write its tables (nine minutes, 1.3 GB of memory)'
	@echo 'make oracle             the same, and check all that they say (four minutes more)'
	@echo 'make tune               fit the evaluation to games of self-play'
	@echo 'make bench              measure the engine'
	@echo 'make bench-browser      measure the first answer in browsers, beside stock Pyodide'
	@echo 'make site               only build the site, into site/'
	@echo 'make lock               renew the pinned versions of everything'
	@echo 'make clean              delete all that the other targets made'

serve: site/.stamp
	@exec $(PY) -m banmen_mkdocs.serve site --port $(PORT)

live: .venv/.site build/runtime/runtime.json
	@exec $(PY) -m mkdocs serve --livereload --dev-addr 127.0.0.1:$(PORT)

site: site/.stamp

# pytest comes last and has all cores; its slow files, those of the browser, are the first in order.
test: .venv/.browser
	@$(MAKE) --jobs=2 lint modules inside
	@$(PY) -m pytest -m 'not slow' --numprocesses auto --maxprocesses 4 --dist loadfile --ignore=tests/browser
	@$(PY) -m pytest -m 'not slow' tests/browser

# The page side's modules that need no browser.
modules: node_modules/.package-lock.json
	@node --test --test-reporter=dot tests/*.test.mjs

# The engine inside the Pyodide that the site ships.
inside: .venv/.test build/runtime/runtime.json
	@node tests/pyodide/run.mjs

lint: .venv/.test node_modules/.package-lock.json
	@echo 'Checking style and types'
	@.venv/bin/ruff check --quiet .
	@.venv/bin/mypy
	@node_modules/.bin/tsc

perft: .venv/.test
	@$(PY) -m pytest tests/test_perft.py -m slow -v

fuzz: .venv/.test
	@$(PY) tests/differential.py

match: .venv/.test
	@$(PY) tests/match/match.py $(MATCH)

# A run that is ended goes on where it was; what is made lies in build/oracle, and stays solved until that is deleted.
solve: .venv/.oracle
	@$(PY) -m banmen_oracle

oracle: solve
	@$(PY) -m pytest tests/oracle

tune: .venv/.test
	@$(PY) tests/tune/tune.py

bench: .venv/.test
	@$(PY) tests/bench/bench.py
	@$(PY) tests/bench/thinking.py
	@node tests/bench/pyodide.mjs

bench-browser: .venv/.browser site/.stamp
	@$(PY) tests/browser/bench.py

lock: .venv/.test
	$(PIP) --quiet uv
	.venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.12 --group site -o requirements.lock
	.venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.12 --group test -c requirements.lock -o tests/requirements.lock
	.venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.12 --group oracle -c tests/requirements.lock -o engine/banmen_oracle/requirements.lock
	npm update

clean:
	rm -rf .venv node_modules build site .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis

site/.stamp: .venv/.site build/runtime/runtime.json mkdocs.yml $(PLUGIN) $(PAGES) engine/banmen_oracle/pocket.bin $(wildcard build/oracle/*.json)
	@echo 'Building the site'
	@$(PY) -m mkdocs build 2>&1 | grep --line-buffered --invert-match --extended-regexp 'Overriding|Translated|Template skipped|Cleaning|Building documentation'
	@touch $@

# The engine's wheel and the parts of Pyodide that run it in the browser.
build/runtime/runtime.json: .venv/.site node_modules/.package-lock.json engine/pyproject.toml $(wildcard engine/banmen_mkdocs/runtime.* engine/banmen_mkdocs/inside.py) $(ENGINE)
	@$(PY) -m banmen_mkdocs.runtime

node_modules/.package-lock.json: package.json package-lock.json
	@node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' || \
	  { echo 'Node.js 20 or newer with npm is needed: see nodejs.org or your distribution.' >&2; exit 1; }
	@echo 'Installing the npm packages'
	@npm ci
	@touch $@

.venv/.python:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 \
	    $$(ls -d "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/*/bin/python3 2>/dev/null | sort -rV); do \
	  if "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then \
	    echo "Making .venv with $$("$$python" --version)"; \
	    "$$python" -m venv --clear .venv; \
	    touch $@; \
	    exit 0; \
	  fi; \
	done; \
	echo 'Python 3.12 or newer with venv is needed: apt-get install python3 python3-venv (Debian 13, Ubuntu 24.04), or pyenv install 3.13.' >&2; \
	exit 1

.venv/.site: .venv/.python requirements.lock pyproject.toml engine/pyproject.toml
	@$(call INSTALL,requirements.lock)
	@mkdir -p build/runtime
	@$(PIP) --quiet --no-deps --no-build-isolation --editable engine --editable .
	@touch $@

.venv/.test: .venv/.site tests/requirements.lock
	@$(call INSTALL,tests/requirements.lock)
	@touch $@

# What the solver needs, and nobody else does.
.venv/.oracle: .venv/.test engine/banmen_oracle/requirements.lock
	@$(call INSTALL,engine/banmen_oracle/requirements.lock)
	@touch $@

.venv/.browser: .venv/.test tests/browser/chromium.py tests/browser/nginx.py
	@$(PY) tests/browser/chromium.py
	@$(PY) tests/browser/nginx.py
	@touch $@

# Everything runs in .venv, which the first target that needs it builds by itself.
# Another interpreter: make PYTHON=/path/to/python3 …

PYTHON ?= $(firstword $(shell for p in python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p; done) python3)
BIN := .venv/bin
INSTALLED := .venv/.installed

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test check fuzz format lock clean python

help:  ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(INSTALLED)  ## build .venv and install Leadline with all it needs, if anything changed

demo: setup  ## harvest a real catalogue on this machine
	$(BIN)/leadline demo

test: setup  ## run the tests
	$(BIN)/pytest -n auto --dist worksteal

check: setup  ## format, lint, types and tests, as CI does
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal

fuzz: setup  ## run the tests with examples drawn anew, as often as you like
	$(BIN)/pytest -n auto --dist worksteal --hypothesis-profile=default \
		$$(grep -rl --include='test_*.py' 'import.*hypothesis\|from hypothesis' tests)

format: setup  ## format the code and fix what can be fixed
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

lock: python  ## resolve the newest dependencies into constraints.txt (Python 3.11)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
		{ echo "make lock needs Python 3.11, the oldest version supported." >&2; exit 1; }
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	$(PYTHON) -m venv "$$tmp/venv"; \
	"$$tmp/venv/bin/pip" install --quiet -e '.[dev]'; \
	{ \
		echo "# Exact versions of everything '.[dev]' installs, resolved on Python 3.11."; \
		echo "# Written by 'make lock'; change pyproject.toml and run it again."; \
		"$$tmp/venv/bin/pip" freeze --exclude leadline --exclude pip --exclude setuptools; \
	} > "$$tmp/constraints.txt"; \
	cat "$$tmp/constraints.txt" > constraints.txt

clean:  ## remove .venv, caches and build output
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(INSTALLED): pyproject.toml constraints.txt | python
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -e '.[dev]' -c constraints.txt
	@touch $@

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Leadline needs Python 3.11 or newer; '$(PYTHON)' is not. Try: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "'$(PYTHON)' cannot create virtual environments. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }

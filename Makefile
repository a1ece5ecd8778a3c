# Everything that installs, checks, runs and deploys Croupier; `make` lists it.

PORT ?= 4566
SAM_PORT ?= 3000
# What AWS runs
RUNTIME ?= python3.13
ARCHITECTURE ?= arm64
# What everything here runs with, unless PYTHON= names another
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done)
NEW_ENOUGH = import sys; sys.exit(sys.version_info < (3, 11))

export SAM_CLI_TELEMETRY ?= 0

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run demo test check unit flow local bench setup sam-local build deploy clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

# Nothing of the caller's environment may lead to another AWS or another Python package.
CLEANLY := env -u AWS_PROFILE -u AWS_DEFAULT_PROFILE -u PYTHONPATH -u PYTHONHOME
LOCALLY := $(CLEANLY) .local/venv/emulator/bin/python
PYTEST := $(CLEANLY) .venv/bin/python -m pytest
EMULATOR := .local/venv/emulator/.installed .local/venv/sam/.installed .local/wheels/.installed

run: $(EMULATOR) ## Croupier on this machine until Ctrl-C (PORT=4566)
	@$(LOCALLY) -m local.run --port $(PORT)

demo: $(EMULATOR) ## score the tables in events/ and play whole matches, over HTTP
	@$(LOCALLY) -m local.visit local.demo

test: check unit flow local ## everything that a change has to pass

check: .local/venv/check/.installed .local/venv/sam/.installed ## linters, types, directions of imports, the template
	.local/venv/check/bin/ruff check
	.local/venv/check/bin/ruff format --check
	.local/venv/check/bin/mypy .
	PYTHONPATH=shared .local/venv/check/bin/lint-imports
	.local/venv/check/bin/cfn-lint template.yaml
	AWS_DEFAULT_REGION=us-east-1 .local/venv/sam/bin/python -m samcli validate --lint

unit: .venv/.installed ## the tests of the code alone
	$(PYTEST) -n auto --ignore tests/flow --ignore tests/local

flow: .venv/.installed ## the tests of the handlers in this process
	$(PYTEST) -n auto tests/flow

local: .venv/.installed $(EMULATOR) ## the tests against a deployment of their own
	$(PYTEST) tests/local

bench: .local/venv/bench/.installed $(EMULATOR) ## the numbers, beside their peers'
	@PYTHONPATH=shared .local/venv/bench/bin/python bench/run.py

setup: .venv/.installed ## .venv: what the tests import

sam-local: $(EMULATOR) ## sam local start-api, for those who have Docker (SAM_PORT=3000)
	$(call sam_build,$(MACHINE)) --build-dir .local/sam-local/build
	@$(LOCALLY) -m local.visit local.sam_local $(SAM_PORT) $(call parameters,$(MACHINE))

build: .local/venv/sam/.installed ## build for AWS (RUNTIME=python3.13 ARCHITECTURE=arm64)
	$(call sam_build,$(ARCHITECTURE))

deploy: build ## deploy to AWS; sam asks for what it needs to know
	.local/venv/sam/bin/python -m samcli deploy --guided \
		--parameter-overrides $(call parameters,$(ARCHITECTURE))

MACHINE = $(if $(filter arm64 aarch64,$(shell uname -m)),arm64,x86_64)
parameters = PythonRuntime=$(RUNTIME) Architecture=$(1)
# The layer is made of the wheels of the Lambda runtime, whose interpreter need not be here.
sam_build = LAYER_PYTHON="$(CURDIR)/.local/venv/sam/bin/python" \
	LAYER_TARGET="--only-binary=:all: --implementation cp --python-version $(RUNTIME:python%=%) \
	--platform manylinux2014_$(if $(filter arm64,$(1)),aarch64,x86_64)" \
	.local/venv/sam/bin/python -m samcli build --parameter-overrides $(call parameters,$(1))

clean: ## delete all that was installed, built and kept
	rm -rf .venv .local .aws-sam .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Installed once, and again when the requirements change.

.venv/.installed: requirements/test.txt shared/requirements.txt
	$(call install,.venv,requirements/test.txt)

.local/venv/%/.installed: requirements/%.txt
	$(call install,.local/venv/$*,$<)

.local/venv/check/.installed .local/venv/bench/.installed: requirements/test.txt shared/requirements.txt

# The layer's wheels for the emulator's interpreter: a build asks no index.
.local/wheels/.installed: shared/requirements.txt .local/venv/emulator/.installed
	@echo "Fetching the layer's wheels ..."
	@rm -rf .local/wheels .local/build .local/cache
	@.local/venv/emulator/bin/python -m pip download --quiet --disable-pip-version-check \
		--only-binary=:all: --dest .local/wheels --requirement $<
	@touch $@

define install
@$(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null || { echo "Croupier needs Python 3.11 or newer. \
Install it, or say where it is: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
@echo "Installing $(2) into $(1), once, in a minute or two ..."
@$(PYTHON) -m venv --clear $(1)
@$(1)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $(2)
@touch $@
endef

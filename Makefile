# The two commands are `make run` and `make test`; each sets up first what is missing.
# Tests come in three tiers: `make check` while working, `make test` before a commit is shared and in
# continuous integration, `make test-all` before a release.

PYTHON ?= python3
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check

# PyTorch and JAX are large, so the tests with each have an environment of their own, on top of the
# other one. NVIDIA's packages look for their libraries where site.getsitepackages() says, so the
# other one's prefix is made known to it too.
TORCH ?= torch==2.13.0
PACKAGES_torch = '$(TORCH)' expecttest
PACKAGES_jax = 'jax==0.10.2; python_version < "3.12"' 'jax==0.11.2; python_version >= "3.12"'
TESTS_torch := tests/pytorch
TESTS_jax := tests/xla
FRAMEWORKS := torch jax

# Where NVIDIA's driver is loaded (natively, or under WSL) the GPU's packages are wanted too.
DRIVER := $(wildcard /proc/driver/nvidia/version /dev/dxg)
comma := ,
EXTRAS := dev,report,tools,docs$(if $(DRIVER),$(comma)gpu)

# Kernels compiled beforehand, for the architectures named, and the wheel of them.
ARCHITECTURES ?= 90
KERNELS := packages/sgemm-kernels

# The tests of the Python array API standard, and the array libraries that they are run with, each
# with the environment that has it.
SUITE := .array-api-tests
SUITE_SOURCE ?= https://github.com/data-apis/array-api-tests
ARRAY_LIBRARIES ?= numpy:$(VENV) array_api_strict:$(VENV) torch:.venv-torch jax.numpy:.venv-jax

.PHONY: help setup browser venv run check test test-torch test-jax test-array-api test-all lint format publish docs kernels clean

# What `make check` runs: the quick folders, and two kernels of the ladder on the cpu machine.
CHECKED := tests/test_*.py tests/arrays tests/blas tests/planning tests/ptx tests/machines tests/report \
  tests/scripts/publish
CHECKED_KERNELS := tests/kernels/test_rungs_on_cpu.py -k 'naive or double_buffer'

help:
	@echo "make run      set up what is missing, then run, verify and measure the whole ladder here"
	@echo "make check    lint, types and the quickest tests: under two minutes on two cores"
	@echo "make test     set up what is missing, then lint, types and the test suite"
	@echo "make test-torch  install PyTorch beside it ($(TORCH)), then its tests"
	@echo "make test-jax install JAX beside it, then its tests"
	@echo "make test-array-api  clone the tests of the array API standard, then those of matmul"
	@echo "make test-all the same with every case of every test: before a release"
	@echo "make setup    create $(VENV) and install sgemm into it, with all that the others need"
	@echo "make browser  install Chromium for the tests of the report, where that is possible"
	@echo "make lint     style, formatting and types"
	@echo "make format   bring every file into the project's format"
	@echo "make publish  make tables and plots of the documentation from results/"
	@echo "make docs     build the site of the documentation into output/site, every link checked"
	@echo "make kernels  compile all kernels of the library for ARCHITECTURES=$(ARCHITECTURES) into a wheel in dist/"
	@echo "make clean    remove $(VENV) and the tools' caches"

setup: $(STAMP)

# Installed again when the dependencies change; the sources themselves are used where they lie.
# The compiler package is for ptxas, which gives hand-written PTX its machine code and works
# without the package's own large dependencies.
$(STAMP): pyproject.toml
	@$(PIP) --version >/dev/null 2>&1 || $(MAKE) --no-print-directory venv
	@echo "make setup: installing into $(VENV) (a few minutes the first time)"
	@$(PIP) install --quiet --editable '.[$(EXTRAS)]' || { \
	  echo "make setup: pip could not install sgemm's dependencies (its message is above)." \
	    "They are downloaded once, so this step needs a package index that pip can reach." >&2; \
	  exit 1; }
	@$(PIP) install --quiet --no-deps 'nvidia-cuda-nvcc>=13.0,<14' || { \
	  echo "make setup: pip could not install nvidia-cuda-nvcc (its message is above)." >&2; exit 1; }
	@touch $@

# The report is tested in a real browser. Only tests need it, and only a superuser can install it;
# a font comes with it, since a bare system has none.
browser:
	@for name in chromium chromium-browser google-chrome; do \
	  command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "make test: installing chromium, in which the report is tested"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  install="apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core"; \
	  { $$install || { apt-get update -qq && $$install; }; } >/dev/null && exit 0; \
	fi; \
	echo "make test: no Chromium is installed, so the tests of the report in a browser are" \
	  "skipped (in continuous integration they fail). On Debian: apt-get install chromium" >&2

# Made from nothing, never over an old one: that could have another Python.
venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "make setup: sgemm needs Python 3.11 or newer, and $(PYTHON) is" \
	    "$$($(PYTHON) -V 2>&1 || true). Name another one: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
	  echo "make setup: $(PYTHON) cannot create virtual environments. If your distribution" \
	    "has a package for that, install it (Debian, Ubuntu: python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)

run: setup
	$(BIN)/sgemm ladder $(ARGS)

check: setup lint
	$(BIN)/python -m pytest -n $(WORKERS) $(CHECKED)
	$(BIN)/python -m pytest -n $(WORKERS) $(CHECKED_KERNELS)

test: setup browser lint
	$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

$(FRAMEWORKS:%=test-%): test-%: setup .venv-%/.installed
	.venv-$*/bin/python -m pytest -n $(WORKERS) $(TESTS_$*) $(ARGS)

$(FRAMEWORKS:%=.venv-%/.installed): .venv-%/.installed: $(STAMP)
	@echo "make test-$*: installing what its tests need into .venv-$*"
	@$(PYTHON) -m venv --clear .venv-$*
	@$(BIN)/python -c 'import sys, sysconfig; base = sys.prefix, sysconfig.get_path("purelib"); \
	  print("import site; site.PREFIXES.append(%r); site.addsitedir(%r)" % base)' \
	  > $$(.venv-$*/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/base.pth
	@.venv-$*/bin/python -m pip --disable-pip-version-check install --quiet $(PACKAGES_$*)
	@touch $@

# With the libraries that are here: make test-torch and make test-jax install theirs.
test-array-api: setup $(SUITE)/packages
	@for each in $(ARRAY_LIBRARIES); do \
	  library=$${each%%:*}; python=$(CURDIR)/$${each#*:}/bin/python; \
	  [ -x $$python ] || { echo "make test-array-api: $$library is left out: no $$python"; continue; }; \
	  (cd $(SUITE) && ARRAY_API_TESTS_MODULE=sgemm_namespace SGEMM_ARRAY_LIBRARY=$$library \
	    PYTHONPATH=$(CURDIR)/tests/array_api:$(CURDIR)/$(SUITE)/packages:$(CURDIR)/src \
	    $$python -m pytest -p sgemm_namespace -W ignore --disable-deadline --max-examples 2000 \
	    -k "matmul and not __matmul__" $(patsubst %,array_api_tests/test_%.py,linalg signatures has_names)) \
	    || exit 1; \
	done

$(SUITE)/packages:
	@[ -d $(SUITE)/.git ] || git clone --quiet --depth 1 --branch 2026.02.26 --recurse-submodules \
	  --shallow-submodules $(SUITE_SOURCE) $(SUITE)
	@$(PIP) install --quiet --no-deps --target $@ array-api-strict ndindex \
	  pytest-json-report pytest-metadata

test-all: setup browser lint
	$(BIN)/python -m pytest -n $(WORKERS) --all-cases $(ARGS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

publish: setup
	PYTHONPATH=scripts $(BIN)/python -m publish $(ARGS)

# Every warning is an error, which --quiet would keep mkdocs from counting. The variable silences a
# notice about a later release of mkdocs.
docs: setup
	@PYTHONPATH=scripts NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict $(ARGS)
	@echo "make docs: the site is in output/site/index.html; with search: python -m http.server -d output/site"

# What was compiled before comes from the cache; the wheel has the architectures that are named.
kernels: setup
	@rm -rf $(KERNELS)/src/sgemm_kernels/sm_*
	@for each in $(subst $(comma), ,$(ARCHITECTURES)); do \
	  $(BIN)/sgemm warm --architecture $$each --output $(KERNELS)/src/sgemm_kernels || exit 1; done
	@$(PIP) wheel --quiet --no-deps --wheel-dir dist ./$(KERNELS)
	@ls -l dist/sgemm_kernels-*.whl

clean:
	rm -rf $(VENV) $(FRAMEWORKS:%=.venv-%) $(SUITE) .pytest_cache .mypy_cache .ruff_cache .hypothesis

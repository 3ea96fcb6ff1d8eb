# make play   plays            make test   checks everything       make quick   checks the plain build, without pages
#                                                                  make quick GAME=spies   checks one game, in a minute
# make dist   builds a wheel   make night  checks for an hour      make bench   measures
# make docs   builds the site  make lock   pins the packages       make test-oldest  checks with the oldest packages allowed
# make release  builds wheels, the sources and a list of the packages from a clean tree whose version and changelog agree
# Each target sets up what it needs in .venv, and repeats only what has changed.
#
#   PYTHON=python3.12    which Python creates .venv        WORKERS=2        how many tests run in parallel
#   SPYRING_PURE=1       do not compile                    SPYRING_OPT=2    compile slower, run a little faster

VENV    := .venv
PY      := $(VENV)/bin/python
# More than two cores have: tests of pages and servers wait for browsers and other processes. Three keep 1.45 of two cores
# busy, five 1.66.
WORKERS ?= 5
# A test file stays in one process, so fixtures are set up once; tests/conftest.py puts the longest ones first.
PARALLEL = -n $(WORKERS) --dist loadfile --no-loadscope-reorder --maxfail=40
PYTEST   = $(PY) -m pytest $(PARALLEL) $(if $(SPYRING_NIGHT),-o faulthandler_timeout=3600)

# Extras of pyproject.toml that each purpose needs.
needs_play  := server arena
needs_bench := server arena bench
needs_docs  := docs
needs_test  := dev
needs_dist  := dist
# Tests and containers get pinned packages, so that a commit always runs with the same ones. Players get the newest ones
# in range, because a Python newer than the pins needs newer wheels. `make test LOCK=` tests with those.
LOCK        := requirements/test.txt
locked_test := $(if $(LOCK),--require-hashes -r $(LOCK))

# The installed package must never be shadowed by accident; plain runs set PYTHONPATH=src explicitly.
unexport PYTHONPATH
# Dozens of processes import the same packages; without cached bytecode each of them would compile them again.
unexport PYTHONDONTWRITEBYTECODE

GOOD_PYTHON := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
  "$$python" -c '$(GOOD_PYTHON)' >/dev/null 2>&1 && echo "$$python" && break; done)

# The names of stamps contain a digest of their inputs, so that a deleted file or another branch counts as a change.
digest    = $(shell { $(1); } | cksum | cut -d' ' -f1)
PACKAGE  := $(VENV)/.package-$(call digest,find src docs/rules setup.py pyproject.toml -type f \
  ! -path '*/__pycache__/*' ! -path '*.egg-info/*' -exec cksum {} + | sort; \
  echo "$$SPYRING_PURE $$SPYRING_OPT $$CC"; for c in cc gcc clang; do command -v $$c; done)
READY    := $(VENV)/.ready-$(call digest,cat pyproject.toml $(LOCK))-for-

.PHONY: install play test quick night test-oldest lock bench bench-server soak generated catalogues docs picture pictures dist release clean
.DELETE_ON_ERROR:

install: $(PACKAGE)
	@$(PY) -c 'import spyring; print("Spyring is installed in $(VENV):", spyring.build, "build")'
	@[ ! -e build/plain-because.txt ] || { printf 'No compiled build: '; cat build/plain-because.txt; }

# Players do not wait for the compiler: the plain build runs until the compiled one is ready.
play: $(READY)play
	@[ ! -e $(PACKAGE) ] || exec $(VENV)/bin/spyring serve --lan --open; \
	 echo "Spyring is compiled while you play, which takes some minutes; from the next start on its bots think faster."; \
	 tools/meanwhile $(MAKE) --no-print-directory install; \
	 PYTHONPATH=src exec $(PY) -m spyring serve --lan --open

# --- setting up ---

$(PY):
	@[ -n "$(PYTHON)" ] || { echo >&2 "Spyring needs Python 3.11 or newer with the venv module; none was found."; \
	  echo >&2 "  Debian, Ubuntu: sudo apt-get install python3 python3-venv      macOS: brew install python"; \
	  echo >&2 "  or name one:    make $(MAKECMDGOALS) PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# uv takes seconds where pip takes half a minute; pip is the fallback.
fetch = { $(PY) -m uv pip install -q --python $(PY) $(1) 2>/dev/null \
  || $(PY) -m pip install -qq --disable-pip-version-check $(1); }

$(VENV)/.uv: | $(PY)
	@$(PY) -m pip install -qq --disable-pip-version-check --only-binary :all: uv 2>/dev/null || true
	@touch $@

$(READY)%: | $(VENV)/.uv
	@echo "Fetching the packages that 'make $*' needs ..."
	@$(PY) tools/requirements.py $(needs_$*) > $(VENV)/requirements.txt
	@$(call fetch,$(or $(locked_$*),-r $(VENV)/requirements.txt))
	@rm -f $(VENV)/.ready-*-for-$*; touch $@

$(PACKAGE): | $(READY)play
	@echo "Building Spyring; from scratch on two cores that takes two to three minutes ..."
	@$(PY) setup.py -q build
	@$(call fetch,--no-build-isolation --no-deps --force-reinstall .)
	@rm -f $(VENV)/.package-*; touch $@

# --- checking ---

# Compiled packages are tested on both builds; everything else is the same in both, and tested on the compiled one.
ON_BOTH_BUILDS := $(wildcard $(addprefix tests/,engine games bots toys testkit playthroughs))
# On the plain build, `make test` runs only the tests that show that it does the same as the compiled one: the engine, whole
# games move by move, the contract, every refusal, how bots choose. `make quick` and `make night` run all of the above.
PROVES_THE_SAME := $(wildcard $(addprefix tests/,engine toys playthroughs games/test_golden.py games/*/test_contract.py \
  games/*/test_refusals.py bots/test_bots.py bots/test_hidden_moves.py bots/test_search.py))

comma   := ,
SUMMARY := build/summary.txt
# Building and testing the compiled build takes longest, so it starts first; the other checks run beside it.
CHECKS  := check-compiled check-style check-imports check-types check-plain check-rules
GAME_CHECKS := check-style check-game-types check-game check-game-rules

# $(call check,name,command): runs the command and records its result.
define check
@printf '\n--- %s\n' '$(1)'; began=$$(date +%s); \
 if $(2); then went=passed; else went=FAILED; fi; \
 printf '%-8s %-60s %4d s\n' "$$went" '$(1)' $$(($$(date +%s) - began)) >> $(SUMMARY); [ $$went = passed ]
endef

# Runs every check even if one fails, two at a time, then prints all results.
define all_checks
@mkdir -p build; rm -f $(SUMMARY); failed=0; \
 $(MAKE) --no-print-directory --keep-going -j2 $(1) || failed=1; \
 printf '\n'; cat $(SUMMARY); exit $$failed
endef

.PHONY: $(CHECKS) $(GAME_CHECKS) chromium

test: $(READY)test $(READY)play
	$(call all_checks,$(CHECKS) $(if $(SPYRING_NIGHT),,PLAIN=same))

quick: $(READY)test
	@[ -z "$(GAME)" ] || [ -d "tests/games/$(GAME)" ] || { echo >&2 "There is no game $(GAME) in tests/games."; exit 1; }
	$(call all_checks,$(if $(GAME),$(GAME_CHECKS),$(filter-out check-compiled,$(CHECKS))))

# The same with longer trials and more browsers, all rule tests on the plain build, and a soak of some minutes.
# At most an hour on two idle cores.
night: export SPYRING_NIGHT = 1
night: KILLS = 10
night: MINUTES = 3
night: test soak

check-style:
	$(call check,style (ruff),$(PY) -m ruff check --quiet && $(PY) -m ruff format --check)

check-types:
	$(call check,types (mypy --strict),$(PY) -m mypy --strict src tests)

check-imports:
	$(call check,imports run one way (import-linter),PYTHONPATH=src $(VENV)/bin/lint-imports --no-logo)

check-plain:
	$(call check,engine$(comma) games and bots on the plain build,\
	  $(plain) $(PYTEST) --doctest-modules $(if $(PLAIN),$(PROVES_THE_SAME),$(ON_BOTH_BUILDS)) src/spyring)

# Plain tests compute all the time: more of them at once than cores would only collect them more often.
check-plain: WORKERS = 2
# Never the long version: the plain build is twenty times slower, and would only repeat what the compiled one has shown.
plain = PYTHONPATH=src SPYRING_EXPECT_BUILD=plain SPYRING_BRIEF=1 SPYRING_NIGHT=

check-compiled: chromium $(PACKAGE)
	$(call check,everything on the compiled build,{ $(is_compiled) && \
	  SPYRING_EXPECT_BUILD=compiled SPYRING_REMEMBER=1 $(browser) $(PYTEST) tests; })

check-rules:
	$(call check,every clause of the ledgers is tested,PYTHONPATH=src $(PY) -m tools.coverage)

check-game-types:
	$(call check,types of $(GAME) (mypy --strict),$(PY) -m mypy --strict \
	  src/spyring/games/$(GAME) tests/games/$(GAME))

check-game:
	$(call check,$(GAME) on the plain build,$(plain) $(PYTEST) --dist worksteal tests/games/$(GAME) \
	  "tests/games/test_golden.py::test_fingerprints_are_as_they_were[$(GAME)]" \
	  "tests/playthroughs/test_playthroughs.py::test_a_playthrough_is_as_it_was[$(GAME)]")

check-game-rules:
	$(call check,every clause of $(GAME) is tested,PYTHONPATH=src $(PY) -m tools.coverage $(GAME))

browser = SPYRING_CHROMIUM="$$(cat build/chromium 2>/dev/null)"
chromium:
	@mkdir -p build; [ ! -d tests/web ] || tools/ensure-chromium > build/chromium
	@[ ! -d tests/server ] || tools/ensure-oidc-provider >/dev/null
	@[ ! -d tests/web ] || [ -z "$(SPYRING_NIGHT)" ] || tools/ensure-browsers

is_compiled = { $(PY) -c 'import spyring, sys; sys.exit(spyring.build != "compiled")' || { \
  echo >&2 "The compiled build could not be tested, because there is none: $$(cat build/plain-because.txt)"; \
  echo >&2 "It needs a C compiler and the header files of Python:"; \
  echo >&2 "  Debian, Ubuntu: sudo apt-get install build-essential python3-dev      macOS: xcode-select --install"; \
  echo >&2 "then: make clean test          Without it: make quick tests the plain build only."; false; }; }

# All lower bounds of pyproject.toml at once, in a separate environment; tests packages that are not compiled.
OLDEST := build/oldest
test-oldest: $(VENV)/.uv chromium
	@mkdir -p build; $(PY) tools/requirements.py $(needs_test) > build/oldest.txt
	@$(PY) -m uv venv -q --clear --python $(PY) $(OLDEST)
	@$(PY) -m uv pip install -q --python $(OLDEST)/bin/python --resolution lowest-direct -r build/oldest.txt
	@PYTHONPATH=src SPYRING_EXPECT_BUILD=plain $(browser) $(OLDEST)/bin/python -m pytest $(PARALLEL) \
	  $(filter-out $(ON_BOTH_BUILDS) tests/conftest.py,$(wildcard tests/*))

# --- the rest ---

# Pins every package again in requirements/; UPGRADE=1 takes the newest versions.
lock: $(VENV)/.uv
	@$(PY) -m tools.lock $(if $(UPGRADE),--upgrade)

bench: $(READY)bench $(PACKAGE)
	@$(VENV)/bin/spyring bench
	@PYTHONPATH=src $(VENV)/bin/spyring bench

bench-server: $(READY)test $(PACKAGE)
	@$(PY) benchmarks/server.py

# Writes generated files: codes, books and typed options from the declarations of the games, the list of personal data from
# the schema, and the pages about settings and commands.
generated: $(READY)test
	@PYTHONPATH=src $(PY) -m spyring.codegen $(sort $(dir $(wildcard src/spyring/games/*/words.toml)))
	@PYTHONPATH=src $(PY) -m tools.personal_data
	@PYTHONPATH=src $(PY) -m tools.settings_page
	@PYTHONPATH=src $(PY) -m tools.commands_page

# Lists every sentence that people read for translation, and counts the open ones.
catalogues: $(READY)test
	@PYTHONPATH=src $(PY) tools/catalogues.py

# Kills the server fifty times under load, on SQLite and on PostgreSQL, in about a quarter of an hour. Then runs an hour of
# mixed play and plots the memory of the server: benchmarks/results/soak.svg. `make night` does less of both.
KILLS   ?= 50
MINUTES ?= 60
soak: $(READY)test $(PACKAGE)
	@$(PY) -m tests.server.killing --times $(KILLS)
	@$(PY) -m tests.server.killing --times $(KILLS) --postgresql
	@$(PY) benchmarks/soak.py --minutes $(MINUTES)

docs: $(READY)docs $(PACKAGE)
	@$(PY) -m mkdocs build --strict

# Takes docs/pictures/*.png from a running site: the home page, and every game wide and on a phone.
pictures: chromium $(READY)test
	@PYTHONPATH=src:. $(browser) $(PY) tools/pictures.py

# Draws docs/pictures/architecture*.svg from the imports of the sources.
picture: $(READY)test
	@PYTHONPATH=src $(PY) -m tools.picture

# Builds a wheel for this machine, a plain one for all others and the sources, in dist/; then installs each wheel elsewhere
# and plays a game with it.
FROM ?= .
dist: $(READY)dist
	@rm -rf dist build/elsewhere; mkdir -p build
	@SPYRING_OPT=$${SPYRING_OPT:-2} $(PY) -m build --no-isolation --outdir dist $(FROM) >build/dist.txt 2>&1 \
	  && SPYRING_PURE=1 $(PY) -m build --wheel --no-isolation --outdir dist $(FROM) >>build/dist.txt 2>&1 \
	  || { tail -30 build/dist.txt; exit 1; }
	@for wheel in dist/*.whl; do \
	  $(PY) -m venv --clear build/elsewhere && \
	  build/elsewhere/bin/python -m pip install -qq --disable-pip-version-check "$$wheel" && \
	  (cd build/elsewhere && bin/python $(CURDIR)/tools/one_game.py) || exit 1; \
	done
	@ls -l dist

# The pinned packages of a server, as CycloneDX JSON.
SBOM = $(PY) -m cyclonedx_py requirements --pyproject pyproject.toml --output-reproducible --output-format JSON \
  --output-file dist/spyring-sbom.cdx.json requirements/server.txt

# The same, only from the last commit; refuses uncommitted changes, or a version that the changelog does not describe.
release: $(READY)dist
	@$(PY) -m tools.release
	@rm -rf build/release; mkdir -p build/release; git archive HEAD | tar -x -C build/release
	@$(MAKE) --no-print-directory dist FROM=build/release
	@$(SBOM)

clean:
	rm -rf $(VENV) build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache src/*.egg-info
	find src tests -name __pycache__ -type d -exec rm -rf {} +

# Everything runs from here; `make help` lists it.
SHELL := /bin/sh
SWIFT := swift
PYTHON := .venv/bin/python

# What is measured is what ships: AVX2 where the machine has it; no debug information, which doubled the time of C code and
# of links; C code of dependencies (BoringSSL, twice) at -O1, since its arithmetic is in assembly.
RELEASE := -c release -debug-info-format none -Xcc -O1 $(if $(shell grep -sm1 -o avx2 /proc/cpuinfo),-Xcc -march=x86-64-v3)
CHECKED := --explicit-target-dependency-import-check error
# What is tested is what ships, and is built once: with the same options everywhere, and never by `swift test`, whose own differ.
HOST := --package-path Host $(RELEASE) $(CHECKED)
export WAVEGLASS_TESTABLE := 1
WASM := .build-wasm/wasm32-unknown-none-wasm/release
# The page's tests have a module of their own, which a page needs not.
WEB := $(if $(filter test% ci% bench,$(MAKECMDGOALS)),test,1)
WEB_BUILD := env WAVEGLASS_WEB=$(WEB) $(SWIFT) build -c release -debug-info-format none --triple wasm32-unknown-none-wasm \
  --toolset Toolsets/wasm-embedded.json --scratch-path .build-wasm
# Runs a phase, and notes its seconds for the table at the end.
PHASE := @.ci/phase
# Installs first, since that may ask; then phases that do not need one another run side by side.
SIDE_BY_SIDE = sh -ec '$(MAKE) --no-print-directory packages PACKAGES="$(PACKAGES)"; \
  exec $(MAKE) --no-print-directory -j4 --output-sync=target $@-all'

# The WebAssembly link runs wasm-opt where it is on the path, and is a fifth larger without it.
BUILD_PACKAGES := libcairo2-dev zlib1g-dev libqrencode-dev libmosquitto-dev libsqlite3-dev pkg-config:pkg-config wasi-libc libclang-rt-14-dev-wasm32 binaryen:wasm-opt \
  fonts-dejavu-core
BROWSER_PACKAGES := python3-venv nodejs:node chromium:chromium webkit2gtk-driver:WebKitWebDriver \
  xserver-xorg-core:Xorg xserver-xorg-video-dummy ca-certificates pulseaudio:pulseaudio gstreamer1.0-plugins-good \
  gstreamer1.0-pulseaudio clickhouse-server:clickhouse-server
PEER_PACKAGES := rtl-433:rtl_433 gnuradio:gnuradio-config-info gqrx-sdr:gqrx xvfb:Xvfb xdotool:xdotool \
  pulseaudio:pulseaudio curl:curl openssl:openssl libnss3-tools:certutil nginx-light:nginx caddy:caddy iproute2:ip \
  zbar-tools:zbarimg systemd:systemd-analyze socat:socat mosquitto:mosquitto dicom3tools:dciodvfy \
  clickhouse-server:clickhouse-server clickhouse-client:clickhouse-client
TEST_PACKAGES := $(BUILD_PACKAGES) $(BROWSER_PACKAGES) $(PEER_PACKAGES)
BENCH_PACKAGES := libfftw3-dev gcc:gcc
# At once, where they are needed: two calls of apt side by side would wait for each other.
PACKAGES := $(if $(filter test% ci% setup bench%,$(MAKECMDGOALS)),$(TEST_PACKAGES),$(BUILD_PACKAGES))

.PHONY: help setup packages build wasm demo test test-all ci ci-all test-long test-build test-swift test-fixtures test-examples fuzz-messages \
  test-wasm test-browser test-recordings test-peers test-unoptimised test-apps docs lint fuzz train \
  bench bench-clickhouse bench-coverage bench-data bench-load bench-sensors bench-series bench-soak ios-check clean

help: ## List the targets
	@awk -F ': .*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: packages .venv/ready ## Install what building and testing need

.venv/ready: Tests/requirements.txt | packages
	@.ci/packages python3-venv
	@.ci/phase "Python packages" .ci/venv $<

packages:
	$(PHASE) "Debian packages" .ci/packages $(PACKAGES)

Host/Package.resolved: Host/Package.swift
	$(PHASE) "dependencies" $(SWIFT) package --package-path Host resolve
	@touch $@

build: packages Host/Package.resolved ## Build the command line, optimised
	$(PHASE) "build: server" $(SWIFT) build $(HOST) --product waveglass

# After the server, so that browsers and peers begin while tests are compiled.
test-build: build
	$(PHASE) "build: tests and examples" $(SWIFT) build $(HOST) --build-tests

wasm: packages ## Build the web client, its own source for when there is no server, and the list of its files
	$(PHASE) "build: WebAssembly" $(WEB_BUILD)
	@cp $(WASM)/WaveWeb.wasm Web/waveglass.wasm
	@cp $(WASM)/WaveWebSensors.wasm Web/sensors.wasm
	@cp $(WASM)/WaveWebData.wasm Web/data.wasm
	@cp $(WASM)/WaveWebHome.wasm Web/home.wasm
	@cp $(WASM)/WaveWebCoverage.wasm Web/coverage.wasm
	@cp $(WASM)/WaveWorker.wasm Web/local.wasm
	@cp $(WASM)/WaveWorkerSensors.wasm Web/streams.wasm
	@cp $(WASM)/WaveWorkerCoverage.wasm Web/hills.wasm
	@cp $(WASM)/WaveWorkerSweep.wasm Web/sweep.wasm
	@.ci/stamp Web
	@wc -c Web/*.wasm

demo: ## Build all and show a simulated receiver in the browser
	@.ci/demo

test: ## Run every test that needs nothing from outside
	@.ci/phases $(SIDE_BY_SIDE)

ci: ## What must pass before anything is merged: the tests, the recordings and the rules of form
	@.ci/phases $(SIDE_BY_SIDE)

test-all: test-swift test-fixtures test-examples test-wasm test-browser test-peers

ci-all: lint test-all test-recordings

# What takes long and seldom finds anything: run it before an issue is closed.
test-long: ## Run what takes too long for every change: the library unoptimised, for iOS and for apps, and fuzzing
	@.ci/phases $(MAKE) --no-print-directory test-unoptimised ios-check test-apps fuzz-messages fuzz RUNS=1000000

test-unoptimised: packages
	$(PHASE) "library, unoptimised" $(SWIFT) test $(CHECKED)

test-apps: packages
	$(PHASE) "examples as apps build them" $(SWIFT) build --package-path Examples $(CHECKED)

test-swift: test-build ## Test the library and the host
	# Eight at a time: where all run at once, one that waits for a clock waits for all others. None is left out
	# by its name: the suites that need recordings ask for WAVEGLASS_RECORDINGS themselves.
	$(PHASE) "tests of library and host" $(SWIFT) test $(HOST) --skip-build \
	  --experimental-maximum-parallelization-width 8

test-fixtures: setup ## Test the colour maps, coded rows, written metadata and stores
	$(PHASE) "fixtures" .ci/fixtures

test-examples: setup wasm test-build docs ## Check what the examples print and serve
	$(PHASE) "examples" Examples/check

docs: build ## Make the reference and the tutorial of the library
	$(PHASE) "documentation" .ci/docs

test-wasm: setup wasm ## Test the web client's module under Node, and that arithmetic gives the same bits there
	$(PHASE) "WebAssembly under Node" node --test Tests/Web/

test-browser: setup wasm build ## Test the page in Chromium and WebKit, as phone and tablet
	$(PHASE) "browsers" $(PYTHON) Tests/Browser/run.py

# Last and alone: its lanes keep both cores busy by themselves.
ifneq ($(filter %-all,$(MAKECMDGOALS)),)
test-browser: | test-swift test-fixtures test-examples test-wasm test-peers
endif

test-recordings: setup test-build ## Test the readers on the recordings in WAVEGLASS_DATA (default ../shared/data)
	@test -d "$(RECORDINGS)" || { echo "No recordings at $(RECORDINGS); set WAVEGLASS_DATA." >&2; exit 1; }
	$(PHASE) "recordings" env WAVEGLASS_RECORDINGS=1 WAVEGLASS_DATA="$(abspath $(RECORDINGS))" \
	  $(SWIFT) test $(HOST) --skip-build --filter RecordingTests

test-peers: setup build wasm ## Test the server over real sockets with programs that are not ours
	$(PHASE) "peers" $(PYTHON) Tests/Peers/run.py

lint: Host/Package.resolved ## Check format, rules, dependencies and imports
	$(PHASE) "format and rules" .ci/lint

RECORDINGS := $(or $(WAVEGLASS_DATA),../shared/data)
RUNS := 10000000
FUZZ := Fuzz/.build/release/fuzz

fuzz: packages ## Fuzz every reader under libFuzzer with RUNS inputs each; TARGETS="…" for some, KEEP=1 to keep what is new
	@.ci/packages python3:python3
	$(SWIFT) build --package-path Fuzz $(RELEASE) -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld --product fuzz
	python3 Fuzz/run.py $(FUZZ) --runs $(RUNS) $(if $(KEEP),--keep) $(TARGETS)

MESSAGES := 10000000

fuzz-messages: test-build ## Send MESSAGES messages in sequences to the server's sessions, in process
	$(PHASE) "sequences of messages" Host/.build/release/MessageFuzzer run --messages $(MESSAGES) --keep Fuzz/.build/crash

bench: setup build test-wasm ## Measure beside FFTW in one run, count allocations, and time the page in Chromium; Benchmarks/RESULTS.md keeps the figures
	@.ci/packages $(BENCH_PACKAGES)
	$(MAKE) -C Benchmarks/peers
	$(SWIFT) package --package-path Benchmarks benchmark --target Signal
	$(PYTHON) Benchmarks/browser/measure.py
	node Benchmarks/browser/decode.mjs

bench-sensors: setup build wasm ## Measure streams in Chromium beside pyqtgraph, their latency, and lines taken beside Python
	@.ci/packages libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1
	.venv/bin/pip install --quiet --disable-pip-version-check -r Benchmarks/sensors/requirements.txt
	$(PYTHON) Benchmarks/sensors/measure.py
	$(PYTHON) Benchmarks/sensors/ingest.py

bench-series: .venv/ready ## Measure lenses beside tsdownsample in one run, and the other kernels of columns
	.venv/bin/pip install --quiet --disable-pip-version-check -r Benchmarks/series/requirements.txt
	$(SWIFT) build --package-path Benchmarks/peers $(RELEASE) --product series-waveglass
	$(PYTHON) Benchmarks/series/compare.py Benchmarks/peers/.build/release/series-waveglass "swift build $(RELEASE)"
	$(SWIFT) package --package-path Benchmarks $(filter-out -c release,$(RELEASE)) benchmark --target Series

bench-coverage: setup build wasm ## Measure maps of coverage beside splat-hd and pycraf in one run, beside SPLAT!'s own maps, and in Chromium
	@.ci/packages splat:splat-hd
	.venv/bin/pip install --quiet --disable-pip-version-check -r Benchmarks/coverage/requirements.txt
	$(SWIFT) build --package-path Benchmarks/peers $(RELEASE) --product coverage-waveglass
	$(PYTHON) Benchmarks/coverage/compare.py Benchmarks/peers/.build/release/coverage-waveglass "swift build $(RELEASE)"
	$(PYTHON) Benchmarks/coverage/page.py
	$(SWIFT) package --package-path Benchmarks $(filter-out -c release,$(RELEASE)) benchmark --target Propagation

bench-data: setup build wasm ## Measure tables beside a scan in C, sqlite3 and DuckDB, over the socket and in Chromium
	@.ci/packages gcc:gcc libsqlite3-dev sqlite3:sqlite3
	.venv/bin/pip install --quiet --disable-pip-version-check -r Benchmarks/data/requirements.txt
	$(PYTHON) Benchmarks/data/measure.py

bench-clickhouse: setup build wasm ## Measure a table over two shards of ClickHouse beside curl, and how soon a query is let go of
	@.ci/packages $(PEER_PACKAGES)
	$(SWIFT) build --package-path Benchmarks/drop $(RELEASE)
	$(PYTHON) Benchmarks/data/drop.py Benchmarks/drop/.build/release/drop
	$(PYTHON) Benchmarks/data/clickhouse.py

train: .venv/ready ## Learn coverage's model from the drive tests in WAVEGLASS_DATA, score it, and write weights, table and vectors
	.venv/bin/pip install --quiet --disable-pip-version-check -r Training/requirements.txt
	$(SWIFT) build --package-path Training $(RELEASE) --product paths
	$(PYTHON) Training/make_paths.py "$${WAVEGLASS_DATA:-../shared/data}/coverage" Training/.build/release/paths Training/.build/paths.npz
	$(PYTHON) Training/train.py Training/.build/paths.npz "$${WAVEGLASS_DATA:-../shared/data}/coverage/ofcom/seed_tree_ensemble.json"

bench-soak: setup build wasm ## Count every sample of 64 streams for half an hour, and watch memory
	$(PYTHON) Benchmarks/sensors/soak.py

bench-load: setup build wasm ## Measure a server on one core with 100 and 1,000 clients, every row checked
	$(MAKE) -C Benchmarks/load

ios-check: ## Compile the library for iOS
	.ci/ios-check

clean: ## Remove everything built
	rm -rf Examples/.build Host/Package.resolved .build .build-wasm .build-ios Host/.build Benchmarks/.build Benchmarks/peers/.build Benchmarks/drop/.build Fuzz/.build Training/.build .venv Web/*.wasm Web/files.js Web/terms.js

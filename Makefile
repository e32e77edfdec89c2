# Everything runs from here; `make help` lists it.
SHELL := /bin/sh
SWIFT := swift
PYTHON := .venv/bin/python

# What is measured is what ships: AVX2 where the machine has it.
RELEASE := -c release $(if $(shell grep -sm1 -o avx2 /proc/cpuinfo),-Xcc -march=x86-64-v3)
CHECKED := --explicit-target-dependency-import-check error
# What is tested is what ships, and is built once: with the same options everywhere, and never by `swift test`, whose own differ.
HOST := --package-path Host $(RELEASE) $(CHECKED)
WASM := .build-wasm/wasm32-unknown-none-wasm/release
WEB_BUILD := WAVEGLASS_WEB=1 $(SWIFT) build -c release --triple wasm32-unknown-none-wasm \
  --toolset Toolsets/wasm-embedded.json --scratch-path .build-wasm

# The WebAssembly link runs wasm-opt where it is on the path, and is a fifth larger without it.
BUILD_PACKAGES := libcairo2-dev zlib1g-dev libqrencode-dev libmosquitto-dev libsqlite3-dev pkg-config:pkg-config wasi-libc libclang-rt-14-dev-wasm32 binaryen:wasm-opt \
  fonts-dejavu-core
TEST_PACKAGES := $(BUILD_PACKAGES) python3-venv nodejs:node chromium:chromium webkit2gtk-driver:WebKitWebDriver \
  xserver-xorg-core:Xorg xserver-xorg-video-dummy ca-certificates pulseaudio:pulseaudio gstreamer1.0-plugins-good \
  gstreamer1.0-pulseaudio clickhouse-server:clickhouse-server
PEER_PACKAGES := rtl-433:rtl_433 gnuradio:gnuradio-config-info gqrx-sdr:gqrx xvfb:Xvfb xdotool:xdotool \
  pulseaudio:pulseaudio curl:curl openssl:openssl libnss3-tools:certutil nginx-light:nginx caddy:caddy iproute2:ip \
  zbar-tools:zbarimg systemd:systemd-analyze socat:socat mosquitto:mosquitto dicom3tools:dciodvfy \
  clickhouse-server:clickhouse-server clickhouse-client:clickhouse-client
BENCH_PACKAGES := libfftw3-dev gcc:gcc

.PHONY: help setup packages build wasm demo test test-swift test-examples test-wasm test-browser test-recordings test-peers docs lint fuzz train \
  bench bench-clickhouse bench-coverage bench-data bench-load bench-sensors bench-series bench-soak ios-check clean

help: ## List the targets
	@awk -F ': .*## ' '/^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/ready ## Install what building and testing need
	@.ci/packages $(TEST_PACKAGES)

.venv/ready: Tests/requirements.txt
	@.ci/packages python3-venv
	python3 -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

packages:
	@.ci/packages $(BUILD_PACKAGES)

build: packages ## Build the command line, optimised
	$(SWIFT) build $(HOST) --product waveglass

wasm: packages ## Build the web client, its own source for when there is no server, and the list of its files
	$(WEB_BUILD) --product WaveWeb
	$(WEB_BUILD) --product WaveWebSensors
	$(WEB_BUILD) --product WaveWebData
	$(WEB_BUILD) --product WaveWebCoverage
	$(WEB_BUILD) --product WaveWorker
	$(WEB_BUILD) --product WaveWorkerSensors
	$(WEB_BUILD) --product WaveWorkerCoverage
	$(WEB_BUILD) --product WaveWorkerSweep
	@cp $(WASM)/WaveWeb.wasm Web/waveglass.wasm
	@cp $(WASM)/WaveWebSensors.wasm Web/sensors.wasm
	@cp $(WASM)/WaveWebData.wasm Web/data.wasm
	@cp $(WASM)/WaveWebCoverage.wasm Web/coverage.wasm
	@cp $(WASM)/WaveWorker.wasm Web/local.wasm
	@cp $(WASM)/WaveWorkerSensors.wasm Web/streams.wasm
	@cp $(WASM)/WaveWorkerCoverage.wasm Web/hills.wasm
	@cp $(WASM)/WaveWorkerSweep.wasm Web/sweep.wasm
	@.ci/stamp Web
	@wc -c Web/*.wasm

demo: ## Build all and show a simulated receiver in the browser
	@.ci/demo

test: setup ios-check test-swift test-examples test-wasm test-browser test-peers ## Run every test that needs nothing from outside
	@echo "All tests passed."

test-swift: setup ## Test both packages, the colour maps, coded rows, written metadata and stores
	$(SWIFT) test $(CHECKED)
	# Eight at a time: where all run at once, one that waits for a clock waits for all others.
	$(SWIFT) build $(HOST) --build-tests
	$(SWIFT) test $(HOST) --skip-build --skip RecordingTests --experimental-maximum-parallelization-width 8
	$(PYTHON) Tests/Fixtures/colour/check_maps.py
	$(PYTHON) Tests/Fixtures/wire/make_rows.py --check
	$(PYTHON) Tests/Fixtures/formats/check_metadata.py
	$(PYTHON) Tests/Fixtures/store/check_store.py
	$(PYTHON) Tests/Fixtures/tables/make_csv.py --check

test-examples: setup wasm docs ## Build the examples, and check what they say and serve
	$(SWIFT) build $(HOST) --product ServedSensor
	Examples/check

docs: ## Make the reference and the tutorial for who embeds
	.ci/docs

test-wasm: setup wasm ## Test the web client's module under Node, and that arithmetic gives the same bits there
	$(WEB_BUILD) --product TestModule
	node --test Tests/Web/

test-browser: setup wasm build ## Test the page in Chromium and WebKit, as phone and tablet
	$(PYTHON) Tests/Browser/run.py

test-recordings: setup ## Test the readers on the recordings in WAVEGLASS_DATA (default ../shared/data)
	@test -d "$${WAVEGLASS_DATA:-../shared/data}" || \
	  { echo "No recordings at $${WAVEGLASS_DATA:-../shared/data}; set WAVEGLASS_DATA." >&2; exit 1; }
	$(SWIFT) build $(HOST) --build-tests
	WAVEGLASS_RECORDINGS=1 WAVEGLASS_DATA="$$(cd "$${WAVEGLASS_DATA:-../shared/data}" && pwd)" \
	  $(SWIFT) test $(HOST) --skip-build --filter RecordingTests

test-peers: setup build wasm ## Test the server over real sockets with programs that are not ours
	@.ci/packages $(PEER_PACKAGES)
	$(PYTHON) Tests/Peers/run.py

lint: ## Check format, rules and imports
	$(SWIFT) format lint --strict -r Sources Tests Host/Sources Host/Tests Fuzz/Sources Examples Host/Examples Training/paths Training/Package.swift Package.swift Host/Package.swift \
	  Fuzz/Package.swift
	.ci/rules
	.ci/tutorial
	@set -e; for script in Web/*.js; do node --check "$$script"; done

RUNS := 10000000
FUZZ := Fuzz/.build/release/fuzz

fuzz: packages ## Fuzz every reader under libFuzzer with RUNS inputs each; TARGETS="…" for some, KEEP=1 to keep what is new
	@.ci/packages python3:python3
	$(SWIFT) build --package-path Fuzz $(RELEASE) -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld --product fuzz
	python3 Fuzz/run.py $(FUZZ) --runs $(RUNS) $(if $(KEEP),--keep) $(TARGETS)

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
	rm -rf Examples/.build .build .build-wasm .build-ios Host/.build Benchmarks/.build Benchmarks/peers/.build Benchmarks/drop/.build Fuzz/.build Training/.build .venv Web/*.wasm Web/files.js

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors

# Everything that a person or CI does with this project. `make demo` and `make test` install what they need.

export GATEHOUSE_WARNINGS_AS_ERRORS := 1

SWIFT_TEST_FLAGS ?=
PORT ?= 9229
DATA_DIR ?= .gatehouse

.PHONY: help setup demo test dev bench lint law shapes shapes-check end-to-end clean

help:
	@echo "make demo    build, start a server in a temporary folder, run the sample against it"
	@echo "make test    every check: lint, law, generated code, unit tests; boto3, the AWS CLI and pycognito as clients"
	@echo "make dev     a server for a developer on http://localhost:$(PORT)"
	@echo "make bench   the benchmarks, each as a ratio to a limit measured in the same run"
	@echo "make shapes  write the generated code anew from Models/"

setup:
	@Scripts/install-system-packages.sh

demo: setup
	swift build --product gatehouse
	swift build --product SignIn
	@Scripts/demo.sh

test: setup lint law
	swift build --build-tests
	Scripts/generate-shapes.sh --check
	swift test --skip-build $(SWIFT_TEST_FLAGS)
	$(MAKE) --no-print-directory end-to-end

end-to-end: setup
	swift build --product gatehouse
	@Scripts/end-to-end.sh

dev: setup
	swift build -c release --product gatehouse
	.build/release/gatehouse dev --port $(PORT) --data-dir $(DATA_DIR)

bench:
	@Scripts/install-system-packages.sh glewlwyd openssl
	swift build -c release --product gatehouse
	swift build -c release --product GatehouseBenchmarks
	@Scripts/bench.sh

lint:
	swift format lint --strict --recursive Package.swift Sources Tests Samples Benchmarks

law:
	@Scripts/check-law.py
	@Scripts/operations-table.py --check

shapes:
	Scripts/generate-shapes.sh

shapes-check:
	Scripts/generate-shapes.sh --check

clean:
	rm -rf .build .venv .venv-bench

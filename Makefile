# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors

# Everything that a person or CI does with this project. `make demo` and `make test` install what they need. What the
# documents tell one to type (`make demo`, `make test`, `make soak`, `make dev`, `swift run`) shares one debug build: no
# target of these has flags or variables of its own that change how Swift is compiled.

# All tests at once would have each wait for all others, and those that wait for a socket would give up.
SWIFT_TEST_FLAGS ?= --experimental-maximum-parallelization-width 8
# `@testable` needs a build that hinders the optimiser; these do without, so they run in an optimised build too.
PLAIN_TESTS := DataStoreDeviceTests GatehouseClientTests GatehouseCryptoTests GatehouseGraphQLTests GatehouseHTTPTests \
	GatehouseOutputTests GatehouseServerCryptoTests GatehouseSitesTests GatehouseStorageTests GatehouseTextTests \
	GatehouseWebAuthnTests GatehouseWireTests SimulationTests
# The tests of code with threads, locks or processes that compile without the server, its pages and OAuth. The thread
# sanitizer runs them in a quarter of an hour; make nightly-b runs all tests.
TSAN_TESTS ?= GatehouseClientTests GatehouseHTTPTests GatehouseOutboundTests GatehouseOutputTests GatehouseSQLiteTests \
	GatehouseStorageTests
# The domains' tests that run on PostgreSQL too, in each `make test`: those whose operations write the most tables, make
# sessions and use something up once, which is where the engines differ: sign-ins, refreshes, codes, records, identities.
# The others, such as the settings of pools, store single rows by the same statements; make nightly-a runs all of them.
POSTGRES_TESTS ?= GatehouseUserPoolsTests GatehouseOAuthTests GatehouseIdentityPoolsTests GatehouseDataTests
DOMAIN_TESTS := GatehouseUserPoolsTests GatehouseUserPoolAccountsTests GatehouseUserPoolSettingsTests GatehouseOAuthTests \
	GatehouseIdentityPoolsTests GatehouseSecurityTokensTests GatehouseProjectsTests GatehouseDataTests \
	GatehouseDataSiteTests GatehouseGatewayTests
# Those have a PostgreSQL in each run, behind a proxy.
ALWAYS_ON_POSTGRES := UnknownOutcomeTests
# One database with a schema for each test.
DOMAINS_ON_POSTGRES = $(TIMED) "domains on PostgreSQL" env GATEHOUSEBUILD_DATABASE=postgresql \
	Scripts/with-postgres.sh Scripts/run-tests.py swift test --skip-build $(IMPORT_CHECK) $(SWIFT_TEST_FLAGS) \
	--filter '($(subst $(space),|,$(strip $(or $(POSTGRES_TESTS),$(DOMAIN_TESTS)))))\.' --skip $(ALWAYS_ON_POSTGRES)
# Pushes that break off at every step and every request; make test plays a few of them.
PUSH_TESTS := PlanPropertyTests|InterruptedPushTests|ResumedPushTests
# Identity providers of others; portal and SAML of LemonLDAP::NG need what its package only recommends.
PROVIDER_PACKAGES := glewlwyd liblasso-perl liblemonldap-ng-portal-perl libgd-securityimage-perl libimage-magick-perl \
	libio-string-perl libstring-random-perl libxml-simple-perl php-cli php-mbstring php-xml simplesamlphp
# A target imports only modules that it declares. `swift test` has the flag too: a plan without it would make the next
# build with it compile nearly everything again.
IMPORT_CHECK := --explicit-target-dependency-import-check error
# SwiftPM passes the enabled traits to the compiler in the order of a set. Without this variable the order differs from
# one process to the next, and about every second build compiles all Swift code again.
export SWIFT_DETERMINISTIC_HASHING := 1
TIMED := Scripts/timed.sh
# Runs two targets at a time, and prints what each of them printed at its end.
TOGETHER = $(MAKE) --no-print-directory --jobs=2 --output-sync=target
empty :=
space := $(empty) $(empty)
SWIFT := Scripts/swift-in-ci.sh swift
PORT ?= 9229
DATA_DIR ?= .gatehouse
# The database server of the parts that need one: postgresql is Debian's, postgresql18 that of a Python package. With one
# of them or with NODES, the demo and the tests with programs of others run against nodes behind a balancer.
ifneq ($(filter-out sqlite postgresql postgresql18,$(DATABASE)),)
$(error DATABASE is $(DATABASE): it may be sqlite, postgresql or postgresql18)
endif
export GATEHOUSEBUILD_POSTGRES_VERSION := $(patsubst postgresql%,%,$(filter postgresql%,$(DATABASE)))
NUMBER_OF_NODES := $(or $(NODES),$(if $(filter postgresql%,$(DATABASE)),1))
ifneq ($(and $(filter sqlite,$(DATABASE)),$(NUMBER_OF_NODES)),)
$(error Several nodes need a database server: leave out DATABASE=sqlite)
endif
NODES_PACKAGES := $(if $(NUMBER_OF_NODES),haproxy locales postgresql)
ON_NODES = $(if $(NUMBER_OF_NODES),env GATEHOUSEBUILD_NODES=$(NUMBER_OF_NODES) Scripts/with-postgres.sh)
# The driver, the start of a node and nodes beside one another: what a version of PostgreSQL could change. The plans of all
# statements and the waits for lost answers take longer; make test DATABASE=postgresql18 has them.
POSTGRES_18_TESTS := GatehousePostgresTests\.|ServerOpeningTests|NodesOnPostgresTests
NOT_IN_SHORT := --skip every.statement.runs --skip PlanReaderTests --skip UnansweredCommitTests

.PHONY: help setup demo test test-postgres test-release build-tests environment by-url constant-time soak soak-release \
	soak-mobile dev server release package-test bench bench-amplify bench-copy kills-amplify overload failover benchmarks \
	socket-echo samples lint law docs api apple shapes shapes-check \
	build-release-tests snippets end-to-end interop oidc fuzz fuzz-nightly tsan nightly nightly-a nightly-b clean \
	check-documentation check-types check-imports check-shapes check-declarations check-app check-calls

help:
	@echo "make demo    build, drive the sample through every step of every sign-in and the pages in a browser, federate"
	@echo "             with other providers, run the AWS CLI as a signed-in user and a sample of AWSMobileClient, make a"
	@echo "             project with amplify, print a table of the results"
	@echo "             with DATABASE=postgresql NODES=2, all of it against two nodes, each request to the next one"
	@echo "make test    every check: lint, law, generated code, unit tests; boto3, the AWS CLI and pycognito as clients"
	@echo "make test-postgres  the tests of the domains on PostgreSQL; POSTGRES_TESTS= for all, or the names of some"
	@echo "make interop tests with large programs of others, such as testssl.sh, that make test does without"
	@echo "make oidc    the tests of OpenID Connect's profiles Basic OP and Config OP, as docs/open-id-profiles.md lists them"
	@echo "             with NODES=3, end-to-end, interop and oidc run their programs of others against nodes on PostgreSQL"
	@echo "make soak    10,000 runs of client, network, server and store with faults, 10,000 of the server alone, 10,000 of"
	@echo "             devices with DataStore, and 100,000 sequences of an app's calls, each repeatable from its seed"
	@echo "make test-release  the tests of the optimised build, and the end-to-end tests against the program of make release"
	@echo "make nightly-a  what takes too long for each commit, of optimised builds: tests, soak of the simulations, package,"
	@echo "             benchmarks, overload"
	@echo "make nightly-b  the rest of it: all tests under the thread sanitizer, fuzzing of half the parsers, the app by URL,"
	@echo "             the soak of the mobile client and of pushes; make nightly runs both"
	@echo "make by-url  an app whose package names this one by URL: what it compiles, its tests, the app of the README, and"
	@echo "             its first sign-in in a debug build beside that in a release build"
	@echo "make dev     a server for a developer on http://localhost:$(PORT)"
	@echo "make release what people install, in dist: the server and amplify as one program each, a Debian package, a container"
	@echo "             image, a Python wheel"
	@echo "make package-test   install, use, upgrade and remove that package, run that image, and test a web service with that"
	@echo "             wheel, in a copy of this machine without Swift"
	@echo "make bench   the benchmarks, each as a ratio to a limit measured in the same run; BENCH_PARTS=postgresql measures"
	@echo "             PostgreSQL beside SQLite, with USERS (1000000) at most, SECONDS (4) for each measurement"
	@echo "make bench-copy  the times of gatehouse copy with USERS (1000000) to PostgreSQL and back"
	@echo "make bench-amplify  the times of the program amplify with a server beside it"
	@echo "make kills-amplify  kills KILLS (200) pushes of amplify at random points, and counts what is left twice or lost"
	@echo "make overload  the server under loads of up to five times its capacity, beside other servers"
	@echo "make failover  three nodes under load while nodes and PostgreSQL servers are killed, connections cut, a disk full,"
	@echo "             a clock wrong: counts what is lost; PARTS names some of its parts, RUNS=2 is a short run"
	@echo "make fuzz    feed every parser of foreign bytes for SECONDS (600) each; PARSERS names some of them"
	@echo "make tsan    the unit tests of sockets, storage and processes under the thread sanitizer; TSAN_TESTS= for all"
	@echo "make docs    the documentation of the client's modules as a web site, .build-docs/Gatehouse.doccarchive"
	@echo "make api     compare the client's public declarations with those of Amplify Swift"
	@echo "make apple   parse and type-check the client as each of Apple's systems compiles it"
	@echo "make shapes  write the generated code anew from Models/"
	@echo "make snippets  write the files of Tests/Documents anew from the Swift snippets of the documents"

setup:
	@Scripts/install-system-packages.sh

demo: setup
	swift build --product gatehouse
	swift build --product amplify
	swift build --product SignIn
	swift build --product Todos
	swift build --product Notes
	swift build --product MobileClient
	@Scripts/install-system-packages.sh chromium chromium-driver xdg-utils xmlsec1 $(NODES_PACKAGES)
	@$(ON_NODES) "$$(Scripts/python-environment.sh)" Scripts/demo.py $(if $(NUMBER_OF_NODES),--nodes $(NUMBER_OF_NODES))

test: setup
	@$(TIMED) "lint, law, constant time" $(TOGETHER) lint law constant-time
	@$(TIMED) "debug build, Python environment" $(MAKE) --no-print-directory -j2 build-tests environment
	@$(TIMED) "checks of the build" $(TOGETHER) check-documentation check-types check-imports check-shapes check-declarations
	@$(TIMED) "unit tests" env GATEHOUSE_PROGRAM=$(CURDIR)/.build/debug/gatehouse Scripts/with-postgres.sh \
		Scripts/run-tests.py \
		swift test --skip-build $(IMPORT_CHECK) $(SWIFT_TEST_FLAGS)
	@$(DOMAINS_ON_POSTGRES)
	@$(TIMED) "PostgreSQL 18" env GATEHOUSEBUILD_POSTGRES_VERSION=18 Scripts/with-postgres.sh Scripts/run-tests.py \
		swift test --skip-build $(IMPORT_CHECK) $(SWIFT_TEST_FLAGS) --filter '$(POSTGRES_18_TESTS)' $(NOT_IN_SHORT)
	@$(TIMED) "bytes in PostgreSQL's log" env GATEHOUSEBUILD_QUIET_POSTGRES=1 Scripts/with-postgres.sh \
		Scripts/run-tests.py swift test --skip-build $(IMPORT_CHECK) --filter LogBytesTests
	@$(TIMED) "tests that end a process" env GATEHOUSEBUILD_EXIT_TESTS=1 Scripts/run-tests.py \
		swift test --skip-build $(IMPORT_CHECK) --filter prints.the.input.that.it.read
	@$(TIMED) "end-to-end tests" Scripts/end-to-end.sh
	@$(TIMED) "documented calls, app by URL" $(TOGETHER) check-app check-calls

# Parts of make test of which two run beside each other, since most of them use one core. None of them changes the build.
check-documentation:
	@$(TIMED) "  documentation" Scripts/docs.sh

check-types:
	@$(TIMED) "  types on Apple's systems" Scripts/type-check-apple.sh

check-imports:
	@$(TIMED) "  check of imports" Scripts/check-imports-self-test.sh $(IMPORT_CHECK)

check-shapes:
	@$(TIMED) "  generated code" Scripts/generate-shapes.sh --check .build/debug/ShapeGenerator

check-declarations:
	@$(TIMED) "  client declarations" Scripts/check-api.py --self-test

check-app:
	@$(TIMED) "  app by URL" Scripts/by-url.py compiles

check-calls:
	@$(TIMED) "  documented calls" "$$(Scripts/python-environment.sh)" Scripts/documented_calls.py

test-postgres: setup build-tests environment
	@$(DOMAINS_ON_POSTGRES)

# What people install is optimised, across modules too: the tests whose imports are plain (the optimiser removes what
# only `@testable` sees) run in such a build, and the end-to-end tests against the very program that is packaged. SwiftPM
# builds no tests with Swift's libraries in the program: those have no static form of the testing library.
test-release: environment
	@$(TIMED) "release: programs and packages" $(MAKE) --no-print-directory release socket-echo samples
	@$(TIMED) "release: tests" $(MAKE) --no-print-directory build-release-tests
	@$(TIMED) "release unit tests" env GATEHOUSEBUILD_TEST_TARGETS="$(PLAIN_TESTS)" \
		Scripts/run-tests.py swift test -c release --skip-build $(IMPORT_CHECK) $(SWIFT_TEST_FLAGS)
	@$(TIMED) "release end-to-end tests" env \
		GATEHOUSE=$(CURDIR)/.build-static/release/gatehouse Scripts/end-to-end.sh

build-release-tests:
	GATEHOUSEBUILD_TEST_TARGETS="$(PLAIN_TESTS)" $(SWIFT) build -c release --build-tests $(IMPORT_CHECK)

# Builds the programs too, so that the end-to-end tests need no build of their own.
build-tests:
	$(SWIFT) build --build-tests $(IMPORT_CHECK)

# What the tests need beside the programs: a browser, PostgreSQL, a keyring, a reader of QR codes, clients in Python.
environment:
	@Scripts/install-system-packages.sh chromium chromium-driver dbus gnome-keyring haproxy libsecret-1-0 locales postgresql \
		python3-onelogin-saml2 ruby-saml xdg-utils xmlsec1 zbar-tools
	@Scripts/python-environment.sh >/dev/null
	@Scripts/python-environment.sh .venv-flask Samples/FlaskApp/requirements.txt >/dev/null
	@Scripts/python-environment.sh .venv-postgres-18 Scripts/postgres-18-requirements.txt >/dev/null

by-url: setup
	swift build --product gatehouse
	@Scripts/by-url.py

soak: setup
	swift build --build-tests
	GATEHOUSEBUILD_RUNS=10000 swift test --skip-build --filter \
		'FaultRunTests|ServerFaultTests|MobileRunTests|CallbackTests|CancelledTaskTests|DeviceRunTests|$(PUSH_TESTS)'
	GATEHOUSEBUILD_SEQUENCES=100000 swift test --skip-build --filter SequenceTests

# The same in two parts. Optimised, a run of a simulation takes a tenth of the time; the tests of the mobile client and of
# pushes have no optimised build.
soak-release: build-release-tests
	GATEHOUSEBUILD_TEST_TARGETS="$(PLAIN_TESTS)" GATEHOUSEBUILD_RUNS=10000 GATEHOUSEBUILD_SEQUENCES=100000 \
		swift test -c release --skip-build $(IMPORT_CHECK) --filter \
		'FaultRunTests|ServerFaultTests|SequenceTests|DeviceRunTests|DocumentReadingTests'

soak-mobile: build-tests
	GATEHOUSEBUILD_RUNS=10000 swift test --skip-build $(IMPORT_CHECK) --filter \
		'MobileRunTests|CallbackTests|CancelledTaskTests|$(PUSH_TESTS)'

end-to-end: setup environment
	swift build --product gatehouse
	swift build --product amplify
	swift build --product SignIn
	swift build --product MobileClient
	swift build --product SocketEcho
	swift build --product Interview
	swift build --product VerifiedOrders
	@$(ON_NODES) Scripts/end-to-end.sh

interop: setup environment
	swift build --product gatehouse
	@Scripts/install-system-packages.sh apache2-bin faketime libapache2-mod-auth-openidc libapache2-mod-oauth2 \
		oidc-agent-cli ruby-openid-connect testssl.sh wapiti
	@Scripts/install-system-packages.sh $(PROVIDER_PACKAGES)
	@$(ON_NODES) Scripts/end-to-end.sh --with-large-programs

oidc: setup environment
	swift build --product gatehouse
	@$(ON_NODES) Scripts/end-to-end.sh -v -k test_open_id_profiles

dev: setup
	swift build --product gatehouse
	.build/debug/gatehouse dev --port $(PORT) --data-dir $(DATA_DIR)

fuzz: setup
	@Scripts/fuzz.sh $(or $(SECONDS),600) $(PARSERS)

# Inputs that reach new code become part of the corpus in Fuzz/Corpus.
fuzz-nightly: setup
	@$(TIMED) "fuzzing" Scripts/fuzz.sh --merge $(or $(SECONDS),600) $(PARSERS)

# Everything that takes too long for each commit, in two halves; the second runs even if the first fails.
nightly-a nightly-b: nightly-%:
	@Scripts/nightly.sh $*

nightly:
	@status=0; for half in a b; do Scripts/nightly.sh $$half || status=1; done; exit $$status

# Keys are made by C code, which the sanitizer slows down tenfold unless it is optimised; and a tenth of the runs with
# faults and of the sequences, which all take the same paths through the code. The sanitizer's findings are printed
# at the end, not among the tests; they name lines, so this build has debug information in CI too.
tsan: TSAN_TARGETS = $(if $(TSAN_TESTS),GATEHOUSEBUILD_TEST_TARGETS="$(TSAN_TESTS)")
tsan: setup
	@$(TIMED) "thread sanitizer's build" env -u GATEHOUSEBUILD_LEAN $(TSAN_TARGETS) $(SWIFT) build --build-tests --sanitize=thread \
		--scratch-path .build-tsan -Xcc -O2
	clang -O2 -shared -fPIC -o .build-tsan/mutex.so Scripts/thread-sanitizer-mutex.c
	@rm -f .build-tsan/report.*
	@LD_PRELOAD="$(CURDIR)/.build-tsan/mutex.so" TSAN_OPTIONS="log_path=$(CURDIR)/.build-tsan/report suppressions=$(CURDIR)/Scripts/thread-sanitizer-suppressions.txt" \
		GATEHOUSEBUILD_RUNS=50 GATEHOUSEBUILD_SEQUENCES=60 GATEHOUSEBUILD_TEST_PATIENCE=1800 \
		$(TIMED) "thread sanitizer" env $(TSAN_TARGETS) \
		Scripts/run-tests.py swift test --skip-build --sanitize=thread --scratch-path .build-tsan -Xcc -O2 \
		$(SWIFT_TEST_FLAGS) \
		|| { cat .build-tsan/report.* 2>/dev/null; exit 1; }

# With Swift's libraries in the program it answers a third more requests; such a build has a folder of its own. Clients
# link the system's libcurl then.
server: setup
	@Scripts/install-system-packages.sh libcurl4-openssl-dev
	swift build -c release --static-swift-stdlib --scratch-path .build-static --product gatehouse

release: server
	swift build -c release --static-swift-stdlib --scratch-path .build-static --product amplify
	@Scripts/install-system-packages.sh binutils ca-certificates dpkg-dev
	@Scripts/package.py

package-test: release
	@Scripts/install-system-packages.sh adduser fish iproute2 man-db openssl procps systemd zsh
	@Scripts/python-environment.sh >/dev/null
	@Scripts/python-environment.sh .venv-flask Samples/FlaskApp/requirements.txt >/dev/null
	@$(TIMED) "package's tests" Scripts/package-test.sh

# Two parts measure the server alone. USERS and SECONDS are for the part postgresql.
bench: $(if $(BENCH_PARTS),$(if $(filter-out counts postgresql,$(BENCH_PARTS)),benchmarks,server),benchmarks)
	@Scripts/install-system-packages.sh binutils glewlwyd openssl postgresql strace valgrind
	@GATEHOUSEBUILD_BENCH_USERS="$(USERS)" GATEHOUSEBUILD_BENCH_SECONDS="$(SECONDS)" Scripts/bench.sh $(BENCH_PARTS)

bench-copy: server
	@Scripts/install-system-packages.sh postgresql
	@"$$(Scripts/python-environment.sh)" Scripts/bench-copy.py .build-static/release/gatehouse $(USERS)

# The program that people install, with a server beside it.
bench-amplify: server
	swift build -c release --static-swift-stdlib --scratch-path .build-static --product amplify
	@"$$(Scripts/python-environment.sh)" Scripts/bench-amplify.py .build-static/release

kills-amplify: setup
	swift build --product gatehouse
	swift build --product amplify
	@"$$(Scripts/python-environment.sh)" Scripts/kills-amplify.py --self-test
	@"$$(Scripts/python-environment.sh)" Scripts/kills-amplify.py --kills $(or $(KILLS),200) $(if $(SEED),--seed $(SEED))

overload: benchmarks socket-echo
	@Scripts/install-system-packages.sh glewlwyd openssl util-linux
	@Scripts/bench.sh --overload $(OVERLOAD_PARTS)

# GATEHOUSE names a program; by default, it is the debug build, which has the switch that part g needs.
failover: setup environment
	@Scripts/install-system-packages.sh etcd-server haproxy patroni postgresql
	@test -n "$(GATEHOUSE)" || swift build --product gatehouse
	@PARTS="$(PARTS)" RUNS="$(RUNS)" SEED="$(SEED)" "$$(Scripts/python-environment.sh)" Scripts/failover.py \
		"$(or $(GATEHOUSE),$(CURDIR)/.build/debug/gatehouse)"

# In the folder of the server's build, so that the modules of both are compiled once.
benchmarks: server
	swift build -c release --static-swift-stdlib --scratch-path .build-static --product GatehouseBenchmarks

# What the tests of WebSockets and the measurement of idle ones run.
socket-echo: server
	swift build -c release --static-swift-stdlib --scratch-path .build-static --product SocketEcho

# The other programs that the end-to-end tests run, from beside the server.
samples: server
	@set -e; for product in SignIn MobileClient Interview VerifiedOrders; do \
		swift build -c release --static-swift-stdlib --scratch-path .build-static --product $$product; done

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Samples Benchmarks Fuzz
	Scripts/check-apple.sh
	Scripts/check-english.py
	Scripts/check-documented.py

law:
	@Scripts/check-law.py
	@Scripts/operations-table.py --check
	@Scripts/check-links.py
	@Scripts/house-picture.py --check
	@Scripts/snippets.py --check
	@Scripts/green.py --self-test
	@Scripts/run-tests.py --self-test

constant-time:
	@Scripts/check-constant-time.sh

apple: setup build-tests
	Scripts/check-apple.sh
	Scripts/type-check-apple.sh

api: setup build-tests
	@Scripts/check-api.py

docs: setup
	$(SWIFT) build --target GatehouseTesting $(IMPORT_CHECK)
	$(SWIFT) build --target GatehouseTestServer $(IMPORT_CHECK)
	$(SWIFT) build --target GatehouseSecurityKeys $(IMPORT_CHECK)
	@Scripts/docs.sh

shapes:
	Scripts/generate-shapes.sh

snippets:
	Scripts/snippets.py

shapes-check:
	Scripts/generate-shapes.sh --check

clean:
	rm -rf .build .build-by-url .build-ccache .build-docs .build-fuzz .build-screenshots .build-static .build-tsan \
		.build-wheels .venv .venv-bench .venv-flask .venv-package .venv-postgres-18 dist

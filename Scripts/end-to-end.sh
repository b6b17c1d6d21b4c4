#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Drives the built server with clients that others wrote: boto3, the AWS CLI, pycognito and a browser. Arguments go to
# pytest. As many files run beside one another as there are cores, in the order of conftest.py. Lists the tests that
# take more than ten seconds, and the files that take longest.
# With --with-large-programs as the first argument: only the tests with programs that take long to install or to run.
# With GATEHOUSEBUILD_NODES=3, and under Scripts/with-postgres.sh: only suites of others, against three nodes behind a
# balancer that gives each request to the next node.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tests=(Tests/EndToEnd --ignore Tests/EndToEnd/interop)
if [[ ${1:-} == --with-large-programs ]]; then
    tests=(Tests/EndToEnd/interop)
    shift
fi
python=$(Scripts/python-environment.sh)
GATEHOUSE=${GATEHOUSE:-$PWD/.build/debug/gatehouse} \
    exec "$python" -m pytest -q --durations=0 --durations-min=10 -p no:cacheprovider \
    --numprocesses "$(nproc)" --dist loadfile --no-loadscope-reorder "${tests[@]}" "$@"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Drives the built server with clients that others wrote: boto3, the AWS CLI, pycognito and a browser. Arguments go to
# pytest. Lists the tests that take more than ten seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=$(Scripts/python-environment.sh)
GATEHOUSE=${GATEHOUSE:-$PWD/.build/debug/gatehouse} \
    exec "$python" -m pytest -q --durations=0 --durations-min=10 -p no:cacheprovider Tests/EndToEnd "$@"

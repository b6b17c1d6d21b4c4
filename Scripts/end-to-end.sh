#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Tests the built server with foreign clients: boto3, the AWS CLI, pycognito and a browser. Arguments go to
# pytest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=$(Scripts/python-environment.sh)
GATEHOUSE=${GATEHOUSE:-$PWD/.build/debug/gatehouse} \
    exec "$python" -m pytest -q -p no:cacheprovider Tests/EndToEnd "$@"

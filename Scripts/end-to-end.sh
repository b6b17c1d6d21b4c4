#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Drives the built server with clients that others wrote: boto3, the AWS CLI, pycognito and a browser. Arguments go to
# pytest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=$(Scripts/python-environment.sh)
GATEHOUSE=${GATEHOUSE:-$PWD/.build/debug/gatehouse} \
    exec "$python" -m pytest -q -p no:cacheprovider Tests/EndToEnd "$@"

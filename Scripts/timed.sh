#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs a command and adds a line with its name and duration to the file that GATEHOUSEBUILD_TIMES names, if it is set.
#
# usage: timed.sh NAME COMMAND [ARGUMENT...]
set -uo pipefail

name=$1
shift
start=$SECONDS
"$@"
status=$?
if [[ -n ${GATEHOUSEBUILD_TIMES:-} ]]; then
    result=$([[ $status == 0 ]] && echo ok || echo "exit $status")
    printf '%-36s %5d s   %s\n' "$name" "$((SECONDS - start))" "$result" >>"$GATEHOUSEBUILD_TIMES"
fi
exit "$status"

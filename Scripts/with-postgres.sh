#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs a command beside a PostgreSQL of its own, which listens on a socket in a temporary folder only, and sets
# GATEHOUSEBUILD_POSTGRES to the URL of its database `postgres`. Its databases `words` and `bytes` are for tests of
# refusals and orders: one orders texts by a language, the other has no encoding. With GATEHOUSEBUILD_DATABASE=postgresql
# the servers of tests have their data there, too.
#
# usage: with-postgres.sh COMMAND [ARGUMENT...]
set -euo pipefail

programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
folder=$(mktemp -d)
as_owner=()
if ((EUID == 0)); then
    # PostgreSQL refuses to run as root.
    chown postgres "$folder"
    as_owner=(runuser -u postgres --)
fi

stop() {
    "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT

# Without syncs: the data is gone with the command anyway.
if ! { "${as_owner[@]}" "$programs/initdb" -D "$folder/data" -A trust -U postgres -E UTF8 --locale=C --no-sync &&
    "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w \
        -o "-k $folder -c listen_addresses= -c fsync=off -c max_connections=400" start &&
    "$programs/createdb" -h "$folder" -U postgres -T template0 --locale-provider=icu --icu-locale=en words &&
    "$programs/createdb" -h "$folder" -U postgres -T template0 -E SQL_ASCII --locale=C bytes; } \
    >"$folder.out" 2>&1 </dev/null
then
    cat "$folder.out" "$folder/log" >&2 || true
    exit 1
fi
rm -f "$folder.out"

GATEHOUSEBUILD_POSTGRES="postgresql://postgres@/postgres?host=$folder" "$@"

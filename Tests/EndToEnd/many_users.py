# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Many users in the SQLite database of a server that does not run, each a copy of one user under another name."""
import sqlite3

# The columns of a user's rows that are names of the user, and the tables with one row for each.
NAMES = {
    "users": {"sub": "text", "username": "text"},
    "user_names": {"sub": "text", "name": "text"},
    "user_search": {"sub": "text", "value": "text"},
}


def add_users(file, count):
    """Adds copies of the only user of a database, with all names and search entries; returns the number of rows."""
    database = sqlite3.connect(file)
    rows = 0
    with database:
        pool, sub = database.execute("SELECT pool_id, sub FROM users").fetchone()
        for table, names in NAMES.items():
            columns = [row[1] for row in database.execute(f"SELECT * FROM pragma_table_info('{table}')")]
            # The number comes first in a sub, so that the rows are not added in the order of their keys.
            values = [
                f"printf('%08x', (number * 2654435761) & 0xffffffff) || substr({column}, 9)" if column == "sub"
                else f"{column} || '-' || number" if column in names else column
                for column in columns]
            database.execute(
                f"WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?) "
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM numbers, {table} "
                f"WHERE pool_id = ? AND sub = ?", (count, pool, sub))
            rows += database.execute("SELECT changes()").fetchone()[0]
        database.execute(
            "INSERT INTO user_counts (pool_id, part, users) VALUES (?, -1, ?) ON CONFLICT (pool_id, part) "
            "DO UPDATE SET users = users + excluded.users", (pool, count))
    database.close()
    return rows

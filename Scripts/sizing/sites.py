# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The servers that are measured, their pools, and databases with many users."""
import concurrent.futures
import contextlib
import dataclasses

from conftest import make_client, make_user
from cures import ADMIN, random_key
from gatehouse import BINARY, client_of
from many_users import NAMES
from postgres import Node, PostgresServer
from readings import Cluster
from server_process import ServerProcess

# The tables fit into the memory of the server, as operators size it. After a checkpoint the log would have images of
# whole pages, which depend on how often there is one; none falls into a measurement.
SETTINGS = "shared_buffers = 1GB\nmax_connections = 200\ncheckpoint_timeout = 1h\nmax_wal_size = 8GB\n"
# Users that are added in one statement.
BATCH = 100_000
# Threads that make users through the server.
MAKERS = 4


class Back:
    """A pool without messages, a client with rotation, and users who can sign in."""

    def __init__(self, admin, users):
        self.pool = admin.create_user_pool(PoolName="sizing")["UserPool"]["Id"]
        self.app = make_client(
            admin, self.pool, ExplicitAuthFlows=["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH"],
            RefreshTokenRotation={"Feature": "ENABLED", "RetryGracePeriodSeconds": 0})["ClientId"]
        self.users = [f"user-{number:04}" for number in range(users)]
        with concurrent.futures.ThreadPoolExecutor(MAKERS) as threads:
            list(threads.map(
                lambda name: make_user(admin, self.pool, name, email=f"{name}@example.com"), self.users))


@dataclasses.dataclass
class Place:
    """A pool and the servers on whose database it is."""

    servers: list
    back: Back
    is_on_file: bool = False

    @property
    def ports(self):
        return [server.port for server in self.servers]


class Sites(contextlib.ExitStack):
    """Makes a PostgreSQL and servers in a folder; the end of the `with` block ends them."""

    def __init__(self, folder):
        super().__init__()
        self.folder, self.key, self.made = folder, random_key(), 0
        self.postgres = PostgresServer()
        self.cluster = Cluster(self.postgres)
        self.callback(self.postgres.remove)

    def __enter__(self):
        try:
            with (self.postgres.folder / "data/postgresql.conf").open("a") as file:
                file.write(SETTINGS)
            self.postgres.start(syncs=True)
        except BaseException:
            self.close()
            raise
        return super().__enter__()

    def next_folder(self):
        self.made += 1
        return self.folder / f"server{self.made}"

    def node(self, database, connections, owner=None):
        """A node that does not run yet."""
        return Node(self.next_folder(), self.postgres.url(database, user=owner), self.key, {
            "GATEHOUSE_DATABASE_CONNECTIONS": str(connections), "GATEHOUSE_METRICS": "true"})

    def file_server(self):
        """A server with its database in a file, that does not run yet."""
        folder = self.next_folder()
        folder.mkdir()
        return ServerProcess(BINARY, folder, mode="serve", environment={
            **ADMIN, "GATEHOUSE_MASTER_KEY": self.key, "GATEHOUSE_RATE_LIMITS": "false"})

    def back(self, server, users):
        """A new pool on a server that runs."""
        return Back(client_of(server.url, "cognito-idp", *ADMIN.values()), users)

    def copied(self, database):
        """A copy of a database that no node uses, for its owner."""
        name = self.postgres.database(f"TEMPLATE {database}")
        self.postgres.sql(f"GRANT CREATE ON DATABASE {name} TO {database};")
        return name

    def fill(self, database, back, first, last):
        """Adds users with the numbers from `first` to `last`, each a copy of a user with names and search entries."""
        def sql(text):
            return self.postgres.sql(text, database)

        user = back.users[0]
        sub = sql(f"SELECT sub FROM gatehouse.users WHERE pool_id = '{back.pool}' AND username = '{user}';")[0]
        for start in range(first, last + 1, BATCH):
            end = min(start + BATCH - 1, last)
            for table, names in NAMES.items():
                columns = sql(
                    f"SELECT column_name FROM information_schema.columns WHERE table_schema = 'gatehouse' "
                    f"AND table_name = '{table}' ORDER BY ordinal_position;")
                values = [
                    # The number comes first in a sub, so that the rows are not added in the order of their keys.
                    "lpad(to_hex((number * 2654435761) & 4294967295), 8, '0') || substr(sub, 9)" if column == "sub"
                    # Names are spread over their index, as people's names are.
                    else f"substr(md5(number::text), 1, 16) || '-' || {column}" if column in names else column
                    for column in columns]
                sql(
                    f"INSERT INTO gatehouse.{table} ({', '.join(columns)}) SELECT {', '.join(values)} "
                    f"FROM generate_series({start}::bigint, {end}::bigint) AS numbers (number), gatehouse.{table} "
                    f"WHERE pool_id = '{back.pool}' AND sub = '{sub}';")
            sql(
                f"INSERT INTO gatehouse.user_counts (pool_id, part, users) "
                f"VALUES ('{back.pool}', -1, {end - start + 1}) "
                f"ON CONFLICT (pool_id, part) DO UPDATE SET users = user_counts.users + excluded.users;")

    def tidy(self, database):
        """What autovacuum does sooner or later, before a measurement rather than during it."""
        for table in NAMES:
            self.postgres.sql(f"VACUUM ANALYZE gatehouse.{table};", database)
        self.postgres.sql("VACUUM ANALYZE;", database)
        self.postgres.sql("CHECKPOINT;")

    def subs(self, database, back, count):
        """Keys of users of a pool."""
        return self.postgres.sql(
            f"SELECT sub FROM gatehouse.users WHERE pool_id = '{back.pool}' ORDER BY username LIMIT {count};", database)

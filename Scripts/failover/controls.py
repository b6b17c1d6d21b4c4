# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""For each count, a damage to the database after which it must not be zero: otherwise, the count proves nothing."""
import contextlib
import time

from cutting_proxy import CuttingProxy, Point
from cuts import WRITES
from faults import ADDED_MIGRATION, SERVED_AGAIN, Faults
from ledger import Count, Ledger
from load import audit
from nodes import ClusterNode
from service import Service, Undecided
from story import Lost


class Controls:
    """The damages; each has a ledger of its own."""

    def __init__(self, installation):
        self.installation, self.cluster = installation, installation.cluster

    def run(self):
        """The number of breaches that were noted, by their count."""
        noted = {}
        for count, damage in DAMAGES.items():
            ledger = Ledger()
            person = self.installation.person(ledger)
            with contextlib.suppress(Lost, Undecided):
                damage(self, person)
            noted[count] = ledger.number(count)
            if not noted[count]:
                print(f"    Not counted: {count.value}; instead: {dict(ledger.breaches)}")
        return noted

    def sql(self, text):
        self.cluster.sql(f"SET search_path = gatehouse; {text}")

    def families(self, person):
        """The condition of the sessions of a user."""
        return f"sub IN (SELECT sub FROM users WHERE username = '{person.name}')"

    @contextlib.contextmanager
    def without(self, change, table):
        """Lets the database forget every change of a kind, such as a DELETE, to a table."""
        self.sql(
            "CREATE FUNCTION public.forget() RETURNS trigger AS 'BEGIN RETURN NULL; END' LANGUAGE plpgsql;"
            f"CREATE TRIGGER forget BEFORE {change} ON {table} FOR EACH ROW EXECUTE FUNCTION public.forget();")
        try:
            yield
        finally:
            self.sql("DROP FUNCTION public.forget() CASCADE;")

    def lose_user(self, person):
        person.create()
        self.sql(f"DELETE FROM users WHERE username = '{person.name}';")
        audit([person])

    def lose_refresh_token(self, person):
        person.session = person.create().sign_in()
        self.sql(
            "DELETE FROM refresh_tokens WHERE family_id IN "
            f"(SELECT id FROM token_families WHERE {self.families(person)});")
        audit([person])

    def forget_revocations(self, person):
        self.sql(f"UPDATE token_families SET revoked_at = NULL WHERE {self.families(person)};")

    def lose_revocation(self, person):
        person.revoke(person.create().sign_in())
        self.forget_revocations(person)
        audit([person])

    def lose_password_change(self, person):
        token = person.create().sign_in()["AccessToken"]
        named = f"username = '{person.name}'"
        self.sql(f"CREATE TABLE public.kept AS SELECT * FROM users WHERE {named};")
        person.change_password(token)
        self.sql(
            f"DELETE FROM users WHERE {named}; INSERT INTO users SELECT * FROM public.kept; DROP TABLE public.kept;")
        audit([person])

    def lose_message(self, person):
        person.create()
        # The mail server does not take the message yet, so it waits in the database.
        person.mailbox.deferred.add(person.address)
        person.service.settle("forgot_password", ClientId=person.pool.client_id, Username=person.name)
        self.sql("DELETE FROM queued_messages;")
        person.mailbox.deferred.remove(person.address)
        person.patience = 30
        person.code(0, "ForgotPassword")

    def keep_code(self, person):
        person.create()
        with self.without("DELETE", "codes"):
            person.use_code_twice(between=lambda: None)

    def forget_proof(self, person):
        person.create().use_proof_twice(between=lambda: self.sql("DELETE FROM used_ids;"))

    def forget_rotation(self, person):
        person.create().use_refresh_token_twice(
            between=lambda: self.sql("UPDATE refresh_tokens SET rotated_at = NULL;"))

    def use_revoked(self, person):
        tokens = person.create().sign_in()
        person.revoke(tokens, between=lambda: self.forget_revocations(person))

    def break_row(self, person):
        person.create()
        self.sql(f"UPDATE users SET attributes = 'damaged' WHERE username = '{person.name}';")
        person.service.call("admin_get_user", **person.named)

    def refuse(self, person):
        person.create()
        self.sql(f"UPDATE users SET enabled = 0 WHERE username = '{person.name}';")
        person.sign_in()

    def refuse_writes(self, person):
        """A new primary that accepts no writes."""
        read_only = "BEGIN READ WRITE; ALTER DATABASE gatehouse SET default_transaction_read_only = {}; COMMIT;"
        ends = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'gatehouse';"
        self.cluster.sql(read_only.format("on") + ends)
        served = self.installation.served_again(time.monotonic(), SERVED_AGAIN, person.ledger)
        self.cluster.sql(read_only.format("off") + ends)
        for seconds in served:
            person.ledger.check(Count.LATE, seconds is not None, "no write was performed")
        for node in self.installation.nodes:
            node.wait_until_ready()

    def lose_cut_write(self, person):
        """A write that is answered but not kept; on a node whose connections are cut."""
        write = next(each for each in WRITES if each[0] == "UpdateUserPoolClient")
        with CuttingProxy(self.cluster.port) as proxy:
            node = ClusterNode(self.installation.folder / "control", self.installation, proxy.port)
            # After part g, the database has the schema of its program.
            present = self.installation.nodes[0].environment
            node.environment |= {name: present[name] for name in ADDED_MIGRATION if name in present}
            with node:
                faults = Faults(self.installation, person.ledger, None, 1)
                with self.without("UPDATE", "app_clients"):
                    faults.cut(proxy, Service(node.url, ledger=person.ledger), write, Point.STATEMENT)


DAMAGES = {
    Count.USERS: Controls.lose_user,
    Count.TOKENS: Controls.lose_refresh_token,
    Count.REVOCATIONS: Controls.lose_revocation,
    Count.PASSWORDS: Controls.lose_password_change,
    Count.MESSAGES: Controls.lose_message,
    Count.CODES: Controls.keep_code,
    Count.PROOFS: Controls.forget_proof,
    Count.REFRESHES: Controls.forget_rotation,
    Count.REVOKED: Controls.use_revoked,
    Count.FAULTS: Controls.break_row,
    Count.REFUSALS: Controls.refuse,
    Count.LATE: Controls.refuse_writes,
    Count.CUTS: Controls.lose_cut_write,
}

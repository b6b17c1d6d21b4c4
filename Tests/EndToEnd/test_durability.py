# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`kill -9` under load, again and again: no acknowledged write is lost, and the server starts again.

GATEHOUSEBUILD_KILLS is the number of kills (100 by default). GATEHOUSEBUILD_SEED repeats what the clients do and when
the process is killed.
"""
import os
import random
import signal
import threading
import time

from botocore.exceptions import ClientError, EndpointConnectionError, HTTPClientError

from gatehouse import PASSWORD, Gatehouse

KILLS = int(os.environ.get("GATEHOUSEBUILD_KILLS", "100"))
SEED = int(os.environ.get("GATEHOUSEBUILD_SEED") or random.SystemRandom().randrange(1 << 32))
WORKERS = 6


class Cut(Exception):
    """The server ended: it is unknown whether the last write was made."""


class Account:
    """The data that a client has of a user: each value as acknowledged, and as it may be since the last kill."""

    def __init__(self, name):
        self.name = name
        self.known = {"exists": False, "password": PASSWORD, "nickname": None, "groups": frozenset(), "refresh": None}
        self.possible = {}
        self.access = None
        self.is_fresh = True

    def change(self, fact, value, write):
        self.is_fresh = True
        self.possible[fact] = {self.known[fact], value}
        answer = write()
        self.known[fact] = value
        del self.possible[fact]
        return answer

    def settle(self, fact, value):
        expected = self.possible.pop(fact, {self.known[fact]})
        assert value in expected, f"{self.name}: {fact} is {value!r}, not one of {expected!r}"
        self.known[fact] = value


class Worker:
    """One client with accounts of its own, so that no other client changes them."""

    def __init__(self, number, server, pool, client_id):
        self.number, self.pool, self.client_id = number, pool, client_id
        self.admin, self.app = server.client("cognito-idp"), server.client("cognito-idp", signed=False)
        self.random = random.Random(SEED * WORKERS + number)
        self.accounts, self.acknowledged, self.failure = [], 0, None

    def run(self):
        """Checks the state after the last kill, then works until the next one."""
        try:
            for account in self.accounts:
                if account.is_fresh:
                    self.check(account)
            while True:
                self.work()
                self.acknowledged += 1
        except Cut:
            pass
        except Exception as error:  # noqa: BLE001 - handed to the test's own thread
            self.failure = error

    def call(self, operation, **members):
        try:
            return operation(**members)
        except (EndpointConnectionError, HTTPClientError) as error:
            raise Cut from error

    def work(self):
        living = [account for account in self.accounts if account.known["exists"]]
        if len(living) < 3:
            return self.sign_up()
        account = self.random.choice(living)
        self.random.choices(
            [self.sign_up, self.nickname, self.group, self.rotate, self.password, self.delete],
            weights=[2, 4, 4, 4, 2, 1],
        )[0](account)

    def sign_up(self, _=None):
        account = Account(f"user-{self.number}-{len(self.accounts)}")
        self.accounts.append(account)
        account.change("exists", True, lambda: self.call(
            self.app.sign_up, ClientId=self.client_id, Username=account.name, Password=PASSWORD))
        self.confirm(account)

    def confirm(self, account):
        self.call(self.admin.admin_confirm_sign_up, UserPoolId=self.pool, Username=account.name)
        self.sign_in(account)

    def sign_in(self, account):
        tokens = self.try_password(account, account.known["password"])
        account.known["refresh"], account.access = tokens["RefreshToken"], tokens["AccessToken"]
        account.possible.pop("refresh", None)

    def sign_in_anew(self, account):
        """Signs in where a password that an administrator set has ended the session."""
        account.access = None
        self.sign_in(account)

    def try_password(self, account, password):
        return self.call(
            self.app.initiate_auth, ClientId=self.client_id, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": account.name, "PASSWORD": password},
        )["AuthenticationResult"]

    def nickname(self, account):
        value = f"nick-{self.random.randrange(1 << 30)}"
        account.change("nickname", value, lambda: self.call(
            self.app.update_user_attributes, AccessToken=account.access,
            UserAttributes=[{"Name": "nickname", "Value": value}]))

    def group(self, account):
        name = self.random.choice(["red", "green", "blue"])
        groups = account.known["groups"]
        operation = self.admin.admin_remove_user_from_group if name in groups else self.admin.admin_add_user_to_group
        account.change("groups", groups ^ {name}, lambda: self.call(
            operation, UserPoolId=self.pool, Username=account.name, GroupName=name))

    def rotate(self, account):
        account.is_fresh = True
        tokens = self.call(
            self.app.get_tokens_from_refresh_token, ClientId=self.client_id, RefreshToken=account.known["refresh"],
        )["AuthenticationResult"]
        account.known["refresh"], account.access = tokens["RefreshToken"], tokens["AccessToken"]

    def password(self, account):
        value = f"{PASSWORD}-{self.random.randrange(1 << 30)}"
        by_administrator = self.random.random() < 0.5
        if by_administrator:
            write = lambda: self.call(  # noqa: E731
                self.admin.admin_set_user_password, UserPoolId=self.pool, Username=account.name, Password=value,
                Permanent=True)
        else:
            write = lambda: self.call(  # noqa: E731
                self.app.change_password, AccessToken=account.access, ProposedPassword=value,
                PreviousPassword=account.known["password"])
        before = account.known["password"]
        try:
            account.change("password", value, write)
            if by_administrator:
                self.sign_in_anew(account)
        except ClientError as error:
            assert error.response["Error"]["Code"] == "LimitExceededException", error
            account.settle("password", before)

    def delete(self, account):
        account.change("exists", False, lambda: self.call(
            self.admin.admin_delete_user, UserPoolId=self.pool, Username=account.name))

    def check(self, account):
        """Compares the server's data with the acknowledged data."""
        self.look(account)
        account.is_fresh = False

    def look(self, account):
        try:
            user = self.call(self.admin.admin_get_user, UserPoolId=self.pool, Username=account.name)
        except ClientError as error:
            assert error.response["Error"]["Code"] == "UserNotFoundException", error
            return account.settle("exists", False)
        account.settle("exists", True)
        if account.access is None:
            return self.confirm_again(account, user["UserStatus"])
        attributes = {pair["Name"]: pair["Value"] for pair in user["UserAttributes"]}
        account.settle("nickname", attributes.get("nickname"))
        groups = self.call(self.admin.admin_list_groups_for_user, UserPoolId=self.pool, Username=account.name)
        account.settle("groups", frozenset(group["GroupName"] for group in groups["Groups"]))
        if "password" in account.possible:
            account.settle("password", self.password_of(account))
            return self.sign_in_anew(account)
        # A rotation that was cut off may have been made; its grace period lets the old token be used again.
        self.rotate(account)

    def confirm_again(self, account, status):
        if status == "UNCONFIRMED":
            return self.confirm(account)
        self.sign_in(account)

    def password_of(self, account):
        for password in sorted(account.possible["password"]):
            try:
                self.try_password(account, password)
                return password
            except ClientError as error:
                assert error.response["Error"]["Code"] == "NotAuthorizedException", error
        return None


def make_pool(server):
    admin = server.client("cognito-idp")
    pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client = admin.create_user_pool_client(
        UserPoolId=pool, ClientName="test", ExplicitAuthFlows=["ALLOW_USER_PASSWORD_AUTH"],
        RefreshTokenRotation={"Feature": "ENABLED", "RetryGracePeriodSeconds": 60},
    )
    for name in ["red", "green", "blue"]:
        admin.create_group(UserPoolId=pool, GroupName=name)
    return pool, client["UserPoolClient"]["ClientId"]


def run_until_killed(server, workers, chance):
    before = sum(worker.acknowledged for worker in workers)
    goal = before + chance.randrange(60)
    threads = [threading.Thread(target=worker.run) for worker in workers]
    for thread in threads:
        thread.start()
    while sum(worker.acknowledged for worker in workers) < goal and all(thread.is_alive() for thread in threads):
        threads[0].join(timeout=chance.random() * 0.01)
    server.stop(signal.SIGKILL)
    for thread in threads:
        thread.join()
    for worker in workers:
        if worker.failure:
            raise worker.failure


def test_no_acknowledged_write_is_lost(tmp_path):
    print(f"GATEHOUSEBUILD_SEED={SEED} GATEHOUSEBUILD_KILLS={KILLS}")
    server = Gatehouse(tmp_path).start()
    pool, client_id = make_pool(server)
    workers = [Worker(number, server, pool, client_id) for number in range(WORKERS)]
    chance = random.Random(SEED)
    slowest = 0.0
    for _ in range(KILLS):
        run_until_killed(server, workers, chance)
        started = time.monotonic()
        server.start()
        slowest = max(slowest, time.monotonic() - started)
    for worker in workers:
        for account in worker.accounts:
            worker.check(account)
    writes = sum(worker.acknowledged for worker in workers)
    print(f"{KILLS} kills, {writes} acknowledged calls, ready again within {slowest:.3f} s")
    assert writes > KILLS
    assert server.stop() == 0

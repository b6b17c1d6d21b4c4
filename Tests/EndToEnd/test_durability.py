# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`kill -9` under load loses no acknowledged write, and the server is ready again at once."""
import signal
import threading

from botocore.exceptions import BotoCoreError, ClientError

from conftest import make_client
from gatehouse import PASSWORD, Gatehouse


def test_acknowledged_users_survive_kill(tmp_path):
    server = Gatehouse(tmp_path).start()
    admin = server.client("cognito-idp")
    pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(admin, pool)["ClientId"]
    acknowledged, stop = [], threading.Event()

    def sign_up_for_ever(worker):
        app, number = server.client("cognito-idp", signed=False), 0
        while not stop.is_set():
            name = f"user-{worker}-{number}"
            number += 1
            try:
                app.sign_up(ClientId=client_id, Username=name, Password=PASSWORD)
            except (BotoCoreError, ClientError):
                continue
            acknowledged.append(name)

    for round_number in range(3):
        stop.clear()
        goal = len(acknowledged) + 40
        workers = [threading.Thread(target=sign_up_for_ever, args=(f"{round_number}-{n}",)) for n in range(8)]
        for worker in workers:
            worker.start()
        while len(acknowledged) < goal:
            workers[0].join(timeout=0.01)
        server.stop(signal.SIGKILL)
        stop.set()
        for worker in workers:
            worker.join()
        server.start()
    pages = server.client("cognito-idp").get_paginator("list_users").paginate(UserPoolId=pool)
    kept = {user["Username"] for page in pages for user in page["Users"]}
    assert kept.issuperset(acknowledged)
    assert server.stop() == 0

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Signs users in with botocore, in processes of several threads, and prints how that went as one JSON object.

    overload-clients.py URL CLIENT-ID MODE SECONDS      MODE is botocore's: legacy, standard or adaptive
"""
import json
import multiprocessing
import os
import sys
import threading
import time

import botocore.exceptions
import botocore.session
from botocore.config import Config

PASSWORD = "Correct-Horse-7!"
PROCESSES = 2
THREADS = 4
# Seconds between two sign-ins of one thread.
PAUSE = 0.2


def sign_in(client, client_id, user, results):
    start = time.monotonic()
    parameters = {"USERNAME": f"bench-{user}", "PASSWORD": PASSWORD}
    try:
        answer = client.initiate_auth(
            AuthFlow="USER_PASSWORD_AUTH", AuthParameters=parameters, ClientId=client_id
        )
        results["times"].append(time.monotonic() - start)
        metadata = answer["ResponseMetadata"]
    except botocore.exceptions.ClientError as error:
        results["failures"] += 1
        metadata = error.response["ResponseMetadata"]
    except botocore.exceptions.BotoCoreError as error:
        print(error, file=sys.stderr)
        results["failures"] += 1
        metadata = {}
    results["attempts"] += 1 + metadata.get("RetryAttempts", 0)


def run_thread(number, url, client_id, mode, end, results):
    session = botocore.session.Session()
    session.set_credentials("any", "any")
    config = Config(retries={"mode": mode}, connect_timeout=5, read_timeout=5)
    client = session.create_client("cognito-idp", region_name="us-east-1", endpoint_url=url, config=config)
    while time.monotonic() < end:
        sign_in(client, client_id, number, results)
        time.sleep(PAUSE)


def run_process(number, url, client_id, mode, seconds, queue):
    # The load shares the core with these clients, and must begin its calls in time.
    os.nice(5)
    end = time.monotonic() + seconds
    all_results = [{"times": [], "failures": 0, "attempts": 0} for _ in range(THREADS)]
    threads = [
        threading.Thread(target=run_thread, args=(number * THREADS + index, url, client_id, mode, end, results))
        for index, results in enumerate(all_results)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    queue.put(all_results)


def main(url, client_id, mode, seconds):
    queue = multiprocessing.Queue()
    processes = [
        multiprocessing.Process(target=run_process, args=(number, url, client_id, mode, int(seconds), queue))
        for number in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    results = [result for _ in processes for result in queue.get()]
    for process in processes:
        process.join()
    print(json.dumps({
        "times": [seconds for result in results for seconds in result["times"]],
        "failures": sum(result["failures"] for result in results),
        "attempts": sum(result["attempts"] for result in results),
    }))


if __name__ == "__main__":
    main(*sys.argv[1:])

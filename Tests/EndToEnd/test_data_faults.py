# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A data API while its server is killed, its subscribers are cut off, its schema changes and its disk is full.

GATEHOUSEBUILD_SEED repeats when the server is killed.
"""
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import threading
import time

import pytest
import requests
from websockets.exceptions import ConnectionClosed

from data_api import Realtime, data_server, execute, post, push
from gatehouse import BINARY, gatehouse
from small_disk import fill, small_disk

SEED = int(os.environ.get("GATEHOUSEBUILD_SEED") or random.SystemRandom().randrange(1 << 32))
KILLS = 10
WRITERS = 4
SCHEMA = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"
CREATE = "mutation ($input: CreateNoteInput!) { createNote(input: $input) { id text _version } }"
UPDATE = "mutation ($input: UpdateNoteInput!) { updateNote(input: $input) { id text _version } }"
SYNC = """query ($lastSync: AWSTimestamp, $nextToken: String) {
  syncNotes(lastSync: $lastSync, nextToken: $nextToken, limit: 100) { items { id text _version } nextToken startedAt }
}"""
API_ID = re.compile(r"data API [a-z0-9]{26}\b")
EVENTS = {kind: f"subscription {{ on{kind}Note {{ id text _version }} }}" for kind in ("Create", "Update")}


class VersionedAPI:
    """An API with versions, whose records any key may write; it outlives its server."""

    def __init__(self, folder):
        self.server = data_server(folder, SCHEMA)

    def __enter__(self):
        self.server.start()
        self.appsync = self.server.client("appsync")
        made = self.appsync.create_graphql_api(
            name="faults", authenticationType="API_KEY",
            tags={"gatehouse:conflict-handler": "OPTIMISTIC_CONCURRENCY"})["graphqlApi"]
        self.id, self.path = made["apiId"], f"/apis/{made['apiId']}/graphql"
        assert push(self.appsync, self.id, SCHEMA)["status"] == "SUCCESS"
        self.key = {"x-api-key": self.appsync.create_api_key(apiId=self.id)["apiKey"]["id"]}
        return self

    def __exit__(self, *_):
        self.server.stop()

    def ask(self, query, **variables):
        return execute(self.server, query, self.key, variables, self.path)

    def sync(self, since=None):
        """The records that have changed since a time, and the time of the next sync."""
        records, token = {}, None
        while True:
            page = self.ask(SYNC, lastSync=since, nextToken=token)["data"]["syncNotes"]
            for item in page["items"]:
                records[item["id"]] = item
            token = page["nextToken"]
            if token is None:
                return records, page["startedAt"]

    def listen(self):
        """An open connection with the subscriptions to new and changed records."""
        connection = Realtime(self.server, self.key, path=self.path + "/realtime")
        connection.__enter__()
        connection.begin()
        for kind, query in EVENTS.items():
            answer = connection.start(kind, query, self.key)
            while answer["type"] == "data":
                # An event of a subscription that has begun; a sync after this call has its record, too.
                answer = connection.receive()
            assert answer == {"type": "start_ack", "id": kind}
        return connection


class Writer(threading.Thread):
    """Makes one record, and changes it again and again, until the server ends or the test stops it."""

    def __init__(self, api, id):
        super().__init__()
        self.api, self.record = api, id
        self.acknowledged, self.is_stopped, self.failure = 0, False, None

    def run(self):
        try:
            with requests.Session() as session:
                while not self.is_stopped and self.write(session):
                    self.acknowledged += 1
        except Exception as error:  # noqa: BLE001 - handed to the test's own thread
            self.failure = error

    def write(self, session):
        """Makes the next version, whose number is its text; `False` if the server has ended."""
        values = {"id": self.record, "text": str(self.acknowledged + 1)}
        if self.acknowledged > 0:
            values["_version"] = self.acknowledged
        body = {"query": UPDATE if self.acknowledged else CREATE, "variables": {"input": values}}
        try:
            answer = session.post(self.api.server.url + self.api.path, json=body, headers=self.api.key, timeout=300)
        except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError):
            return False
        assert answer.status_code == 200 and "errors" not in answer.json(), answer.text
        return True

    def finish(self):
        self.is_stopped = True
        self.join()
        if self.failure:
            raise self.failure


class Listener(threading.Thread):
    """Takes the events of a connection until it ends."""

    def __init__(self, connection):
        super().__init__()
        self.connection, self.events = connection, []

    def run(self):
        try:
            while True:
                message = self.connection.receive()
                if message["type"] == "data":
                    record, = message["payload"]["data"].values()
                    self.events.append(record)
        except (ConnectionClosed, OSError, TimeoutError):
            pass


def test_a_kill_loses_no_acknowledged_mutation_and_no_event_is_of_one_that_is_not_stored(tmp_path):
    print(f"GATEHOUSEBUILD_SEED={SEED}")
    chance = random.Random(SEED)
    total = events = 0
    with VersionedAPI(tmp_path) as api:
        for kill in range(KILLS):
            listener = Listener(api.listen())
            listener.start()
            writers = [Writer(api, f"{kill}-{number}") for number in range(WRITERS)]
            for writer in writers:
                writer.start()
            goal = chance.randrange(5, 60)
            while sum(writer.acknowledged for writer in writers) < goal and all(each.is_alive() for each in writers):
                writers[0].join(timeout=chance.random() * 0.02)
            api.server.stop(signal.SIGKILL)
            for thread in [*writers, listener]:
                thread.join()
            api.server.start()
            stored, _ = api.sync()
            for writer in writers:
                assert writer.failure is None
                version = stored.get(writer.record, {}).get("_version", 0)
                # The last write was cut off: it is stored or not, and its client cannot tell.
                assert writer.acknowledged <= version <= writer.acknowledged + 1
                assert version == 0 or stored[writer.record]["text"] == str(version)
                heard = [event["_version"] for event in listener.events if event["id"] == writer.record]
                # The creation is an event of the other subscription, and neither waits for the other.
                changes = [version for version in heard if version > 1]
                assert changes == list(range(2, len(changes) + 2)), "events of a record are in the order of its versions"
                assert heard.count(1) <= 1
                assert len(heard) <= version
                total += writer.acknowledged
            events += len(listener.events)
    print(f"{KILLS} kills, {total} acknowledged mutations, {events} events")
    assert total > KILLS and events > KILLS


def test_a_subscriber_that_is_cut_off_and_returns_misses_nothing(tmp_path):
    known, since = {}, None

    def learn(record):
        if record["_version"] > known.get(record["id"], {"_version": 0})["_version"]:
            known[record["id"]] = record

    with VersionedAPI(tmp_path) as api:
        writers = [Writer(api, str(number)) for number in range(2)]
        for writer in writers:
            writer.start()
        for round in range(6):
            # As DataStore does: subscribe first, then ask for what has changed since the last time.
            listener = Listener(api.listen())
            listener.start()
            if round == 5:
                for writer in writers:
                    writer.finish()
            changes, since = api.sync(since)
            for record in changes.values():
                learn(record)
            seen = len(listener.events)
            while round < 5 and len(listener.events) < seen + 5:
                listener.join(timeout=0.01)
            # The network is gone without a word.
            listener.connection.socket.socket.shutdown(2)
            listener.join()
            for record in listener.events:
                learn(record)
        assert known == api.sync()[0]
        assert {record["_version"] for record in known.values()} == {writer.acknowledged for writer in writers}


def test_a_push_during_load_fails_no_request(tmp_path):
    with VersionedAPI(tmp_path) as api:
        writers = [Writer(api, str(number)) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        is_over, failures = threading.Event(), []

        def read():
            while not is_over.is_set():
                answer = api.ask("{ listNotes(limit: 10) { items { id text } nextToken } getNote(id: \"0\") { text } }")
                if "errors" in answer:
                    failures.append(answer)

        reader = threading.Thread(target=read)
        reader.start()
        for number in range(6):
            index = '@index(name: "byMore", queryField: "notesByMore")' if number % 2 == 0 else ""
            schema = SCHEMA.replace("text: String", f"text: String more: String {index}")
            before = sum(writer.acknowledged for writer in writers)
            assert push(api.appsync, api.id, schema)["status"] == "SUCCESS"
            while sum(writer.acknowledged for writer in writers) < before + 5 and all(w.is_alive() for w in writers):
                writers[0].join(timeout=0.01)
        is_over.set()
        reader.join()
        for writer in writers:
            writer.finish()
        assert failures == []
        stored = api.sync()[0]
        assert {id: record["_version"] for id, record in stored.items()} == {
            writer.record: writer.acknowledged for writer in writers}


def test_a_full_disk_refuses_writes_and_serves_reads(tmp_path):
    server = data_server(tmp_path, SCHEMA)
    create = "mutation ($input: CreateNoteInput!) { createNote(input: $input) { id } }"
    read = '{ getNote(id: "first") { text } listNotes(limit: 1000) { items { id } } }'
    with server:
        execute(server, create, server.key, {"input": {"id": "first", "text": "kept"}})
    with small_disk(server, "48m"), server:
        filler = fill(server.data)
        made = ["first"]
        for number in range(1_000):
            values = {"id": str(number), "text": "x" * 100_000}
            answer = post(server, create, server.key, {"input": values})
            if answer.status_code != 200:
                break
            made.append(values["id"])
        else:
            pytest.fail("The disk is not full.")
        for _ in range(20):
            answer = post(server, create, server.key, {"input": values})
            assert answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0
            assert answer.json()["errors"][0]["errorType"] == "ServiceUnavailableException"
        failed = [line for line in (server.folder / "gatehouse.log").read_text().splitlines() if "disk is full" in line
                  and "graphql" in line]
        # One line for all of them, with the API.
        assert len(failed) == 1 and API_ID.search(failed[0]), failed
        for _ in range(3):
            found = execute(server, read, server.key)["data"]
            assert found["getNote"] == {"text": "kept"}
            assert sorted(each["id"] for each in found["listNotes"]["items"]) == sorted(made)
        filler.unlink()
        answer = execute(server, create, server.key, {"input": {"id": "last"}})
        assert answer == {"data": {"createNote": {"id": "last"}}}
        server.stop()
        server.start()
        found = execute(server, read, server.key)["data"]["listNotes"]["items"]
        assert sorted(each["id"] for each in found) == sorted([*made, "last"])


def test_a_full_disk_is_named_with_its_cure_by_the_commands(tmp_path):
    server = data_server(tmp_path, SCHEMA)
    records, larger = tmp_path / "records.jsonl", tmp_path / "larger.graphql"
    moment = "2026-01-01T00:00:00.000Z"
    records.write_text("".join(
        json.dumps({"model": "Note", "version": 0, "changedAt": 0, "fields": {
            "id": str(number), "text": "x" * 100_000, "createdAt": moment, "updatedAt": moment}}) + "\n"
        for number in range(10)))
    larger.write_text(SCHEMA + "\n# " + "x" * 900_000)
    with server:
        pass
    arguments = ["--data-dir", server.data]
    [api] = json.loads(gatehouse("api", "describe", *arguments).stdout)
    api_id = api["apiId"]
    with small_disk(server):
        filler = fill(server.data, 400_000)
        for command in [("import", api_id, records), ("push", api_id, larger)]:
            done = gatehouse("api", *command, *arguments)
            assert done.returncode == 69 and "the disk is full" in done.stderr, done.stderr
            assert "Make space on its disk." in done.stderr
        filler.unlink()
        for command in [("import", api_id, records), ("push", api_id, larger)]:
            done = gatehouse("api", *command, *arguments)
            assert done.returncode == 0, done.stderr


def test_a_push_that_is_killed_removes_what_it_drops_at_the_next_start(tmp_path):
    server = data_server(tmp_path, SCHEMA)
    schema = tmp_path / "short.graphql"
    schema.write_text(SCHEMA.replace("text: String", ""))
    database = server.data / "gatehouse.sqlite"

    def count(statement):
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            return connection.execute(statement).fetchone()[0]

    with VersionedAPI(tmp_path) as api:
        for number in range(3):
            api.ask(CREATE, input={"id": str(number), "text": "dropped"})
        arguments = [BINARY, "api", "push", api.id, str(schema), "--allow-destroy", "--data-dir", str(api.server.data)]
        with subprocess.Popen(arguments, stdout=subprocess.DEVNULL) as process:
            # The command waits until the server has the schema, before it removes anything.
            while count("SELECT count(*) FROM data_cleanups") == 0 and process.poll() is None:
                time.sleep(0.01)
            process.kill()
        api.server.stop(signal.SIGKILL)
        assert count("SELECT count(*) FROM data_records WHERE fields LIKE '%dropped%'") == 3
        checked = gatehouse("check", "--data-dir", api.server.data)
        assert "1 removals of dropped records and values are not complete" in checked.stdout, checked.stdout
        api.server.start()
        for _ in range(600):
            if count("SELECT count(*) FROM data_cleanups") == 0:
                break
            time.sleep(0.05)
        assert count("SELECT count(*) FROM data_records WHERE fields LIKE '%dropped%'") == 0
        assert count("SELECT count(*) FROM data_records") == 3
        assert "removals" not in gatehouse("check", "--data-dir", api.server.data).stdout

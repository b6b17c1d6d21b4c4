# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A data API on three nodes of one PostgreSQL: subscribers, syncs and schemas."""
import itertools
import statistics
import threading
import time

import pytest
import requests

from cures import random_key
from data_api import Realtime, execute, push
from postgres import Node, PostgresServer

SCHEMA = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"
CREATE = "mutation ($text: String) { createNote(input: {text: $text}) { id text _version } }"
UPDATE = """mutation ($id: ID!, $text: String, $version: Int) {
  updateNote(input: {id: $id, text: $text, _version: $version}) { id text _version }
}"""
SYNC = """query ($lastSync: AWSTimestamp, $nextToken: String) {
  syncNotes(lastSync: $lastSync, nextToken: $nextToken, limit: 100) { items { text } nextToken startedAt }
}"""
EVENTS = {kind: f"subscription {{ on{kind}Note {{ text }} }}" for kind in ("Create", "Update")}


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    """Three nodes that run."""
    server, key = PostgresServer(), random_key()
    folder, running = tmp_path_factory.mktemp("nodes"), []
    try:
        server.start()
        url = server.url(server.database())
        for number in range(3):
            running.append(Node(folder / f"node{number}", url, key).start())
        yield running
    finally:
        for node in running:
            node.stop()
        server.remove()


class SharedAPI:
    """An API with versions, each of whose calls goes to the next node."""

    def __init__(self, nodes):
        self.nodes, self.turn = nodes, itertools.cycle(nodes)
        made = self.control.create_graphql_api(
            name="shared", authenticationType="API_KEY",
            tags={"gatehouse:conflict-handler": "OPTIMISTIC_CONCURRENCY"})["graphqlApi"]
        self.id, self.path = made["apiId"], f"/apis/{made['apiId']}/graphql"
        assert self.push(SCHEMA)["status"] == "SUCCESS"
        self.key = {"x-api-key": self.control.create_api_key(apiId=self.id)["apiKey"]["id"]}

    @property
    def control(self):
        return next(self.turn).client("appsync")

    def push(self, schema):
        """Takes a schema into use; each question for the status goes to the next node."""
        api = self

        class NextNode:
            def __getattr__(self, name):
                return getattr(api.control, name)

        return push(NextNode(), self.id, schema)

    def ask(self, query, node=None, **variables):
        return execute(node or next(self.turn), query, self.key, variables, self.path)

    def listen(self, node):
        """An open connection to a node with the subscriptions to new and changed records."""
        connection = Realtime(node, self.key, path=self.path + "/realtime")
        connection.__enter__()
        connection.begin()
        for kind, query in EVENTS.items():
            assert connection.start(kind, query, self.key) == {"type": "start_ack", "id": kind}
        return connection

    def sync(self, since=None):
        """The texts of the records that have changed since a time, and the time of the next sync."""
        texts, token, start = set(), None, None
        while True:
            page = self.ask(SYNC, lastSync=since, nextToken=token)["data"]["syncNotes"]
            texts.update(item["text"] for item in page["items"])
            token, start = page["nextToken"], page["startedAt"]
            if token is None:
                return texts, start


@pytest.fixture
def api(nodes):
    shared = SharedAPI(nodes)
    yield shared
    shared.control.delete_graphql_api(apiId=shared.id)


def text_of(connection):
    """The text of the next event."""
    while (message := connection.receive())["type"] == "ka":
        pass
    assert message["type"] == "data", message
    return next(iter(message["payload"]["data"].values()))["text"]


def test_events_reach_the_subscribers_of_each_node_once_and_in_order(api, nodes):
    connections = [api.listen(node) for node in nodes]
    delays = []
    try:
        for number in range(10):
            made = api.ask(CREATE, text=f"{number}.1")["data"]["createNote"]
            for version in (1, 2):
                api.ask(UPDATE, id=made["id"], text=f"{number}.{version + 1}", version=version)
            start = time.monotonic()
            for connection in connections:
                texts = [text_of(connection) for _ in range(3)]
                # The creation comes by a subscription of its own, which has no order with that of the updates.
                assert sorted(texts) == [f"{number}.{version}" for version in (1, 2, 3)]
                assert texts.index(f"{number}.2") < texts.index(f"{number}.3")
                delays.append(time.monotonic() - start)
    finally:
        for connection in connections:
            connection.__exit__(None, None, None)
    assert statistics.median(delays) < 1


def test_syncs_skip_no_record_that_the_nodes_write_at_once(api, nodes):
    written, failures = set(), []

    def write(node, name):
        try:
            for number in range(60):
                api.ask(CREATE, node, text=f"{name}.{number}")
                written.add(f"{name}.{number}")
        except (AssertionError, KeyError, requests.RequestException) as error:
            failures.append(error)

    writers = [
        threading.Thread(target=write, args=(node, f"{place}.{writer}"))
        for place, node in enumerate(nodes) for writer in range(2)]
    for writer in writers:
        writer.start()
    found, since = api.sync()
    while any(writer.is_alive() for writer in writers):
        texts, since = api.sync(since)
        found |= texts
    found |= api.sync(since)[0]
    assert not failures and len(written) == 360
    assert written <= found


def test_a_schema_is_in_force_on_each_node_at_its_next_request(api, nodes):
    assert api.push(SCHEMA.replace("text: String", "text: String color: String"))["status"] == "SUCCESS"
    for node in nodes:
        made = api.ask('mutation { createNote(input: {text: "a", color: "red"}) { color } }', node)
        assert made["data"]["createNote"]["color"] == "red"
    status = api.push("type Note @model {")
    assert status["status"] == "FAILED" and status["details"]
    assert api.ask("{ listNotes { items { color } } }")["data"]["listNotes"]["items"] == [{"color": "red"}] * 3

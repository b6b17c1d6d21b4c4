# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Attacks on a data API over real connections: floods of starts, long and half messages, and races for a record."""
import collections
import concurrent.futures
import json
import threading

import pytest
import requests
from requests.adapters import HTTPAdapter
from urllib3 import Retry

from data_api import Realtime, data_server, execute, push
from web_sockets import CONTINUATION, MOST, TEXT, RawSocket, frame

SCHEMA = """
type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }
type Mine @model @auth(rules: [{ allow: owner }]) { id: ID! text: String }
"""
SUBSCRIPTION = "subscription { onCreateNote { text } }"
STARTS = 100_000


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    with data_server(tmp_path_factory.mktemp("attacks"), SCHEMA) as server:
        yield server
        assert server.process.poll() is None


class Attacker(RawSocket):
    """A connection of `graphql-ws` with a key, whose frames a test writes itself."""

    def __init__(self, api, begins=True):
        super().__init__(api, "/graphql/realtime", [
            "Sec-WebSocket-Protocol: graphql-ws", f"x-api-key: {api.key['x-api-key']}"])
        assert self.status == 101
        if begins:
            self.say(type="connection_init")
            assert self.hear()["type"] == "connection_ack"
            assert self.hear() == {"type": "ka"}

    def say(self, **message):
        self.send(frame(TEXT, json.dumps(message).encode()))

    def hear(self):
        opcode, data = self.receive()
        assert opcode == TEXT, (opcode, data)
        return json.loads(data)


def start(api, id, query=SUBSCRIPTION):
    return {"type": "start", "id": id, "payload": {
        "data": json.dumps({"query": query, "variables": {}}), "extensions": {"authorization": api.key}}}


def kind(message):
    """The type of a message, or the type of its error."""
    errors = message.get("payload", {}).get("errors")
    error = errors[0] if isinstance(errors, list) else errors
    return error["errorType"] if error else message["type"]


def is_well(api):
    """Whether the server answers others, and their subscriptions have events."""
    with Realtime(api, api.key) as connection:
        connection.begin()
        assert connection.start("1", SUBSCRIPTION, api.key) == {"type": "start_ack", "id": "1"}
        execute(api, 'mutation { createNote(input: {text: "well"}) { text } }', api.key)
        return connection.receive()["payload"] == {"data": {"onCreateNote": {"text": "well"}}}


def resident_bytes(process):
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) * 1_024 for line in file if line.startswith("VmRSS:"))


def test_a_flood_of_starts_is_bounded_and_disturbs_no_other_client(api):
    assert is_well(api)
    before = resident_bytes(api.process)
    with Attacker(api) as attacker:
        def flood():
            for first in range(0, STARTS, 1_000):
                frames = [
                    frame(TEXT, json.dumps(start(api, str(id))).encode()) for id in range(first, first + 1_000)]
                attacker.send(b"".join(frames))

        sender = threading.Thread(target=flood)
        sender.start()
        answers = collections.Counter()
        while (count := answers.total() - answers["ka"] - answers["data"]) < STARTS:
            answers[kind(attacker.hear())] += 1
            if count == STARTS // 2 and answers["data"] == 0:
                assert is_well(api)
        sender.join()
        # The attacker hears of the note of the other client, once for each of its subscriptions.
        assert answers["start_ack"] == answers["data"] == 100
        assert answers.keys() - {"ka"} == {"start_ack", "data", "MaxSubscriptionsReachedError", "LimitExceededError"}
        assert answers["LimitExceededError"] > STARTS / 2
        attacker.say(type="stop", id="1")
        while (last := attacker.hear()) != {"type": "complete", "id": "1"}:
            assert last == {"type": "ka"}
    assert resident_bytes(api.process) - before < 64 * 1_024 * 1_024
    assert is_well(api)


def test_a_start_before_connection_init_is_refused(api):
    with Attacker(api, begins=False) as attacker:
        attacker.say(**start(api, "1"))
        refused = attacker.hear()
        assert (refused["type"], refused["id"], kind(refused)) == ("error", "1", "UnsupportedOperation")
        execute(api, 'mutation { createNote(input: {text: "unheard"}) { text } }', api.key)
        attacker.say(type="connection_init")
        assert attacker.hear()["type"] == "connection_ack"


@pytest.mark.parametrize("message, answer", [
    (b"a", "UnsupportedOperation"), (b"[" * 1_000, "UnsupportedOperation"), (b'{"type":"', "UnsupportedOperation"),
    (b"\x00", "UnsupportedOperation"),
])
def test_a_message_of_a_megabyte_is_answered(api, message, answer):
    with Attacker(api) as attacker:
        attacker.send(frame(TEXT, message * (MOST // len(message))))
        assert kind(attacker.hear()) == answer
        attacker.say(**start(api, "1"))
        assert attacker.hear() == {"type": "start_ack", "id": "1"}


def test_a_start_of_a_megabyte_is_refused_for_its_document(api):
    with Attacker(api) as attacker:
        head = json.dumps(start(api, "1", "subscription { onCreateNote { text } } #")).encode()
        place = head.index(b" #") + 2
        attacker.send(frame(TEXT, head[:place] + b"x" * (MOST - len(head)) + head[place:]))
        assert kind(attacker.hear()) == "BadRequestException"
        attacker.send(frame(TEXT, size=MOST + 1))
        assert attacker.receive_close() == 1009


def test_half_messages_end_with_their_connection(api):
    whole = frame(TEXT, json.dumps(start(api, "1")).encode())
    for sent in [whole[:1], whole[:5], whole[:-1], frame(TEXT, b'{"type":"start"', last=False)]:
        attacker = Attacker(api)
        attacker.send(sent)
        attacker.__exit__()
    with Attacker(api) as attacker:
        for at in range(len(whole)):
            attacker.send(whole[at:at + 1])
        assert attacker.hear() == {"type": "start_ack", "id": "1"}
        text = json.dumps(start(api, "2")).encode()
        attacker.send(frame(TEXT, text[:9], last=False) + frame(CONTINUATION, text[9:]))
        assert attacker.hear() == {"type": "start_ack", "id": "2"}
    assert is_well(api)


BOMBS = {
    "aliases": "{" + " ".join(f"a{number}: listNotes {{ nextToken }}" for number in range(3_000)) + "}",
    "nested conditions": "{ listNotes(filter: " + "{ not: " * 90 + "{}" + " }" * 90 + ") { nextToken } }",
    "many conditions": "{ listNotes(filter: { or: [" + '{ text: { eq: "a" } } ' * 1_000 + "] }) { nextToken } }",
    "empty conditions": "{ listNotes(filter: { and: [" + "{} " * 4_000 + "] }) { nextToken } }",
    "introspection in circles": "{ __schema { types " + "{ fields { type " * 9 + "{ name }" + " } }" * 9 + " } }",
    "a document that is too long": "{ listNotes { items { " + "text " * 50_000 + "} } }",
    "brackets": "[" * 100_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_in_a_document_is_refused(api, name):
    answer = execute(api, BOMBS[name], api.key)
    assert not any((answer["data"] or {}).values()) and len(answer["errors"]) == 1
    assert len(json.dumps(answer)) < 1_000
    assert is_well(api)


def test_fragments_that_double_are_unfolded_once(api):
    bomb = "{ ...f0 } " + " ".join(
        f"fragment f{number} on Query {{ ...f{number + 1} ...f{number + 1} }}" for number in range(1_000))
    assert execute(api, bomb + " fragment f1000 on Query { __typename }", api.key) == {"data": {"__typename": "Query"}}


def test_writers_of_one_record_each_win_a_version_of_their_own(api):
    appsync = api.client("appsync")
    made = appsync.create_graphql_api(
        name="race", authenticationType="API_KEY",
        tags={"gatehouse:conflict-handler": "OPTIMISTIC_CONCURRENCY"})["graphqlApi"]
    assert push(appsync, made["apiId"], SCHEMA.splitlines()[1])["status"] == "SUCCESS"
    key = {"x-api-key": appsync.create_api_key(apiId=made["apiId"])["apiKey"]["id"]}
    path = f"/apis/{made['apiId']}/graphql"
    execute(api, 'mutation { createNote(input: {id: "one"}) { id } }', key, path=path)
    update = "mutation ($input: UpdateNoteInput!) { updateNote(input: $input) { text _version } }"

    def write(writer):
        """Changes the record ten times, each time from the version that it has seen last."""
        won, version = [], 1
        with requests.Session() as session:
            # An overloaded server refuses requests before it executes them.
            retries = Retry(1_000, status_forcelist=[429, 503], allowed_methods=None)
            session.mount(api.url, HTTPAdapter(max_retries=retries))
            while len(won) < 10:
                values = {"id": "one", "text": f"{writer}-{version}", "_version": version}
                answer = session.post(
                    api.url + path, json={"query": update, "variables": {"input": values}}, headers=key).json()
                if "errors" not in answer:
                    written = answer["data"]["updateNote"]
                    assert written["text"] == values["text"] and written["_version"] == version + 1
                    won.append(version := written["_version"])
                else:
                    error, = answer["errors"]
                    assert error["errorType"] == "ConflictUnhandled" and error["data"]["_version"] > version
                    version = error["data"]["_version"]
        return won

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        versions = [version for won in pool.map(write, range(20)) for version in won]
    assert sorted(versions) == list(range(2, 202))
    appsync.delete_graphql_api(apiId=made["apiId"])

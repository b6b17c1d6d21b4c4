# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The data API of `gatehouse dev --schema` with the clients of others: `requests`, botocore's signatures, `websockets`."""
import json
import re
import signal
import urllib.parse

import pytest
import requests
from websockets.exceptions import ConnectionClosed

from conftest import tokens_of
from data_api import Realtime, credentials_of, data_server, encoded, execute, post, signed
from gatehouse import gatehouse

SCHEMA = """
type Todo @model @auth(rules: [{ allow: owner }]) { id: ID! content: String }
type Post @model @auth(rules: [{ allow: public, operations: [read] }, { allow: private, provider: iam }]) {
  id: ID!
  title: String
}
type Open @model @auth(rules: [{ allow: public, provider: iam }]) { id: ID! text: String }
"""
CREATE = "mutation ($content: String) { createTodo(input: {content: $content}) { id content owner } }"
LIST = "query { listTodos { items { content owner } } }"
NOT_AUTHORIZED = {"errorType": "UnauthorizedException", "message": "You are not authorized to make this call."}


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    with data_server(tmp_path_factory.mktemp("data"), SCHEMA) as server:
        yield server


@pytest.fixture(scope="module")
def users(api):
    """The headers of two users, with their access tokens."""
    return {name: {"Authorization": api.make_user(name)["AccessToken"]} for name in ("alice", "bob")}


# HTTP


def test_an_owner_creates_and_reads_and_other_callers_do_not(api, users):
    made = execute(api, CREATE, users["alice"], {"content": "Write"})["data"]["createTodo"]
    assert made["content"] == "Write" and made["owner"] == "alice"
    assert execute(api, LIST, users["alice"])["data"]["listTodos"]["items"] == [{"content": "Write", "owner": "alice"}]
    assert execute(api, LIST, users["bob"])["data"]["listTodos"]["items"] == []
    refused = execute(api, f'query {{ getTodo(id: "{made["id"]}") {{ content }} }}', users["bob"])
    assert refused["data"] == {"getTodo": None}
    error, = refused["errors"]
    assert error["message"] == "Not Authorized to access getTodo on type Query"
    assert error["errorType"] == "Unauthorized" and error["path"] == ["getTodo"]
    by_key = execute(api, LIST, api.key)
    assert by_key["data"] == {"listTodos": None} and by_key["errors"][0]["errorType"] == "Unauthorized"


@pytest.mark.parametrize("headers, error", [
    ({}, {"errorType": "UnauthorizedException", "message": "Missing authorization header"}),
    ({"x-api-key": "da2-wrong"}, NOT_AUTHORIZED),
    ({"Authorization": "garbage"}, {"errorType": "UnauthorizedException", "message": "Unable to parse JWT token."}),
])
def test_a_request_that_no_mode_accepts_is_refused_with_status_401(api, headers, error):
    answer = post(api, LIST, headers)
    assert (answer.status_code, answer.json()) == (401, {"errors": [error]})
    assert answer.headers["x-amzn-ErrorType"] == "UnauthorizedException"


@pytest.mark.parametrize("body, message", [
    ("", "Request body is empty."), ("{}", "Unable to parse GraphQL query."), ("[]", "Unable to parse GraphQL query."),
])
def test_an_invalid_body_is_refused_with_status_400(api, body, message):
    answer = requests.post(api.url + "/graphql", data=body, headers=api.key)
    assert answer.status_code == 400
    assert answer.json() == {"errors": [{"errorType": "MalformedHttpRequestException", "message": message}]}


def test_pages_of_other_origins_may_call_the_api(api):
    answer = requests.options(api.url + "/graphql", headers={
        "Origin": "https://app.example", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-api-key"})
    assert "x-api-key" in answer.headers["Access-Control-Allow-Headers"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("with_port", [True, False])
def test_a_signature_has_the_role_of_the_identity(api, users, with_port):
    auth = api.outputs["auth"]
    login = f"cognito-idp.us-east-1.amazonaws.com/{auth['user_pool_id']}"
    token = tokens_of(api.client("cognito-idp", signed=False), auth["user_pool_client_id"], "alice")["IdToken"]
    for credentials, admitted in [(credentials_of(api), "listOpens"), (credentials_of(api, {login: token}), "listPosts")]:
        for operation in ("listOpens", "listPosts"):
            body = json.dumps({"query": f"query {{ {operation} {{ items {{ id }} }} }}"})
            headers = signed(api, credentials, body, host=None if with_port else "localhost")
            answer = requests.post(api.url + "/graphql", data=body, headers=headers)
            assert answer.status_code == 200
            assert ("errors" not in answer.json()) == (operation == admitted)
            forged = requests.post(api.url + "/graphql", data=body + " ", headers=headers)
            assert forged.status_code == 403
            assert forged.json()["errors"][0]["errorType"] == "InvalidSignatureException"


# WebSockets


def test_an_owner_hears_of_own_records_only(api, users):
    subscription = "subscription { onCreateTodo { content owner } }"
    with Realtime(api, users["alice"]) as alice, Realtime(api, users["bob"]) as bob:
        alice.begin()
        bob.begin()
        assert alice.start("1", subscription, users["alice"]) == {"type": "start_ack", "id": "1"}
        assert bob.start("1", subscription, users["bob"]) == {"type": "start_ack", "id": "1"}
        for name in ("alice", "bob"):
            execute(api, CREATE, users[name], {"content": f"from {name}"})
        for name, connection in (("alice", alice), ("bob", bob)):
            event = {"content": f"from {name}", "owner": name}
            assert connection.receive() == {"type": "data", "id": "1", "payload": {"data": {"onCreateTodo": event}}}
        alice.send(type="stop", id="1")
        assert alice.receive() == {"type": "complete", "id": "1"}
        refused = bob.start("2", subscription, api.key)
        assert refused["type"] == "error" and refused["payload"]["errors"][0]["errorType"] == "Unauthorized"


def test_the_three_ways_of_authorization_open_a_connection(api):
    header = {"host": "localhost", **api.key}
    offer = "header-" + encoded(header).replace("+", "-").replace("/", "_").rstrip("=")
    for headers, options in [
        (api.key, {}),
        ({}, {"path": "/graphql/realtime?" + urllib.parse.urlencode({"header": encoded(header), "payload": "e30="})}),
        ({}, {"path": f"/graphql?header={encoded(header)}&payload=e30="}),
        ({}, {"subprotocols": ["graphql-ws", offer]}),
    ]:
        with Realtime(api, headers, **options) as connection:
            connection.begin()


def test_a_connection_without_valid_credentials_learns_the_reason_and_is_closed(api):
    with Realtime(api, {"x-api-key": "da2-wrong"}) as connection:
        assert connection.receive() == {
            "type": "connection_error", "payload": {"errors": [{**NOT_AUTHORIZED, "errorCode": 401}]}}
        connection.send(type="connection_init")
        with pytest.raises(ConnectionClosed) as closed:
            connection.receive()
        assert closed.value.rcvd.code == 1000


def test_a_signer_subscribes_by_signatures_over_requests_that_are_never_sent(api):
    credentials = credentials_of(api)
    fixed = {
        "accept": "application/json, text/javascript", "content-encoding": "amz-1.0",
        "content-type": "application/json; charset=UTF-8"}
    header = {"host": "localhost", **signed(api, credentials, "{}", "/graphql/connect", "localhost", fixed)}
    query = urllib.parse.urlencode({"header": encoded(header), "payload": "e30="})
    with Realtime(api, {}, path="/graphql/realtime?" + query) as connection:
        connection.begin()
        data = json.dumps({"query": "subscription { onCreateOpen { text } }", "variables": {}})
        authorization = {"host": "localhost", **signed(api, credentials, data, host="localhost", headers=fixed)}
        assert connection.start("1", None, authorization, data) == {"type": "start_ack", "id": "1"}
        body = json.dumps({"query": 'mutation { createOpen(input: {text: "one"}) { text } }'})
        made = requests.post(api.url + "/graphql", data=body, headers=signed(api, credentials, body))
        assert made.json() == {"data": {"createOpen": {"text": "one"}}}
        assert connection.receive()["payload"] == {"data": {"onCreateOpen": {"text": "one"}}}


# The command


def test_another_schema_keeps_the_records_and_the_key_and_a_shutdown_makes_clients_connect_anew(tmp_path):
    schema = tmp_path / "schema.graphql"
    server = data_server(tmp_path, "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }")
    with server:
        key = server.key
        execute(server, 'mutation { createNote(input: {text: "one"}) { id } }', key)
        with Realtime(server, key) as connection:
            connection.begin()
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                connection.receive()
            assert closed.value.rcvd.code == 1011
    schema.write_text("type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String more: Int }")
    with server:
        assert execute(server, "query { listNotes { items { text more } } }", key) == {
            "data": {"listNotes": {"items": [{"text": "one", "more": None}]}}}
    assert key["x-api-key"] in (tmp_path / "gatehouse.log").read_text()


def test_the_start_prints_the_api_and_the_page_for_requests_and_warns_of_misspelt_names(tmp_path):
    with data_server(tmp_path, """
type Note @model @auth(rules: [{ allow: owner, ownerField: "autor" }]) { author: String }
type Query { search: [Note] }
""") as server:
        described = gatehouse("api", "describe", "--data-dir", server.data)
        [api] = json.loads(described.stdout)
        api_id = api["apiId"]
        assert json.loads(gatehouse("api", "describe", api_id, "--data-dir", server.data).stdout) == api
        overview = server.json("/")
        assert overview["apiId"] == api_id and overview["graphQLEndpoint"] == f"{server.url}/graphql"
    log = (tmp_path / "gatehouse.log").read_text()
    assert re.search(rf"^  API            {api_id}$", log, re.MULTILINE)
    assert re.search(r"^  Requests       http://[^ ]*/dev/graphql$", log, re.MULTILINE)
    schema = tmp_path / "schema.graphql"
    assert f"{schema}:2:32: Note: The rule adds the field 'autor'" in log and "Did you mean 'author'?" in log
    assert f"{schema}:3:14: Query: The field 'search' never has a value" in log
    for command in (("rules", api_id), ("push", api_id, schema, "--plan"), ("push", api_id, schema)):
        shown = gatehouse("api", *command, "--data-dir", server.data)
        assert shown.returncode == 0 and "3:14: Query: The field 'search'" in shown.stdout + shown.stderr, shown


def test_the_rules_of_a_file_need_neither_a_server_nor_a_folder(tmp_path):
    schema = tmp_path / "schema.graphql"
    schema.write_text("type Note @model @auth(rules: [{ allow: owner }, { allow: public }]) { text: String }\n")
    shown = gatehouse("api", "rules", "--schema", schema, cwd=tmp_path)
    assert shown.returncode == 0 and re.search(r"^apiKey:public +CRUD$", shown.stdout, re.MULTILINE)
    assert not (tmp_path / ".gatehouse").exists()
    refused = gatehouse("api", "rules", "--schema", schema, "--mode", "userPools", cwd=tmp_path)
    assert refused.returncode == 64 and f"{schema}:1:50: Note: @auth directive with 'apiKey'" in refused.stderr
    assert gatehouse("api", "rules", cwd=tmp_path).returncode == 64
    assert gatehouse("api", "rules", "some", "--schema", schema, cwd=tmp_path).returncode == 64
    assert gatehouse("api", "rules", "some", "--mode", "iam", cwd=tmp_path).returncode == 64


def test_a_schema_in_typescript_is_refused_with_its_form_in_graphql(tmp_path):
    schema = tmp_path / "resource.ts"
    schema.write_text("import { a, defineData } from '@aws-amplify/backend';\n")
    server = ("dev", "--port", 0, "--data-dir", tmp_path / "data", "--schema")
    for command, status in ((server, 78), (("api", "rules", "--schema"), 64)):
        refused = gatehouse(*command, schema)
        assert refused.returncode == status and f"{schema} is TypeScript" in refused.stderr
        assert "type Todo @model @auth(rules: [{ allow: owner }])" in refused.stderr


def test_all_errors_of_a_schema_are_printed_with_their_places(tmp_path):
    schema = tmp_path / "schema.graphql"
    schema.write_text("type A @model {\n  id: Missing\n}\ntype B @unknown {\n  id: ID!\n}\n")
    refused = gatehouse("dev", "--port", 0, "--data-dir", tmp_path / "data", "--schema", schema)
    assert refused.returncode == 78
    assert f"{schema}:2:" in refused.stderr and f"{schema}:4:" in refused.stderr

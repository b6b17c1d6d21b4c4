# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The control plane of data APIs with boto3's `appsync`, and `gatehouse api` beside the running server."""
import json
import subprocess
import time

import pytest
import requests
from botocore.exceptions import ClientError

from conftest import make_user, tokens_of
from data_api import push
from gatehouse import BINARY, Gatehouse, gatehouse

NOTES = """
type Note @model @auth(rules: [{ allow: public }]) {
  id: ID!
  text: String
  list: ID
}
"""
OWNED = NOTES.replace("{ allow: public }", "{ allow: public }, { allow: owner }")
INDEXED = NOTES.replace("list: ID", 'list: ID @index(name: "byList", queryField: "notesByList")')
CREATE = "mutation ($text: String) { createNote(input: {text: $text, list: \"a\"}) { id text } }"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Gatehouse(tmp_path_factory.mktemp("appsync")) as server:
        yield server


@pytest.fixture(scope="module")
def appsync(server):
    return server.client("appsync")


@pytest.fixture
def api(server, appsync):
    """An API with keys as its default mode, and its schema."""
    made = appsync.create_graphql_api(name="notes", authenticationType="API_KEY")["graphqlApi"]
    push(appsync, made["apiId"], NOTES)
    yield made
    appsync.delete_graphql_api(apiId=made["apiId"])


def execute(url, query, headers, variables=None):
    answer = requests.post(url, json={"query": query, "variables": variables or {}}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def key_of(appsync, api):
    return {"x-api-key": appsync.create_api_key(apiId=api["apiId"])["apiKey"]["id"]}


def refusal(call, **arguments):
    with pytest.raises(ClientError) as caught:
        call(**arguments)
    error = caught.value.response
    return error["ResponseMetadata"]["HTTPStatusCode"], error["Error"]["Code"], error["Error"]["Message"]


def test_an_api_is_created_used_and_deleted(server, appsync):
    pool = server.client("cognito-idp").list_user_pools(MaxResults=1)["UserPools"][0]["Id"]
    api = appsync.create_graphql_api(
        name="orders", authenticationType="AMAZON_COGNITO_USER_POOLS",
        userPoolConfig={"userPoolId": pool, "awsRegion": "us-east-1", "defaultAction": "ALLOW"},
        additionalAuthenticationProviders=[{"authenticationType": "API_KEY"}], tags={"team": "one"})["graphqlApi"]
    api_id, url = api["apiId"], api["uris"]["GRAPHQL"]
    assert api["arn"] == f"arn:aws:appsync:us-east-1:123456789012:apis/{api_id}"
    assert url == f"{server.url}/apis/{api_id}/graphql" and api["uris"]["REALTIME"].startswith("ws://")
    assert appsync.get_schema_creation_status(apiId=api_id)["status"] == "NOT_APPLICABLE"
    assert push(appsync, api_id, OWNED)["status"] == "SUCCESS"
    made = execute(url, CREATE, key_of(appsync, api), {"text": "by key"})
    assert made["data"]["createNote"]["text"] == "by key"

    outputs = json.loads((server.data / "amplify_outputs.json").read_text())
    make_user(server.client("cognito-idp"), pool, "ada", email="ada@example.com", email_verified="true")
    token = tokens_of(server.client("cognito-idp", signed=False), outputs["auth"]["user_pool_client_id"], "ada")
    by_user = execute(url, CREATE, {"Authorization": token["AccessToken"]}, {"text": "by user"})
    assert by_user["data"]["createNote"]["text"] == "by user"

    assert api_id in [each["apiId"] for each in appsync.list_graphql_apis()["graphqlApis"]]
    status, code, message = refusal(
        appsync.update_graphql_api, apiId=api_id, name="renamed", authenticationType="API_KEY")
    assert (status, code) == (400, "BadRequestException") and "userPools" in message
    assert push(appsync, api_id, NOTES)["status"] == "SUCCESS"
    changed = appsync.update_graphql_api(apiId=api_id, name="renamed", authenticationType="API_KEY")["graphqlApi"]
    assert changed["name"] == "renamed" and "userPoolConfig" not in changed
    refused = requests.post(url, json={"query": "{ listNotes { items { id } } }"},
                            headers={"Authorization": token["AccessToken"]})
    assert refused.status_code == 401
    appsync.delete_graphql_api(apiId=api_id)
    assert refusal(appsync.get_graphql_api, apiId=api_id)[:2] == (404, "NotFoundException")
    assert requests.post(url, json={"query": "{ listNotes { items { id } } }"}).status_code == 404


def test_a_schema_is_shown_as_text_and_as_introspection(appsync, api):
    text = appsync.get_introspection_schema(apiId=api["apiId"], format="SDL")["schema"].read().decode()
    assert "type Note" in text and "@aws_api_key" in text
    plain = appsync.get_introspection_schema(apiId=api["apiId"], format="SDL", includeDirectives=False)
    assert "@aws" not in plain["schema"].read().decode()
    shown = json.loads(appsync.get_introspection_schema(apiId=api["apiId"], format="JSON")["schema"].read())
    assert "Note" in [each["name"] for each in shown["data"]["__schema"]["types"]]


def test_a_new_index_has_the_older_records_and_a_loss_is_refused(appsync, api):
    headers, url = key_of(appsync, api), api["uris"]["GRAPHQL"]
    made = execute(url, CREATE, headers, {"text": "older"})["data"]["createNote"]["id"]
    assert push(appsync, api["apiId"], INDEXED)["status"] == "SUCCESS"
    found = execute(url, '{ notesByList(list: "a") { items { id } } }', headers)
    assert found["data"]["notesByList"]["items"] == [{"id": made}]

    broken = push(appsync, api["apiId"], "type Note @model {\n  id: Missing\n}")
    assert broken["status"] == "FAILED" and "2:" in broken["details"]
    lossy = push(appsync, api["apiId"], INDEXED.replace("text: String", ""))
    assert lossy["status"] == "FAILED" and "Note.text: the field is dropped; 1 record" in lossy["details"]
    assert "--allow-destroy" in lossy["details"]
    assert execute(url, "{ listNotes { items { text } } }", headers)["data"]["listNotes"]["items"] == [{"text": "older"}]


def test_keys_are_listed_renewed_and_deleted(appsync, api):
    api_id, url = api["apiId"], api["uris"]["GRAPHQL"]
    soon = int(time.time()) + 2 * 86_400
    key = appsync.create_api_key(apiId=api_id, description="web", expires=soon)["apiKey"]
    assert key["id"].startswith("da2-") and key["expires"] == soon // 3_600 * 3_600
    assert key["deletes"] == key["expires"] + 60 * 86_400
    assert appsync.list_api_keys(apiId=api_id)["apiKeys"] == [key]
    later = appsync.update_api_key(apiId=api_id, id=key["id"], expires=soon + 86_400)["apiKey"]
    assert later["expires"] > key["expires"] and later["description"] == "web"
    assert refusal(appsync.create_api_key, apiId=api_id, expires=int(time.time()))[:2] == (
        400, "ApiKeyValidityOutOfBoundsException")
    appsync.delete_api_key(apiId=api_id, id=key["id"])
    answer = requests.post(url, json={"query": "{ listNotes { items { id } } }"}, headers={"x-api-key": key["id"]})
    assert answer.status_code == 401


def test_tags_are_texts_and_settings(appsync, api):
    arn = api["arn"]
    appsync.tag_resource(resourceArn=arn, tags={"team": "one", "gatehouse:conflict-handler": "AUTOMERGE"})
    assert appsync.list_tags_for_resource(resourceArn=arn)["tags"]["gatehouse:conflict-handler"] == "AUTOMERGE"
    shown = appsync.get_introspection_schema(apiId=api["apiId"], format="SDL")["schema"].read().decode()
    assert "_version" in shown and "syncNotes" in shown
    appsync.untag_resource(resourceArn=arn, tagKeys=["gatehouse:conflict-handler", "team"])
    assert appsync.list_tags_for_resource(resourceArn=arn)["tags"] == {}
    status, code, message = refusal(appsync.tag_resource, resourceArn=arn, tags={"gatehouse:color": "red"})
    assert (status, code) == (400, "BadRequestException") and "conflict-handler" in message


def test_a_missing_operation_is_named_in_its_refusal(appsync, api):
    for call, arguments, part in [
        (appsync.create_data_source, {"name": "d", "type": "NONE"}, "data sources"),
        (appsync.list_resolvers, {"typeName": "Query"}, "resolvers"),
        (appsync.get_api_cache, {}, "caches"),
    ]:
        status, code, message = refusal(call, apiId=api["apiId"], **arguments)
        assert (status, code) == (400, "BadRequestException") and part in message
    assert refusal(appsync.list_apis)[:2] == (400, "BadRequestException")


def test_issuers_and_an_authorizer_are_set_and_described(appsync):
    status, code, message = refusal(appsync.create_graphql_api, name="x", authenticationType="AWS_LAMBDA")
    assert (status, code) == (400, "BadRequestException") and "lambdaAuthorizerConfig" in message
    authorizer = {"authorizerUri": "arn:aws:lambda:us-east-1:123456789012:function:doorkeeper",
                  "authorizerResultTtlInSeconds": 60, "identityValidationExpression": "t.*"}
    issuer = {"issuer": "https://login.example.com", "clientId": "app|web", "iatTTL": 60_000, "authTTL": 1_000}
    api_id = appsync.create_graphql_api(
        name="x", authenticationType="AWS_LAMBDA", lambdaAuthorizerConfig=authorizer,
        additionalAuthenticationProviders=[
            {"authenticationType": "OPENID_CONNECT", "openIDConnectConfig": issuer}])["graphqlApi"]["apiId"]
    shown = appsync.get_graphql_api(apiId=api_id)["graphqlApi"]
    assert shown["lambdaAuthorizerConfig"] == authorizer
    assert shown["additionalAuthenticationProviders"] == [
        {"authenticationType": "OPENID_CONNECT", "openIDConnectConfig": issuer}]
    changed = appsync.update_graphql_api(
        apiId=api_id, name="x", authenticationType="OPENID_CONNECT", openIDConnectConfig=issuer)["graphqlApi"]
    assert changed["openIDConnectConfig"] == issuer and "lambdaAuthorizerConfig" not in changed
    appsync.delete_graphql_api(apiId=api_id)


def test_introspection_and_depth_are_bounds_of_an_api(appsync):
    api = appsync.create_graphql_api(
        name="bounded", authenticationType="API_KEY", introspectionConfig="DISABLED", queryDepthLimit=2)["graphqlApi"]
    push(appsync, api["apiId"], NOTES)
    headers, url = key_of(appsync, api), api["uris"]["GRAPHQL"]
    assert execute(url, "{ __schema { queryType { name } } }", headers)["errors"]
    assert execute(url, "{ listNotes { items { id } } }", headers)["errors"][0]["errorType"] == "QueryLimitExceeded"
    appsync.delete_graphql_api(apiId=api["apiId"])


# gatehouse api


def command(server, *arguments):
    done = gatehouse("api", *arguments, "--data-dir", server.data)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_export_is_whole_or_fails(server, tmp_path):
    schema = tmp_path / "schema.graphql"
    schema.write_text(NOTES)
    api_id = command(server, "create", "exported", "--mode", "apiKey").splitlines()[0].removeprefix("apiId: ")
    command(server, "push", api_id, schema)
    time_of = "2026-01-01T00:00:00.000Z"
    records = tmp_path / "records.jsonl"
    # More than the buffer of a pipe, and than what the program would keep for a slow reader.
    records.write_text("".join(
        json.dumps({"model": "Note", "version": 0, "changedAt": 0, "fields": {
            "id": f"{number:03}", "text": "x" * 10_000, "createdAt": time_of, "updatedAt": time_of}}) + "\n"
        for number in range(150)))
    command(server, "import", api_id, records)
    arguments = [BINARY, "api", "export", api_id, "--data-dir", str(server.data)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300)
    assert done.returncode == 73 and "No space left on device" in done.stderr
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as export:
        # Without a reader, the program waits, and ends neither soon nor with lines that are lost.
        with pytest.raises(subprocess.TimeoutExpired):
            export.wait(timeout=3)
        lines = export.stdout.read().splitlines()
        assert export.wait(timeout=300) == 0
    assert sorted(json.loads(line)["fields"]["id"] for line in lines) == [f"{number:03}" for number in range(150)]
    command(server, "delete", api_id)


def test_the_command_changes_an_api_that_the_server_serves(server, appsync, tmp_path):
    schema = tmp_path / "schema.graphql"
    schema.write_text(NOTES)
    api_id = command(server, "create", "by command", "--mode", "apiKey").splitlines()[0].removeprefix("apiId: ")
    assert "The schema is in use" in command(server, "push", api_id, schema)
    key = command(server, "keys", "create", api_id, "--days", "3").split("\t")[0]
    assert key in command(server, "keys", "list", api_id)
    headers, url = {"x-api-key": key}, f"{server.url}/apis/{api_id}/graphql"
    time.sleep(1.1)
    made = execute(url, CREATE, headers, {"text": "older"})["data"]["createNote"]["id"]
    described = json.loads(command(server, "describe", api_id))
    assert described in json.loads(command(server, "describe"))
    assert described["name"] == "by command" and described["authenticationType"] == "API_KEY"
    rules = command(server, "rules", api_id)
    assert "apiKey:public" in rules and "CRUD" in rules

    schema.write_text(INDEXED.replace("text: String", ""))
    plan = command(server, "push", api_id, schema, "--plan")
    assert "LOSS Note.text" in plan and "the index byList is added" in plan
    refused = gatehouse("api", "push", api_id, schema, "--data-dir", server.data)
    assert refused.returncode == 64 and "Note.text: the field is dropped" in refused.stderr
    exported = command(server, "export", api_id)
    assert json.loads(exported)["fields"]["text"] == "older"
    command(server, "push", api_id, schema, "--allow-destroy")
    time.sleep(1.1)
    found = execute(url, '{ notesByList(list: "a") { items { id } } }', headers)
    assert found["data"]["notesByList"]["items"] == [{"id": made}]

    schema.write_text(NOTES)
    copy = command(server, "create", "copy", "--mode", "apiKey").splitlines()[0].removeprefix("apiId: ")
    command(server, "push", copy, schema)
    records = tmp_path / "records.jsonl"
    records.write_text(exported)
    assert command(server, "import", copy, records) == "1 record is imported.\n"
    assert command(server, "import", copy, records) == "0 records are imported.\n"
    assert command(server, "export", copy) == exported
    unnamed = gatehouse("api", "update", copy, "--name", "", "--data-dir", server.data)
    assert unnamed.returncode == 64 and "1 to 256 bytes" in unnamed.stderr
    command(server, "keys", "delete", api_id, key)
    for each in (api_id, copy):
        command(server, "delete", each)
    assert refusal(appsync.get_graphql_api, apiId=copy)[:2] == (404, "NotFoundException")


def line(id, text):
    """A record as a line of an export."""
    time_of = "2026-01-01T00:00:00.000Z"
    fields = {"id": id, "text": text, "createdAt": time_of, "updatedAt": time_of}
    return json.dumps({"model": "Note", "version": 0, "changedAt": 0, "fields": fields}) + "\n"


def new_api(server, name, *options):
    return command(server, "create", name, "--mode", "apiKey", *options).splitlines()[0].removeprefix("apiId: ")


def refused(server, *arguments, given=None):
    done = gatehouse("api", *arguments, "--data-dir", server.data, given=given)
    assert done.returncode == 64, done.stderr
    return done.stderr


def test_an_import_says_what_it_does_with_changed_records(server, tmp_path):
    schema, records = tmp_path / "schema.graphql", tmp_path / "records.jsonl"
    schema.write_text(NOTES)
    api_id = new_api(server, "import")
    assert "The API has no schema" in refused(server, "export", api_id)
    assert "push" in refused(server, "import", api_id, "/dev/null")
    command(server, "push", api_id, schema)
    records.write_text(line("1", "new"))
    assert command(server, "import", api_id, records) == "1 record is imported.\n"
    changed = line("1", "old") + line("2", "other")
    reason = refused(server, "import", api_id, "-", given=changed)
    assert "Line 1 is refused: another record with the key is stored." in reason
    assert "0 records are imported." in reason and "--existing keep" in reason and "--existing replace" in reason
    done = gatehouse("api", "import", api_id, "-", "--existing", "keep", "--data-dir", server.data, given=changed)
    assert done.stdout == "1 record is imported.\nStored records that differ, and are kept: 1.\n", done.stderr
    assert '"new"' in command(server, "export", api_id)
    # The last line may have no end.
    records.write_text(changed.rstrip("\n"))
    done = command(server, "import", api_id, records, "--existing", "replace")
    assert done == "0 records are imported.\nStored records that are replaced: 1.\n"
    exported = command(server, "export", api_id)
    assert '"old"' in exported and '"new"' not in exported
    done = gatehouse("api", "import", api_id, "-", "--data-dir", server.data, given=exported)
    assert done.stdout == "0 records are imported.\n", done.stderr
    for path in (tmp_path, tmp_path / "missing"):
        assert "cannot be read" in refused(server, "import", api_id, path)
    assert "4194304 bytes" in refused(server, "import", api_id, "-", given="x" * 4_300_000)
    command(server, "delete", api_id)


def test_a_command_names_what_the_operator_may_not_mean(server, tmp_path):
    schema = tmp_path / "schema.graphql"
    made = gatehouse(
        "api", "create", "doubtful", "--mode", "userPools", "--mode", "function", "--user-pool", "us-east-1_Unknown01",
        "--authorizer", "doorkeeper", "--data-dir", server.data)
    assert made.returncode == 0, made.stderr
    api_id = made.stdout.splitlines()[0].removeprefix("apiId: ")
    assert "warning: The server has no user pool us-east-1_Unknown01." in made.stderr and "401" in made.stderr
    assert "has no function doorkeeper" in made.stderr
    schema.write_text("type Note @model {\n  id: Missing\n  other: Missing\n}\n")
    reason = refused(server, "push", api_id, schema)
    assert f"The schema {schema} has 3 errors, and is not in use." in reason
    assert f"{schema}:2:" in reason and f"{schema}:3:" in reason
    schema.write_text(
        'type Note @model @auth(rules: [{ allow: owner }]) { id: ID! }\n'
        'type Query { shout: String @function(name: "shout") @auth(rules: [{ allow: private }]) }\n')
    pushed = gatehouse("api", "push", api_id, schema, "--data-dir", server.data)
    assert pushed.returncode == 0 and "us-east-1_Unknown01" in pushed.stderr, pushed.stderr
    assert f"warning: {schema}" in pushed.stderr and "shout" in pushed.stderr
    assert "--days must be a number from 1 to 365" in refused(server, "keys", "create", api_id, "--days", "0")
    assert "nothing to change" in refused(server, "update", api_id)
    assert "--default" in refused(server, "update", api_id)
    other = new_api(server, "other")
    assert json.loads(command(server, "describe", api_id))["isDefault"] is False
    assert command(server, "update", api_id, "--default") == f"{api_id} is updated.\n"
    assert json.loads(command(server, "describe", api_id))["isDefault"] is True
    for each in (api_id, other):
        command(server, "delete", each)

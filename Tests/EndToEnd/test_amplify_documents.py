# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What Amplify's clients send to a data API: the documents of amplify-swift, and the frames of amplify-js."""
import base64
import datetime
import json
import uuid

import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest

from data_api import Realtime, credentials_of, data_server, execute, push

SCHEMA = """
type TodoList @model @auth(rules: [{ allow: owner }]) { name: String items: [Todo] @hasMany }
type Todo @model @auth(rules: [{ allow: owner }, { allow: public }, { allow: public, provider: iam }]) {
  title: String!
  done: Boolean
  list: TodoList @belongsTo
  notes: [Note] @hasMany
  place: Place
}
type Note @model @auth(rules: [{ allow: owner }]) { text: String todo: Todo @belongsTo }
type Place { city: String }
enum Kind { CAT DOG }
type Item @model @auth(rules: [{ allow: owner }]) { code: String! @primaryKey title: String }
type Pet @model @auth(rules: [{ allow: owner }]) {
  kind: Kind! @primaryKey(sortKeyFields: ["number", "at"])
  number: Int!
  at: AWSDateTime!
}
"""
TIME = "2026-01-01T00:00:00.000Z"


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    with data_server(tmp_path_factory.mktemp("amplify"), SCHEMA) as server:
        tokens = server.make_user("alice")
        server.alice = {"Authorization": tokens["AccessToken"]}
        yield server


@pytest.fixture(scope="module")
def synced(api):
    """The path of an API with versions, as an app with DataStore has it."""
    appsync, pool = api.client("appsync"), api.outputs["auth"]["user_pool_id"]
    made = appsync.create_graphql_api(
        name="synced", authenticationType="AMAZON_COGNITO_USER_POOLS",
        userPoolConfig={"userPoolId": pool, "awsRegion": "us-east-1", "defaultAction": "ALLOW"},
        additionalAuthenticationProviders=[{"authenticationType": "API_KEY"}, {"authenticationType": "AWS_IAM"}],
        tags={"gatehouse:conflict-handler": "AUTOMERGE"})["graphqlApi"]
    assert push(appsync, made["apiId"], SCHEMA)["status"] == "SUCCESS"
    return f"/apis/{made['apiId']}/graphql"


def data(api, document, variables=None, path="/graphql"):
    """The data of Alice's request; amplify-swift adds these headers to the token."""
    headers = {
        **api.alice, "content-type": "application/json", "cache-control": "no-store",
        "X-Amz-Date": "19700101T000000Z", "user-agent": "amplify-swift/2.60.1"}
    answer = execute(api, document, headers, variables, path)
    assert "errors" not in answer, answer
    return answer["data"]


# amplify-swift

SELECTION = """
id
createdAt
done
place {
  city
  __typename
}
title
updatedAt
todoListItemsId
list {
  id
  __typename
}
__typename
"""
SYNCED = SELECTION.replace("list {\n  id", "list {\n  id\n  _deleted") + "owner\n_version\n_deleted\n_lastChangedAt\n"


def test_the_documents_of_a_client_without_datastore(api):
    made = data(api, "mutation CreateTodoList($input: CreateTodoListInput!) {\n  createTodoList(input: $input) {\n"
                     "    id\n    name\n    __typename\n  }\n}", {"input": {"id": "l", "name": "Home"}})
    assert made["createTodoList"]["__typename"] == "TodoList"
    todo = {"id": "t", "title": "Milk", "done": False, "todoListItemsId": "l", "place": {"city": "Rome"}}
    create = f"mutation CreateTodo($input: CreateTodoInput!) {{ createTodo(input: $input) {{ {SELECTION} }} }}"
    created = data(api, create, {"input": todo})["createTodo"]
    assert created["title"] == "Milk" and created["place"] == {"city": "Rome", "__typename": "Place"}

    found = data(api, f"query GetTodo($id: ID!) {{ getTodo(id: $id) {{ {SELECTION} }} }}", {"id": "t"})["getTodo"]
    assert found == {**created, "list": {"id": "l", "__typename": "TodoList"}}

    page = f"{{ items {{ {SELECTION} }} nextToken }}"
    for variables, declared, given in [
        ({"limit": 1000}, "$limit: Int", "limit: $limit"),
        ({"limit": 1000, "filter": {"and": [{"title": {"beginsWith": "Mi"}}, {"not": {"done": {"eq": True}}}]}},
         "$filter: ModelTodoFilterInput, $limit: Int", "filter: $filter, limit: $limit"),
        ({"limit": 1000, "filter": {"todoListItemsId": {"eq": "l"}}, "nextToken": None},
         "$filter: ModelTodoFilterInput, $limit: Int, $nextToken: String",
         "filter: $filter, limit: $limit, nextToken: $nextToken"),
    ]:
        listed = data(api, f"query ListTodos({declared}) {{ listTodos({given}) {page} }}", variables)["listTodos"]
        assert listed == {"items": [found], "nextToken": None}

    # An included relation without arguments, as models of lazy loading select it.
    noted = data(api, "mutation CreateNote($input: CreateNoteInput!) { createNote(input: $input) { id __typename } }",
                 {"input": {"text": "note", "todoNotesId": "t"}})["createNote"]
    included = data(api, "query GetTodo($id: ID!) { getTodo(id: $id) { id notes { items { id text __typename } } } }",
                    {"id": "t"})
    assert included["getTodo"]["notes"]["items"] == [{"id": noted["id"], "text": "note", "__typename": "Note"}]

    both = ("($condition: ModelTodoConditionInput, $input: {}!) {{"
            " {}(condition: $condition, input: $input) {{ {} }} }}")
    changed = data(api, "mutation UpdateTodo" + both.format("UpdateTodoInput", "updateTodo", SELECTION), {
        "condition": {"title": {"eq": "Milk"}},
        "input": {"id": "t", "title": "Bread", "done": None, "todoListItemsId": None, "place": None}})["updateTodo"]
    assert (changed["title"], changed["done"], changed["place"], changed["list"]) == ("Bread", None, None, None)
    removed = data(api, "mutation DeleteTodo" + both.format("DeleteTodoInput", "deleteTodo", SELECTION),
                   {"input": {"id": "t"}})["deleteTodo"]
    assert removed["id"] == "t"


def test_the_documents_of_keys(api):
    data(api, "mutation CreateItem($input: CreateItemInput!) { createItem(input: $input) { code } }",
         {"input": {"code": "A", "title": "a"}})
    found = data(api, "query GetItem($code: ID!) { getItem(code: $code) { code title __typename } }", {"code": "A"})
    assert found["getItem"] == {"code": "A", "title": "a", "__typename": "Item"}
    data(api, "mutation CreatePet($input: CreatePetInput!) { createPet(input: $input) { kind } }",
         {"input": {"kind": "DOG", "number": 3, "at": TIME}})
    inline = f'query GetPet {{ getPet(at: "{TIME}", kind: "DOG", number: 3) {{ kind number at __typename }} }}'
    assert data(api, inline)["getPet"] == {"kind": "DOG", "number": 3, "at": TIME, "__typename": "Pet"}
    removed = data(api, "mutation DeletePet($input: DeletePetInput!) { deletePet(input: $input) { number } }",
                   {"input": {"kind": "DOG", "number": "3", "at": TIME}})
    assert removed["deletePet"] == {"number": 3}


def test_the_documents_of_datastore(api, synced):
    def ask(document, **variables):
        return data(api, document, variables, synced)

    sync = ("query SyncTodos($filter: ModelTodoFilterInput, $lastSync: AWSTimestamp, $limit: Int, $nextToken: String) {"
            " syncTodos(filter: $filter, lastSync: $lastSync, limit: $limit, nextToken: $nextToken) {"
            f" items {{ {SYNCED} }} nextToken startedAt }} }}")
    first = ask(sync, limit=1000)["syncTodos"]
    assert first["items"] == [] and first["nextToken"] is None and first["startedAt"] > 1_700_000_000_000

    subscribe = f"subscription OnCreateTodo($owner: String!) {{ onCreateTodo(owner: $owner) {{ {SYNCED} }} }}"
    with Realtime(api, api.alice, path=synced + "/realtime") as connection:
        connection.begin()
        request = json.dumps({"query": subscribe, "variables": {"owner": "alice"}})
        assert connection.start("1", None, api.alice, request)["type"] == "start_ack"
        ask("mutation CreateTodoList($input: CreateTodoListInput!) { createTodoList(input: $input) { id _version } }",
            input={"id": "l"})
        create = f"mutation CreateTodo($input: CreateTodoInput!) {{ createTodo(input: $input) {{ {SYNCED} }} }}"
        made = ask(create, input={"id": "t", "title": "Milk", "todoListItemsId": "l"})["createTodo"]
        assert (made["_version"], made["_deleted"], made["owner"]) == (1, None, "alice")
        assert connection.receive() == {"type": "data", "id": "1", "payload": {"data": {"onCreateTodo": made}}}

    update = ("mutation UpdateTodo($condition: ModelTodoConditionInput, $input: UpdateTodoInput!) {"
              f" updateTodo(condition: $condition, input: $input) {{ {SYNCED} }} }}")
    assert ask(update, input={"id": "t", "title": "Bread", "_version": 1})["updateTodo"]["_version"] == 2
    delete = f"mutation DeleteTodo($input: DeleteTodoInput!) {{ deleteTodo(input: $input) {{ {SYNCED} }} }}"
    removed = ask(delete, input={"id": "t", "_version": 2})["deleteTodo"]
    assert (removed["_version"], removed["_deleted"]) == (3, True)
    changes = ask(sync, limit=1000, lastSync=first["startedAt"], filter={"and": [{"title": {"eq": "Bread"}}]})
    item, = changes["syncTodos"]["items"]
    assert (item["id"], item["_version"], item["_deleted"]) == ("t", 3, True)


# amplify-js

FIXED_HEADERS = {
    "accept": "application/json, text/javascript", "content-encoding": "amz-1.0",
    "content-type": "application/json; charset=UTF-8",
}
USER_AGENT = "aws-amplify/6.15.5 api/1 framework/0"


def header_of(api, mode, path, body):
    """The object with which amplify-js authorizes a body, in the order of its members."""
    host = f"localhost:{api.port}"
    match mode:
        case "apiKey":
            now = datetime.datetime.now(datetime.timezone.utc)
            return {"host": host, "x-amz-date": now.strftime("%Y%m%dT%H%M%SZ"), **api.key}
        case "userPool":
            return {**api.alice, "host": host}
        case "iam":
            request = AWSRequest("POST", api.url + path, data=body, headers=FIXED_HEADERS)
            SigV4Auth(credentials_of(api), "appsync", "us-east-1").add_auth(request)
            # The signer of amplify-js returns the names in small letters, with the host.
            return {"host": host, **{name.lower(): value for name, value in request.headers.items()}}
    raise ValueError(mode)


@pytest.mark.parametrize("mode", ["apiKey", "userPool", "iam"])
@pytest.mark.parametrize("custom", ["", "?x-tenant=one&header-of-mine=a%2Bb"])
def test_the_frames_of_amplify_js(api, synced, mode, custom):
    for path in ["/graphql", synced]:
        if mode == "apiKey" and path == synced:
            continue  # This API has no key.
        offer = json.dumps(header_of(api, mode, path + "/connect", "{}"), separators=(",", ":"))
        offered = "header-" + base64.urlsafe_b64encode(offer.encode()).decode().rstrip("=")
        with Realtime(api, {"Origin": "http://localhost:3000"}, path=f"{path}/realtime{custom}",
                      subprotocols=["graphql-ws", offered]) as connection:
            connection.socket.send('{"type":"connection_init"}')
            assert connection.socket.recv() == '{"type":"connection_ack","payload":{"connectionTimeoutMs":300000}}'
            assert connection.socket.recv() == '{"type":"ka"}'

            query = "subscription OnCreateTodo($filter: ModelSubscriptionTodoFilterInput) {\n  onCreateTodo(filter: " \
                    "$filter) {\n    id\n    title\n    __typename\n  }\n}\n"
            variables = {"filter": {"title": {"eq": mode}}}
            request = json.dumps({"query": query, "variables": variables}, separators=(",", ":"))
            id = str(uuid.uuid4())
            start = {
                "id": id,
                "payload": {
                    "data": request,
                    "extensions": {
                        "authorization": {**header_of(api, mode, path, request), "x-amz-user-agent": USER_AGENT}}},
                "type": "start",
            }
            connection.socket.send(json.dumps(start, separators=(",", ":")))
            acknowledged = connection.receive()
            assert acknowledged == {"type": "start_ack", "id": id}
            for title in ["other", mode]:
                create = "mutation CreateTodo($input: CreateTodoInput!) { createTodo(input: $input) { id title } }"
                made = data(api, create, {"input": {"title": title}}, path)["createTodo"]
            event = {"data": {"onCreateTodo": {**made, "__typename": "Todo"}}}
            assert connection.receive() == {"id": id, "type": "data", "payload": event}
            connection.socket.send(json.dumps({"id": id, "type": "stop"}, separators=(",", ":")))
            assert connection.receive() == {"id": id, "type": "complete"}


def test_a_refused_connection_of_amplify_js_has_a_list_with_a_code(api):
    for header, code in [({"host": "localhost", "x-api-key": "da2-wrong"}, 401), ({"host": "localhost"}, 401)]:
        offered = "header-" + base64.urlsafe_b64encode(json.dumps(header).encode()).decode().rstrip("=")
        with Realtime(api, {}, subprotocols=["graphql-ws", offered]) as connection:
            refused = connection.receive()
            assert refused["type"] == "connection_error"
            error, = refused["payload"]["errors"]
            assert error["errorType"] == "UnauthorizedException" and error["errorCode"] == code

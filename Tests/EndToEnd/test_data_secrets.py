# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Attacks on what the rules of a data API hide, with real tokens, keys and signatures over HTTP and WebSockets."""
import datetime
import json

import botocore.auth
import pytest
import requests
from botocore.awsrequest import AWSRequest

from conftest import tokens_of
from data_api import Realtime, credentials_of, data_server, encoded, execute, post, push

SCHEMA = """
type Doc @model @auth(rules: [{ allow: owner }, { allow: groups, groups: ["Admin"] }]) {
  id: ID!
  title: String @index(name: "byTitle", sortKeyFields: ["rank"], queryField: "docsByTitle")
  rank: Int
  owner: String
  salary: Int @auth(rules: [{ allow: groups, groups: ["Admin"] }])
  pages: [Page] @hasMany
  tags: [Tag] @manyToMany(relationName: "DocTags")
}
type Page @model @auth(rules: [{ allow: private }]) { id: ID! text: String doc: Doc @belongsTo }
type Tag @model @auth(rules: [{ allow: owner }]) {
  id: ID!
  name: String
  docs: [Doc] @manyToMany(relationName: "DocTags")
}
type Team @model @auth(rules: [{ allow: groups, groupsField: "teams" }]) { id: ID! teams: [String] }
type Guest @model @auth(rules: [{ allow: public, provider: iam }]) { id: ID! text: String }
type Open @model @auth(rules: [{ allow: public }]) { id: ID! text: String }
"""


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    with data_server(tmp_path_factory.mktemp("secrets"), SCHEMA) as server:
        yield server
        assert server.process.poll() is None


@pytest.fixture(scope="module")
def pool(api):
    return api.outputs["auth"]["user_pool_id"]


@pytest.fixture(scope="module")
def tokens(api, pool):
    """The tokens of the owner, of another user, and of an administrator."""
    users = api.client("cognito-idp")
    for group in ("Admin", "red"):
        users.create_group(UserPoolId=pool, GroupName=group)
    found = {name: api.make_user(name) for name in ("alice", "bob")}
    api.make_user("carol")
    users.admin_add_user_to_group(UserPoolId=pool, Username="carol", GroupName="Admin")
    found["carol"] = sign_in(api, "carol")
    return found


@pytest.fixture(scope="module")
def callers(tokens):
    return {name: {"Authorization": found["AccessToken"]} for name, found in tokens.items()}


@pytest.fixture(scope="module")
def records(api, callers):
    """Records of Alice, which Bob attacks, and one of Bob."""
    for number in range(3):
        query = 'mutation ($i: CreateDocInput!) { createDoc(input: $i) { id } }'
        values = {"id": f"a{number}", "title": "secret", "rank": number}
        assert "errors" not in execute(api, query, callers["alice"], {"i": values})
    salary = 'mutation { updateDoc(input: {id: "a0", salary: 1000}) { id } }'
    assert "errors" not in execute(api, salary, callers["carol"])
    for query in [
        'mutation { createTag(input: {id: "t", name: "hers"}) { id } }',
        'mutation { createPage(input: {id: "p", text: "x", docPagesId: "a0"}) { id } }',
    ]:
        assert "errors" not in execute(api, query, callers["alice"])
    for query in [
        'mutation { createDoc(input: {id: "b0", title: "own", rank: 1}) { id } }',
        'mutation { createDocTags(input: {id: "j", docId: "b0", tagId: "t"}) { id } }',
    ]:
        assert "errors" not in execute(api, query, callers["bob"])


def sign_in(api, name):
    return tokens_of(api.client("cognito-idp", signed=False), api.outputs["auth"]["user_pool_client_id"], name)


def kinds(answer):
    return [error["errorType"] for error in answer.get("errors", [])]


# Searching


@pytest.mark.parametrize("field", [
    'listDocs(filter: {title: {eq: "secret"}})', "listDocs(filter: {not: {rank: {gt: 5}}}, limit: 1)",
    'docsByTitle(title: "secret")', 'docsByTitle(title: "secret", rank: {ge: 0}, sortDirection: DESC, limit: 1)',
    'listDocs(filter: {owner: {eq: "alice"}})', 'listDocs(filter: {or: [{id: {beginsWith: "a"}}]})',
])
def test_a_search_tells_nothing_of_foreign_records(api, callers, records, field):
    answer = execute(api, f"{{ page: {field} {{ items {{ id title }} nextToken }} }}", callers["bob"])
    own = [item for item in answer["data"]["page"]["items"] if item["id"] != "b0"]
    assert (own, answer["data"]["page"]["nextToken"], kinds(answer)) == ([], None, [])


@pytest.mark.parametrize("document", [
    "{ listDocs(filter: {salary: {gt: 5}}) { items { id } } }",
    '{ docsByTitle(title: "secret", filter: {not: {salary: {attributeExists: false}}}) { items { id } } }',
    'mutation { updateDoc(input: {id: "a0", rank: 0}, condition: {salary: {eq: 1000}}) { id } }',
    'mutation { updateDoc(input: {id: "a0", rank: 0}, condition: {salary: {ne: 1000}}) { id } }',
    'mutation { deleteDoc(input: {id: "a0"}, condition: {salary: {eq: 1}}) { id } }',
])
def test_an_owner_finds_no_hidden_field_by_searching(api, callers, records, document):
    answer = execute(api, document, callers["alice"])
    assert kinds(answer) == ["Unauthorized"]
    assert "1000" not in json.dumps(answer)


def test_a_hidden_field_is_in_no_answer_and_no_event(api, callers, records):
    read = execute(api, '{ getDoc(id: "a0") { title salary } }', callers["alice"])
    assert read["data"] == {"getDoc": {"title": "secret", "salary": None}} and kinds(read) == ["Unauthorized"]
    with Realtime(api, callers["alice"]) as connection:
        connection.begin()
        refused = connection.start(
            "1", "subscription { onUpdateDoc(filter: {salary: {gt: 1}}) { id } }", callers["alice"])
        assert refused["payload"]["errors"][0]["errorType"] == "Unauthorized"
        started = connection.start("2", "subscription { onUpdateDoc { id salary } }", callers["alice"])
        assert started["type"] == "start_ack"
        execute(api, 'mutation { updateDoc(input: {id: "a0", salary: 1000}) { id salary } }', callers["carol"])
        assert connection.receive()["payload"]["data"] == {"onUpdateDoc": {"id": "a0", "salary": None}}


# One record


@pytest.mark.parametrize("document", [
    "mutation ($id: ID!) { updateDoc(input: {id: $id, rank: 9}) { title } }",
    'mutation ($id: ID!) { updateDoc(input: {id: $id, rank: 9}, condition: {title: {eq: "secret"}}) { title } }',
    "mutation ($id: ID!) { deleteDoc(input: {id: $id}) { title } }",
])
def test_a_change_answers_the_same_for_foreign_and_missing_records(api, callers, records, document):
    foreign, missing = (execute(api, document, callers["bob"], {"id": id}) for id in ("a0", "none"))
    assert foreign == missing and kinds(foreign) == ["Unauthorized"]


@pytest.mark.parametrize("owner", ["alice", "Bob", "BOB", " bob", "bob ", "", None, "sub::bob", "x::bob", "bob::alice",
                                   ["bob"], {"eq": "bob"}, "bo\u0000b", "bob\u200d"])
def test_an_owner_is_not_set_by_hand(api, callers, records, owner):
    document = "mutation ($i: CreateDocInput!) { createDoc(input: $i) { id owner } }"
    answer = post(api, document, callers["bob"], {"i": {"id": "forged", "owner": owner}})
    assert answer.status_code in (200, 400)
    assert answer.json().get("errors") and not (answer.json().get("data") or {}).get("createDoc")
    assert execute(api, '{ getDoc(id: "forged") { id } }', callers["carol"]) == {"data": {"getDoc": None}}


@pytest.mark.parametrize("field, path", [
    ('getPage(id: "p") { doc { title } }', ["getPage", "doc"]),
    ('getDoc(id: "b0") { tags { items { tag { name docs { items { id } } } } } }',
     ["getDoc", "tags", "items", 0, "tag"]),
])
def test_a_relation_leads_around_no_rule(api, callers, records, field, path):
    answer = execute(api, f"{{ {field} }}", callers["bob"])
    assert [error["path"] for error in answer["errors"]] == [path] and kinds(answer) == ["Unauthorized"]
    assert "hers" not in json.dumps(answer) and "secret" not in json.dumps(answer)


# Tokens of pages


def test_a_token_of_a_page_serves_its_list_its_caller_and_its_api_alone(api, callers, records):
    first = execute(api, "{ listDocs(limit: 1) { nextToken } }", callers["alice"])["data"]["listDocs"]["nextToken"]
    document = "query ($t: String) { page: FIELD { items { id } nextToken } }"
    for field, caller, token, is_valid in [
        ("listDocs(limit: 2, nextToken: $t)", "alice", first, True),
        ("listDocs(limit: 2, nextToken: $t)", "bob", first, False),
        ("listDocs(limit: 2, nextToken: $t)", "carol", first, False),
        ("listDocs(nextToken: $t, filter: {rank: {ge: 0}})", "alice", first, False),
        ('docsByTitle(title: "secret", nextToken: $t)', "alice", first, False),
        ("listPages(nextToken: $t)", "alice", first, False),
        ("listDocs(nextToken: $t)", "alice", first[:-1], False),
        ("listDocs(nextToken: $t)", "alice", first[::-1], False),
        ("listDocs(nextToken: $t)", "alice", "", False), ("listDocs(nextToken: $t)", "alice", "null", False),
    ]:
        answer = execute(api, document.replace("FIELD", field), callers[caller], {"t": token})
        assert kinds(answer) == ([] if is_valid else ["BadRequest"]), (field, caller)


def test_the_key_of_another_api_opens_nothing(api):
    appsync = api.client("appsync")
    other = appsync.create_graphql_api(name="other", authenticationType="API_KEY")["graphqlApi"]
    assert push(appsync, other["apiId"], SCHEMA.splitlines()[-1])["status"] == "SUCCESS"
    key = {"x-api-key": appsync.create_api_key(apiId=other["apiId"])["apiKey"]["id"]}
    path = f"/apis/{other['apiId']}/graphql"
    query = "{ listOpens { items { id } } }"
    for headers, where, status in [
        (key, path, 200), (key, "/graphql", 401), (api.key, path, 401), (api.key, "/graphql", 200),
    ]:
        assert post(api, query, headers, path=where).status_code == status
    assert post(api, query, api.key, path="/apis/" + "a" * 26 + "/graphql").status_code == 404
    appsync.delete_graphql_api(apiId=other["apiId"])
    assert post(api, query, key, path=path).status_code == 404


# Credentials


def test_of_several_credentials_the_key_decides_and_no_other_one_helps(api, callers, tokens):
    own, opens = "{ listDocs { items { id } } }", "{ listOpens { items { id } } }"
    assert kinds(execute(api, own, {**api.key, **callers["alice"]})) == ["Unauthorized"]
    assert kinds(execute(api, opens, {**api.key, **callers["alice"]})) == []
    assert post(api, own, {"x-api-key": "da2-" + "a" * 26, **callers["alice"]}).status_code == 401
    assert post(api, own, {"Authorization": tokens["alice"]["RefreshToken"]}).status_code == 401
    head, claims, signature = tokens["alice"]["AccessToken"].split(".")
    none = encoded({"alg": "none"}).rstrip("=")
    for forged in [f"{none}.{claims}.", f"{none}.{claims}.{signature}", f"{head}.{claims}.", f"{head}.{claims}.AAAA"]:
        assert post(api, own, {"Authorization": forged}).status_code == 401
    twice = requests.Request("POST", api.url + "/graphql", json={"query": own}).prepare()
    twice.headers["Authorization"] = callers["alice"]["Authorization"] + ", " + callers["bob"]["Authorization"]
    assert requests.Session().send(twice).status_code == 401


@pytest.mark.parametrize("service, region, host, path, minutes", [
    ("execute-api", "us-east-1", None, "/graphql", 0), ("appsync", "eu-west-1", None, "/graphql", 0),
    ("appsync", "us-east-1", "evil.example", "/graphql", 0), ("appsync", "us-east-1", None, "/graphql/realtime", 0),
    ("appsync", "us-east-1", None, "/graphql", -20), ("appsync", "us-east-1", None, "/graphql", 20),
])
def test_a_signature_for_something_else_is_refused(api, monkeypatch, service, region, host, path, minutes):
    body = json.dumps({"query": "{ listGuests { items { id } } }"})
    now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
    if minutes:
        monkeypatch.setattr(botocore.auth, "get_current_datetime", lambda remove_tzinfo=True: now.replace(tzinfo=None))
    url = api.url if host is None else f"http://{host}"
    request = AWSRequest("POST", url + path, data=body, headers={"content-type": "application/json"})
    botocore.auth.SigV4Auth(credentials_of(api), service, region).add_auth(request)
    if minutes:
        assert request.headers["X-Amz-Date"] == now.strftime("%Y%m%dT%H%M%SZ")
    assert requests.post(api.url + "/graphql", data=body, headers=dict(request.headers)).status_code == 403


def test_contradictory_credentials_of_a_connection_open_nothing(api, callers):
    header = encoded({"host": "localhost", **api.key})
    wrong = encoded({"host": "localhost", "x-api-key": "da2-" + "a" * 26})
    for path in [
        f"/graphql/realtime?header={header}&header={wrong}&payload=e30=",
        f"/graphql/realtime?header={wrong}&payload=e30=",
        f"/graphql/realtime?header={header}&header={header}&payload=e30=",
    ]:
        with Realtime(api, api.key, path=path) as connection:
            assert connection.receive()["type"] == "connection_error"
    offer = "header-" + wrong.replace("+", "-").replace("/", "_").rstrip("=")
    with Realtime(api, api.key, subprotocols=["graphql-ws", offer]) as connection:
        assert connection.receive()["type"] == "connection_error"
    with Realtime(api, api.key) as connection:
        connection.begin()
        refused = connection.start("1", "subscription { onCreateDoc { id } }", {**api.key, **callers["alice"]})
        assert refused["payload"]["errors"][0]["errorType"] == "Unauthorized"


# Subscriptions that outlive what authorized them


def test_a_subscription_ends_with_its_session_its_key_and_its_group(api, pool, tokens):
    users, appsync = api.client("cognito-idp"), api.client("appsync")
    api.make_user("dora")
    users.admin_add_user_to_group(UserPoolId=pool, Username="dora", GroupName="red")
    session = {"Authorization": sign_in(api, "dora")["AccessToken"]}
    id, = [found["apiId"] for found in appsync.list_graphql_apis()["graphqlApis"] if found["name"] != "other"]
    key = {"x-api-key": appsync.create_api_key(apiId=id)["apiKey"]["id"]}
    with Realtime(api, session) as connection:
        connection.begin()
        for number, query, caller in [
            ("team", "subscription { onCreateTeam { id } }", session),
            ("key", "subscription { onCreateOpen { id } }", key),
        ]:
            assert connection.start(number, query, caller) == {"type": "start_ack", "id": number}
        appsync.delete_api_key(apiId=id, id=key["x-api-key"])
        ended = connection.receive()
        assert (ended["type"], ended["id"]) == ("error", "key")
        assert ended["payload"]["errors"][0]["errorType"] == "UnauthorizedException"
        users.admin_remove_user_from_group(UserPoolId=pool, Username="dora", GroupName="red")
        ended = connection.receive()
        assert (ended["type"], ended["id"]) == ("error", "team")
        assert connection.start("own", "subscription { onCreateDoc { id } }", session)["type"] == "start_ack"
        users.admin_user_global_sign_out(UserPoolId=pool, Username="dora")
        ended = connection.receive()
        assert (ended["type"], ended["id"]) == ("error", "own")
        assert connection.start("late", "subscription { onCreateDoc { id } }", session)["type"] == "error"


# APIs of their own


def test_an_api_hides_that_foreign_records_exist(api, pool, callers):
    appsync = api.client("appsync")
    made = appsync.create_graphql_api(
        name="other", authenticationType="AMAZON_COGNITO_USER_POOLS", tags={"gatehouse:hide-foreign-records": "true"},
        userPoolConfig={"userPoolId": pool, "awsRegion": "us-east-1", "defaultAction": "ALLOW"})["graphqlApi"]
    schema = "type Secret @model @auth(rules: [{ allow: owner }]) { id: ID! text: String }"
    assert push(appsync, made["apiId"], schema)["status"] == "SUCCESS"

    def ask(query, caller):
        return execute(api, query, callers[caller], path=f"/apis/{made['apiId']}/graphql")

    create = 'mutation { createSecret(input: {id: "a", text: "x"}) { id } }'
    assert ask(create, "alice") == {"data": {"createSecret": {"id": "a"}}}
    get = '{ getSecret(id: "ID") { text } }'
    assert ask(get.replace("ID", "a"), "alice") == {"data": {"getSecret": {"text": "x"}}}
    assert ask(get.replace("ID", "a"), "bob") == ask(get.replace("ID", "none"), "bob") == {"data": {"getSecret": None}}
    assert kinds(ask(create, "bob")) == ["DynamoDB:ConditionalCheckFailedException"]
    appsync.delete_graphql_api(apiId=made["apiId"])


def test_a_domain_is_that_of_one_api_and_opens_no_host_to_a_server_for_developers(api):
    appsync = api.client("appsync")
    tags = {"gatehouse:domain": "data.example.com"}
    made = appsync.create_graphql_api(name="other", authenticationType="API_KEY", tags=tags)["graphqlApi"]
    with pytest.raises(appsync.exceptions.BadRequestException, match=made["apiId"]):
        appsync.create_graphql_api(name="other", authenticationType="API_KEY", tags=tags)
    for domain in ("Data.example.com", "data", "a..b", "a.com:443", "x.amazonaws.com", "-a.com", ""):
        with pytest.raises(appsync.exceptions.BadRequestException):
            appsync.tag_resource(resourceArn=made["arn"], tags={"gatehouse:domain": domain})
    refused = post(api, "{ listOpens { items { id } } }", {**api.key, "Host": "data.example.com"})
    assert refused.status_code == 403
    appsync.delete_graphql_api(apiId=made["apiId"])

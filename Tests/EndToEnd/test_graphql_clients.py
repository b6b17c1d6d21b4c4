# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The data API with the GraphQL programs of others: `graphql-core` checks the schema, `gql` is a client of AppSync."""
import asyncio

import pytest
from botocore.credentials import Credentials
from gql import Client, GraphQLRequest, gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.appsync_auth import (
    AppSyncApiKeyAuthentication,
    AppSyncIAMAuthentication,
    AppSyncJWTAuthentication,
)
from gql.transport.appsync_websockets import AppSyncWebsocketsTransport
from gql.transport.exceptions import TransportQueryError, TransportServerError
from graphql import build_client_schema, build_schema, get_introspection_query, parse, validate, validate_schema

from data_api import credentials_of, data_server, execute

SCHEMA = """
type Note @model @auth(rules: [
  { allow: owner }, { allow: public }, { allow: private, provider: iam }, { allow: public, provider: iam }
]) {
  id: ID!
  text: String! @index(name: "byText", sortKeyFields: ["rank"], queryField: "notesByText")
  rank: Int @default(value: "1")
  kind: Kind
  place: Place
  parts: [Part] @hasMany
}
type Part @model @auth(rules: [{ allow: owner }, { allow: public }]) {
  number: Int
  at: AWSDateTime
  note: Note @belongsTo
}
type Place { city: String! inner: Place }
enum Kind { LONG SHORT }
type Secret @model @auth(rules: [{ allow: owner }]) { text: String }
"""


def creation(text):
    document = "mutation ($text: String!) { createNote(input: {text: $text}) { id text owner } }"
    return GraphQLRequest(document, variable_values={"text": text})


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    with data_server(tmp_path_factory.mktemp("clients"), SCHEMA) as server:
        server.host = f"localhost:{server.port}"
        server.tokens = server.make_user("alice")
        yield server


@pytest.fixture(scope="module")
def schema(api):
    """What `graphql-core` makes of the answer to its own query of introspection."""
    query = get_introspection_query(
        descriptions=True, specified_by_url=True, directive_is_repeatable=True, schema_description=True,
        input_value_deprecation=True)
    answer = execute(api, query, api.key)
    assert "errors" not in answer
    return build_client_schema(answer["data"])


def authentication(api, mode):
    match mode:
        case "key":
            return AppSyncApiKeyAuthentication(api.host, api.key["x-api-key"])
        case "access token":
            return AppSyncJWTAuthentication(api.host, api.tokens["AccessToken"])
        case "ID token":
            return AppSyncJWTAuthentication(api.host, api.tokens["IdToken"])
        case "guest":
            return AppSyncIAMAuthentication(api.host, region_name="us-east-1", credentials=credentials_of(api))
    raise ValueError(mode)


MODES = pytest.mark.parametrize("mode", ["key", "access token", "ID token", "guest"])


def over_http(api, mode, **options):
    transport = AIOHTTPTransport(url=api.url + "/graphql", auth=authentication(api, mode))
    return Client(transport=transport, **options)


def over_a_socket(api, auth):
    url = api.url.replace("http", "ws", 1) + "/graphql"
    return Client(transport=AppSyncWebsocketsTransport(url=url, auth=auth, connect_args={"proxy": None}))


# graphql-core


def test_the_schema_is_valid(schema):
    assert validate_schema(schema) == []
    assert {"Note", "ModelNoteConnection", "CreateNoteInput", "ModelSortDirection"} <= schema.type_map.keys()
    assert schema.query_type.fields["getNote"].args.keys() == {"id"}
    assert str(schema.mutation_type.fields["createNote"].args["input"].type) == "CreateNoteInput!"


def test_the_text_of_the_schema_is_the_same_schema(api, schema):
    appsync = api.client("appsync")
    api_id = appsync.list_graphql_apis()["graphqlApis"][0]["apiId"]
    for with_directives in [True, False]:
        text = appsync.get_introspection_schema(apiId=api_id, format="SDL", includeDirectives=with_directives)
        written = build_schema(text["schema"].read().decode())
        assert validate_schema(written) == []
        for name, type in written.type_map.items():
            fields = {field: str(each.type) for field, each in getattr(type, "fields", {}).items()}
            shown = getattr(schema.type_map.get(name), "fields", {})
            assert fields == {field: str(each.type) for field, each in shown.items()}, name


@pytest.mark.parametrize("is_valid, document", [
    (True, "{ listNotes { items { id text place { city inner { city } } } nextToken } }"),
    (True, "query q($id: ID!) { getNote(id: $id) { ...f } } fragment f on Note { text parts { items { number } } }"),
    (True, "{ a: getNote(id: \"1\") { __typename } b: getNote(id: \"2\") { text } }"),
    (True, "{ notesByText(text: \"a\", rank: { between: [1, 2] }, sortDirection: DESC) { items { rank } } }"),
    (True, "{ listNotes(filter: { or: [{ kind: { eq: LONG } }, { not: { rank: { gt: 3 } } }] }) { nextToken } }"),
    (True, "mutation { createPart(input: { at: \"2026-01-01T00:00:00Z\" }) { id note { text } } }"),
    (True, "query q($deep: Boolean!) { listNotes { items { id @skip(if: $deep) ... @include(if: $deep) { text } } } }"),
    (True, "{ __type(name: \"Note\") { fields { name type { kind ofType { name } } } } }"),
    (False, "{ listNotes }"),
    (False, "{ listNotes { items { none } } }"),
    (False, "{ getNote { id } }"),
    (False, "{ getNote(id: \"1\", id: \"2\") { id } }"),
    (False, "{ getNote(id: { a: 1 }) { id } }"),
    (False, "{ getNote(id: $id) { id } }"),
    (False, "query q($id: ID!) { listNotes { nextToken } }"),
    (False, "{ getNote(id: \"1\") { id { x } } }"),
    (False, "{ getNote(id: \"1\") { a: text a: id } }"),
    (False, "{ getNote(id: \"1\") { ...f } }"),
    (False, "{ getNote(id: \"1\") { ...f } } fragment f on Part { id }"),
    (False, "{ getNote(id: \"1\") { ...f } } fragment f on Note { ...f }"),
    (False, "{ getNote(id: \"1\") { id @unknown } }"),
    (False, "{ getNote(id: \"1\") { id @skip } }"),
    (False, "{ listNotes(filter: { kind: { eq: WIDE } }) { nextToken } }"),
    (False, "{ listNotes(filter: { parts: { eq: 1 } }) { nextToken } }"),
    (False, "{ listNotes(limit: 3000000000) { nextToken } }"),
    (False, "query q($kind: ModelNoteConnection) { listNotes { nextToken } }"),
    (False, "mutation { createNote(input: { rank: 1 }) { id } }"),
    (False, "subscription { onCreateNote { id } onUpdateNote { id } }"),
])
def test_a_document_is_valid_for_both_or_for_none(api, schema, is_valid, document):
    assert (validate(schema, parse(document)) == []) == is_valid
    answer = execute(api, document, api.key, {"id": "1", "deep": True})
    refusals = [error for error in answer.get("errors", []) if error["path"] is None]
    assert (refusals == []) == is_valid, answer


# gql


@MODES
def test_a_client_reads_the_schema_and_is_held_to_it(api, mode):
    client = over_http(api, mode, fetch_schema_from_transport=True)
    made = client.execute(creation(mode))["createNote"]
    assert made["text"] == mode and made["owner"] == ("alice" if "token" in mode else None)
    page = client.execute(gql("{ listNotes(limit: 1000) { items { id } } }"))["listNotes"]
    assert made["id"] in [each["id"] for each in page["items"]]
    # The client refuses this one itself, by the schema that it has read.
    with pytest.raises(Exception, match="Cannot query field 'none' on type 'Query'"):
        client.execute(gql("{ none }"))


@pytest.mark.parametrize("mode", ["key", "guest"])
def test_a_client_learns_why_a_field_is_refused(api, mode):
    with pytest.raises(TransportQueryError) as refused:
        over_http(api, mode).execute(gql("{ listSecrets { items { id } } listNotes { nextToken } }"))
    error, = refused.value.errors
    assert error["errorType"] == "Unauthorized" and error["path"] == ["listSecrets"]
    assert refused.value.data["listNotes"] is not None


async def events_of(client, create):
    """The first two events of a subscription; creates notes until the client has them."""
    async with client as session:
        stream = session.subscribe(gql("subscription { onCreateNote { id text } }"))
        events = []
        while len(events) < 2:
            waiting = asyncio.ensure_future(anext(stream))
            while not waiting.done():
                await create()
                await asyncio.wait({waiting}, timeout=0.5)
            events.append((await waiting)["onCreateNote"])
        await stream.aclose()
        return events


@MODES
def test_a_client_subscribes(api, mode):
    async def run():
        made = []
        async with over_http(api, mode) as session:
            async def create():
                made.append((await session.execute(creation("event")))["createNote"]["id"])

            events = await events_of(over_a_socket(api, authentication(api, mode)), create)
        assert [each["text"] for each in events] == ["event", "event"]
        places = [made.index(each["id"]) for each in events]
        assert places[1] == places[0] + 1

    asyncio.run(run())


def changed(credentials):
    """The same key with another secret."""
    return Credentials(credentials.access_key, "x" + credentials.secret_key, credentials.token)


@pytest.mark.parametrize("auth", [
    lambda api: AppSyncApiKeyAuthentication(api.host, "da2-wrong"),
    lambda api: AppSyncJWTAuthentication(api.host, api.tokens["AccessToken"][:-4]),
    lambda api: AppSyncIAMAuthentication(api.host, "us-east-1", credentials=changed(credentials_of(api))),
    lambda api: AppSyncIAMAuthentication(api.host, "eu-west-1", credentials=credentials_of(api)),
    lambda api: AppSyncIAMAuthentication("evil.example", "us-east-1", credentials=credentials_of(api)),
])
def test_a_client_with_wrong_credentials_learns_the_reason(api, auth):
    async def run():
        async with over_a_socket(api, auth(api)):
            pass

    with pytest.raises(TransportServerError, match="Exception"):
        asyncio.run(run())


def test_a_subscription_that_the_rules_refuse_ends_with_their_error(api):
    async def run():
        async with over_a_socket(api, authentication(api, "key")) as session:
            async for _ in session.subscribe(gql("subscription { onCreateSecret { id } }")):
                raise AssertionError("The subscription has an event.")

    with pytest.raises(TransportQueryError) as refused:
        asyncio.run(run())
    assert "Not Authorized to access onCreateSecret on type Subscription" in str(refused.value)

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A server with a schema, its requests and signatures, and connections of `graphql-ws`, for tests of data APIs."""
import base64
import json
import time

import requests
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from websockets.sync.client import connect

from conftest import make_user, tokens_of
from gatehouse import Gatehouse


def data_server(folder, schema):
    """`gatehouse dev` with a schema; after its start, it has its outputs and the header with its key."""
    file = folder / "schema.graphql"
    file.write_text(schema)
    return DataServer(folder, environment={"GATEHOUSE_SCHEMA": str(file)})


class DataServer(Gatehouse):
    def start(self, **options):
        super().start(**options)
        self.outputs = json.loads((self.data / "amplify_outputs.json").read_text())
        self.key = {"x-api-key": self.outputs["data"]["api_key"]}
        return self

    def make_user(self, name):
        """The tokens of a new user."""
        auth = self.outputs["auth"]
        make_user(
            self.client("cognito-idp"), auth["user_pool_id"], name, email=f"{name}@example.com", email_verified="true")
        return tokens_of(self.client("cognito-idp", signed=False), auth["user_pool_client_id"], name)


# HTTP


def post(server, query, headers, variables=None, path="/graphql"):
    return requests.post(server.url + path, json={"query": query, "variables": variables or {}}, headers=headers)


def execute(server, query, headers, variables=None, path="/graphql"):
    answer = post(server, query, headers, variables, path)
    assert answer.status_code == 200 and answer.headers["x-amzn-RequestId"]
    return answer.json()


def credentials_of(server, logins=None):
    identities = server.client("cognito-identity", signed=False)
    given = {"Logins": logins} if logins else {}
    identity = identities.get_id(IdentityPoolId=server.outputs["auth"]["identity_pool_id"], **given)["IdentityId"]
    found = identities.get_credentials_for_identity(IdentityId=identity, **given)["Credentials"]
    return Credentials(found["AccessKeyId"], found["SecretKey"], found["SessionToken"])


def signed(server, credentials, body, path="/graphql", host=None, headers=None):
    """The headers of a signature for a body at a path; `host` replaces the host with its port."""
    url = server.url if host is None else f"http://{host}"
    request = AWSRequest("POST", url + path, data=body, headers=headers or {"content-type": "application/json"})
    SigV4Auth(credentials, "appsync", "us-east-1").add_auth(request)
    return dict(request.headers)


def push(appsync, api_id, schema):
    """Takes a schema into use, as tools do: they ask for the status until it is final."""
    assert appsync.start_schema_creation(apiId=api_id, definition=schema.encode())["status"] == "PROCESSING"
    for _ in range(600):
        status = appsync.get_schema_creation_status(apiId=api_id)
        if status["status"] != "PROCESSING":
            return status
        time.sleep(0.05)
    raise AssertionError("The creation of the schema did not end.")


# WebSockets


class Realtime:
    """A connection of `graphql-ws`."""

    def __init__(self, server, headers, **options):
        url = server.url.replace("http", "ws", 1) + options.pop("path", "/graphql/realtime")
        self.opening = connect(
            url, proxy=None, subprotocols=options.pop("subprotocols", ["graphql-ws"]), additional_headers=headers)

    def __enter__(self):
        self.socket = self.opening.__enter__()
        assert self.socket.subprotocol == "graphql-ws"
        return self

    def __exit__(self, *problem):
        self.opening.__exit__(*problem)

    def begin(self):
        self.send(type="connection_init")
        assert self.receive() == {"type": "connection_ack", "payload": {"connectionTimeoutMs": 300_000}}
        assert self.receive() == {"type": "ka"}

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def receive(self):
        return json.loads(self.socket.recv(timeout=300))

    def start(self, id, query, authorization, data=None):
        self.send(type="start", id=id, payload={
            "data": data or json.dumps({"query": query, "variables": {}}),
            "extensions": {"authorization": authorization}})
        return self.receive()


def encoded(value):
    return base64.b64encode(json.dumps(value).encode()).decode()

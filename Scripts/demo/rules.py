# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The story of the common patterns of rules: who reads, who is refused, and who gets the events."""
import contextlib
import json
import pathlib
import time

import requests
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from websockets.sync.client import connect

from federation import equal
from gatehouse import client_of
from person import PATIENCE
from server import Pool
from visitor import PASSWORD

SCHEMA = pathlib.Path(__file__).with_name("rules.graphql")
# The model, its rules in words, the caller that creates a record with which input, and the callers that read it.
PATTERNS = [
    ("Diary", "owners", "ada", {}, {"ada"}),
    ("Task", "owners create, all users read", "ada", {}, {"ada", "grace", "eve"}),
    ("Bill", "owners, and the group Admin", "ada", {}, {"ada", "eve"}),
    ("Article", "owners write, the key reads", "ada", {}, {"ada", "key"}),
    ("Notice", "Admin writes, users read", "eve", {}, {"ada", "grace", "eve"}),
    ("Draft", "owners in a list", "ada", {"editors": ["ada", "grace"]}, {"ada", "grace"}),
    ("Plan", "groups in the record", "eve", {"teams": ["Admin", "Staff"]}, {"eve"}),
    ("Visit", "guests", "guest", {}, {"guest"}),
]
USERS = ("ada", "grace", "eve")


class Callers:
    """The callers of an API: users, of which eve is in the group Admin, a key, a guest, and no credentials."""

    def __init__(self, server, pool, url, key):
        self.url = url
        server.administer("CreateGroup", UserPoolId=pool.id, GroupName="Admin")
        idp = client_of(server.url, "cognito-idp", signed=False)
        self.headers = {"key": {"x-api-key": key}, "nobody": {}}
        for name in USERS:
            pool.add(name, PASSWORD)
            if name == "eve":
                server.administer("AdminAddUserToGroup", UserPoolId=pool.id, Username=name, GroupName="Admin")
            tokens = idp.initiate_auth(
                ClientId=pool.client_id, AuthFlow="USER_PASSWORD_AUTH",
                AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD})
            self.headers[name] = {"Authorization": tokens["AuthenticationResult"]["AccessToken"]}
        outputs = json.loads((server.data / "amplify_outputs.json").read_text())["auth"]
        identities = client_of(server.url, "cognito-identity", signed=False)
        guest = identities.get_id(IdentityPoolId=outputs["identity_pool_id"])["IdentityId"]
        vended = identities.get_credentials_for_identity(IdentityId=guest)["Credentials"]
        self.guest = Credentials(vended["AccessKeyId"], vended["SecretKey"], vended["SessionToken"])

    def ask(self, caller, query, **variables):
        """The data of an answer, and the types of its errors."""
        body = json.dumps({"query": query, "variables": variables})
        if caller == "guest":
            request = AWSRequest("POST", self.url, data=body, headers={"Content-Type": "application/json"})
            SigV4Auth(self.guest, "appsync", "us-east-1").add_auth(request)
            headers = dict(request.headers)
        else:
            headers = self.headers[caller]
        answer = requests.post(self.url, data=body, headers=headers, timeout=PATIENCE).json()
        return answer.get("data"), [error["errorType"] for error in answer.get("errors", [])]

    def create(self, caller, model, **values):
        """Creates a record; returns its id, or the types of the errors."""
        data, errors = self.ask(
            caller, f"mutation ($input: Create{model}Input!) {{ create{model}(input: $input) {{ id text }} }}",
            input={"text": model, **values})
        return errors or data[f"create{model}"]["id"]

    def readers(self, model, record):
        """The callers that read a record; each other one is refused."""
        found = set()
        for caller in (*USERS, "key", "guest", "nobody"):
            data, errors = self.ask(caller, f"query ($id: ID!) {{ get{model}(id: $id) {{ text }} }}", id=record)
            if not errors:
                equal(data, {f"get{model}": {"text": model}})
                found.add(caller)
            else:
                equal(errors, ["UnauthorizedException" if caller == "nobody" else "Unauthorized"])
        return found


class Listener:
    """A caller's subscriptions to the creations of all patterns, on one WebSocket."""

    def __init__(self, callers, caller):
        self.headers = callers.headers[caller]
        self.opening = connect(
            callers.url.replace("http", "ws", 1) + "/realtime", proxy=None, subprotocols=["graphql-ws"],
            additional_headers=self.headers)
        self.refused = set()
        self.events = set()

    def __enter__(self):
        self.socket = self.opening.__enter__()
        self.send(type="connection_init")
        for model, *_ in PATTERNS:
            query = json.dumps({"query": f"subscription {{ onCreate{model} {{ id text }} }}"})
            self.send(type="start", id=model, payload={
                "data": query, "extensions": {"authorization": self.headers}})
        pending = {model for model, *_ in PATTERNS}
        while pending:
            message = self.receive()
            if message["type"] in ("start_ack", "error"):
                pending.remove(message["id"])
                if message["type"] == "error":
                    self.refused.add(message["id"])
        return self

    def __exit__(self, *problem):
        self.opening.__exit__(*problem)

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def receive(self):
        return json.loads(self.socket.recv(timeout=PATIENCE))

    def wait_for(self, models):
        """Reads until the events of these models are there, and then what came before the answer to a ping."""
        while not models <= self.events:
            self.take(self.receive())
        self.socket.ping().wait(PATIENCE)
        with contextlib.suppress(TimeoutError):
            while True:
                self.take(json.loads(self.socket.recv(timeout=0)))

    def take(self, message):
        if message["type"] == "data":
            self.events.add(message["id"])


def new_api(server, pool):
    """An API with the patterns: its id, its address and a key."""
    appsync = client_of(server.url, "appsync")
    api = appsync.create_graphql_api(
        name="rules", authenticationType="AMAZON_COGNITO_USER_POOLS",
        userPoolConfig={"userPoolId": pool.id, "awsRegion": "us-east-1", "defaultAction": "ALLOW"},
        additionalAuthenticationProviders=[{"authenticationType": "API_KEY"}, {"authenticationType": "AWS_IAM"}],
    )["graphqlApi"]
    appsync.start_schema_creation(apiId=api["apiId"], definition=SCHEMA.read_bytes())
    deadline = time.monotonic() + PATIENCE
    while (status := appsync.get_schema_creation_status(apiId=api["apiId"]))["status"] == "PROCESSING":
        if time.monotonic() > deadline:
            raise TimeoutError("the schema is not in use")
        time.sleep(0.05)
    equal(status["status"], "SUCCESS")
    return api["apiId"], api["uris"]["GRAPHQL"], appsync.create_api_key(apiId=api["apiId"])["apiKey"]["id"]


def patterns(table, server, visit):
    """The common patterns of rules, in an API that boto3 creates beside the one of `gatehouse dev`."""
    with table.step("CreateGraphqlApi, StartSchemaCreation", "boto3: a schema with nine patterns of rules"):
        pool = Pool(server, "rules")
        api, url, key = new_api(server, pool)
        callers = Callers(server, pool, url, key)
    matrix = server.run("api", "rules", api)
    print("\n".join(f"    {line}" for line in matrix.splitlines() if line))
    with contextlib.ExitStack() as open_sockets:
        listeners = {name: open_sockets.enter_context(Listener(callers, name)) for name in (*USERS, "key")}
        for model, rules, creator, values, readers in PATTERNS:
            with table.step(f"{model}: {rules}", f"{creator} creates; readers: {', '.join(sorted(readers))}"):
                equal(callers.readers(model, callers.create(creator, model, **values)), readers)
        for name, listener in listeners.items():
            expected = {model for model, *_, readers in PATTERNS if name in readers}
            with table.step(f"subscribe: {name}", ", ".join(sorted(expected))):
                listener.wait_for(expected)
                equal(listener.events, expected)
    writes(table, callers)


def writes(table, callers):
    """What owners and groups may write, and what the rule of a field hides."""
    with table.step("Diary: updateDiary, deleteDiary", "grace, Admin and the key, all refused"):
        record = callers.create("ada", "Diary")
        for caller in ("grace", "eve", "key"):
            for call in ("update", "delete"):
                mutation = f'mutation {{ {call}Diary(input: {{ id: "{record}" }}) {{ id }} }}'
                equal(callers.ask(caller, mutation)[1], ["Unauthorized"])
    with table.step("Bill: createBill for another owner", "Admin may, another user is refused"):
        equal(callers.create("grace", "Bill", owner="ada"), ["Unauthorized"])
        bill = callers.create("eve", "Bill", owner="grace")
        equal(callers.readers("Bill", bill), {"grace", "eve"})
    with table.step("Person: the field salary", "null and an error for others, and no filter by it"):
        person = callers.create("ada", "Person", salary=5000)
        query = "query ($id: ID!) { getPerson(id: $id) { text salary } }"
        equal(callers.ask("ada", query, id=person), ({"getPerson": {"text": "Person", "salary": 5000}}, []))
        equal(callers.ask("grace", query, id=person), (
            {"getPerson": {"text": "Person", "salary": None}}, ["Unauthorized"]))
        found = callers.ask("grace", "{ listPeople(filter: { salary: { gt: 1 } }) { items { id } } }")
        equal(found, ({"listPeople": None}, ["Unauthorized"]))

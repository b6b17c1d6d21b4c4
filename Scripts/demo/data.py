# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Stories about a GraphQL API whose records belong to their owners: Samples/Todos, and requests by hand."""
import json
import pathlib
import urllib.error
import urllib.request

from gatehouse import client_of
from person import Astray, Person
from server_process import PATIENCE
from visitor import PASSWORD

QUERY = "query GetTodo($id: ID!) { getTodo(id: $id) { title } }"


class Owner(Person):
    """A user of Samples/Todos on one device."""

    def __init__(self, program, configuration, device):
        super().__init__([str(program), str(configuration)], {"XDG_DATA_HOME": str(device)})

    def picks(self, word):
        self.types("What now", word)

    def signs_in(self, name):
        self.picks("signIn")
        self.types("User name", name)
        self.hides("Password", PASSWORD)
        self.reads(f"Signed in as {name}")

    def creates(self, title):
        """Creates a todo; returns its id."""
        self.picks("create")
        self.types("Title", title)
        return self.wait_for(rf"Created: {title}, open, id (\S+)").group(1)

    def follows(self):
        self.picks("follow")
        self.reads("Following.")


def asks(url, todo, **headers):
    """Sends a query by hand; returns the status and the answer."""
    body = json.dumps({"query": QUERY, "variables": {"id": todo}}).encode()
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, body, {"Content-Type": "application/json", **names})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def expects(answer, status, error):
    """Compares a refusal: its status, and the type of its first error."""
    found = answer[0], answer[1]["errors"][0]["errorType"]
    if found != (status, error) or (answer[1].get("data") or {}).get("getTodo"):
        raise Astray(f"expected {status} {error}, got {answer}")


def owners(table, server, _visit):
    """The schema `Samples/todos.graphql`, of which `gatehouse dev` made an API."""
    configuration = server.data / "amplify_outputs.json"
    outputs = json.loads(configuration.read_text())
    pool, api = outputs["auth"]["user_pool_id"], outputs["data"]
    admin = client_of(server.url, "cognito-idp")
    for name in ("tom", "eve"):
        admin.admin_create_user(UserPoolId=pool, Username=name, MessageAction="SUPPRESS")
        admin.admin_set_user_password(UserPoolId=pool, Username=name, Password=PASSWORD, Permanent=True)

    todos = pathlib.Path(server.command[0]).with_name("Todos")

    def device(number):
        return Owner(todos, configuration, server.folder / f"todos-{number}")

    with device(1) as tom, device(2) as phone, device(3) as eve, device(4) as tablet:
        with table.step("Amplify.API.mutate: create", "a title; the server adds the owner"):
            tom.signs_in("tom")
            todo = tom.creates("Tea")
        with table.step("Amplify.API.query: get and list", "the id of the todo"):
            tom.picks("read")
            tom.types("Id", todo)
            tom.reads("Read: Tea, open")
            tom.picks("list")
            tom.reads("Todos: 1")
        with table.step("another user is refused", "the same id, read and changed; an empty list"):
            eve.signs_in("eve")
            for word in ("read", "finish"):
                eve.picks(word)
                eve.types("Id", todo)
                eve.reads("Refused")
            eve.picks("list")
            eve.reads("Todos: 0")
        with table.step("an API key is refused", "the header x-api-key"):
            expects(asks(api["url"], todo, x_api_key=api["api_key"]), 200, "Unauthorized")
        with table.step("no key and no token are refused", "a request without credentials"):
            expects(asks(api["url"], todo), 401, "UnauthorizedException")
        with table.step("Amplify.API.subscribe: onCreate", "todos of both users; each gets the own one only"):
            phone.signs_in("tom")
            tablet.signs_in("eve")
            phone.follows()
            tablet.follows()
            tom.creates("Milk")
            eve.creates("Bread")
            phone.reads("Received: Milk")
            tablet.reads("Received: Bread")

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The story of a GraphQL API: Samples/Todos as the app of two users, and requests without one."""
import json
import pathlib
import re
import urllib.error
import urllib.request

from person import PATIENCE, Person
from visitor import PASSWORD

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "Samples/todos.graphql"


class Todos(Person):
    """The sample on a device of its own."""

    def __init__(self, server, device):
        program = pathlib.Path(server.command[0]).with_name("Todos")
        super().__init__(
            [str(program), str(server.data / "amplify_outputs.json")],
            {"XDG_DATA_HOME": str(server.folder / "todos"), "GATEHOUSE_APP_ID": device})

    def does(self, command, **answers):
        """Chooses a command and answers its questions."""
        self.types("What now", command)
        for question, answer in answers.items():
            self.types(question, answer)

    def signs_in(self, name):
        self.does("signIn")
        self.types("User name", name)
        self.hides("Password", PASSWORD)
        self.reads(f"Signed in as {name}")


def refusal(data, **headers):
    """The status and the type of the error for a request by a program without a user."""
    body = json.dumps({"query": "mutation { createTodo(input: {title: \"Mine\"}) { id } }"}).encode()
    request = urllib.request.Request(data["url"], body, {"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            status, content = answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        status, content = error.code, json.load(error)
    return status, content["errors"][0]["errorType"]


def owners(table, server, visit):
    """Records of their owners, in the API of `gatehouse dev --schema`."""
    outputs = json.loads((server.data / "amplify_outputs.json").read_text())
    for name in ("ada-todos", "grace-todos"):
        user = {"UserPoolId": outputs["auth"]["user_pool_id"], "Username": name}
        server.administer(
            "AdminCreateUser", **user, MessageAction="SUPPRESS",
            UserAttributes=[{"Name": "email", "Value": f"{name}@example.com"}])
        server.administer("AdminSetUserPassword", **user, Password=PASSWORD, Permanent=True)
    with Todos(server, "ada-phone") as phone, Todos(server, "ada-tablet") as tablet, Todos(server, "grace") as other:
        with table.step("mutate, query", "by generated models: the owner creates and reads"):
            phone.signs_in("ada-todos")
            phone.does("create", Title="Tea")
            identifier = phone.wait_for(r"Created: Tea, open, id (\S+)").group(1)
            phone.does("read", Id=identifier)
            phone.reads(f"Read: Tea, open, id {identifier}")
        with table.step("hasNextPage, getNextPage", "seven todos, on pages of three"):
            titles = ["Bread", "Eggs", "Flour", "Milk", "Oats", "Salt"]
            phone.does("collect", Name="Shopping", **{"Titles, with commas between them": ", ".join(titles)})
            phone.reads("Created the list Shopping with 6 todos")
            start = phone.read
            phone.does("list")
            pages = int(phone.wait_for(r"Todos: 7 on (\d+) pages").group(1))
            listed = dict(re.findall(r"Todo: (\w+), open, id (\S+)", phone.transcript[start:]))
            if pages < 3 or sorted(listed) != sorted(["Tea", *titles]):
                raise ValueError(f"{pages} pages have {sorted(listed)}")
        with table.step("todo.list, list.todos", "from a todo to its list, and to the todos in it"):
            phone.does("related", Id=listed["Eggs"])
            phone.reads("List: Shopping, with Bread, Eggs, Flour, Milk, Oats, Salt")
            phone.does("related", Id=identifier)
            phone.reads("The todo is in no list.")
        with table.step("query", "another user, who is refused"):
            other.signs_in("grace-todos")
            for command in ("read", "related"):
                other.does(command, Id=listed["Eggs"])
                other.wait_for(
                    r"Refused\r?\nError: [^\n]*containing errors: Not\s+Authorized to access getTodo on type Query")
            other.does("list")
            other.reads("Todos: 0 on ")
        with table.step("POST /graphql", "an API key and no key at all, both refused"):
            found = [refusal(outputs["data"], **{"x-api-key": outputs["data"]["api_key"]}), refusal(outputs["data"])]
            if found != [(200, "Unauthorized"), (401, "UnauthorizedException")]:
                raise ValueError(f"the answers are {found}")
        with table.step("subscribe", "an event of the owner, through a restart of the server"):
            tablet.signs_in("ada-todos")
            tablet.does("follow")
            tablet.reads("Following.")
            server.stop()
            server.start()
            tablet.reads("Following.")
            other.does("create", Title="Coffee")
            other.reads("Created: Coffee")
            phone.does("create", Title="Juice")
            tablet.wait_for(r"Received: Juice, open")
        for app in (phone, tablet, other):
            app.leaves()

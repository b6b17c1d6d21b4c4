# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The commands of the documents, as they are written there, in a shell with the AWS CLI."""
import base64
import json
import os
import pathlib
import sys

import boto3

from chromium import SystemBrowser
from documents import README, ROOT, shell, snippet
from gatehouse import BINARY, PASSWORD
from hosted_pages import Pages
from imports import ended, wait_for
from server_process import ServerProcess

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/demo"))
from person import Person  # noqa: E402

ADMINISTRATOR = {
    "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "ADMINISTRATOR",
    "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": base64.b64encode(os.urandom(30)).decode(),
    "GATEHOUSE_MASTER_KEY": base64.b64encode(os.urandom(32)).decode(),
}


def test_a_server_from_nothing_gets_its_first_pool_and_the_configuration_files(tmp_path):
    with ServerProcess(BINARY, tmp_path, environment=ADMINISTRATOR, mode="serve") as server:
        script = snippet("create-identity-pool").replace("http://localhost:9229", server.url)
        script = script.replace(".build-static/release/gatehouse", BINARY)
        printed = shell(script.replace("--data-dir auth", f"--data-dir {server.data}"), tmp_path, ADMINISTRATOR)
        names = ["amplify_outputs.json", "amplifyconfiguration.json", "awsconfiguration.json"]
        assert [pathlib.Path(line).name for line in printed.splitlines()[-3:]] == names
        outputs = json.loads((tmp_path / names[0]).read_text())
        auth = outputs["auth"]
        assert outputs["custom"]["gatehouse"]["endpoint"] == "https://auth.example.org"
        assert auth["unauthenticated_identities_enabled"] is False
        admin = dict(
            endpoint_url=server.url, region_name=auth["aws_region"], aws_access_key_id="ADMINISTRATOR",
            aws_secret_access_key=ADMINISTRATOR["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY"])
        described = boto3.client("cognito-idp", **admin).describe_user_pool_client(
            UserPoolId=auth["user_pool_id"], ClientId=auth["user_pool_client_id"])["UserPoolClient"]
        assert described["ClientName"] == "app"
        roles = boto3.client("cognito-identity", **admin).get_identity_pool_roles(
            IdentityPoolId=auth["identity_pool_id"])["Roles"]
        assert list(roles) == ["authenticated"]


def test_the_first_session_creates_a_user_who_signs_in_and_a_reset_removes_the_user(tmp_path, capsys):
    with ServerProcess(BINARY, tmp_path) as server:
        def local(text):
            return text.replace("http://localhost:9229", server.url).replace(".gatehouse/", f"{server.data}/")

        assert "ada@example.com" in shell(local(snippet("admin-create-user", README)), tmp_path, {})
        exec(local(snippet("cognito.initiate_auth(")), {})
        assert "ada@example.com" in capsys.readouterr().out
        shell(local(snippet("curl --fail --request POST")), tmp_path, {})
        pool = json.loads((server.data / "amplify_outputs.json").read_text())["auth"]["user_pool_id"]
        admin = boto3.client(
            "cognito-idp", endpoint_url=server.url, region_name="us-east-1", aws_access_key_id="any",
            aws_secret_access_key="any")
        assert admin.list_users(UserPoolId=pool)["Users"] == []


def test_the_sample_opens_the_pages_of_the_first_pool_and_has_the_user_signed_in(tmp_path, browser):
    with ServerProcess(BINARY, tmp_path) as server, SystemBrowser(tmp_path) as system:
        shown = {"http://localhost:9229": server.url, ".gatehouse/": f"{server.data}/"}
        user, command = snippet("admin-create-user", README), snippet("swift run SignIn .gatehouse/pages/")
        for text, used in shown.items():
            user, command = user.replace(text, used), command.replace(text, used)
        shell(user, tmp_path, {})
        sample = [str(pathlib.Path(BINARY).with_name("SignIn")), *command.split()[3:]]
        with Person(sample, {"XDG_DATA_HOME": str(tmp_path), **system.environment}) as ada:
            ada.types("What now", "web")
            ada.types("Sign in with", "pages")
            Pages(browser).open(system.next()).sign_in("ada", PASSWORD)
            ada.is_at("done")
            ada.reads("Signed in as ada")


def test_the_first_trigger_confirms_a_sign_up(tmp_path):
    files, command = snippet("cat > .gatehouse/sign-up.py").split("gatehouse dev ")
    shell(files, tmp_path, {})
    server = ServerProcess(BINARY, tmp_path)
    server.data = tmp_path / ".gatehouse"
    server.command[server.command.index("--data-dir") + 1] = str(server.data)
    server.command += command.replace("seed.json", str(tmp_path / "seed.json")).split()
    (tmp_path / ".gatehouse/triggers.json").chmod(0o644)
    with server:
        call = snippet("--client-id confirmedclient").replace("http://localhost:9229", server.url)
        assert shell(call, tmp_path, {}).strip() == "true"


def test_the_import_examples_import_their_users(server, admin, app, pool, client_id, tmp_path):
    environment = {
        "POOL": pool, "AWS_ENDPOINT_URL": server.url, "AWS_DEFAULT_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "any",
        "AWS_SECRET_ACCESS_KEY": "any",
    }
    for name in ("first", "hashed"):
        shell(snippet(f"--job-name {name}"), tmp_path, environment)
    jobs = admin.list_user_import_jobs(UserPoolId=pool, MaxResults=10)["UserImportJobs"]
    assert {job["JobName"] for job in jobs} == {"first", "hashed"}
    for job in jobs:
        done = wait_for(admin, pool, job["JobId"], ended)
        assert (done["Status"], done["ImportedUsers"]) == ("Succeeded", 1)
    assert admin.admin_get_user(UserPoolId=pool, Username="bob")["UserStatus"] == "RESET_REQUIRED"
    answer = app.initiate_auth(
        ClientId=client_id, AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": "carol", "PASSWORD": PASSWORD})
    assert "AccessToken" in answer["AuthenticationResult"]


def test_the_function_of_the_guide_to_data_apis_answers_its_field(tmp_path):
    guide = ROOT / "docs/data-api.md"
    files, command = snippet("cat > weather.graphql", guide).split("gatehouse dev ")
    shell(files, tmp_path, {})
    server = ServerProcess(BINARY, tmp_path)
    server.data = tmp_path / ".gatehouse"
    server.command[server.command.index("--data-dir") + 1] = str(server.data)
    server.command += command.replace("weather.graphql", str(tmp_path / "weather.graphql")).split()
    (tmp_path / ".gatehouse/triggers.json").chmod(0o644)
    with server:
        helpers = [line for line in snippet("TOM=", guide).splitlines() if line.startswith(("get()", "ask()"))]
        commands = "\n".join([*helpers, snippet('{ weather(', guide)]).replace("http://localhost:9229", server.url)
        answer = json.loads(shell(commands, tmp_path, {}))
    assert answer == {"data": {"weather": {"sky": "blue over Rome"}}}


def test_the_commands_for_data_apis_lead_from_an_api_to_a_request(tmp_path):
    page = ROOT / "docs/managing-data-apis.md"
    with ServerProcess(BINARY, tmp_path) as server:
        def run(text):
            commands = snippet(text, page).replace("http://localhost:9229", server.url)
            return shell(commands.replace(".gatehouse", str(server.data)), tmp_path, {}, pathlib.Path(BINARY).parent)

        answer = run("gatehouse api create").splitlines()[-1]
        assert json.loads(answer) == {"data": {"createNote": {"text": "Tea"}}}
        listed = [line.split("\t") for line in run("aws appsync create-graphql-api").splitlines() if "\t" in line]
        assert [name for _, name in listed].count("notes") == 2


def test_the_commands_of_the_guide_to_data_apis_create_a_record_which_others_do_not_see(tmp_path):
    guide = ROOT / "docs/data-api.md"
    schema = tmp_path / "todos.graphql"
    schema.write_text(snippet("type Todo @model", guide))
    assert snippet("gatehouse dev --schema todos", guide).split() == ["gatehouse", "dev", "--schema", schema.name]
    shell(snippet("amplify codegen models", guide), tmp_path, {}, pathlib.Path(BINARY).parent)
    for path in (ROOT / "Samples/Todos/Models").glob("*.swift"):
        assert (tmp_path / "Sources/Todos/Models" / path.name).read_bytes() == path.read_bytes()
    with ServerProcess(BINARY, tmp_path, ["--schema", str(schema)]) as server:
        related = snippet("createTodoList(input", guide).replace("\nask --", "\necho; ask --")
        others = snippet("EVE=", guide).replace("ask --", "echo; ask --")
        commands = snippet("TOM=", guide) + related + others
        commands = commands.replace("http://localhost:9229", server.url).replace(".gatehouse/", f"{server.data}/")
        created, added, related, listed, by_key, by_nobody = [
            json.loads(line) for line in shell(commands, tmp_path, {}).splitlines()]
    todo = created["data"]["createTodo"]
    assert (todo["title"], todo["owner"]) == ("Tea", "tom")
    assert added["data"]["createTodo"] == {"title": "Milk", "list": None}
    items = related["data"]["listTodos"]["items"]
    assert {"title": "Milk", "list": {"name": "Shopping"}} in items and {"title": "Tea", "list": None} in items
    assert listed == {"data": {"listTodos": {"items": []}}}
    assert by_key["data"] == {"listTodos": None} and by_key["errors"][0]["errorType"] == "Unauthorized"
    assert by_nobody["errors"][0]["errorType"] == "UnauthorizedException"

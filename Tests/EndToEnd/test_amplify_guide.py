# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The commands of the guide to `amplify`, as they are written there, from an empty folder to a second machine."""
import pathlib
import re
import shlex
import sys

from amplify_project import App, words
from documents import ROOT, shell, snippet
from gatehouse import BINARY, PASSWORD, Gatehouse
from seat import DOWN, INTERRUPT, UP

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/demo"))
from person import Person  # noqa: E402

GUIDE = ROOT / "docs/amplify.md"
PROGRAMS = pathlib.Path(BINARY).parent


def test_the_commands_of_the_guide_lead_from_an_empty_folder_to_a_second_machine(tmp_path):
    (tmp_path / "server").mkdir()
    with Gatehouse(tmp_path / "server") as server:
        app = App(tmp_path / "shop", tmp_path / "home")
        app.folder.rmdir()

        def run(text, folder=app.folder, **environment):
            script = snippet(text, GUIDE).replace("http://localhost:9229", server.url)
            path = f"{PROGRAMS}:{app.environment['PATH']}"
            return shell(script, folder, {**app.environment, "PATH": path, **environment})

        files = ["amplify_outputs.json", "amplifyconfiguration.json", "awsconfiguration.json"]
        assert run("mkdir shop", tmp_path).splitlines()[-3:] == files

        sign_up, sign_in, session = snippet("amplify sign-up ada", GUIDE).splitlines()

        def person(command):
            script = f"cd {shlex.quote(str(app.folder))} && PATH={PROGRAMS}:$PATH exec {command}"
            return Person(["sh", "-c", script], app.environment)

        with person(sign_up) as ada:
            ada.hides("Password (empty for none, where the pool allows it)", PASSWORD)
            ada.reads("A code was sent by e-mail")
            ada.types('Code of the sign-up ("again" to have another one sent)', server.code_for("ada@example.com"))
            ada.reads("The account of ada is confirmed.")
        with person(sign_in) as ada:
            ada.hides("Password", PASSWORD)
            ada.reads("Signed in as ada.")
        assert session == "amplify session" and "Signed in as ada" in app.run("session").stdout

        identities = server.client("cognito-identity")
        run("cat > guests.json")
        pool = identities.describe_identity_pool(IdentityPoolId=app.ids["IdentityPoolId"])
        assert pool["AllowUnauthenticatedIdentities"] is True
        run("cat > groups.json")
        groups = server.client("cognito-idp").list_groups(UserPoolId=app.ids["UserPoolId"])["Groups"]
        assert [group["GroupName"] for group in groups] == ["Admins", "Editors"]
        run("amplify add api --yes")
        assert server.url in app.json("amplify_outputs.json")["data"]["url"]
        run("mkdir -p ../second", APP_ID=app.place["AppId"])
        second = App(tmp_path / "second", tmp_path / "home")
        assert all(second.json(name) == app.json(name) for name in files)
        assert set(second.operations().values()) == {"No Change"}


def test_the_first_question_looks_as_the_guide_shows_it(server, tmp_path):
    app = App(tmp_path / "Shop").init(server.url)
    shown = snippet("? Do you want to use the default", GUIDE).splitlines()
    with app.at("add", "auth") as at:
        at.meets("Do you want to use the default")
        at.presses(DOWN, UP)
        at.until(lambda at: at.text.splitlines()[-5:] == shown)
        at.presses(INTERRUPT)
        at.ends(130)


def test_each_command_of_the_guide_has_a_help_text(tmp_path):
    app = App(tmp_path / "Shop")
    rows = [line.split("|")[1] for line in GUIDE.read_text().splitlines() if line.startswith("| `amplify ")]
    commands = [command for row in rows for command in re.findall(r"`amplify ([a-z -]+?)(?: N| --[a-z-]+)?`", row)]
    assert len(commands) >= 15
    for command in commands:
        verb = command.split() if command.split()[0] in ("env", "codegen") else command.split()[:1]
        assert "USAGE: amplify" in words(app.run("help", *verb).stdout)

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The story of a project: `amplify` makes the back end of an app from an empty folder, and two apps use it."""
import pathlib

from amplify_project import App
from mobile_app import MobileApp
from seat import ENTER
from visitor import PASSWORD, SIGN_UP_CODE

NO = (b"No", ENTER)


def program(server, name):
    return str(pathlib.Path(server.command[0]).with_name(name))


def inits(app, server):
    with app.at("init") as developer:
        developer.answers("name for the project", ENTER)
        developer.answers("make the project with this configuration", ENTER)
        developer.chooses("Which server", "Another Gatehouse")
        developer.writes("address of the server", server.url)
        developer.answers("region", ENTER)
        developer.chooses("authentication method", "None")
        developer.ends()


def runs(app, *command, keys=None):
    """Runs a command, and takes its defaults apart from some keys; returns what it printed."""
    with app.at(*command) as developer:
        developer.takes_defaults(keys)
        return developer.ends()


def check(condition, problem):
    if not condition:
        raise ValueError(problem)


def back_end(table, main, visit):
    """An empty folder, a back end, a user, guests, a second machine, and users that are not lost."""
    folder = main.folder / "projects"
    folder.mkdir()
    # Its roles are registered: they would decide for the pools of the other stories, too.
    with main.another(folder) as server:
        app = App(folder / "Shop", program=program(server, "amplify"))
        app.environment |= server.keys
        (app.folder / "Shop.xcodeproj").mkdir()
        with table.step("amplify init", "name, configuration, address of the server"):
            inits(app, server)
        with table.step("amplify add auth", "Enter: the default configuration"):
            runs(app, "add", "auth")
        with table.step("amplify push", "Enter: the pools, their roles, the app's files"):
            check("The push is done" in runs(app, "push"), "nothing was pushed")
        with visit(app.folder / "amplify_outputs.json") as ada:
            ada.server = server
            with table.step("signUp, confirmSignUp", "an app of Amplify with the written file; the code of the mail"):
                ada.signs_up("ada", PASSWORD, "ada@example.com", required=["email"])
                ada.is_at("confirmUser")
                ada.types_code("ada@example.com", SIGN_UP_CODE)
                ada.reads("The account is confirmed: sign in.")
            with table.step("signIn", "the same app, with the password"):
                ada.begins("ada", "srp", PASSWORD)
                ada.is_signed_in("ada")
        with table.step("amplify update auth", "Manual configuration, guests: Yes"):
            runs(app, "update", "auth", keys={
                "What do you want to do": (b"Manual", ENTER), "Allow unauthenticated logins": (b"Yes", ENTER),
                "3rd party": NO, "groups": NO, "admin queries": NO, "OAuth flow": NO,
                "functions for triggers": (b"n", ENTER)})
        with table.step("amplify push", "Enter: the identity pool is changed"):
            check("Update" in runs(app, "push"), "nothing was changed")
        file = {"GATEHOUSE_AWSCONFIGURATION": str(app.folder / "awsconfiguration.json")}
        with table.step("getAWSCredentials", "a guest of AWSMobileClient, with the written file"):
            with MobileApp(server, "projects", {}, file) as mobile:
                mobile.sees("Started: signedOut")
                mobile.does("getAWSCredentials", "State: guest")
                mobile.sees(r"Access key: \w+")
                mobile.has_role(app.place["UnauthRoleName"])
        second = App(folder / "second/Shop", program=app.program)
        second.environment |= server.keys
        with table.step("amplify pull", "in another folder: server, project and environment"):
            with second.at("pull") as developer:
                developer.writes("address of the server", server.url)
                developer.chooses("Which project", app.place["AppId"])
                developer.chooses("Choose an environment", "dev")
                developer.answers("modify this back end", ENTER)
                developer.ends()
            check(second.shared_files() == app.shared_files(), "the folders differ")
        with table.step("amplify push", "there: no changes"):
            check("There are no changes to push." in second.push().stderr, "there are changes")
        with table.step("amplify remove auth --delete-users", "y: the files of the folder only"):
            runs(app, "remove", "auth", "--delete-users", keys={"Do you want to continue": (b"y", ENTER)})
        with table.step("amplify push --yes", "refused: a user would be deleted, and no name is typed"):
            said = " ".join(app.push(status=1).stderr.split())
            check("1 user of" in said and "--allow-destroy" in said, said)

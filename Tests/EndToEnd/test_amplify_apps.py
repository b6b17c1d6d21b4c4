# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Apps of AWSMobileClient and of Amplify sign in with the files that `amplify push` writes, unedited."""
import pathlib
import secrets
import sys

import pytest

from amplify_project import App, server  # noqa: F401 (server is a fixture)
from gatehouse import BINARY, PASSWORD

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/demo"))
from mobile_app import MobileApp  # noqa: E402
from visitor import SIGN_UP_CODE, Visitor  # noqa: E402

SAMPLE = str(pathlib.Path(BINARY).with_name("SignIn"))


@pytest.fixture
def shop(server, tmp_path):
    """A pushed project whose identity pool lets guests in."""
    app = App(tmp_path / "Shop").init(server.url).add_auth()
    app.push()
    app.update_auth(
        updateFlow="manual", allowUnauthenticatedIdentities=True, thirdPartyAuth=False, userPoolGroups=False,
        adminQueries=False, hostedUI=False, configureTriggers=False)
    app.push()
    return app


def test_an_app_of_aws_mobile_client_signs_up_and_in_and_has_the_roles(shop, server):
    address = f"{secrets.token_hex(4)}@example.com"
    before = (shop.folder / "awsconfiguration.json").read_bytes()
    file = {"GATEHOUSE_AWSCONFIGURATION": str(shop.folder / "awsconfiguration.json")}
    with MobileApp(server, f"shop-{secrets.token_hex(4)}", {}, file) as app:
        app.sees("Started: signedOut")
        app.does("getAWSCredentials", "State: guest")
        app.sees(r"Access key: \w+")
        app.has_role(shop.place["UnauthRoleName"])
        app.does(f"signUp ada email={address}", "signUp: unconfirmed", PASSWORD)
        app.does(f"confirmSignUp ada {server.code_for(address)}", "confirmSignUp: confirmed")
        app.signs_in("ada", PASSWORD)
        app.has_role(shop.place["AuthRoleName"])
    assert (shop.folder / "awsconfiguration.json").read_bytes() == before


@pytest.mark.parametrize("name", ["amplify_outputs.json", "amplifyconfiguration.json"])
def test_an_app_of_amplify_signs_up_and_in_with_each_file(shop, server, tmp_path, name):
    address, username = f"{secrets.token_hex(4)}@example.com", f"ada-{secrets.token_hex(4)}"
    with Visitor(SAMPLE, shop.folder / name, tmp_path / "app", server, {}) as ada:
        ada.signs_up(username, PASSWORD, address, required=["email"])
        ada.is_at("confirmUser")
        ada.types_code(address, SIGN_UP_CODE)
        # The clients of a project of generation 1 have no flow by which a sign-up signs in.
        ada.reads("The account is confirmed: sign in.")
        ada.begins(username, "srp", PASSWORD)
        ada.is_signed_in(username)
        ada.picks("show")
        role = shop.place["AuthRoleName"]
        ada.wait_for(rf"caller +arn:aws:sts::\d+:assumed-role/{role}/")
        ada.leaves()


def test_the_tool_itself_signs_a_user_in_with_the_files_of_the_folder(shop, server):
    admin, pool = server.client("cognito-idp"), shop.ids["UserPoolId"]
    admin.admin_create_user(
        UserPoolId=pool, Username="grace", MessageAction="SUPPRESS",
        UserAttributes=[{"Name": "email", "Value": "grace@example.com"}])
    admin.admin_set_user_password(UserPoolId=pool, Username="grace", Password=PASSWORD, Permanent=True)
    assert "Signed in as grace" in shop.run("sign-in", "grace", given=f"{PASSWORD}\n").stderr
    assert "Signed in as grace" in shop.run("session").stdout
    shop.run("sign-out")

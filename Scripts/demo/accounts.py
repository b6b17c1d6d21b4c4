# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Stories about an account: made, confirmed, used, changed, deleted."""
import json

from server import Pool
from visitor import PASSWORD, SIGN_UP_CODE

OTHER = "Another-Horse-8!"


def life(table, server, visit):
    """The pool that `gatehouse dev` made, with credentials of its identity pool."""
    address = "ada@example.com"
    with visit(server.data / "amplify_outputs.json") as ada:
        with table.step("signUp → confirmUser", "a wrong code, another one, the code of the mail"):
            ada.signs_up("ada", PASSWORD, address, required=["email"])
            ada.is_at("confirmUser")
            ada.corrects("000000", "again", SIGN_UP_CODE)
            ada.is_at("confirmUser")
            ada.types_code(address, SIGN_UP_CODE)
        with table.step("autoSignIn → done", "nothing: the confirmed sign-up is enough"):
            ada.is_at("completeAutoSignIn")
            ada.is_signed_in("ada")
            ada.signs_out()
        with table.step("signIn → done", "the password, over SRP"):
            ada.begins("ada", "srp", PASSWORD)
            ada.is_signed_in("ada")
        with table.step("fetchAuthSession", "role of the identity pool, as STS sees it"):
            ada.picks("show")
            ada.wait_for(r"caller +arn:aws:sts::\d+:assumed-role/")
        with table.step("fetchAuthSession(forceRefresh)", "new tokens"):
            ada.picks("show")
            former = ada.wait_for(r"access token +(\S+)").group(1)
            ada.picks("refresh")
            ada.reads("The tokens are new.")
            ada.reads("Signed in as ada")
            if ada.wait_for(r"access token +(\S+)").group(1) == former:
                raise ValueError("the access token has not changed")
        with table.step("update(userAttribute:)", "the code sent to the new address"):
            ada.picks("attribute")
            ada.types("Attribute", "email")
            ada.types("New value", "ada@example.org")
            ada.is_at("confirmAttributeWithCode")
            ada.types_code("ada@example.org")
            ada.reads("The attribute is changed.")
        with table.step("update(oldPassword:to:)", "a password that is too short, then a good one"):
            ada.picks("password")
            ada.hides("Present password", PASSWORD)
            ada.hides("New password", "short")
            ada.reads("Error: ")
            ada.hides("New password", OTHER)
            ada.reads("The password is changed.")
        with table.step("Hub events", "nothing: those of the steps above are listed"):
            ada.picks("events")
            for event in ["signUpAPI", "confirmSignUpAPI", "signInAPI", "signedIn", "fetchSessionAPI"]:
                ada.wait_for(rf"\nAuth\.{event}(?=\n)")
        with table.step("signOut(globalSignOut:)", "nothing"):
            ada.picks("signOutEverywhere")
            ada.reads("Signed out on all devices.")
        with table.step("fetchAuthSession(forceRefresh), refused", "nothing: an administrator has signed the user out"):
            ada.begins("ada", "srp", OTHER)
            ada.is_signed_in("ada")
            outputs = json.loads((server.data / "amplify_outputs.json").read_text())
            server.administer(
                "AdminUserGlobalSignOut", UserPoolId=outputs["auth"]["user_pool_id"], Username="ada")
            ada.picks("refresh")
            if "The tokens are new." in ada.wait_for(r"(?s)(.*?)\nError: ").group(1):
                raise ValueError("the tokens are called new, and they are not")
            ada.signs_out()
        with table.step("signIn, refused", "a wrong password"):
            ada.begins("ada", "srp", PASSWORD)
            ada.reads("Error: Incorrect username or password")
            ada.hides("Password", "")
        with table.step("end of input", "Ctrl-D"):
            ada.leaves(status=1)
    with visit(server.data / "amplifyconfiguration.json") as ada:
        with table.step("signIn → done", "the password shown; a generation 1 configuration"):
            ada.begins("ada", "password", OTHER)
            ada.is_signed_in("ada")
            ada.leaves()
    with visit(server.data / "amplify_outputs.json") as ada:
        with table.step("fetchAuthSession, next process", "nothing: still signed in"):
            ada.reads("Signed in as ada")
        with table.step("deleteUser", "the user name, typed once more"):
            ada.picks("delete")
            ada.types("Type the user name to delete the account", "ada")
            ada.reads("The account is deleted.")
            ada.leaves()


def unfinished(table, server, visit):
    """Accounts with which a sign-in cannot go on as it is."""
    schema = [{"Name": "name", "AttributeDataType": "String", "Required": True, "Mutable": True}]
    flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    pool = Pool(server, "unfinished", flows=flows, AutoVerifiedAttributes=["email"], Schema=schema)
    content = json.loads(pool.configuration.read_text())
    content["auth"]["standard_required_attributes"] = ["name"]
    pool.configuration.write_text(json.dumps(content))
    with visit(pool.configuration) as bob:
        with table.step("confirmSignUp", "the code of the mail, in the next sign-in"):
            bob.signs_up("bob", PASSWORD, "bob@example.com", required=["name"], name="Bob")
            bob.types(SIGN_UP_CODE, "")
            bob.begins("bob", "srp", PASSWORD)
            bob.is_at("confirmSignUp")
            bob.types_code("bob@example.com", SIGN_UP_CODE)
            bob.reads("The account is confirmed")
        with table.step("resetPassword", "the code of the mail and a new password"):
            server.administer("AdminResetUserPassword", UserPoolId=pool.id, Username="bob")
            bob.begins("bob", "srp", PASSWORD)
            bob.is_at("resetPassword")
            bob.is_at("confirmResetPasswordWithCode")
            bob.types_code("bob@example.com")
            bob.hides("New password", OTHER)
            bob.reads("The password is replaced")
        with table.step("confirmResetPassword", "forgotten; a wrong code, then the one of the mail"):
            bob.picks("forgot")
            bob.types("User name", "bob")
            bob.is_at("confirmResetPasswordWithCode")
            bob.types("Code", "000000")
            bob.hides("New password", PASSWORD)
            bob.reads("Error: ")
            bob.types_code("bob@example.com")
            bob.reads("The password is replaced")
            bob.begins("bob", "srp", PASSWORD)
            bob.is_signed_in("bob")
            bob.signs_out()
        pool.add("eve", "Temporary-7!", permanent=False)
        with table.step("confirmSignInWithNewPassword", "a new password and the attribute that the pool requires"):
            bob.begins("eve", "srp", "Temporary-7!")
            bob.is_at("confirmSignInWithNewPassword")
            bob.hides("New password", PASSWORD)
            bob.types("Attribute name", "Eve")
            bob.is_signed_in("eve")
            bob.wait_for(r"name +Eve")

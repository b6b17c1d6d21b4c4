# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The writes whose connection to the database is cut: each is a single request, which has to be answered with success.

A write prepares its user through the balancer. Then it returns the request that is cut, and what makes sure of it
afterwards.
"""
import urllib.parse

import requests

import web_forms
from authenticator import code_of
from ledger import Count
from story import CALLBACK, DOMAIN, PASSWORDS
from service import Answer

WRITES = []


def write(name, table):
    """Registers a write by its name and the table that it changes."""

    def register(prepare):
        WRITES.append((name, table, prepare))
        return prepare

    return register


@write("SignUp", "users")
def sign_up(person):
    def ensure(_):
        person.exists = True
        person.code(0, "SignUp")

    return ("sign_up", {
        "ClientId": person.pool.client_id, "Username": person.name, "Password": person.password,
        "UserAttributes": [{"Name": "email", "Value": person.address}]}), ensure


@write("AdminCreateUser", "users")
def admin_create_user(person):
    def ensure(_):
        person.exists = True

    return ("admin_create_user", {**person.named, "MessageAction": "SUPPRESS"}), ensure


@write("CreateGroup", "user_groups")
def create_group(person):
    group = {"UserPoolId": person.pool.id, "GroupName": person.name}

    def ensure(_):
        answer, _ = person.service.settle("get_group", **group)
        person.expect(answer, "GetGroup")

    return ("create_group", group), ensure


@write("ConfirmSignUp", "users")
def confirm_sign_up(person):
    request = {"ClientId": person.pool.client_id, "Username": person.name}
    person.expect(
        person.service.settle(
            "sign_up", **request, Password=person.password,
            UserAttributes=[{"Name": "email", "Value": person.address}])[0], "SignUp")

    def ensure(_):
        person.exists = True
        person.session = person.sign_in()

    return ("confirm_sign_up", {**request, "ConfirmationCode": person.code(0, "SignUp")}), ensure


@write("ConfirmForgotPassword", "users")
def confirm_forgot_password(person):
    request, new = {"ClientId": person.pool.client_id, "Username": person.create().name}, next(PASSWORDS)
    before = person.mailbox.number(person.address)
    person.expect(person.service.settle("forgot_password", **request)[0], "ForgotPassword")
    code = person.code(before, "ForgotPassword")
    return ("confirm_forgot_password", {**request, "ConfirmationCode": code, "Password": new}), (
        lambda _: person.change_to(new))


def keep_session(person):
    """Notes the tokens of an answer, and uses them."""

    def ensure(value):
        person.session = value["AuthenticationResult"]
        person.refresh()

    return ensure


@write("SRP proof", "token_families")
def proof(person):
    return ("respond_to_auth_challenge", person.create().proof()), keep_session(person)


@write("TOTP code", "token_families")
def one_time_password(person):
    token = person.create().sign_in()["AccessToken"]
    secret = person.expect(
        person.service.settle("associate_software_token", AccessToken=token)[0], "AssociateSoftwareToken")["SecretCode"]
    person.expect(
        person.service.settle("verify_software_token", AccessToken=token, UserCode=code_of(secret))[0],
        "VerifySoftwareToken")
    person.expect(
        person.service.settle(
            "set_user_mfa_preference", AccessToken=token,
            SoftwareTokenMfaSettings={"Enabled": True, "PreferredMfa": True})[0], "SetUserMFAPreference")
    challenge = person.expect(
        person.service.settle("initiate_auth", **person.password_request(person.password))[0], "InitiateAuth")
    return ("respond_to_auth_challenge", {
        "ClientId": person.pool.client_id, "ChallengeName": challenge["ChallengeName"],
        "Session": challenge["Session"], "ChallengeResponses": {
            # The code of this step has been used.
            "USERNAME": person.name, "SOFTWARE_TOKEN_MFA_CODE": code_of(secret, 1)}}), keep_session(person)


@write("authorization code", "token_families")
def authorization_code(person):
    query = urllib.parse.urlencode({
        "client_id": person.pool.client_id, "response_type": "code", "redirect_uri": CALLBACK, "scope": "openid",
        "state": "1"})
    _, back = web_forms.sign_in(
        requests.Session(), f"{person.service.url}/domains/{DOMAIN}/oauth2/authorize?{query}", person.create().name,
        person.password)
    code = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))["code"]

    def exchange(service):
        answer = requests.post(f"{service.url}/domains/{DOMAIN}/oauth2/token", timeout=60, data={
            "grant_type": "authorization_code", "client_id": person.pool.client_id, "code": code,
            "redirect_uri": CALLBACK})
        service.ledger.check(Count.FAULTS, answer.status_code != 500, f"the token endpoint: {answer.text}")
        if answer.status_code == 200:
            return Answer(answer.json())
        return Answer(refusal=None if answer.status_code >= 500 else answer.text, text=answer.text)

    def ensure(value):
        person.session = {"RefreshToken": value["refresh_token"]}
        person.refresh()

    return exchange, ensure


@write("refresh with rotation", "refresh_tokens")
def refresh(person):
    token = person.create().sign_in()["RefreshToken"]
    return ("get_tokens_from_refresh_token", {
        "ClientId": person.pool.client_id, "RefreshToken": token}), keep_session(person)


def keep_revoked(person, tokens):
    """Notes the tokens of a session that was ended, and tries to use them."""

    def ensure(_):
        person.revoked.append(tokens)
        person.try_revoked(Count.REVOKED, tokens)

    return ensure


@write("RevokeToken", "token_families")
def revoke_token(person):
    tokens = person.create().sign_in()
    return ("revoke_token", {
        "ClientId": person.pool.client_id, "Token": tokens["RefreshToken"]}), keep_revoked(person, tokens)


@write("GlobalSignOut", "token_families")
def global_sign_out(person):
    tokens = person.create().sign_in()
    return ("global_sign_out", {"AccessToken": tokens["AccessToken"]}), keep_revoked(person, tokens)


@write("AdminDisableUser", "users")
def disable(person):
    person.create()

    def ensure(_):
        person.is_disabled = True

    return ("admin_disable_user", person.named), ensure


@write("AdminDeleteUser", "users")
def delete(person):
    tokens = person.create().sign_in()
    # Whatever the answer will be, the user may be gone.
    person.exists = False

    def ensure(_):
        person.try_revoked(Count.REVOKED, tokens)

    return ("admin_delete_user", person.named), ensure


@write("ChangePassword", "users")
def change_password(person):
    new, token = next(PASSWORDS), person.create().sign_in()["AccessToken"]
    return ("change_password", {
        "AccessToken": token, "PreviousPassword": person.password, "ProposedPassword": new}), (
        lambda _: person.change_to(new))


@write("AdminSetUserPassword", "users")
def set_password(person):
    new = next(PASSWORDS)
    return ("admin_set_user_password", {**person.create().named, "Password": new, "Permanent": True}), (
        lambda _: person.change_to(new))


@write("UpdateUserAttributes", "users")
def update_attributes(person):
    token = person.create().sign_in()["AccessToken"]

    def ensure(_):
        found = person.expect(person.service.settle("admin_get_user", **person.named)[0], "AdminGetUser")
        attributes = {each["Name"]: each["Value"] for each in found["UserAttributes"]}
        person.ledger.check(
            Count.CUTS, attributes.get("nickname") == "Ada", f"the new attribute of {person.name} is not there")

    return ("update_user_attributes", {
        "AccessToken": token, "UserAttributes": [{"Name": "nickname", "Value": "Ada"}]}), ensure


@write("UpdateUserPoolClient", "app_clients")
def update_client(person):
    created, _ = person.service.settle("create_user_pool_client", UserPoolId=person.pool.id, ClientName="settings")
    client = person.expect(created, "CreateUserPoolClient")["UserPoolClient"]["ClientId"]
    named = {"UserPoolId": person.pool.id, "ClientId": client}

    def ensure(_):
        found = person.expect(person.service.settle("describe_user_pool_client", **named)[0], "DescribeUserPoolClient")
        person.ledger.check(
            Count.CUTS, found["UserPoolClient"]["ClientName"] == person.name, "the settings of a client were not kept")

    return ("update_user_pool_client", {**named, "ClientName": person.name}), ensure

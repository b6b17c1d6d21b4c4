# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Sign-up, confirmation and sign-in of the web service."""
import pytest

ACCOUNT = {"username": "ada", "password": "Correct-Horse-7!", "email": "ada@example.com"}


def test_a_new_user_confirms_the_address_and_signs_in(http, outbox):
    assert http.post("/sign-up", json=ACCOUNT).status_code == 201
    assert http.post("/sign-in", json=ACCOUNT).json == {"error": "UserNotConfirmedException"}
    code = outbox.code("ada@example.com")
    assert http.post("/confirm", json={"username": "ada", "code": code}).status_code == 200
    token = http.post("/sign-in", json=ACCOUNT).json["token"]
    assert http.get("/me", headers={"Authorization": f"Bearer {token}"}).json["username"] == "ada"


@pytest.mark.parametrize("_", range(2))
def test_each_test_begins_without_the_users_of_others(http, cognito_idp, user_pool, _):
    assert cognito_idp.list_users(UserPoolId=user_pool.id)["Users"] == []
    assert http.post("/sign-up", json=ACCOUNT).status_code == 201


def test_a_wrong_code_does_not_confirm(http, outbox):
    http.post("/sign-up", json=ACCOUNT)
    wrong = "000000" if outbox.code("ada@example.com") != "000000" else "111111"
    refused = http.post("/confirm", json={"username": "ada", "code": wrong})
    assert (refused.status_code, refused.json) == (400, {"error": "CodeMismatchException"})


def test_a_weak_password_is_refused(http):
    refused = http.post("/sign-up", json={**ACCOUNT, "password": "horse"})
    assert refused.json == {"error": "InvalidPasswordException"}


def test_a_wrong_password_is_refused(http, signed_in_user):
    refused = http.post("/sign-in", json={"username": signed_in_user.username, "password": "Wrong-Horse-7!"})
    assert refused.json == {"error": "NotAuthorizedException"}

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The routes of the web service that need an access token."""
import pytest


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def test_an_access_token_opens_the_route(http, signed_in_user):
    assert http.get("/me", headers=bearer(signed_in_user.access_token)).json == {"username": "ada", "groups": []}


def test_other_tokens_do_not_open_the_route(http, signed_in_user):
    head, body, signature = signed_in_user.access_token.split(".")
    changed = ".".join([head, body, signature[::-1]])
    for token in ["", "token", changed, signed_in_user.id_token]:
        assert http.get("/me", headers=bearer(token)).status_code == 401, token


@pytest.mark.gatehouse_seed("seed.json")
@pytest.mark.gatehouse_user(username="linus")
def test_a_user_without_the_group_is_refused(http, signed_in_user):
    assert http.get("/reports", headers=bearer(signed_in_user.access_token)).status_code == 403


@pytest.mark.gatehouse_seed("seed.json")
def test_a_user_of_the_seed_reads_the_reports(http):
    token = http.post("/sign-in", json={"username": "grace", "password": "Correct-Horse-7!"}).json["token"]
    assert http.get("/reports", headers=bearer(token)).json == {"reports": ["monthly"]}

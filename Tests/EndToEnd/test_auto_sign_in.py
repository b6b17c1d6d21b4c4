# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Sign-ins with the session of a confirmed sign-up, as the AWS SDK for Python calls them."""
import pytest

from gatehouse import PASSWORD


@pytest.fixture
def client_id(admin, pool):
    answer = admin.create_user_pool_client(
        UserPoolId=pool, ClientName="auto", ExplicitAuthFlows=["ALLOW_USER_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
    )
    return answer["UserPoolClient"]["ClientId"]


def test_the_session_of_a_confirmed_sign_up_gives_tokens_once(server, app, client_id):
    email = f"alice-{client_id}@example.com"
    attributes = [{"Name": "email", "Value": email}]
    signed_up = app.sign_up(
        ClientId=client_id, Username="alice", Password=PASSWORD, UserAttributes=attributes
    )
    confirmed = app.confirm_sign_up(
        ClientId=client_id,
        Username="alice",
        ConfirmationCode=server.code_for(email),
        Session=signed_up["Session"],
    )

    def claim():
        return app.initiate_auth(
            ClientId=client_id,
            AuthFlow="USER_AUTH",
            AuthParameters={"USERNAME": "alice"},
            Session=confirmed["Session"],
        )

    token = claim()["AuthenticationResult"]["AccessToken"]
    assert app.get_user(AccessToken=token)["Username"] == "alice"
    with pytest.raises(app.exceptions.NotAuthorizedException):
        claim()

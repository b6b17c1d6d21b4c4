# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Levels of authentication, and step-ups to a higher one with an access token, as the AWS SDK for Python calls them."""
import pytest

from authenticator import code_of
from conftest import answer, make_client, make_user, tokens_of
from gatehouse import PASSWORD, claims_of

FLOWS = ["ALLOW_USER_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
TOTP = {"SoftwareTokenMfaConfiguration": {"Enabled": True}}
LEVEL = "urn:cognito:loa:{}".format


@pytest.fixture
def client_id(admin, pool):
    return make_client(admin, pool, ExplicitAuthFlows=FLOWS)["ClientId"]


@pytest.fixture
def token(admin, app, pool, client_id):
    """Alice's access token of a sign-in with the password."""
    make_user(admin, pool)
    return tokens_of(app, client_id)["AccessToken"]


def aim(app, client_id, target, **parameters):
    parameters = {"USERNAME": "alice", "TARGET_ACR_VALUES": target, **parameters}
    return app.initiate_auth(ClientId=client_id, AuthFlow="USER_AUTH", AuthParameters=parameters)


def expect(tokens, acr, amr):
    for name in ["IdToken", "AccessToken"]:
        claims = claims_of(tokens[name])
        assert (claims.get("acr"), claims.get("amr")) == (acr, amr)


def set_up_app(admin, app, pool, token):
    admin.set_user_pool_mfa_config(UserPoolId=pool, MfaConfiguration="OPTIONAL", **TOTP)
    secret = app.associate_software_token(AccessToken=token)["SecretCode"]
    app.verify_software_token(AccessToken=token, UserCode=code_of(secret))
    return secret


def test_a_token_needs_the_missing_factor_alone(admin, app, pool, client_id, token):
    assert "acr" not in claims_of(token)
    secret = set_up_app(admin, app, pool, token)
    challenge = aim(app, client_id, f"urn:example:unknown {LEVEL(4)}", ACCESS_TOKEN=token, MAX_AGE="600")
    assert challenge["ChallengeName"] == "SOFTWARE_TOKEN_MFA"
    done = answer(app, client_id, challenge, SOFTWARE_TOKEN_MFA_CODE=code_of(secret, steps=1))
    tokens = done["AuthenticationResult"]
    expect(tokens, LEVEL(4), ["pwd", "otp", "mfa"])
    renewed = app.get_tokens_from_refresh_token(ClientId=client_id, RefreshToken=tokens["RefreshToken"])
    expect(renewed["AuthenticationResult"], LEVEL(4), ["pwd", "otp", "mfa"])
    with pytest.raises(app.exceptions.InvalidParameterException):
        aim(app, client_id, LEVEL(4), ACCESS_TOKEN=tokens["AccessToken"])


def test_without_a_token_the_target_is_reached_from_scratch_or_not_at_all(admin, app, pool, client_id, token):
    secret = set_up_app(admin, app, pool, token)
    choice = aim(app, client_id, LEVEL(4))
    assert choice["ChallengeName"] == "SELECT_CHALLENGE"
    assert choice["AvailableChallenges"] == ["PASSWORD_SRP", "PASSWORD"]
    challenge = answer(app, client_id, choice, ANSWER="PASSWORD", PASSWORD=PASSWORD)
    assert challenge["ChallengeName"] == "SOFTWARE_TOKEN_MFA"
    with pytest.raises(app.exceptions.CodeMismatchException):
        answer(app, client_id, challenge, SOFTWARE_TOKEN_MFA_CODE=code_of(secret, steps=9))
    with pytest.raises(app.exceptions.NotAuthorizedException, match="can only be used once"):
        answer(app, client_id, challenge, SOFTWARE_TOKEN_MFA_CODE=code_of(secret, steps=1))
    low = aim(app, client_id, f"{LEVEL(3)} {LEVEL(1)}", PREFERRED_CHALLENGE="PASSWORD", PASSWORD=PASSWORD)
    # Password and app are more than the third level requires.
    assert low["ChallengeName"] == "SOFTWARE_TOKEN_MFA"
    done = aim(app, client_id, LEVEL(1), PREFERRED_CHALLENGE="PASSWORD", PASSWORD=PASSWORD)
    expect(done["AuthenticationResult"], LEVEL(1), ["pwd"])


def test_no_other_token_and_no_garbage_steps_up(admin, app, pool, client_id, token):
    set_up_app(admin, app, pool, token)
    make_user(admin, pool, "bob")
    other_client = make_client(admin, pool, ExplicitAuthFlows=FLOWS)["ClientId"]
    revoked = tokens_of(app, client_id)
    app.revoke_token(ClientId=client_id, Token=revoked["RefreshToken"])
    foreign = [
        tokens_of(app, client_id, "bob")["AccessToken"], tokens_of(app, other_client)["AccessToken"],
        revoked["AccessToken"], tokens_of(app, client_id)["IdToken"], "garbage",
    ]
    for other in foreign:
        with pytest.raises(app.exceptions.NotAuthorizedException):
            aim(app, client_id, LEVEL(4), ACCESS_TOKEN=other)
    for parameters in [{"MAX_AGE": "-1"}, {"MAX_AGE": "soon"}, {"TARGET_ACR_VALUES": "urn:cognito:loa:9"}]:
        with pytest.raises(app.exceptions.InvalidParameterException):
            aim(app, client_id, **{"target": LEVEL(4), "ACCESS_TOKEN": token, **parameters})
    assert aim(app, client_id, LEVEL(4), ACCESS_TOKEN=token)["ChallengeName"] == "SOFTWARE_TOKEN_MFA"


def test_a_pool_names_levels_but_not_in_the_lowest_tier(admin, app):
    names = {"Level1": {"AcrValue": "low"}}
    pool = admin.create_user_pool(PoolName="levels", AcrConfiguration=names)["UserPool"]
    assert pool["AcrConfiguration"]["Level1"]["AcrValue"] == "low"
    assert pool["AcrConfiguration"]["Level4"]["AcrValue"] == LEVEL(4)
    client_id = make_client(admin, pool["Id"], ExplicitAuthFlows=FLOWS)["ClientId"]
    make_user(admin, pool["Id"])
    expect(tokens_of(app, client_id), "low", ["pwd"])
    with pytest.raises(admin.exceptions.FeatureUnavailableInTierException):
        admin.create_user_pool(PoolName="lite", UserPoolTier="LITE", AcrConfiguration=names)
    lite = admin.create_user_pool(PoolName="lite", UserPoolTier="LITE")["UserPool"]["Id"]
    with pytest.raises(admin.exceptions.FeatureUnavailableInTierException):
        make_client(admin, lite, ExplicitAuthFlows=FLOWS)
    # A client that is older than the tier is refused the flow.
    admin.update_user_pool(UserPoolId=pool["Id"], UserPoolTier="LITE")
    for parameters in [{"TARGET_ACR_VALUES": LEVEL(1)}, {}]:
        with pytest.raises(app.exceptions.FeatureUnavailableInTierException):
            app.initiate_auth(
                ClientId=client_id, AuthFlow="USER_AUTH", AuthParameters={"USERNAME": "alice", **parameters}
            )
    assert "acr" not in claims_of(tokens_of(app, client_id)["AccessToken"])

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The AWS SDK for Python against identity pools, from guests to developers; raw answers are as the models say."""
import base64
import json

import pytest
from botocore.exceptions import ClientError
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from conftest import make_user, tokens_of
from gatehouse import claims_of
from model_answers import flaws_of, record_answers

DEVELOPER = "login.example.app"
ROLE = "arn:aws:iam::123456789012:role/"


@pytest.fixture
def pools(server):
    """The client of an administrator, whose answers are checked in the end."""
    client = server.client("cognito-identity")
    answers = record_answers(client)
    yield client
    assert answers and [flaw for answer in answers for flaw in flaws_of(*answer)] == []


@pytest.fixture
def anyone(server):
    """The client of an app without credentials, whose answers are checked in the end."""
    client = server.client("cognito-identity", signed=False)
    answers = record_answers(client)
    yield client
    assert answers and [flaw for answer in answers for flaw in flaws_of(*answer)] == []


@pytest.fixture
def provider(pool):
    return f"cognito-idp.us-east-1.amazonaws.com/{pool}"


@pytest.fixture
def identity_pool(pools, provider, client_id):
    made = pools.create_identity_pool(
        IdentityPoolName="test",
        AllowUnauthenticatedIdentities=True,
        DeveloperProviderName=DEVELOPER,
        CognitoIdentityProviders=[{"ProviderName": provider, "ClientId": client_id}],
    )["IdentityPoolId"]
    pools.set_identity_pool_roles(
        IdentityPoolId=made, Roles={"authenticated": ROLE + "users", "unauthenticated": ROLE + "guests"}
    )
    return made


@pytest.fixture
def logins(admin, app, pool, client_id, provider):
    make_user(admin, pool, "ada")
    return {provider: tokens_of(app, client_id, "ada")["IdToken"]}


def number(text):
    return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")


def refusal(call, **arguments):
    with pytest.raises(ClientError) as caught:
        call(**arguments)
    error = caught.value.response
    assert error["ResponseMetadata"]["HTTPStatusCode"] == 400
    return error["Error"]["Code"], error["Error"]["Message"]


def test_a_guest_becomes_a_user(pools, anyone, identity_pool, logins):
    guest = anyone.get_id(IdentityPoolId=identity_pool, Logins={})["IdentityId"]
    assert anyone.get_credentials_for_identity(IdentityId=guest, Logins={})["IdentityId"] == guest
    assert anyone.get_credentials_for_identity(IdentityId=guest, Logins=logins)["IdentityId"] == guest
    second = anyone.get_id(IdentityPoolId=identity_pool)["IdentityId"]
    assert anyone.get_credentials_for_identity(IdentityId=second, Logins=logins)["IdentityId"] == guest
    for stale in (guest, second):
        assert refusal(anyone.get_credentials_for_identity, IdentityId=stale) == (
            "NotAuthorizedException", f"Access to Identity '{stale}' is forbidden.")
    listed = pools.list_identities(IdentityPoolId=identity_pool, MaxResults=10, HideDisabled=True)["Identities"]
    assert [found["IdentityId"] for found in listed] == [guest]
    anyone.unlink_identity(IdentityId=guest, Logins=logins, LoginsToRemove=list(logins))
    assert anyone.get_id(IdentityPoolId=identity_pool, Logins=logins)["IdentityId"] not in (guest, second)


def test_the_published_key_verifies_a_token(server, anyone, identity_pool):
    guest = anyone.get_id(IdentityPoolId=identity_pool)["IdentityId"]
    token = anyone.get_open_id_token(IdentityId=guest)["Token"]
    issuer = server.json("/.well-known/openid-configuration")
    assert issuer["issuer"] == claims_of(token)["iss"]
    assert issuer["jwks_uri"].endswith("/.well-known/jwks_uri")
    header = json.loads(base64.urlsafe_b64decode(token.split(".")[0] + "=="))
    assert header["typ"] == "JWS" and header["alg"] == "RS512"
    keys = {key["kid"]: key for key in server.json("/.well-known/jwks_uri")["keys"]}
    key = keys[header["kid"]]
    public = rsa.RSAPublicNumbers(number(key["e"]), number(key["n"])).public_key()
    signed, signature = token.rsplit(".", 1)
    signature = base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))
    public.verify(signature, signed.encode(), padding.PKCS1v15(), hashes.SHA512())
    assert claims_of(token)["sub"] == guest and claims_of(token)["aud"] == identity_pool
    assert claims_of(token)["exp"] - claims_of(token)["iat"] == 600


def test_a_developers_users(server, pools, anyone, identity_pool, logins):
    def token(user, **arguments):
        return pools.get_open_id_token_for_developer_identity(
            IdentityPoolId=identity_pool, Logins={DEVELOPER: user}, **arguments)

    first = token("ada", PrincipalTags={"team": "blue"}, TokenDuration=60)
    assert claims_of(first["Token"])["amr"] == ["authenticated", DEVELOPER, f"{DEVELOPER}:{identity_pool}:ada"]
    assert claims_of(first["Token"])["https://aws.amazon.com/tags"]["principal_tags"] == {"team": ["blue"]}
    vended = anyone.get_credentials_for_identity(
        IdentityId=first["IdentityId"], Logins={"cognito-identity.amazonaws.com": first["Token"]})["Credentials"]
    caller = server.client(
        "sts", key=vended["AccessKeyId"], secret=vended["SecretKey"], token=vended["SessionToken"])
    assert caller.get_caller_identity()["Arn"].endswith("assumed-role/users/CognitoIdentityCredentials")
    other = token("bob")
    found = pools.lookup_developer_identity(IdentityPoolId=identity_pool, IdentityId=other["IdentityId"])
    assert found["DeveloperUserIdentifierList"] == ["bob"]
    assert refusal(
        pools.get_open_id_token_for_developer_identity,
        IdentityPoolId=identity_pool, IdentityId=other["IdentityId"], Logins={DEVELOPER: "ada"},
    )[0] == "DeveloperUserAlreadyRegisteredException"
    merged = pools.merge_developer_identities(
        IdentityPoolId=identity_pool, DeveloperProviderName=DEVELOPER,
        SourceUserIdentifier="ada", DestinationUserIdentifier="bob")["IdentityId"]
    assert merged == other["IdentityId"] == token("ada")["IdentityId"]
    pools.unlink_developer_identity(
        IdentityId=merged, IdentityPoolId=identity_pool, DeveloperProviderName=DEVELOPER,
        DeveloperUserIdentifier="ada")
    assert refusal(
        pools.lookup_developer_identity, IdentityPoolId=identity_pool, DeveloperUserIdentifier="ada"
    )[0] == "ResourceNotFoundException"
    assert refusal(anyone.get_id, IdentityPoolId=identity_pool, Logins={DEVELOPER: "ada"}) == (
        "InvalidParameterException", "Please provide a valid public provider")


def test_tokens_that_were_signed_out_buy_nothing(app, anyone, admin, pool, client_id, provider, identity_pool):
    make_user(admin, pool, "eve")
    tokens = tokens_of(app, client_id, "eve")
    logins = {provider: tokens["IdToken"]}
    identity = anyone.get_id(IdentityPoolId=identity_pool, Logins=logins)["IdentityId"]
    anyone.get_credentials_for_identity(IdentityId=identity, Logins=logins)
    app.global_sign_out(AccessToken=tokens["AccessToken"])
    assert refusal(anyone.get_credentials_for_identity, IdentityId=identity, Logins=logins) == (
        "NotAuthorizedException", "Token is inactive")


def test_settings_of_a_pool(pools, identity_pool, provider):
    names = {"IdentityPoolId": identity_pool, "IdentityProviderName": provider}
    assert pools.set_principal_tag_attribute_map(**names, UseDefaults=True)["PrincipalTags"] == {
        "username": "sub", "client": "aud"}
    assert pools.get_principal_tag_attribute_map(**names)["UseDefaults"] is True
    arn = f"arn:aws:cognito-identity:us-east-1:123456789012:identitypool/{identity_pool}"
    pools.tag_resource(ResourceArn=arn, Tags={"stage": "test"})
    assert pools.list_tags_for_resource(ResourceArn=arn)["Tags"] == {"stage": "test"}
    pools.untag_resource(ResourceArn=arn, TagKeys=["stage"])
    assert pools.describe_identity_pool(IdentityPoolId=identity_pool)["IdentityPoolTags"] == {}


def test_new_guests_of_an_address_are_limited(start_with):
    server = start_with({"GATEHOUSE_RATE_LIMITS": "true", "GATEHOUSE_GUESTS_PER_ADDRESS": "2"})
    pools, anyone = server.client("cognito-identity"), server.client("cognito-identity", signed=False)
    pool = pools.create_identity_pool(IdentityPoolName="t", AllowUnauthenticatedIdentities=True)["IdentityPoolId"]
    for _ in range(2):
        anyone.get_id(IdentityPoolId=pool)
    assert refusal(anyone.get_id, IdentityPoolId=pool)[0] == "TooManyRequestsException"

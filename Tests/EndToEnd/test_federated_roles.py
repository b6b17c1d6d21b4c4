# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Roles for the tokens and assertions of other providers: boto3, botocore's own use of a token file, and the AWS CLI."""
import time

import boto3
import pytest
from botocore.exceptions import ClientError

from access import ACCOUNT, as_session, code_of, iam, policy, trust  # noqa: F401 (a fixture)
from aws_cli import AWS, refused
from conftest import make_user, tokens_of
from gatehouse import Gatehouse
from open_id_provider import OpenIDProvider, SocialProviders
from saml_provider import session
from test_saml import Corp
from test_saml import encoded as in_base64

WEB = f"arn:aws:iam::{ACCOUNT}:role/web"
READER, WRITER, OTHER = (f"arn:aws:iam::{ACCOUNT}:role/{name}" for name in ("reader", "writer", "other"))


@pytest.fixture
def social():
    with SocialProviders() as social:
        yield social


@pytest.fixture
def server(tmp_path, social, kept_keys):
    address = f"http://127.0.0.1:{social.port}"
    environment = {"GATEHOUSE_PROVIDERS_FACEBOOK_URL": address, "GATEHOUSE_PROVIDERS_AMAZON_URL": address}
    server = Gatehouse(tmp_path, environment=environment, arguments=kept_keys).start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def provider():
    with OpenIDProvider() as provider:
        yield provider


@pytest.fixture
def sts(server):
    """The client of an app without credentials."""
    return server.client("sts", signed=False)


@pytest.fixture
def web(iam, provider):
    """A registered provider, and a role for one of its clients."""
    iam("create", "oidc-provider", provider.issuer, "--client-id", "app", "--client-id", "other")
    arn = f"arn:aws:iam::{ACCOUNT}:oidc-provider/{provider.name}"
    actions = ["sts:AssumeRoleWithWebIdentity", "sts:TagSession", "sts:SetSourceIdentity"]
    condition = {"StringEquals": {f"{provider.name}:aud": "app"}}
    iam("create", "role", "web", document={"trustPolicy": trust({"Federated": arn}, actions, condition)})


def assume(sts, token, **more):
    return sts.assume_role_with_web_identity(
        RoleArn=WEB, RoleSessionName="app", WebIdentityToken=token, **more)


def refusal(sts, token, **more):
    with pytest.raises(ClientError) as caught:
        assume(sts, token, **more)
    answer = caught.value.response
    return answer["Error"]["Code"], answer["ResponseMetadata"]["HTTPStatusCode"]


def identity(server, answer):
    return as_session(server, "sts", answer["Credentials"]).get_caller_identity()["Arn"]


def test_an_id_token_of_a_registered_provider_buys_a_role(server, sts, web, provider):
    token = provider.token(**{
        "https://aws.amazon.com/tags": {"principal_tags": {"team": ["core"]}, "transitive_tag_keys": ["team"]},
        "https://aws.amazon.com/source_identity": "alice"})
    answer = assume(sts, token, DurationSeconds=900)
    assert identity(server, answer) == f"arn:aws:sts::{ACCOUNT}:assumed-role/web/app"
    assert (answer["SubjectFromWebIdentityToken"], answer["Audience"]) == ("alice", "app")
    assert (answer["Provider"], answer["SourceIdentity"]) == (provider.issuer, "alice")
    assert answer["PackedPolicySize"] >= 1


def test_flattened_tags_are_tags_of_the_session(sts, web, provider):
    claim = "https://aws.amazon.com/tags"
    flattened = {f"{claim}/principal_tags/team": "core", f"{claim}/transitive_tag_keys": ["team"]}
    assert assume(sts, provider.token(**flattened))["PackedPolicySize"] >= 1
    nested = {claim: {"principal_tags": {"team": ["admins"]}, "transitive_tag_keys": ["team"]}}
    assert refusal(sts, provider.token(**flattened, **nested)) == ("InvalidIdentityToken", 400)


def test_a_policy_of_the_role_compares_the_person(server, sts, iam, web, provider):
    iam("delete", "role", "web")
    arn = f"arn:aws:iam::{ACCOUNT}:oidc-provider/{provider.name}"
    client = {"StringEquals": {f"{provider.name}:aud": "app"}}
    person = {"StringEquals": {f"{provider.name}:sub": "alice", f"{provider.name}:aud": "app"}}
    allowed = {"Effect": "Allow", "Action": "cognito-idp:ListUserPools", "Resource": "*", "Condition": person}
    iam("create", "role", "web", document={
        "trustPolicy": trust({"Federated": arn}, "sts:AssumeRoleWithWebIdentity", client),
        "policies": {"own": policy(allowed)}})

    def pools(subject):
        return as_session(server, "cognito-idp", assume(sts, provider.token(subject))["Credentials"])

    assert pools("alice").list_user_pools(MaxResults=1)["UserPools"]
    assert code_of(pools("bob").list_user_pools, MaxResults=1) == "AccessDeniedException"


def test_refused_id_tokens_have_the_codes_of_the_service(sts, web, provider):
    now = int(time.time())
    assert refusal(sts, provider.token(aud="stranger")) == ("InvalidIdentityToken", 400)
    assert refusal(sts, provider.token(exp=now - 400)) == ("ExpiredTokenException", 400)
    assert refusal(sts, provider.token(iss="https://evil.example.com")) == ("InvalidIdentityToken", 400)
    assert refusal(sts, provider.token()[:-8] + "AAAAAAAA") == ("InvalidIdentityToken", 400)
    assert refusal(sts, "a text") == ("InvalidIdentityToken", 400)
    # The trust policy names one of the provider's clients only.
    assert refusal(sts, provider.token(aud="other")) == ("AccessDenied", 403)
    # A claim of user pools is no offer of a role.
    assert refusal(sts, provider.token(aud="other", **{"cognito:roles": [WEB]})) == ("AccessDenied", 403)


def test_a_provider_that_is_down_is_an_error_of_its_own(sts, iam):
    with OpenIDProvider() as down:
        iam("create", "oidc-provider", down.issuer, "--client-id", "app")
    assert refusal(sts, down.token()) == ("IDPCommunicationError", 400)


@pytest.mark.parametrize("address", [
    "http://169.254.169.254/keys", "http://[::ffff:169.254.169.254]/", "http://10.0.0.1/"])
def test_a_key_set_that_points_inward_is_not_fetched(server, sts, web, provider, address):
    provider.key_set = address
    assert refusal(sts, provider.token()) == ("IDPCommunicationError", 400)
    with server.get("/metrics") as answer:
        lines = answer.read().decode().splitlines()
    assert 'gatehouse_provider_fetches_total{result="answered"} 1' in lines
    assert 'gatehouse_provider_fetches_total{result="refused_address"} 1' in lines


def test_a_token_file_is_enough_for_programs_of_botocore(server, web, provider, tmp_path, monkeypatch):
    file = tmp_path / "token"
    file.write_text(provider.token())
    for name, value in {
        "AWS_ROLE_ARN": WEB, "AWS_WEB_IDENTITY_TOKEN_FILE": str(file), "AWS_ENDPOINT_URL": server.url,
        "AWS_DEFAULT_REGION": "us-east-1", "AWS_ROLE_SESSION_NAME": "job",
        "AWS_CONFIG_FILE": str(tmp_path / "config"), "AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "credentials"),
        "AWS_EC2_METADATA_DISABLED": "true",
    }.items():
        monkeypatch.setenv(name, value)
    for name in ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"]:
        monkeypatch.delenv(name, raising=False)
    arn = boto3.Session().client("sts").get_caller_identity()["Arn"]
    assert arn == f"arn:aws:sts::{ACCOUNT}:assumed-role/web/job"


@pytest.mark.parametrize("provider, app, subject", [
    ("graph.facebook.com", "7346", "99"), ("www.amazon.com", "app", "amzn1.a")])
def test_a_token_of_a_social_provider_buys_a_role_that_trusts_the_app(server, sts, iam, provider, app, subject):
    condition = {"StringEquals": {f"{provider}:app_id": app}}
    iam("create", "role", "web", document={
        "trustPolicy": trust({"Federated": provider}, "sts:AssumeRoleWithWebIdentity", condition)})
    answer = assume(sts, "good", ProviderId=provider)
    assert identity(server, answer) == f"arn:aws:sts::{ACCOUNT}:assumed-role/web/app"
    assert (answer["SubjectFromWebIdentityToken"], answer["Provider"]) == (subject, provider)
    assert refusal(sts, "revoked", ProviderId=provider) == ("IDPRejectedClaim", 403)
    iam("delete", "role", "web")
    condition = {"StringEquals": {f"{provider}:app_id": "another"}}
    iam("create", "role", "web", document={
        "trustPolicy": trust({"Federated": provider}, "sts:AssumeRoleWithWebIdentity", condition)})
    assert refusal(sts, "good", ProviderId=provider) == ("AccessDenied", 403)


def test_a_user_pool_of_this_server_is_a_provider_until_the_user_signs_out(server, sts, iam):
    first = server.json("/")
    pool, client = first["userPoolId"], first["userPoolClientId"]
    admin, app = server.client("cognito-idp"), server.client("cognito-idp", signed=False)
    user = make_user(admin, pool, "ada", email="ada@example.com")
    name = f"{server.url.removeprefix('http://')}/{pool}"
    iam("create", "oidc-provider", f"http://{name}", "--client-id", client)
    condition = {"StringEquals": {f"{name}:aud": client}}
    principal = {"Federated": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{name}"}
    iam("create", "role", "web", document={
        "trustPolicy": trust(principal, "sts:AssumeRoleWithWebIdentity", condition)})
    tokens = tokens_of(app, client, "ada")
    assert identity(server, assume(sts, tokens["IdToken"])) == f"arn:aws:sts::{ACCOUNT}:assumed-role/web/app"
    # An access token has no audience, and is for other servers.
    assert refusal(sts, tokens["AccessToken"])[0] in ["IDPRejectedClaim", "InvalidIdentityToken"]
    admin.admin_user_global_sign_out(**user)
    assert refusal(sts, tokens["IdToken"]) == ("IDPRejectedClaim", 403)


@pytest.fixture
def corp(server, iam, tmp_path):
    corp = Corp(server, tmp_path, "corp")
    actions = ["sts:AssumeRoleWithSAML", "sts:TagSession", "sts:SetSourceIdentity"]
    for name in ["reader", "writer", "other"]:
        iam("create", "role", name, document={
            "trustPolicy": trust(
                {"Federated": corp.arn}, actions, {"StringEquals": {"saml:aud": corp.recipient}})})
    return corp


def test_an_assertion_buys_a_role_that_it_offers(server, sts, corp):
    attributes = session(
        READER, corp.arn, SourceIdentity=["ada"], TransitiveTagKeys=["team"], **{"PrincipalTag:team": ["core"]})
    response = in_base64(corp.provider.response("ada", attributes))
    answer = sts.assume_role_with_saml(RoleArn=READER, PrincipalArn=corp.arn, SAMLAssertion=response)
    assert identity(server, answer) == f"arn:aws:sts::{ACCOUNT}:assumed-role/reader/ada@example.com"
    assert (answer["Subject"], answer["SubjectType"]) == ("ada", "persistent")
    assert (answer["Audience"], answer["SourceIdentity"]) == (corp.recipient, "ada")
    asked = {"PrincipalArn": corp.arn, "SAMLAssertion": response}
    assert code_of(sts.assume_role_with_saml, RoleArn=OTHER, **asked) == "AccessDenied"
    forged = in_base64(corp.response().replace(">ada<", ">eve<"))
    assert code_of(
        sts.assume_role_with_saml, RoleArn=READER, PrincipalArn=corp.arn, SAMLAssertion=forged
    ) == "InvalidIdentityToken"


def test_custom_role_arn_selects_a_role_of_the_assertion(server, corp):
    logins = {corp.arn: in_base64(corp.response(roles=[READER, WRITER]))}
    found = corp.app.get_id(IdentityPoolId=corp.pool, Logins=logins)["IdentityId"]

    def credentials(**more):
        return corp.app.get_credentials_for_identity(IdentityId=found, Logins=logins, **more)["Credentials"]

    for role in [READER, WRITER]:
        vended = credentials(CustomRoleArn=role)
        client = server.client("sts", vended["AccessKeyId"], vended["SecretKey"], vended["SessionToken"])
        name = role.rpartition("/")[2]
        assert client.get_caller_identity()["Arn"] == (
            f"arn:aws:sts::{ACCOUNT}:assumed-role/{name}/CognitoIdentityCredentials")
    assert code_of(credentials) == "NotAuthorizedException"
    # The role trusts the provider, but the assertion does not offer it.
    assert code_of(credentials, CustomRoleArn=OTHER) == "NotAuthorizedException"


def test_the_aws_cli_assumes_federated_roles(server, web, provider, corp, tmp_path, monkeypatch):
    aws = AWS(server, tmp_path, monkeypatch)
    names = {"role_session_name": "app", "role_arn": WEB}
    web_answer = aws("sts", "assume-role-with-web-identity", **names, web_identity_token=provider.token())
    assert web_answer["SubjectFromWebIdentityToken"] == "alice"
    with refused("InvalidIdentityToken"):
        aws("sts", "assume-role-with-web-identity", **names, web_identity_token=provider.token(aud="stranger"))
    saml_answer = aws(
        "sts", "assume-role-with-saml", role_arn=READER, principal_arn=corp.arn,
        saml_assertion=in_base64(corp.response(roles=READER)))
    assert saml_answer["Subject"] == "ada"

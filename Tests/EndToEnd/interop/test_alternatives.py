# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The README's comparison with moto: each of its rows is one of these checks, made at a running server of both."""
import contextlib
import json
import pathlib
import subprocess
import urllib.error
import urllib.request

import boto3
import jwt
import pytest
from botocore.exceptions import ClientError
from pycognito.aws_srp import AWSSRP

from documents import README, snippet
from foreign_process import ForeignProcess
from gatehouse import BINARY, PASSWORD
from server_process import ServerProcess, free_port

ROOT = pathlib.Path(__file__).resolve().parents[3]
FLOWS = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
WRONG = "Wrong-Horse-7!"


class Peer:
    """A server with a user pool, an app client and a confirmed user, `ada`."""

    def __init__(self, url):
        self.url = url
        keys = {"aws_access_key_id": "any", "aws_secret_access_key": "any", "region_name": "us-east-1"}
        self.cognito = boto3.client("cognito-idp", endpoint_url=url, **keys)
        self.pool = self.cognito.create_user_pool(
            PoolName="peer", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
        self.cognito.set_user_pool_mfa_config(
            UserPoolId=self.pool, SoftwareTokenMfaConfiguration={"Enabled": True}, MfaConfiguration="OPTIONAL")
        client = self.cognito.create_user_pool_client(
            UserPoolId=self.pool, ClientName="app", ExplicitAuthFlows=FLOWS)["UserPoolClient"]
        self.client = client["ClientId"]
        self.user("ada")

    def user(self, name):
        user = {"UserPoolId": self.pool, "Username": name}
        self.cognito.admin_create_user(
            **user, MessageAction="SUPPRESS", UserAttributes=[{"Name": "email", "Value": f"{name}@example.com"}])
        self.cognito.admin_set_user_password(**user, Password=PASSWORD, Permanent=True)

    def sign_in(self, name="ada", password=PASSWORD):
        return self.cognito.initiate_auth(
            ClientId=self.client, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": name, "PASSWORD": password})

    def refuses(self, call):
        try:
            call()
        except ClientError:
            return True
        return False

    def get(self, path):
        with urllib.request.urlopen(path if "://" in path else self.url + path, timeout=30) as answer:
            return answer.read().decode()


def an_srp_sign_in_refuses_a_wrong_password(peer):
    def sign_in(password):
        srp = AWSSRP("ada", password, peer.pool, peer.client, client=peer.cognito)
        assert "AccessToken" in srp.authenticate_user()["AuthenticationResult"]

    sign_in(PASSWORD)
    return peer.refuses(lambda: sign_in(WRONG))


def a_password_sign_in_refuses_a_wrong_password(peer):
    peer.sign_in()
    return peer.refuses(lambda: peer.sign_in(password=WRONG))


def a_sign_up_refuses_a_wrong_code(peer):
    peer.cognito.sign_up(
        ClientId=peer.client, Username="bob", Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": "bob@example.com"}])
    return peer.refuses(
        lambda: peer.cognito.confirm_sign_up(ClientId=peer.client, Username="bob", ConfirmationCode="000000"))


def a_test_reads_the_code_of_a_message(peer):
    peer.cognito.sign_up(
        ClientId=peer.client, Username="eve", Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": "eve@example.com"}])
    try:
        messages = json.loads(peer.get("/dev/outbox?format=json"))
    except (urllib.error.URLError, ValueError):
        return False
    code = next(message["code"] for message in messages if message["to"] == "eve@example.com")
    peer.cognito.confirm_sign_up(ClientId=peer.client, Username="eve", ConfirmationCode=code)
    return True


def an_authenticator_app_needs_its_code(peer):
    peer.user("tom")
    token = peer.sign_in("tom")["AuthenticationResult"]["AccessToken"]
    peer.cognito.associate_software_token(AccessToken=token)
    return peer.refuses(lambda: peer.cognito.verify_software_token(AccessToken=token, UserCode="000000"))


def a_token_verifies_with_the_keys_of_its_issuer(peer):
    token = peer.sign_in()["AuthenticationResult"]["IdToken"]
    issuer = jwt.decode(token, options={"verify_signature": False})["iss"]
    if not issuer.startswith("http://localhost:"):
        return False
    keys = json.loads(peer.get(json.loads(peer.get(f"{issuer}/.well-known/openid-configuration"))["jwks_uri"]))
    key = jwt.PyJWKSet.from_dict(keys)[jwt.get_unverified_header(token)["kid"]]
    return jwt.decode(token, key, algorithms=["RS256"], audience=peer.client)["cognito:username"] == "ada"


def a_sign_out_everywhere_ends_refresh_tokens(peer):
    tokens = peer.sign_in()["AuthenticationResult"]
    peer.cognito.global_sign_out(AccessToken=tokens["AccessToken"])
    return peer.refuses(
        lambda: peer.cognito.initiate_auth(
            ClientId=peer.client, AuthFlow="REFRESH_TOKEN_AUTH",
            AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]}))


def a_domain_has_a_page_for_sign_ins(peer):
    peer.cognito.create_user_pool_domain(UserPoolId=peer.pool, Domain="peer")
    client = peer.cognito.create_user_pool_client(
        UserPoolId=peer.pool, ClientName="pages", CallbackURLs=["http://localhost/in"], AllowedOAuthFlows=["code"],
        AllowedOAuthScopes=["openid"], AllowedOAuthFlowsUserPoolClient=True,
        SupportedIdentityProviders=["COGNITO"])["UserPoolClient"]["ClientId"]
    query = f"client_id={client}&response_type=code&scope=openid&redirect_uri=http%3A%2F%2Flocalhost%2Fin"
    for path in (f"/domains/peer/login?{query}", f"/login?{query}"):
        with contextlib.suppress(urllib.error.URLError):
            if 'type="password"' in peer.get(path):
                return True
    return False


# The first column of the README's table, and its check.
CHECKS = {
    "A wrong password is refused": a_password_sign_in_refuses_a_wrong_password,
    "A wrong password is refused over SRP, as Amplify signs in": an_srp_sign_in_refuses_a_wrong_password,
    "A wrong code does not confirm a sign-up": a_sign_up_refuses_a_wrong_code,
    "A test reads the code of a message": a_test_reads_the_code_of_a_message,
    "A wrong code of an authenticator app is refused": an_authenticator_app_needs_its_code,
    "Tokens verify with the keys at their issuer's address": a_token_verifies_with_the_keys_of_its_issuer,
    "A sign-out everywhere ends refresh tokens": a_sign_out_everywhere_ends_refresh_tokens,
    "A domain has a page for sign-ins": a_domain_has_a_page_for_sign_ins,
}


def rows():
    """The README's table: the cells of each row, by its first column."""
    table = README.read_text().split("<!-- alternatives: begin -->")[1].split("<!-- alternatives: end")[0]
    lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.strip().splitlines()]
    assert lines[0][1:3] == ["Gatehouse", "moto"]
    return {line[0]: line[1:3] for line in lines[2:]}


@pytest.fixture(scope="module")
def python():
    """The Python of an environment with moto."""
    requirements = ["Scripts/python-environment.sh", ".venv-bench", "Scripts/bench-requirements.txt"]
    return subprocess.run(requirements, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def peers(python, tmp_path_factory):
    """The two servers, in the order of the table's columns."""
    folder, port = tmp_path_factory.mktemp("alternatives"), free_port()
    moto = ForeignProcess(
        [pathlib.Path(python).with_name("moto_server"), "--port", str(port)], port, folder / "moto.log")
    with ServerProcess(BINARY, folder) as gatehouse, moto:
        yield [Peer(gatehouse.url), Peer(f"http://localhost:{port}")]


def test_the_readme_compares_each_check():
    assert list(rows()) == list(CHECKS)


@pytest.mark.parametrize("title", CHECKS)
def test_a_row_of_the_readme_is_what_the_servers_do(peers, title):
    found = ["yes" if CHECKS[title](peer) else "no" for peer in peers]
    assert found == rows()[title]


def test_the_documented_test_passes_with_moto(python):
    subprocess.run([python, "-c", f"{snippet('@mock_aws')}\ntest_a_user_signs_in()"], check=True)


def test_moto_does_not_answer_requests_to_the_address_of_the_server(python, peers):
    gatehouse = peers[0]
    environment = {"AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER": gatehouse.url}
    script = f"{snippet('@mock_aws')}\ntest_a_user_signs_in()"
    subprocess.run([python, "-c", script], check=True, env=environment)
    pools = gatehouse.cognito.list_user_pools(MaxResults=60)["UserPools"]
    assert "shop" in {pool["Name"] for pool in pools}

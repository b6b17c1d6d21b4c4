# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""mod_oauth2, in an Apache in front of an API, as a resource server that verifies the access tokens of a user pool."""
import base64
import json

import pytest
import requests
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from apache import Apache, App
from conftest import make_client, make_user, tokens_of

# ID tokens have the issuer and the keys of access tokens; `token_use` tells one from the other. The module compares
# whole claims, so an expression of Apache's looks for one scope among others; the user's name in it makes Apache
# evaluate it after the token.
CONFIGURATION = """
<Location "/api">
    AuthType oauth2
    OAuth2TokenVerify jwks_uri {issuer}/.well-known/jwks.json verify.exp=required
    OAuth2TargetPass prefix=TOKEN_&headers=On
    <RequireAll>
        Require oauth2_claim iss:{issuer}
        Require oauth2_claim token_use:access
    </RequireAll>
</Location>
<Location "/api/orders">
    AuthMerging And
    Require expr "-n %{{REMOTE_USER}} && reqenv('TOKEN_scope') =~ m#(^| )orders/read( |$)#"
</Location>
ProxyPass "/api" "http://127.0.0.1:{backend}/"
"""
MODULES = ["authz_user", "proxy", "proxy_http", "oauth2"]


class Pool:
    """A pool with Alice and a scope of its own: its issuer, and tokens of a user and of a machine."""

    def __init__(self, server, admin, app):
        self.id = admin.create_user_pool(PoolName="api")["UserPool"]["Id"]
        self.issuer = f"{server.url}/{self.id}"
        admin.create_user_pool_domain(Domain="api-" + self.id.split("_")[1].lower(), UserPoolId=self.id)
        make_user(admin, self.id)
        scopes = [{"ScopeName": name, "ScopeDescription": name} for name in ["read", "write"]]
        admin.create_resource_server(UserPoolId=self.id, Identifier="orders", Name="orders", Scopes=scopes)
        self.machine = make_client(
            admin, self.id, GenerateSecret=True, AllowedOAuthFlows=["client_credentials"],
            AllowedOAuthScopes=["orders/read", "orders/write"], AllowedOAuthFlowsUserPoolClient=True)
        self.metadata = requests.get(f"{self.issuer}/.well-known/openid-configuration", timeout=30).json()
        self.user = tokens_of(app, make_client(admin, self.id)["ClientId"])

    def machine_token(self, scope):
        answer = requests.post(
            self.metadata["token_endpoint"], data={"grant_type": "client_credentials", "scope": scope},
            auth=(self.machine["ClientId"], self.machine["ClientSecret"]), timeout=30)
        return answer.json()["access_token"]


@pytest.fixture
def our_pool(server, admin, app):
    return Pool(server, admin, app)


@pytest.fixture
def start_api(our_pool, tmp_path):
    """Starts the API behind Apache, whose clock may be ahead; returns a function that calls it with a token."""
    started = []
    with App() as app:
        def start(ahead=None):
            apache = Apache(tmp_path / f"apache-{len(started)}", MODULES)
            started.append(apache.start(CONFIGURATION.format(issuer=our_pool.issuer, backend=app.port), ahead))
            return lambda token, path="/api": requests.get(
                apache.url + path, headers={"Authorization": f"Bearer {token}"}, timeout=30)

        yield start
        for apache in started:
            apache.stop()


def parts_of(token):
    """The header and the claims of a token."""
    return [json.loads(base64.urlsafe_b64decode(part + "===")) for part in token.split(".")[:2]]


def encoded(part):
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()


def is_refused(answer):
    """Whether the module has not been able to verify the token."""
    return answer.status_code == 401 and 'error="invalid_token"' in answer.headers.get("WWW-Authenticate", "")


def test_the_api_is_open_to_the_access_tokens_of_a_pool(our_pool, start_api):
    call = start_api()
    token = our_pool.user["AccessToken"]
    answer = call(token)
    _, claims = parts_of(token)
    assert answer.status_code == 200
    assert answer.json()["token_sub"] == claims["sub"] and answer.json()["token_username"] == "alice"
    assert call(token, "/api/orders").status_code == 401
    scopes = {"orders/read": 200, "orders/write orders/read": 200, "orders/write": 401}
    assert {scope: call(our_pool.machine_token(scope), "/api/orders").status_code for scope in scopes} == scopes


def test_the_api_is_closed_to_other_tokens(server, admin, app, our_pool, start_api):
    call = start_api()
    token = our_pool.user["AccessToken"]
    header, claims = parts_of(token)
    signed = token.rsplit(".", 1)
    (key,) = [key for key in requests.get(our_pool.metadata["jwks_uri"], timeout=30).json()["keys"]
              if key["kid"] == header["kid"]]
    refused = {
        "of another pool": Pool(server, admin, app).user["AccessToken"],
        "with another key": jwt.encode(header, claims, RSAKey.generate_key(2048)),
        "with another user": ".".join([encoded(header), encoded({**claims, "username": "bob"}), signed[1]]),
        "without a signature": ".".join([encoded({**header, "alg": "none"}), encoded(claims), ""]),
        "with the public key as a secret": jwt.encode(
            {**header, "alg": "HS256"}, claims, OctKey.import_key(key["n"]), algorithms=["HS256"]),
        "cut off": token[:-8],
    }
    assert [name for name, other in refused.items() if not is_refused(call(other))] == []
    assert requests.get(call(token).url, timeout=30).status_code == 401
    # The module accepts the signature of an ID token, and then looks at its claims.
    answer = call(our_pool.user["IdToken"])
    assert answer.status_code == 401 and not is_refused(answer)
    assert call(token).status_code == 200


def test_the_api_is_closed_to_a_token_after_its_end(our_pool, start_api):
    _, claims = parts_of(our_pool.user["AccessToken"])
    assert claims["exp"] - claims["iat"] == 3600
    assert start_api(ahead="+50m")(our_pool.user["AccessToken"]).status_code == 200
    assert is_refused(start_api(ahead="+61m")(our_pool.user["AccessToken"]))

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""People of Glewlwyd sign in to a user pool by OpenID Connect."""
import urllib.parse

import pytest
import requests

from federated_pool import FederatedPool
from gatehouse import PASSWORD
from glewlwyd import ADMINISTRATOR, Glewlwyd, openssl
from open_id_client import query_of
from web_forms import CALLBACK, follow

# The provider does not decode what `client_secret_basic` encodes, so the secret has nothing to encode.
SECRET = "secret-of-the-tests"
# By the algorithm of ID tokens: the method at the token endpoint, and the words of Glewlwyd for the algorithm.
ALGORITHMS = {
    "RS256": ("client_secret_post", "rsa", ("genrsa", "-traditional", "2048"), "rsa"),
    "ES256": ("client_secret_basic", "ecdsa", ("ecparam", "-genkey", "-name", "prime256v1", "-noout"), "ec"),
}


class OpenIDProvider(Glewlwyd):
    """Glewlwyd with one person, Ada, and an issuer for each algorithm of ID tokens."""

    def start(self):
        super().start()
        self.send("auth/", ADMINISTRATOR)
        for algorithm in ALGORITHMS:
            self.send("mod/plugin/", self.issuing(algorithm))
        person = {"username": "ada", "name": "Ada Löfgren", "email": "ada@example.com", "password": PASSWORD}
        self.send("user/", {**person, "enabled": True, "scope": ["openid"]})
        return self

    def issuer(self, algorithm):
        return f"{self.url}/api/{algorithm}"

    def issuing(self, algorithm):
        """An instance of its plug-in for OpenID Connect, which allows only codes with PKCE."""
        _, kind, generation, command = ALGORITHMS[algorithm]
        key = openssl(*generation)
        flows = ["token", "id-token", "implicit", "password", "client", "device"]
        return {"module": "oidc", "name": algorithm, "display_name": algorithm, "order_rank": 0, "parameters": {
            "iss": self.issuer(algorithm), "jwt-type": kind, "jwt-key-size": "256", "key": key,
            "cert": openssl(command, "-pubout", given=key), "access-token-duration": 3600,
            "refresh-token-duration": 3600, "code-duration": 60, "refresh-token-rolling": True,
            "allow-non-oidc": False, **{f"auth-type-{flow}-enabled": False for flow in flows},
            "auth-type-code-enabled": True, "auth-type-refresh-enabled": True, "pkce-allowed": True,
            "pkce-required": True, "pkce-method-plain-allowed": False, "oauth-as-iss-id": True, "jwks-show": True,
            "name-claim": "mandatory", "email-claim": "mandatory", "subject-type": "public",
            "allowed-scope": ["openid"]}}

    def register(self, client_id, callback, method):
        """Registers a client with the secret."""
        self.send("client/", {
            "client_id": client_id, "client_secret": SECRET, "confidential": True, "enabled": True,
            "authorization_type": ["code"], "redirect_uri": [callback], "token_endpoint_auth_method": [method]})


@pytest.fixture(scope="module")
def provider(tmp_path_factory):
    with OpenIDProvider(tmp_path_factory.mktemp("glewlwyd")) as provider:
        yield provider


@pytest.fixture(scope="module")
def pool(server):
    return FederatedPool(server, "glewlwyd")


def client_of(pool, provider, name, algorithm, secret=SECRET):
    """A client whose users come from an issuer of the provider."""
    method = ALGORITHMS[algorithm][0]
    provider.register(name, pool.base + "/oauth2/idpresponse", method)
    pool.admin.create_identity_provider(
        UserPoolId=pool.id, ProviderName=name, ProviderType="OIDC", AttributeMapping={"email": "email", "name": "name"},
        ProviderDetails={
            "client_id": name, "client_secret": secret, "authorize_scopes": "openid",
            "attributes_request_method": "GET", "oidc_issuer": provider.issuer(algorithm),
            "token_endpoint_auth_method": method})
    return pool.client(providers=[name])


def log_in(browser, provider, address):
    """Makes the calls of the provider's login page; returns the authorization request that it then continues."""
    _, address = follow(browser, address)
    assert address.startswith(f"{provider.url}/login.html?")
    login = query_of(address)
    ada = {"username": "ada", "password": PASSWORD}
    for method, path, content in [
        ("POST", "", ada), ("PUT", f"grant/{login['client_id']}/", {"scope": login["scope"]}),
    ]:
        answer = browser.request(method, f"{provider.url}/api/auth/{path}", json=content, timeout=30)
        assert answer.status_code == 200, answer.text
    return login["callback_url"] + "&g_continue"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_person_signs_in_by_a_code_with_pkce_and_a_nonce(pool, provider, algorithm):
    client = client_of(pool, provider, "with" + algorithm, algorithm)
    browser, address = requests.Session(), pool.authorization(client, identity_provider="with" + algorithm, nonce="n")
    request = log_in(browser, provider, address)
    assert query_of(request)["code_challenge_method"] == "S256" and query_of(request)["nonce"] not in ("", "n")
    page, back = follow(browser, request)
    assert page is None and back.startswith(CALLBACK + "?code="), back
    claims = pool.claims(client, back)
    identity = claims["identities"][0]
    assert claims["cognito:username"] == f"with{algorithm}_{identity['userId']}" and claims["nonce"] == "n"
    assert claims["email"] == "ada@example.com" and identity["providerType"] == "OIDC"
    user = pool.admin.admin_get_user(UserPoolId=pool.id, Username=claims["cognito:username"])
    attributes = {one["Name"]: one["Value"] for one in user["UserAttributes"]}
    assert user["UserStatus"] == "EXTERNAL_PROVIDER" and attributes["name"] == "Ada Löfgren"
    # This browser has sessions now: the user enters no password.
    _, again = follow(browser, address)
    assert pool.claims(client, again)["sub"] == claims["sub"]


def test_a_response_that_names_another_issuer_is_refused(pool, provider):
    client, browser = client_of(pool, provider, "named", "RS256"), requests.Session()
    request = log_in(browser, provider, pool.authorization(client, identity_provider="named"))
    response = browser.get(request, allow_redirects=False, timeout=30).headers["Location"]
    names = [urllib.parse.quote(provider.issuer(algorithm), safe="") for algorithm in ("RS256", "ES256")]
    assert response.startswith(pool.base) and names[0] in response
    page, back = follow(browser, response.replace(*names))
    assert page is None and "the response is of another issuer" in query_of(back)["error_description"]
    assert "code" not in query_of(back)


def test_a_pool_with_another_secret_gets_no_user(pool, provider):
    client, browser = client_of(pool, provider, "mistyped", "RS256", secret="another-secret"), requests.Session()
    request = log_in(browser, provider, pool.authorization(client, identity_provider="mistyped"))
    page, back = follow(browser, request)
    assert page is None and "error getting token" in query_of(back)["error_description"]
    assert "code" not in query_of(back)


@pytest.mark.parametrize("name, error", [("nonce", "invalid id_token"), ("code_challenge", "error getting token")])
def test_a_request_that_was_changed_on_its_way_signs_no_user_in(pool, provider, name, error):
    own = "changed-" + name.replace("_", "-")
    client, browser = client_of(pool, provider, own, "RS256"), requests.Session()
    request = log_in(browser, provider, pool.authorization(client, identity_provider=own))
    page, back = follow(browser, request.replace(query_of(request)[name], 43 * "A"))
    assert page is None and error in query_of(back)["error_description"] and "code" not in query_of(back)

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""mod_auth_openidc, in an Apache in front of an app, as the relying party of a user pool."""
import urllib.parse

import pytest
import requests

from apache import Apache, App
from conftest import make_user
from gatehouse import PASSWORD
from hosted_provider import HostedProvider
from open_id_client import query_of
from web_forms import Form, follow, sign_in

# The module signs users in for `/app`; `/app/staff` is for a group.
CONFIGURATION = """
OIDCProviderMetadataURL {issuer}/.well-known/openid-configuration
OIDCClientID {id}
OIDCClientSecret {secret}
OIDCProviderTokenEndpointAuth {authentication}
OIDCScope "openid email"
OIDCPKCEMethod S256
OIDCRedirectURI {app}/app/callback
OIDCCryptoPassphrase a-passphrase-for-this-test
OIDCRemoteUserClaim cognito:username
OIDCAuthNHeader X-User
OIDCPassClaimsAs headers
OIDCPassRefreshToken On
<Location "/app">
    AuthType openid-connect
    Require valid-user
</Location>
<Location "/app/staff">
    Require claim cognito:groups:staff
</Location>
ProxyPass "/app/callback" "!"
ProxyPass "/app" "http://127.0.0.1:{backend}/"
"""
MODULES = ["authz_user", "proxy", "proxy_http", "auth_openidc"]


class Site:
    """The address of an app behind Apache, and what its browsers get there."""

    def __init__(self, apache):
        self.apache, self.app, self.callback = apache, f"{apache.url}/app", f"{apache.url}/app/callback"
        self.signed_out = f"{apache.url}/bye"

    def returned(self, browser, username="alice"):
        """Signs a user in; the address to which the provider sends the browser, which does not go there."""
        page, address = sign_in(browser, self.app, username, PASSWORD, until=self.callback)
        assert page is None, page.text
        return address

    def signed_in(self, browser, username="alice"):
        """Signs a user in; the headers that the app receives."""
        page, address = sign_in(browser, self.app, username, PASSWORD)
        assert page.status_code == 200 and address == self.app, self.apache.log()
        return page.json()


@pytest.fixture
def provider(server, admin, pool):
    return HostedProvider(server, admin, pool)


@pytest.fixture(params=["client_secret_basic", "client_secret_post"])
def site(request, provider, tmp_path):
    with App() as app:
        site = Site(Apache(tmp_path / "apache", MODULES))
        client = provider.client(site.callback, LogoutURLs=[site.signed_out])
        site.apache.start(CONFIGURATION.format(
            issuer=provider.issuer, id=client["ClientId"], secret=client["ClientSecret"],
            authentication=request.param, app=site.apache.url, backend=app.port))
        yield site
        site.apache.stop()


def test_the_app_receives_the_claims_of_a_user_until_the_user_signs_out(site, provider):
    browser = requests.Session()
    address = requests.get(site.app, allow_redirects=False, timeout=30).headers["Location"]
    request = query_of(address)
    assert request["code_challenge_method"] == "S256" and {"state", "nonce", "code_challenge"} <= set(request)
    headers = site.signed_in(browser)
    assert headers["x-user"] == "alice" and headers["oidc_claim_iss"] == provider.issuer
    assert headers["oidc_claim_email"] == "alice@example.com" and headers["oidc_claim_token_use"] == "id"
    assert provider.user_info(headers["oidc_access_token"]).json()["sub"] == headers["oidc_claim_sub"]
    # The module redeems the refresh token.
    renewal = urllib.parse.urlencode({"refresh": site.app, "access_token": headers["oidc_access_token"]})
    page, _ = follow(browser, f"{site.callback}?{renewal}")
    renewed = page.json()
    assert renewed["x-user"] == "alice" and renewed["oidc_access_token"] != headers["oidc_access_token"]
    # A browser that has lost its session with the app has one with the provider.
    for cookie in [cookie for cookie in browser.cookies if cookie.name.startswith("mod_auth_openidc")]:
        browser.cookies.clear(cookie.domain, cookie.path, cookie.name)
    page, address = follow(browser, site.app)
    again = page.json()
    assert address == site.app and again["oidc_claim_sub"] == headers["oidc_claim_sub"]
    sign_out = urllib.parse.urlencode({"logout": site.signed_out})
    _, address = follow(browser, f"{site.callback}?{sign_out}", until=site.signed_out)
    assert address == site.signed_out
    page, address = follow(browser, site.app)
    assert address.startswith(provider.metadata["authorization_endpoint"].rsplit("/oauth2", 1)[0])
    assert "password" in Form(page.text).fields
    # The module has revoked the refresh token of the session that has ended.
    assert provider.user_info(again["oidc_access_token"]).status_code == 401


def test_a_page_for_a_group_is_shown_to_its_members(site, provider, admin):
    make_user(admin, provider.pool, "bob")
    admin.create_group(UserPoolId=provider.pool, GroupName="staff")
    admin.admin_add_user_to_group(UserPoolId=provider.pool, Username="bob", GroupName="staff")
    member, other = requests.Session(), requests.Session()
    # The module replaces the colon of a claim's name in headers only.
    assert site.signed_in(member, "bob")["oidc_claim_cognito-groups"] == "staff"
    site.signed_in(other)
    assert member.get(f"{site.app}/staff", timeout=30).status_code == 200
    assert other.get(f"{site.app}/staff", allow_redirects=False, timeout=30).status_code == 401


def test_a_return_with_another_state_signs_no_user_in(site):
    browser = requests.Session()
    address = site.returned(browser)
    changed = address.replace("state=", "state=x")
    assert changed != address
    answer = browser.get(changed, allow_redirects=False, timeout=30)
    assert answer.status_code >= 400 and "mod_auth_openidc_session" not in answer.cookies
    # The state belongs to the browser that has sent the request.
    answer = requests.get(address, allow_redirects=False, timeout=30)
    assert answer.status_code >= 400 and "mod_auth_openidc_session" not in answer.cookies
    page, _ = follow(browser, address)
    assert page.status_code == 200 and page.json()["x-user"] == "alice"

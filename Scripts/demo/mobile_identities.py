# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Stories of AWSMobileClient about the users of other providers, with tokens of the app and on pages."""
import base64
import contextlib

from chromium import SystemBrowser, headless_chromium
from federation import DEVELOPER, OWN_TOKEN, register
from hosted_pages import Pages
from mobile_app import ACCOUNT, Identities, MobileApp, configuration, role
from open_id_provider import OpenIDProvider
from pages_pool import SCOPES, PagesPool
from provider_pages import OpenIDPages
from saml_provider import Provider, new_key, session
from server_process import free_port
from single_page_provider import SinglePageProvider
from visitor import PASSWORD

SAML = f"{ACCOUNT}:saml-provider/mobile"


def saml_tokens(server):
    """Registers a SAML provider; returns a function that makes its responses, for some roles."""
    folder = server.folder / "mobile-saml"
    folder.mkdir()
    provider = Provider(*new_key(folder), f"{server.url}/saml", server.url)
    metadata = folder / "metadata.xml"
    metadata.write_text(provider.metadata())
    register(server, "saml-provider", "mobile", "--document", metadata)

    def response(*roles):
        text = provider.response("ada", session([role(name) for name in roles], SAML))
        return base64.b64encode(text.encode()).decode()

    return response


def tokens(table, server, visit):
    """Tokens that the app has from providers by itself."""
    with OpenIDProvider() as provider:
        register(server, "oidc-provider", provider.issuer, "--client-id", "app")
        saml = saml_tokens(server)
        identities = Identities(
            server, "mobile-federation", OpenIdConnectProviderARNs=[f"{ACCOUNT}:oidc-provider/{provider.name}"],
            SamlProviderARNs=[SAML], DeveloperProviderName=DEVELOPER)
        content = configuration(server, identity_pool=identities.id)
        with MobileApp(server, "openid", content) as app:
            def federate(token):
                return f"federatedSignIn {provider.name} {app.writes_token(token)}"

            with table.step("federatedSignIn, OpenID Connect", "an ID token: the role of the identity pool"):
                app.does(federate(provider.token("ada")), "State: signedIn, provider 127")
                app.sees("federatedSignIn: signedIn")
                app.has_role("customer")
                ada = app.identity()
            with table.step("federatedSignIn, again", "a token that is refused: the calls wait for another"):
                app.does(federate(provider.token("ada", aud="stranger")), "federatedSignIn: signedIn")
                app.does("getAWSCredentials &", "State: signedOutFederatedTokensInvalid, provider 127")
                app.types_line("getAWSCredentials &")
                app.types_line(federate(provider.token("ada")))
                app.sees(r"Access key: [\s\S]*Access key: ")
                if app.identity() != ada:
                    raise ValueError("the identity is another one")
        with MobileApp(server, "saml", content) as app:
            with table.step("federatedSignIn, SAML with two roles", "no choice: the credentials fail"):
                path = app.writes_token(saml("reader", "writer"))
                app.does(f"federatedSignIn {SAML} {path}", "federatedSignIn: signedIn")
                app.does("getAWSCredentials &", "Error of getAWSCredentials: |State: signedOutFederatedTokensInvalid")
            with table.step("federatedSignIn(customRoleARN:)", "one of the two roles"):
                path = app.writes_token(saml("reader", "writer"))
                app.does(f"federatedSignIn {SAML} {path} role={role('writer')}", "federatedSignIn: signedIn")
                app.has_role("writer")
        with MobileApp(server, "developer", content) as app:
            answer = identities.admin.get_open_id_token_for_developer_identity(
                IdentityPoolId=identities.id, Logins={DEVELOPER: "ada"})
            path = app.writes_token(answer["Token"])
            with table.step("federatedSignIn, developer identity", "no identity id, then that of the back end"):
                app.does(f"federatedSignIn {OWN_TOKEN} {path}", r"Error of federatedSignIn: invalidParameter \(8\)")
                app.does(
                    f"federatedSignIn {OWN_TOKEN} {path} identity={answer['IdentityId']}", "federatedSignIn: signedIn")
                app.has_role("customer")


def hosted_ui(pool, program):
    """The section `Auth` for the pages of a user pool."""
    return {"OAuth": {
        "WebDomain": f"{pool.server.url}/domains/mobile-pages", "AppClientId": pool.client_id, "Scopes": SCOPES,
        "SignInRedirectURI": f"{program}/signed-in", "SignOutRedirectURI": f"{program}/signed-out"}}


def pages(table, server, visit):
    """The pages of a user pool and those of another provider, in a browser."""
    with contextlib.ExitStack() as stack:
        provider = stack.enter_context(OpenIDPages())
        single = stack.enter_context(SinglePageProvider())
        pool = PagesPool(server, "mobile-pages", provider.registration)
        pool.add("ada", PASSWORD, email="ada@example.info")
        register(server, "oidc-provider", single.issuer, "--client-id", single.client)
        identities = Identities(
            server, "mobile-pages", [pool], OpenIdConnectProviderARNs=[f"{ACCOUNT}:oidc-provider/{single.name}"])
        folder = server.folder / "mobile-browser"
        folder.mkdir()
        system = stack.enter_context(SystemBrowser(folder))
        browser = Pages(stack.enter_context(headless_chromium()), None)
        content = configuration(server, pool, identities.id, **hosted_ui(pool, pool.program))
        with MobileApp(server, "pages", content, system.environment) as app:
            with table.step("showSignIn(hostedUIOptions:)", "user name and password, in the browser"):
                app.types_line("showSignIn")
                browser.open(system.next()).sign_in("ada", PASSWORD)
                app.sees("State: signedIn, provider OAuth, token …")
                app.sees("showSignIn: signedIn")
                app.does("getUserAttributes", r"email: ada@example\.info")
                app.has_role("customer")
            with table.step("signOut(invalidateTokens:)", "the logout page: the browser's session ends as well"):
                app.types_line("signOutOfPages")
                browser.open(system.next())
                app.sees("signOutOfPages: done")
            with table.step("showSignIn(identityProvider:)", "the provider's page at once"):
                app.types_line(f"showSignIn provider={provider.title}")
                browser.open(system.next()).press()
                app.sees(f"State: signedIn, identityProvider {provider.title}, provider OAuth")
                app.sees("showSignIn: signedIn")
                app.does("state", f"user: {provider.title}_ada")
        program = f"http://127.0.0.1:{free_port()}"
        content = configuration(
            server, pool, identities.id, **single.configuration(f"{program}/signed-in", f"{program}/signed-out"))
        with MobileApp(server, "auth0", content, system.environment) as app:
            with table.step("showSignIn(federationProviderName:)", "the page of another OAuth provider"):
                app.types_line(f"showSignIn scopes=openid,offline_access federation={single.name}")
                browser.open(system.next()).press()
                app.sees("State: signedIn, provider OAuth, token …")
                app.sees("showSignIn: signedIn")
                app.does("logins", f"Logins: {single.name}")
                app.has_role("customer")
                app.closes()
        with MobileApp(server, "auth0", content, system.environment) as app:
            with table.step("getTokens, next process", "the access token has expired: renewed at the provider"):
                app.sees("Started: signedIn")
                app.does("getTokens", "Access token: ")
                if single.refreshed != 1:
                    raise ValueError(f"the tokens were renewed {single.refreshed} times")
            with table.step("signOut(invalidateTokens:)", "the provider's own address for it"):
                app.types_line("signOutOfPages")
                browser.open(system.next())
                app.sees("signOutOfPages: done")

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The calls of AWSMobileClient's documentation, with users, codes, tokens and providers that its examples name.

Scripts/documented_calls.py runs these checks. The calls are in Tests/Client/DocumentedMobileCalls. Facebook, Google and
Auth0 are played here.
"""
import html
import http.cookiejar
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request

from factors import SETTINGS, SMS
from mobile_app import Identities, configuration
from person import PATIENCE, Astray, Person
from server import ANSWERS, FLOWS, Pool

USER, PASSWORD, ADDRESS = "your_username", "Abc@123!", "john@doe.com"
PROVIDER = "YOUR_AUTH0_DOMAIN.auth0.com"
AUTH0_BACK = f"com.your.bundle.configured.in.auth0://{PROVIDER}/ios/com.your.bundle/callback"
AUTH0_OUT = "com.your.bundle.configured.in.auth0://yourserver.auth0.com/ios/com.amazonaws.AWSAuthSDKTestApp/callback"
# The examples have passwords without digits, or in one case alone.
POLICIES = {"PasswordPolicy": {
    "MinimumLength": 8, "RequireUppercase": False, "RequireLowercase": False, "RequireNumbers": False,
    "RequireSymbols": False}}


def error(number):
    """How an app prints an error whose case has this number."""
    return rf"The operation could(?: not|n.t) be completed\. \(AWSMobileClient\.AWSMobileClientError error {number}\.\)"


class App(Person):
    """An app with the calls of the documentation; its session lasts from one run to the next."""

    def __init__(self, program, folder, name, content, environment=None):
        folder.mkdir(exist_ok=True)
        path = folder / f"{name}.json"
        path.write_text(json.dumps(content))
        super().__init__([str(program)], {
            "GATEHOUSE_AWSCONFIGURATION": str(path), "GATEHOUSE_APP_ID": name, "XDG_DATA_HOME": str(folder),
            **(environment or {})})

    def calls(self, name, *printed, argument=""):
        """Makes a call, and waits for what it prints."""
        self.presses(f"{name} {argument}".strip().encode() + b"\n")
        # The terminal repeats what is typed.
        self.wait_for(rf"{name}[^\n]*\n")
        for pattern in printed:
            found = self.wait_for(pattern)
        return found if printed else None

    def calls_until(self, name, expected, otherwise):
        """Makes a call until it prints what is expected, as an earlier call has not ended otherwise."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.calls(name, rf"(?P<expected>{expected})|{otherwise}"))["expected"]:
            if time.monotonic() > deadline:
                raise Astray(f"{name} has printed {found.group(0)!r}")
            time.sleep(0.01)


class UserAgent:
    """A browser without a screen: it follows redirects of servers, and sends the first form of a page."""

    class Stop(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    def __init__(self):
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(self.Stop, cookies)

    def open(self, url):
        """Opens an address; returns a page's text, or the address of an app to which a server redirects."""
        while url.startswith("http"):
            try:
                with self.opener.open(url, timeout=PATIENCE) as answer:
                    self.place = url
                    return answer.read().decode()
            except urllib.error.HTTPError as answer:
                if answer.code not in (302, 303):
                    raise Astray(f"{url} answers {answer.code}: {answer.read()[:300]}") from None
                url = urllib.parse.urljoin(url, answer.headers["Location"])
        return url

    def agree(self, url):
        """Opens the page of a provider, and presses its button."""
        page = self.open(url)
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))
        query = urllib.parse.urlencode({name: html.unescape(value) for name, value in fields.items()})
        return self.open(f"{urllib.parse.urljoin(self.place, '/continue')}?{query}")

    def choose(self, url, provider):
        """Opens the login page, and follows the link to a provider."""
        link = re.search(rf'href="([^"]*identity_provider={provider}[^"]*)"', self.open(url)).group(1)
        return urllib.parse.urljoin(self.place, html.unescape(link))


class Documentation:
    """The checks, each a part of the documentation."""

    def __init__(self, server, program, folder, expect, facebook):
        self.server, self.program, self.folder, self.expect = server, program, folder, expect
        self.pool = Pool(
            server, "documented", AutoVerifiedAttributes=["email"], Policies=POLICIES,
            DeviceConfiguration={"ChallengeRequiredOnNewDevice": True, "DeviceOnlyRememberedOnUserPrompt": True})
        identities = Identities(server, "documented", [self.pool], SupportedLoginProviders=facebook)
        self.identity_pool = identities.id
        self.content = configuration(server, self.pool, self.identity_pool)

    def app(self, name, content=None, environment=None):
        return App(self.program, self.folder, name, content or self.content, environment)

    def holds(self, statement):
        self.expect(statement, True, "")

    def accounts(self):
        """State tracking, guests, sign-up, tokens, credentials."""
        with self.app("mobile") as app:
            app.calls("trackState")
            app.calls("initialize", "UserState: signedOut")
            self.holds("initialize: the state is signedOut")
            app.calls("getCredentials", r"user is in guest mode\.\n", r"ASIA\w+")
            self.holds("a guest has AWS credentials with no call before, and the listener gets guest")
            app.calls("signUpWithAttributes")
            app.calls("signUp", r"User is not confirmed and needs verification via email sent at j\*+@d\*+")
            app.calls("signUp", r"already exists", error(24))
            app.calls("resendSignUpCode", r"A verification code has been sent via email at j\*+@d\*+")
            code = self.server.code_for(ADDRESS)
            app.calls("confirmSignUp", r"User is signed up and confirmed\.", argument=code)
            self.holds("signUp, resendSignUpCode and confirmSignUp say how far the sign-up is")
            app.calls("signIn", r"user is signed in\.\n", r"User is signed in\.")
            app.calls("readProperties", rf"username: {USER}\r?\nisSignedIn: true\r?\nidentityId: us-east-1:")
            app.calls("getTokens", r"ey[\w-]+\.ey[\w-]+\.[\w-]+")
            app.calls("getCredentials", r"ASIA\w+")
            self.holds("signIn: name, identity id, tokens and credentials are there")
            self.devices(app)
            app.calls("signOutGlobally", r"user signed out\n", r"Error: nil")
            self.holds("the global sign-out has no error")
        with self.app("mobile") as app:
            app.calls("initialize", "UserState: signedOut")

    def devices(self, app):
        app.calls("listDevices", r"\n?0\n")
        app.calls("rememberDevice")
        app.calls_until("listDevices", r"1\n", r"0\n")
        app.calls("getDevice", r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000\n", r"us-east-1_[0-9a-f-]{36}")
        app.calls("doNotRememberDevice")
        app.calls_until("listDevices", r"0\n", r"1\n")
        app.calls("forgetDevice")
        # The server may have forgotten the device, and the app may not know it yet.
        app.calls_until("getDevice", error(42), rf"us-east-1_[0-9a-f-]{{36}}|{error(15)}")
        self.holds("a device is remembered, not remembered, and forgotten")

    def passwords(self):
        """A password to be changed, and one that was forgotten."""
        self.pool.add("abc123", "Abc123!@", permanent=False)
        self.pool.add("my_username", PASSWORD, email="my@example.com", email_verified="true")
        with self.app("passwords") as app:
            app.calls("initialize", "UserState: signedOut")
            app.calls("signInForNewPassword", r"A change of password is needed\. Please provide a new password\.")
            app.calls("confirmNewPassword", r"User signed in successfully\.")
            app.calls("signOut")
            self.holds("newPasswordRequired is answered with confirmSignIn")
            app.calls("forgotPassword", r"Confirmation code sent via email to: m\*+@e\*+")
            app.calls("confirmForgotPassword", "Error occurred: " + error(2))
            self.holds("forgotPassword has a code sent, which is not the word of the documentation")

    def factors(self):
        """Codes by SMS, and custom challenges."""
        pool = Pool(
            self.server, "documented-sms", mfa={"MfaConfiguration": "ON", **SMS},
            SmsConfiguration=SETTINGS["SmsConfiguration"])
        pool.add(USER, PASSWORD, phone_number="+1973123456", phone_number_verified="true")
        with self.app("sms", configuration(self.server, pool)) as app:
            app.calls("initialize", "UserState: signedOut")
            app.calls("signIn", r"SMS message sent to \+\*+3456")
            app.calls("confirmSignIn", error(2))
            self.holds("smsMFA names the number, and confirmSignIn refuses another code")
        names = ["DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse"]
        pool = Pool(
            self.server, "documented-challenge", flows=FLOWS + ["ALLOW_CUSTOM_AUTH"],
            LambdaConfig={name: ANSWERS for name in names})
        pool.add(USER, PASSWORD)
        content = configuration(self.server, pool, authenticationFlowType="CUSTOM_AUTH")
        with self.app("challenge", content) as app:
            app.calls("initialize", "UserState: signedOut")
            app.calls("signInWithChallenge", argument=USER)
            app.calls_until("answerChallenge", r"User is signed in\.", error(32))
            self.holds("a custom challenge is answered, with a dummy password")

    def federation(self):
        """Tokens of Facebook, SAML and an app's back end."""
        with self.app("federated") as app:
            app.calls("trackState")
            app.calls("initialize", "UserState: signedOut")
            app.calls("federate", r"user is signed in\.")
            app.calls("getCredentials", r"ASIA\w+")
            self.holds("a token of Facebook buys AWS credentials")
            app.calls("federateSAML", r"user is signed in\.", "Status: signedIn")
            app.calls("getCredentials", "needs new tokens")
            app.calls("federate", r"ASIA\w+")
            self.holds("a call with a token that is refused waits for another")
            app.calls("federateSAMLWithRole", "Status: signedIn")
            app.calls("federateDeveloper", "Status: signedIn", argument="us-east-1:00000000-0000-4000-8000-000000000000")
            app.calls("signOut", "user signed out")
            self.holds("all forms of federatedSignIn are accepted")

    def drop_in(self):
        """The workflow of the first screen, with a sign-in screen of the app."""
        with self.app("screens") as app:
            app.calls("useDropIn")
            app.calls("initializeWorkflow", "Label: Logged In")
        with self.app("screens") as app:
            app.calls("useDropIn")
            app.calls("initializeWorkflow", "Label: Logged In")
            self.holds("the screen shows Logged In after showSignIn, and at the next start")
            app.calls("signOut")
            app.calls("showSignIn", "Sign in flow completed: signedIn")
            app.calls("signOut")
            app.calls("showCustomSignIn")
            app.calls_until("readState", "State: signedIn", "State: signedOut")
            self.holds("showSignIn shows the app's screen, with its options as well")

    def another_sign_in(self):
        """A session that ended elsewhere."""
        self.pool.add("username", "password")
        with self.app("again") as app:
            app.calls("initialize", "UserState: signedOut")
            app.calls("signIn", r"User is signed in\.")
            # The client fetches credentials after a sign-in; that may not renew the tokens below.
            app.calls("getCredentials", r"ASIA\w+")
            app.calls("changeNickname", "Changed")
            self.server.administer("AdminUserGlobalSignOut", UserPoolId=self.pool.id, Username=USER)
            app.calls("trackState")
            app.calls("getTokens", r"need to login again\.")
            app.calls("releaseWait", error(31))
            app.calls("signInAgain")
            app.calls("getTokens", r"need to login again\.", r"ey[\w-]+\.ey[\w-]+\.[\w-]+")
            app.calls("readProperties", "username: username")
            self.holds("the listener signs in, and the call that waits has tokens; or it is released")

    def pages(self, providers, system):
        """The hosted UI, with the redirect URI of the documentation."""
        pool = Pool(self.server, "documented-pages", AutoVerifiedAttributes=["email"])
        self.server.administer("CreateUserPoolDomain", UserPoolId=pool.id, Domain="documented")
        for provider in providers:
            self.server.administer("CreateIdentityProvider", UserPoolId=pool.id, **provider.registration)
        self.server.administer(
            "UpdateUserPoolClient", UserPoolId=pool.id, ClientId=pool.client_id, ExplicitAuthFlows=FLOWS,
            SupportedIdentityProviders=["COGNITO", *(provider.title for provider in providers)],
            AllowedOAuthFlows=["code"], AllowedOAuthFlowsUserPoolClient=True, AllowedOAuthScopes=["openid", "email"],
            CallbackURLs=["myapp://"], LogoutURLs=["myapp://"])
        content = configuration(self.server, pool, self.identity_pool, OAuth={
            "WebDomain": f"{self.server.url}/domains/documented", "AppClientId": pool.client_id,
            "SignInRedirectURI": "myapp://", "SignOutRedirectURI": "myapp://", "Scopes": ["openid", "email"]})
        facebook, google = providers
        with self.app("hosted", content, system.environment) as app:
            app.calls("initialize", "UserState: signedOut")
            for call, provider in [("showHostedUI", google), ("showGoogle", google), ("showFacebook", facebook)]:
                agent = UserAgent()
                app.calls(call)
                url = system.next()
                if call == "showHostedUI":
                    url = agent.choose(url, provider.title)
                app.calls("openURL", "Opened: true", "Status: signedIn", argument=agent.agree(url))
                app.calls("getTokens", r"ey[\w-]+\.ey[\w-]+\.[\w-]+")
                app.calls("signOutOfHostedUI")
                app.calls("openURL", "Opened: true", "Error: nil", argument=agent.open(system.next()))
                app.calls("readState", "State: signedOut")
                self.holds(f"{call}: the pages sign the user of {provider.title} in and out")

    def auth0(self, provider, system):
        """Auth0, with the addresses of the app that the documentation has."""
        content = configuration(
            self.server, self.pool, self.identity_pool, **provider.configuration(AUTH0_BACK, AUTH0_OUT))
        with self.app("auth0", content, system.environment) as app:
            app.calls("initialize", "UserState: signedOut")
            app.calls("showAuth0")
            agent = UserAgent()
            app.calls("openURL", "Opened: true", "Status: signedIn", argument=agent.agree(system.next()))
            app.calls("getTokens", r"[\w-]{43}\n")
            app.calls("signOutOfHostedUI")
            app.calls("openURL", "Opened: true", "Error: nil", argument=agent.open(system.next()))
            app.calls("readState", "State: signedOut")
            self.holds("showAuth0: the provider signs the user in and out")

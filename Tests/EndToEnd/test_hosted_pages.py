# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The hosted pages in a real browser: without scripts, except for passkeys."""
import pathlib
import re
import uuid

import pytest
import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

import accessibility
from authenticator import code_of
from chromium import headless_chromium
from conftest import make_user
from gatehouse import PASSWORD
from hosted_pages import CallbackServer, HostedPool, Pages

NEW_PASSWORD = "Another-Horse-8!"


@pytest.fixture(scope="module")
def app_server():
    with CallbackServer() as server:
        yield server


@pytest.fixture(scope="module")
def plain_browser():
    """A browser that runs no scripts."""
    with headless_chromium() as driver:
        accessibility.allow_scripts(driver, False)
        yield driver


@pytest.fixture
def pages(plain_browser):
    plain_browser.delete_all_cookies()
    yield Pages(plain_browser, has_scripts=False)
    assert not Pages(plain_browser).complaints()


@pytest.fixture
def make_pool(server, admin, app_server):
    def make(**settings):
        return HostedPool(server, admin, app_server, f"pages-{uuid.uuid4().hex[:12]}", **settings)

    return make


def returned(pool):
    """The code with which the browser returned to the app."""
    answer = pool.app.next()
    assert answer["state"] == "s-1"
    return answer["code"]


def test_a_user_signs_in_with_a_password(pages, make_pool, admin):
    pool = make_pool()
    make_user(admin, pool.id, email="alice@example.com", email_verified="true")
    pages.open(pool.url("/oauth2/authorize")).examine("LoginPage")
    assert pages.heading == "Sign in"
    pages.sign_in(password="Wrong-Horse-7!").examine("LoginPage", "wrong-password")
    assert "Incorrect user name or password." in pages.text
    pages.sign_in()
    assert returned(pool)
    # The session of the browser signs in without a page.
    pages.open(pool.url("/oauth2/authorize"))
    assert returned(pool)
    pages.open(pool.url("/oauth2/authorize", prompt="select_account")).examine("AccountChooserPage")
    assert "Continue as alice" in pages.text
    pages.press("button[name=account]")
    assert returned(pool)


def test_a_user_signs_up_with_the_code_of_the_outbox(pages, make_pool, server):
    pool = make_pool()
    email = f"{uuid.uuid4().hex}@example.com"
    pages.open(pool.url("/signup")).examine("SignUpPage")
    pages.fill(
        username="ada", password=PASSWORD, confirm_password=PASSWORD, requiredAttributes__email=email).press()
    pages.examine("ConfirmPage")
    pages.fill(code="000000").press().examine("ConfirmPage", "wrong-code")
    assert pages.refused() == {"code": "The code is not correct. Try again."}
    pages.fill(code=server.code_for(email)).press()
    assert returned(pool)


def test_a_user_confirms_with_a_link(pages, make_pool, server, admin):
    pool = make_pool(VerificationMessageTemplate={"DefaultEmailOption": "CONFIRM_WITH_LINK"})
    email = f"{uuid.uuid4().hex}@example.com"
    pages.open(pool.url("/signup"))
    pages.fill(
        username="ada", password=PASSWORD, confirm_password=PASSWORD, requiredAttributes__email=email).press()
    link = f"{pool.base}/confirmUser?client_id={pool.client_id}&user_name=ada&confirmation_code={server.code_for(email)}"
    pages.open(link).examine("LinkConfirmationPage")
    user = {"UserPoolId": pool.id, "Username": "ada"}
    assert admin.admin_get_user(**user)["UserStatus"] == "UNCONFIRMED"
    pages.press().examine("ResultPage")
    assert admin.admin_get_user(**user)["UserStatus"] == "CONFIRMED"


def test_a_user_resets_a_password(pages, make_pool, admin, server):
    pool = make_pool()
    email = f"{uuid.uuid4().hex}@example.com"
    make_user(admin, pool.id, email=email, email_verified="true")
    pages.open(pool.url("/forgotPassword")).examine("CodeRequestPage")
    pages.fill(username="alice").press().examine("ResetPasswordPage")
    pages.fill(code=server.code_for(email), password=NEW_PASSWORD, confirm_password=NEW_PASSWORD).press()
    assert "Your password was changed." in pages.text
    pages.examine("LoginPage", "password-changed")
    pages.sign_in(password=NEW_PASSWORD)
    assert returned(pool)
    pages.open(pool.url("/resendcode")).examine("CodeRequestPage", "confirmation")


def test_a_user_sets_an_authenticator_app_up_and_uses_it(pages, make_pool, admin):
    pool = make_pool()
    admin.set_user_pool_mfa_config(
        UserPoolId=pool.id, MfaConfiguration="ON", SoftwareTokenMfaConfiguration={"Enabled": True})
    make_user(admin, pool.id)
    pages.open(pool.url("/login")).sign_in().examine("TOTPSetUpPage")
    assert pages.heading == "Set up an authenticator app"
    secret = pages.browser.find_element(By.CSS_SELECTOR, ".key").text.replace(" ", "")
    pages.fill(code=code_of(secret)).press()
    assert returned(pool)
    pages.open(pool.url("/login", prompt="login")).sign_in().examine("CodePage", "app")
    # The code of the set-up cannot be used again.
    pages.fill(code=code_of(secret, steps=1)).press()
    assert returned(pool)


def test_a_user_with_a_temporary_password_chooses_one(pages, make_pool, admin):
    pool = make_pool()
    admin.admin_create_user(
        UserPoolId=pool.id, Username="alice", TemporaryPassword="Temporary-1!", MessageAction="SUPPRESS")
    pages.open(pool.url("/login")).sign_in(password="Temporary-1!").examine("NewPasswordPage")
    pages.fill(password=NEW_PASSWORD, confirm_password=NEW_PASSWORD).press()
    assert returned(pool)


def test_a_user_chooses_a_code_by_email(pages, make_pool, admin, server):
    pool = make_pool(
        client={"ExplicitAuthFlows": ["ALLOW_USER_AUTH"]},
        Policies={"SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD", "EMAIL_OTP"]}},
    )
    email = f"{uuid.uuid4().hex}@example.com"
    make_user(admin, pool.id, email=email, email_verified="true")
    pages.open(pool.url("/login")).examine("LoginPage", "name")
    pages.fill(username="alice").press().examine("FactorChoicePage", "first")
    pages.press("button[value=PASSWORD]").examine("PasswordPage")
    pages.press("button[name=action]")
    pages.press("button[value=EMAIL_OTP]").examine("CodePage", "email")
    pages.fill(code=server.code_for(email)).press()
    assert returned(pool)


def test_a_refused_field_has_its_own_error(pages, make_pool):
    required = [{"Name": name, "Required": True, "Mutable": True} for name in ["given_name", "email"]]
    pool = make_pool(Schema=required)
    good = {
        "username": "ada", "password": PASSWORD, "confirm_password": PASSWORD, "requiredAttributes__given_name": "Ada",
        "requiredAttributes__email": "ada@example.com"}
    pages.open(pool.url("/signup"))
    for name, value, error in [
        ("requiredAttributes[given_name]", "", "Fill in this field."),
        ("requiredAttributes[email]", "nonsense", "Enter a valid email address."),
        ("username", "ada lovelace", "This entry is too long, or has characters that are not allowed."),
        ("confirm_password", "Other-Horse-9!", "The two passwords are different."),
        ("password", "horse-battery-9!", "The password must have: an uppercase letter"),
    ]:
        entries = {**good, re.sub(r"\[(.+)\]", r"__\1", name): value}
        if name == "password":
            entries["confirm_password"] = value
        pages.fill(**entries).send_unchecked()
        assert pages.refused() == {name: error}
        assert pages.browser.switch_to.active_element.get_attribute("name") == name
        assert "Check the marked fields." in pages.text and pages.browser.title.startswith("Error: ")
    pages.fill(username="", requiredAttributes__given_name="").send_unchecked().examine("SignUpPage", "refused")
    assert set(pages.refused()) == {"username", "requiredAttributes[given_name]", "password", "confirm_password"}


def test_a_user_sets_up_codes_by_email(pages, make_pool, admin):
    source = "arn:aws:ses:us-east-1:123456789012:identity/shop@example.com"
    pool = make_pool(EmailConfiguration={"EmailSendingAccount": "DEVELOPER", "SourceArn": source})
    admin.set_user_pool_mfa_config(
        UserPoolId=pool.id, MfaConfiguration="ON", SoftwareTokenMfaConfiguration={"Enabled": True},
        EmailMfaConfiguration={})
    make_user(admin, pool.id)
    pages.open(pool.url("/login")).sign_in().examine("FactorChoicePage", "set-up")
    pages.press("button[value=EMAIL_OTP]").examine("AddressPage")
    pages.fill(address="nonsense").send_unchecked().examine("AddressPage", "refused")
    assert pages.refused() == {"address": "Enter a valid email address."}


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "ja"])
def test_the_first_pages_are_in_the_language_of_the_user(pages, make_pool, admin, language):
    social = {"client_id": "app", "client_secret": "hush-hush", "authorize_scopes": "openid"}
    google = {"ProviderName": "Google", "ProviderType": "Google", "ProviderDetails": social}
    facebook = {
        **google, "ProviderName": "Facebook", "ProviderType": "Facebook", "IdpIdentifiers": ["example.com"],
        "ProviderDetails": {**social, "authorize_scopes": "public_profile"}}
    names = ["given_name", "family_name", "birthdate", "phone_number", "email"]
    pool = make_pool(
        providers=[google, facebook], UsernameAttributes=["email", "phone_number"],
        Schema=[{"Name": name, "Required": True, "Mutable": True} for name in names])
    for name in ["terms-of-use", "privacy-policy"]:
        admin.create_terms(
            UserPoolId=pool.id, ClientId=pool.client_id, TermsName=name, TermsSource="LINK", Enforcement="NONE",
            Links={"cognito:default": "https://example.com/" + name})
    for page, view in [("/login", "LoginPage"), ("/signup", "SignUpPage")]:
        pages.open(pool.url(page, lang=language)).examine(view, language)
        assert pages.browser.find_element(By.TAG_NAME, "html").get_attribute("lang") == language


def test_a_sign_in_that_took_too_long_begins_again(pages, make_pool, admin):
    pool = make_pool()
    make_user(admin, pool.id)
    pages.open(pool.url("/login"))
    pages.browser.execute_script("for (const field of document.getElementsByName('run')) field.value = 'old'")
    pages.sign_in().examine("SessionExpiredPage")
    pages.press("main a")
    assert pages.heading == "Sign in"


def test_the_browser_returns_with_a_form_and_signs_out(pages, make_pool, admin):
    pool = make_pool()
    make_user(admin, pool.id)
    pages.open(pool.url("/login", response_mode="form_post")).sign_in().examine("FormPostPage")
    assert pages.heading == "You are signed in"
    pages.open(f"{pool.base}/logout?client_id={pool.client_id}").examine("SignedOutPage")
    assert pages.heading == "You are signed out"


def test_the_email_address_of_an_organization_leads_to_its_provider(pages, make_pool, server):
    google = {
        "ProviderName": "Google", "ProviderType": "Google", "IdpIdentifiers": ["example.com"],
        "ProviderDetails": {"client_id": "app", "client_secret": "hush-hush", "authorize_scopes": "openid"}}
    pool = make_pool(providers=[google])
    form = pages.open(pool.url("/login")).browser.find_element(By.CSS_SELECTOR, "form:has([name=provider_address])")
    fields = {
        field.get_attribute("name"): field.get_attribute("value") for field in form.find_elements(By.TAG_NAME, "input")}
    # The page goes on to the provider at once, so it is fetched, and shown without that.
    answer = requests.post(
        form.get_attribute("action"), {**fields, "provider_address": "ada@example.com"}, timeout=60,
        headers={"Origin": server.url},
        cookies={cookie["name"]: cookie["value"] for cookie in pages.browser.get_cookies()})
    assert answer.status_code == 200 and "idp_identifier=example.com" in answer.text
    pages.replace(answer.text.replace('http-equiv="refresh"', 'name="next"')).examine("ProviderRedirectPage")
    assert pages.heading == "Continue with Google"
    pages.open(pool.url("/login")).fill(provider_address="ada@example.org").press()
    assert pages.refused() == {"provider_address": "No organization is known for this email address."}


def test_errors_have_a_page(pages, make_pool):
    pool = make_pool()
    pages.open(pool.url("/oauth2/authorize", redirect_uri="https://evil.example/")).examine("ErrorPage")
    assert pages.heading == "An error was encountered with the requested page."


@pytest.fixture
def authenticator(browser):
    options = VirtualAuthenticatorOptions(
        protocol="ctap2", transport="internal", has_resident_key=True, has_user_verification=True,
        is_user_verified=True)
    browser.add_virtual_authenticator(options)
    yield
    browser.remove_virtual_authenticator()


def test_a_user_adds_a_passkey_and_signs_in_with_it(browser, authenticator, make_pool, admin):
    pool = make_pool(
        client={"ExplicitAuthFlows": ["ALLOW_USER_AUTH"]},
        Policies={"SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD", "WEB_AUTHN"]}},
    )
    make_user(admin, pool.id, email="alice@example.com", email_verified="true")
    pages = Pages(browser)
    pages.open(pool.url("/passkeys/add")).fill(username="alice").press().fill(password=PASSWORD).press()
    pages.examine("AddPasskeyPage").press("button[data-start]")
    assert pages.heading == "Passkey added"
    pages.examine("PasskeyAddedPage")
    pages.open(pool.url("/login", prompt="login")).fill(username="alice").press()
    pages.press("button[value=WEB_AUTHN]").examine("PasskeySignInPage").press("button[data-start]")
    assert returned(pool)
    assert not pages.complaints()


def test_every_page_of_the_server_was_examined(request):
    if request.config.option.keyword:
        pytest.skip("the other tests of this file did not run")
    views = pathlib.Path(__file__).parents[2] / "Sources/Server/GatehousePages/Views"
    names = {path.stem for path in views.rglob("*Page.swift")} - {"Page"}
    assert len(names) > 20 and names == Pages.examined

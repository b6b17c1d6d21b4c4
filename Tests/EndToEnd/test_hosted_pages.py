# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The hosted pages in a real browser: without scripts, except for passkeys."""
import uuid

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

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
    with headless_chromium(scripts=False) as driver:
        yield driver


@pytest.fixture
def pages(plain_browser):
    plain_browser.delete_all_cookies()
    yield Pages(plain_browser)
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
    pages.open(pool.url("/oauth2/authorize")).picture("login")
    assert pages.heading == "Sign in"
    pages.sign_in(password="Wrong-Horse-7!").picture("login-wrong-password")
    assert "Incorrect user name or password." in pages.text
    pages.sign_in()
    assert returned(pool)
    # The session of the browser signs in without a page.
    pages.open(pool.url("/oauth2/authorize"))
    assert returned(pool)
    pages.open(pool.url("/oauth2/authorize", prompt="select_account")).picture("account-chooser")
    assert "Continue as alice" in pages.text
    pages.press("button[name=account]")
    assert returned(pool)


def test_a_user_signs_up_with_the_code_of_the_outbox(pages, make_pool, server):
    pool = make_pool()
    email = f"{uuid.uuid4().hex}@example.com"
    pages.open(pool.url("/signup")).picture("signup")
    pages.fill(
        username="ada", password=PASSWORD, confirm_password=PASSWORD, requiredAttributes__email=email).press()
    pages.picture("confirm")
    pages.fill(code="000000").press()
    assert "The code is not correct." in pages.text
    pages.fill(code=server.code_for(email)).press()
    assert returned(pool)


def test_a_user_confirms_with_a_link(pages, make_pool, server, admin):
    pool = make_pool(VerificationMessageTemplate={"DefaultEmailOption": "CONFIRM_WITH_LINK"})
    email = f"{uuid.uuid4().hex}@example.com"
    pages.open(pool.url("/signup"))
    pages.fill(
        username="ada", password=PASSWORD, confirm_password=PASSWORD, requiredAttributes__email=email).press()
    link = f"{pool.base}/confirmUser?client_id={pool.client_id}&user_name=ada&confirmation_code={server.code_for(email)}"
    pages.open(link).picture("confirm-link")
    user = {"UserPoolId": pool.id, "Username": "ada"}
    assert admin.admin_get_user(**user)["UserStatus"] == "UNCONFIRMED"
    pages.press().picture("confirmed")
    assert admin.admin_get_user(**user)["UserStatus"] == "CONFIRMED"


def test_a_user_resets_a_password(pages, make_pool, admin, server):
    pool = make_pool()
    email = f"{uuid.uuid4().hex}@example.com"
    make_user(admin, pool.id, email=email, email_verified="true")
    pages.open(pool.url("/forgotPassword")).picture("forgot-password")
    pages.fill(username="alice").press().picture("reset-password")
    pages.fill(code=server.code_for(email), password=NEW_PASSWORD, confirm_password=NEW_PASSWORD).press()
    assert "Your password was changed." in pages.text
    pages.picture("password-changed")
    pages.sign_in(password=NEW_PASSWORD)
    assert returned(pool)
    pages.open(pool.url("/resendcode")).picture("resend-code")


def test_a_user_sets_an_authenticator_app_up_and_uses_it(pages, make_pool, admin):
    pool = make_pool()
    admin.set_user_pool_mfa_config(
        UserPoolId=pool.id, MfaConfiguration="ON", SoftwareTokenMfaConfiguration={"Enabled": True})
    make_user(admin, pool.id)
    pages.open(pool.url("/login")).sign_in().picture("totp-set-up")
    assert pages.heading == "Set up an authenticator app"
    secret = pages.browser.find_element(By.CSS_SELECTOR, ".key").text.replace(" ", "")
    pages.fill(code=code_of(secret)).press()
    assert returned(pool)
    pages.open(pool.url("/login", prompt="login")).sign_in().picture("totp")
    # The code of the set-up cannot be used again.
    pages.fill(code=code_of(secret, steps=1)).press()
    assert returned(pool)


def test_a_user_with_a_temporary_password_chooses_one(pages, make_pool, admin):
    pool = make_pool()
    admin.admin_create_user(
        UserPoolId=pool.id, Username="alice", TemporaryPassword="Temporary-1!", MessageAction="SUPPRESS")
    pages.open(pool.url("/login")).sign_in(password="Temporary-1!").picture("new-password")
    pages.fill(password=NEW_PASSWORD, confirm_password=NEW_PASSWORD).press()
    assert returned(pool)


def test_a_user_chooses_a_code_by_email(pages, make_pool, admin, server):
    pool = make_pool(
        client={"ExplicitAuthFlows": ["ALLOW_USER_AUTH"]},
        Policies={"SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD", "EMAIL_OTP"]}},
    )
    email = f"{uuid.uuid4().hex}@example.com"
    make_user(admin, pool.id, email=email, email_verified="true")
    pages.open(pool.url("/login")).picture("login-name").fill(username="alice").press().picture("factor-choice")
    pages.press("button[value=PASSWORD]").picture("password")
    pages.press("button[name=action]")
    pages.press("button[value=EMAIL_OTP]").picture("email-code")
    pages.fill(code=server.code_for(email)).press()
    assert returned(pool)


def test_errors_have_a_page(pages, make_pool):
    pool = make_pool()
    pages.open(pool.url("/oauth2/authorize", redirect_uri="https://evil.example/")).picture("error")
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
    pages.picture("add-passkey").press("button[data-start]")
    assert pages.heading == "Passkey added"
    pages.picture("passkey-added")
    pages.open(pool.url("/login", prompt="login")).fill(username="alice").press()
    pages.press("button[value=WEB_AUTHN]").picture("passkey").press("button[data-start]")
    assert returned(pool)
    assert not pages.complaints()

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The page of passkeys in a real browser, whose authenticator is virtual."""
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from selenium.webdriver.support.ui import WebDriverWait

from gatehouse import PASSWORD


@pytest.fixture
def authenticator(browser):
    options = VirtualAuthenticatorOptions(
        protocol="ctap2",
        transport="internal",
        has_resident_key=True,
        has_user_verification=True,
        is_user_verified=True,
    )
    browser.add_virtual_authenticator(options)
    yield
    browser.remove_virtual_authenticator()


@pytest.fixture
def page(server, browser):
    """The page with the app client that the first start made, whose link is printed."""
    greeting = (server.folder / "gatehouse.log").read_text()
    (link,) = [line.split()[1] for line in greeting.splitlines() if line.strip().startswith("Passkeys")]
    browser.get(link)

    def act(button, username="alice"):
        for field, value in {
            "username": username,
            "email": f"{username}@example.com",
            "password": PASSWORD,
        }.items():
            element = browser.find_element(By.ID, field)
            element.clear()
            element.send_keys(value)
        browser.find_element(By.ID, button).click()
        result = browser.find_element(By.ID, "result")
        WebDriverWait(browser, 20).until(lambda _: result.text not in ("", "…"))
        return result.text

    return act


def test_a_passkey_is_made_and_signs_in(browser, authenticator, page):
    assert page("sign-up") == "The account has been created."
    assert page("add") == "Passkeys: Platform passkey"
    assert page("sign-in") == "Signed in as alice."
    assert page("sign-in") == "Signed in as alice."
    # The authenticator knows the passkey that the server lists.
    assert "InvalidStateError" in page("add")
    assert not [entry for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]


def test_without_a_passkey_something_else_is_offered(authenticator, page):
    assert page("sign-up", "bob") == "The account has been created."
    assert page("sign-in", "bob").startswith("Offered instead: PASSWORD")

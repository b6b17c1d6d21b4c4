# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The page of the outbox in a real browser."""
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from gatehouse import PASSWORD


def codes(browser):
    return [element.text for element in browser.find_elements(By.CSS_SELECTOR, "article code") if element.text]


def test_a_code_appears_on_the_open_page(server, browser, app, client_id):
    recipient = "outbox-page@example.com"
    browser.get(f"{server.url}/dev/outbox?to={recipient}")
    browser.execute_script("window.wasLoadedOnce = true")
    assert "No messages yet." in browser.find_element(By.ID, "messages").text
    app.sign_up(
        ClientId=client_id,
        Username="outbox-page",
        Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": recipient}],
    )
    WebDriverWait(browser, 60).until(codes)
    (first,) = codes(browser)
    assert first.isdigit() and "No messages yet." not in browser.find_element(By.ID, "messages").text
    app.resend_confirmation_code(ClientId=client_id, Username="outbox-page")
    WebDriverWait(browser, 60).until(lambda _: len(codes(browser)) == 2)
    # The newest comes first, and the page is still the one that was opened.
    assert codes(browser)[1] == first
    assert browser.execute_script("return window.wasLoadedOnce")
    assert not [entry for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]

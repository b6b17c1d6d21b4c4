# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A browser without scripts, made of requests: it follows redirects to a page or back to the app, and signs in."""
import html.parser
import urllib.parse

# The address of the app, to which no request is sent.
APP = "https://app.example"
CALLBACK = APP + "/callback"


class Form(html.parser.HTMLParser):
    """The first form of a page: its address and its fields with their values."""

    def __init__(self, page):
        super().__init__()
        self.action, self.fields = None, {}
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = attributes["action"]
        if tag == "input" and "name" in attributes:
            self.fields[attributes["name"]] = attributes.get("value", "")


def follow(browser, address, until=APP):
    """Follows redirects up to a page or to an address that begins so; returns the page and the last address."""
    for _ in range(10):
        if address.startswith(until):
            return None, address
        response = browser.get(address, allow_redirects=False, timeout=30)
        if response.status_code not in (302, 303):
            return response, address
        address = urllib.parse.urljoin(address, response.headers["Location"])
    raise AssertionError("the redirects do not end")


def sign_in(browser, address, username, password, until=APP):
    """Fills the login page in, and returns the address to which the browser is sent back."""
    page, address = follow(browser, address, until)
    assert page.status_code == 200 and "Content-Security-Policy" in page.headers
    form = Form(page.text)
    fields = {**form.fields, "username": username, "password": password}
    response = browser.post(
        urllib.parse.urljoin(address, form.action), data=fields, allow_redirects=False, timeout=30)
    if response.status_code != 303:
        return response, address
    return follow(browser, urllib.parse.urljoin(address, response.headers["Location"]), until)

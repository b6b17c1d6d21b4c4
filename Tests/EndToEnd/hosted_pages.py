# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A pool with pages, an app that browsers return to, and a browser that fills in forms."""
import base64
import os
import pathlib
import queue
import re
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

import accessibility
from gatehouse import PASSWORD
from local_server import LocalServer

# The folder for pictures of the pages; without it, none are taken.
PICTURES = os.environ.get("PAGE_SCREENSHOTS")
SIZES = {"desk": (1280, 900), "phone": (360, 740)}


class CallbackServer(LocalServer):
    """The app to which a browser returns, on a port of its own; it listens inside a `with`."""

    def __init__(self):
        super().__init__()
        self.returned = queue.Queue()

    @property
    def address(self):
        return f"http://localhost:{self.port}/callback"

    def respond(self, path, headers, body):
        parts = urllib.parse.urlsplit(path)
        if parts.path == "/callback":
            self.returned.put(dict(urllib.parse.parse_qsl(parts.query)))
        return 200, {"Content-Type": "text/html"}, b"<!DOCTYPE html><title>App</title><h1>Back in the app</h1>"

    def next(self):
        """The parameters with which the browser returned."""
        return self.returned.get(timeout=60)


class HostedPool:
    """A pool with a domain, and a client whose users return to an app."""

    def __init__(self, server, admin, app, domain, client=None, providers=(), **settings):
        self.server, self.admin, self.app = server, admin, app
        self.id = admin.create_user_pool(
            PoolName=domain, AutoVerifiedAttributes=["email"], **settings)["UserPool"]["Id"]
        admin.create_user_pool_domain(Domain=domain, UserPoolId=self.id)
        for provider in providers:
            admin.create_identity_provider(UserPoolId=self.id, **provider)
        names = ["COGNITO", *(provider["ProviderName"] for provider in providers)]
        created = admin.create_user_pool_client(
            UserPoolId=self.id, ClientName=domain, CallbackURLs=[app.address], AllowedOAuthFlows=["code"],
            AllowedOAuthScopes=["openid", "email"], AllowedOAuthFlowsUserPoolClient=True,
            SupportedIdentityProviders=names, **(client or {}))
        self.client_id = created["UserPoolClient"]["ClientId"]
        self.base = f"{server.url}/domains/{domain}"

    def url(self, page, **parameters):
        """The address of a page with the query of an authorization request."""
        query = {
            "client_id": self.client_id, "response_type": "code", "redirect_uri": self.app.address,
            "scope": "openid email", "state": "s-1", **parameters,
        }
        return f"{self.base}{page}?{urllib.parse.urlencode(query)}"


class Pages:
    """A browser on the pages of a domain."""

    # The names of the views whose pages were examined, of all browsers.
    examined = set()

    def __init__(self, browser, pictures=PICTURES, has_scripts=True):
        self.browser, self.pictures, self.has_scripts = browser, pictures, has_scripts

    def open(self, url):
        self.browser.get(url)
        return self

    @property
    def heading(self):
        return self.browser.find_element(By.TAG_NAME, "h1").text

    @property
    def text(self):
        return self.browser.find_element(By.TAG_NAME, "body").text

    def reads(self, text):
        """Looks for a text on the page."""
        if text not in self.text:
            raise LookupError(f"{text!r} is not on the page {self.text!r}")
        return self

    def fill(self, **fields):
        """Fills in fields by their names; `requiredAttributes__email` means `requiredAttributes[email]`."""
        for name, value in fields.items():
            name = re.sub(r"__(.+)", r"[\1]", name)
            field = self.browser.find_element(By.NAME, name)
            field.clear()
            field.send_keys(value)
        return self

    def press(self, selector="button[type=submit]:not([hidden])"):
        """Presses a button, and waits for the next page."""
        page = self.browser.find_element(By.TAG_NAME, "html")
        page.find_element(By.CSS_SELECTOR, selector).click()
        wait = WebDriverWait(self.browser, 60, poll_frequency=0.02)
        wait.until(lambda _: self.browser.find_element(By.TAG_NAME, "html") != page)
        return self

    def sign_in(self, username="alice", password=PASSWORD):
        """Signs in with a password, also where a page asks for the user name before it offers factors."""
        if self.browser.find_elements("name", "password"):
            return self.fill(username=username, password=password).press()
        self.fill(username=username).press()
        if self.browser.find_elements("css selector", "button[value=PASSWORD]"):
            self.press("button[value=PASSWORD]")
        return self.fill(password=password).press()

    def examine(self, view, variant=""):
        """Checks the accessibility of a page of the server's view with this name, and keeps pictures of it."""
        self.examined.add(view)
        accessibility.allow_scripts(self.browser, True)
        assert accessibility.flaws(self.browser) == []
        accessibility.allow_scripts(self.browser, self.has_scripts)
        return self.picture(f"{view}-{variant}" if variant else view)

    def picture(self, name):
        """Saves the whole page in the light and the dark style, at the width of a computer and of a phone."""
        if not self.pictures:
            return self
        folder = pathlib.Path(self.pictures)
        folder.mkdir(parents=True, exist_ok=True)
        for scheme in ["light", "dark"]:
            accessibility.emulate(self.browser, scheme)
            for size, (width, height) in SIZES.items():
                accessibility.resize(self.browser, width, height)
                picture = self.browser.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
                (folder / f"{name}-{scheme}-{size}.png").write_bytes(base64.b64decode(picture["data"]))
        accessibility.resize(self.browser, None)
        accessibility.emulate(self.browser, None)
        return self

    def refused(self):
        """The names of the fields that are marked as invalid, with the texts of their errors."""
        fields = self.browser.find_elements(By.CSS_SELECTOR, "input[aria-invalid=true]")
        return {field.get_attribute("name"): self.error_of(field) for field in fields}

    def error_of(self, field):
        """The text of the error by which a field is described."""
        described = field.get_attribute("aria-describedby").split()
        return next(
            self.browser.find_element(By.ID, name).text for name in described if name.endswith("-error"))

    def send_unchecked(self):
        """Sends the form without the checks of the browser, as an old one does."""
        self.browser.execute_script("for (const form of document.forms) form.noValidate = true")
        return self.press()

    def replace(self, html):
        """Shows another text at the address of the page."""
        frame = self.browser.execute_cdp_cmd("Page.getFrameTree", {})["frameTree"]["frame"]["id"]
        self.browser.execute_cdp_cmd("Page.setDocumentContent", {"frameId": frame, "html": html})
        return self

    def complaints(self):
        """The messages of the browser about the policy of a page."""
        return [entry for entry in self.browser.get_log("browser") if "Content Security Policy" in entry["message"]]

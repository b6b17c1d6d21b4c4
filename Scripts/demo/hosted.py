# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A story about the pages of a user pool: the sample opens them in a browser, in which a person fills them in."""
import contextlib
import pathlib
import shutil

from chromium import SystemBrowser, headless_chromium
from hosted_pages import Pages
from pages_pool import PagesPool
from provider_pages import OpenIDPages
from visitor import PASSWORD

PICTURES = pathlib.Path(__file__).resolve().parents[2] / ".build-screenshots"
ADDRESS = "ada@example.info"


def pages(table, server, visit):
    """A pool with pages, where people of a provider sign in as well."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    with contextlib.ExitStack() as stack:
        with table.step("chromium", "headless; xdg-open gives it what the sample opens"):
            browser = Pages(stack.enter_context(headless_chromium()), PICTURES)
            system = stack.enter_context(SystemBrowser(server.folder))
        with table.step("gatehouse outputs", "a pool with a domain and a provider: files for its app"):
            provider = stack.enter_context(OpenIDPages())
            pool = PagesPool(server, "pages", provider.registration)
            pool.write_outputs()
        ada = stack.enter_context(visit(pool.configuration, **system.environment))

        def opens(command):
            """Has the sample open the pages, and waits until the browser shows them."""
            ada.picks(command)
            ada.types("Sign in with", "pages")
            ada.reads("Continue in the browser.")
            browser.open(system.next())

        def signs_out():
            ada.picks("signOut")
            browser.open(system.next())
            ada.reads("Signed out.")

        with table.step("signInWithWebUI → sign-up on the pages", "a wrong code, then the one of the mail"):
            opens("web")
            browser.picture("login").press("a[href*='/signup']").picture("sign-up")
            browser.fill(
                username="ada", password=PASSWORD, confirm_password=PASSWORD, requiredAttributes__email=ADDRESS)
            browser.press().picture("confirm").fill(code="000000").press()
            browser.reads("The code is not correct.").fill(code=server.code_for(ADDRESS)).press()
            ada.is_signed_in("ada")
        with table.step("signOut", "the logout page: the browser's session ends as well"):
            signs_out()
        with table.step("signInWithWebUI, Combine publisher", "a wrong password, then the right one"):
            opens("webPublisher")
            browser.sign_in("ada", "Wrong-Horse-7!").reads("Incorrect user name or password.")
            browser.picture("login-wrong-password").sign_in("ada", PASSWORD)
            ada.is_signed_in("ada")
            signs_out()
        with table.step("signInWithWebUI → provider", "its button on the pages, then its own page"):
            opens("web")
            browser.press(f"a[href*='identity_provider={provider.title}']").press()
            ada.is_signed_in(f"{provider.title}_ada")
            ada.wait_for(r"email +ada@museum\.example")
            signs_out()
            ada.leaves()
        print(f"  {len(list(PICTURES.glob('*.png')))} screenshots of these pages are in {PICTURES}")

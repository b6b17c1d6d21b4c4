# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What a page must have so that each user can use it: the rules of axe, the size of buttons, a narrow screen."""
from axe_core_python.base import AXE_SCRIPT

RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, arguments[0]).then(results => done(results.violations), error => done([{id: String(error), nodes: []}]));
"""
SMALL = """
return [...document.querySelectorAll("input:not([type=hidden]), button, a[class]")]
  .filter(e => !e.hidden && !e.matches(".link") && e.getBoundingClientRect().height < 44).map(e => e.outerHTML);
"""
WIDE = "return document.documentElement.scrollWidth > window.innerWidth;"
# The width to which a page of 1280 pixels shrinks at a zoom of 400% (WCAG 2.2, criterion 1.4.10).
NARROWEST = 320


def flaws(browser):
    """The violations of a page, in the light and in the dark style; empty for an accessible page."""
    found = small(browser) + narrow(browser)
    browser.execute_script(AXE_SCRIPT)
    for scheme, options in [("light", {}), ("dark", {"runOnly": {"type": "rule", "values": ["color-contrast"]}})]:
        emulate(browser, scheme)
        for violation in browser.execute_async_script(RUN, options):
            found += [(scheme, violation["id"], node["html"]) for node in violation["nodes"]] or [violation["id"]]
    emulate(browser, None)
    return found


def allow_scripts(browser, are_allowed):
    """Lets the browser run scripts, or not."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not are_allowed})


def small(browser):
    """The fields and buttons that are too small for a finger."""
    return [("small", element) for element in browser.execute_script(SMALL)]


def narrow(browser):
    """Whether the page must be scrolled sideways on a narrow screen."""
    resize(browser, NARROWEST, 640)
    is_wide = browser.execute_script(WIDE)
    resize(browser, None)
    return ["wider than the screen"] if is_wide else []


def emulate(browser, scheme):
    """Asks for the light or the dark style, without motion; `None` for the style of the browser."""
    features = {} if scheme is None else {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": name, "value": value} for name, value in features.items()]})


def resize(browser, width, height=0):
    """Shows the page on a screen of another size; `None` for the window's own."""
    if width is None:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    else:
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

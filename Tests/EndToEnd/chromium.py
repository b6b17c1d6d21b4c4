# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Debian's Chromium without a window, and the addresses that programs give to the system's browser."""
import contextlib
import os
import pathlib
import select

from selenium import webdriver

from server_process import PATIENCE


@contextlib.contextmanager
def headless_chromium():
    """A browser with a new profile."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"]:
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        yield driver
    finally:
        driver.quit()


class SystemBrowser:
    """The browser that `xdg-open` starts for programs with its `environment`: it keeps the addresses.

    `X-Generic` is the desktop on which `xdg-open` obeys the variable `BROWSER`.
    """

    def __init__(self, folder):
        pipe, program = pathlib.Path(folder) / "addresses", pathlib.Path(folder) / "browser"
        os.mkfifo(pipe)
        # A pipe that is open in both directions makes no writer wait for a reader.
        self.pipe = os.open(pipe, os.O_RDWR)
        program.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$1\" >'{pipe}'\n")
        program.chmod(0o700)
        self.environment = {
            "BROWSER": str(program), "XDG_CURRENT_DESKTOP": "X-Generic", "DISPLAY": "", "WAYLAND_DISPLAY": ""}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.pipe)

    def next(self):
        """The next address that a program opens."""
        if not select.select([self.pipe], [], [], PATIENCE)[0]:
            raise TimeoutError("no program has opened an address")
        return os.read(self.pipe, 65536).decode().strip()

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The table of steps and results."""
import contextlib
import time


class Given(Exception):
    """A story ends here, since one of its steps failed."""


class Table:
    """Prints a row for each step as it ends, and remembers whether all went well."""

    STEP, HOW = 42, 56

    def __init__(self):
        self.rows = 0
        self.failures = []
        print(f"{'Step':{self.STEP}}{'Answered with':{self.HOW}}{'Result':8}{'ms':>6}")
        print("─" * (self.STEP + self.HOW + 14))

    @contextlib.contextmanager
    def story(self, title):
        """A story: a failed step ends it, and only it."""
        print(f"\n{title}")
        with contextlib.suppress(Given):
            yield

    @contextlib.contextmanager
    def step(self, name, how=""):
        """One row; what is raised inside of it fails the step."""
        began = time.monotonic()
        try:
            yield
        except Exception as error:
            self.row(name, how, "FAILED", began)
            self.failures.append(f"{name}: {error}")
            raise Given from error
        self.row(name, how, "ok", began)

    def row(self, name, how, result, began):
        self.rows += 1
        took = (time.monotonic() - began) * 1000
        print(f"  {name:{self.STEP - 2}}{how:{self.HOW}}{result:8}{took:6.0f}", flush=True)

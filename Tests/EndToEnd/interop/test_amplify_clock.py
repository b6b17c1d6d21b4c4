# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`amplify` on a machine with a wrong clock: the error about the signature names the difference."""
import pytest

from access import ADMINISTRATOR
from amplify_project import App, words
from apache import CLOCK_LIBRARY
from gatehouse import Gatehouse

KEYS = {
    "AWS_ACCESS_KEY_ID": ADMINISTRATOR["GATEHOUSE_ADMIN_ACCESS_KEY_ID"],
    "AWS_SECRET_ACCESS_KEY": ADMINISTRATOR["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY"],
}


@pytest.mark.parametrize("shift, direction", [("-10m", "behind"), ("+10m", "ahead of")])
def test_a_clock_that_differs_by_ten_minutes_is_named(tmp_path, shift, direction):
    (tmp_path / "server").mkdir()
    with Gatehouse(tmp_path / "server", environment=dict(ADMINISTRATOR)) as server:
        app = App(tmp_path / "Shop")
        app.environment |= KEYS
        app.init(server.url).add_auth()
        before = app.files()
        clock = {"LD_PRELOAD": CLOCK_LIBRARY, "FAKETIME": shift, "DONT_FAKE_MONOTONIC": "1"}
        said = words(app.run("push", "--yes", status=1, **clock).stderr)
        assert f"this machine's clock is 10 minutes {direction} the server's" in said and "Set the clock" in said
        assert app.files() == before
        app.push()

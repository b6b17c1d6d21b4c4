# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""wapiti attacks the pages of a domain."""
import json
import subprocess

import pytest

from conftest import make_user
from hosted_pages import CallbackServer, HostedPool
from secure_gatehouse import Authority, SecureGatehouse

# All modules but those that need a server of wapiti's authors, download lists, or guess passwords and files.
MODULES = [
    "backup", "blindsql", "cookieflags", "crlf", "csp", "csrf", "exec", "file", "http_headers", "htaccess", "methods",
    "permanentxss", "redirect", "shellshock", "sql", "xss",
]
PAGES = ["/login", "/signup", "/confirm", "/resendcode", "/forgotPassword", "/confirmForgotPassword"]
# The most seconds for the search of pages, and for the attacks of each module: a module that needs longer leaves out the
# rest of its requests.
SEARCH, ATTACK = 30, 12
# What wapiti prints when a module failed, or got no answers.
INCOMPLETE = ["were skipped", "Missing dependencies", "Traceback"]
HARMLESS = [
    # No browser has the filter any more that this header controlled.
    ("HTTP Secure Headers", "X-XSS-Protection is not set"),
    # The header is for a whole host with all its ports, so the proxy or the operator of the host sets it.
    ("HTTP Secure Headers", "Strict-Transport-Security is not set"),
]


@pytest.fixture
def pool(tmp_path):
    authority = Authority(tmp_path, "ours")
    server = SecureGatehouse(tmp_path, authority, authority.issue("server")).start()
    admin = server.cognito(authority.path)
    with CallbackServer() as app:
        pool = HostedPool(server, admin, app, "wapiti")
        make_user(admin, pool.id)
        yield pool
    assert server.stop() == 0


def test_the_pages_have_no_weakness_that_wapiti_finds(pool, tmp_path):
    starts = [pool.url(page) for page in PAGES]
    starts += [f"{pool.base}/logout?client_id={pool.client_id}", f"{pool.base}/error?error=invalid_request"]
    report = tmp_path / "report.json"
    command = [
        "wapiti", "--url", starts[0], "--scope", "folder", "--module", ",".join(MODULES), "--format", "json",
        "--output", report, "--store-session", tmp_path, "--flush-session", "--no-bugreport", "--verbose", "1",
        "--max-scan-time", str(SEARCH), "--max-attack-time", str(ATTACK), "--timeout", "20"]
    for start in starts:
        command += ["--start", start]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL)
    assert run.returncode == 0, run.stderr
    assert all(start in run.stdout for start in starts), run.stdout
    assert not any(sign in run.stdout + run.stderr for sign in INCOMPLETE), run.stdout + run.stderr
    found = json.loads(report.read_text())
    weaknesses = [
        (kind, weakness["info"], weakness["path"], weakness["parameter"])
        for group in ["vulnerabilities", "anomalies"] for kind, list in found[group].items() for weakness in list]
    # The harmless ones show that wapiti has read answers of the server.
    assert set(HARMLESS) == {weakness[:2] for weakness in weaknesses}, "\n".join(map(str, weaknesses))

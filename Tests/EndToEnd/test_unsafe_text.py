# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Attacks with text whose comparison costs the square of its length; the server's own CPU time is the measure."""
import http.client
import os
import pathlib

import pytest

MARKS = "\u0301\u0323"
# One comparison of 64 KiB takes a third of a second, and a body causes several; one of 30 KB takes 70 ms.
MOST_SECONDS = 1


def text(size):
    return (MARKS * (size // 4)).encode()


def escaped(size):
    return rb"\u0301\u0323" * (size // 12)


def cpu_seconds(server):
    """The CPU time of the server's process so far."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def send(server, method="POST", target="/", headers=(), body=b""):
    connection = http.client.HTTPConnection("localhost", server.port, timeout=300)
    connection.putrequest(method, target, skip_host=any(name == "Host" for name, _ in headers))
    for name, value in [*headers, ("Content-Length", str(len(body)))]:
        connection.putheader(name, value)
    connection.endheaders(body)
    with connection.getresponse() as answer:
        answer.read()
        return answer.status


CALL = ("X-Amz-Target", "AWSCognitoIdentityProviderService.InitiateAuth")
BODIES = {
    "member": b'{"%s": 1}',
    "enum": b'{"AuthFlow": "%s"}',
    "name": b'{"ClientId": "a", "AuthFlow": "USER_PASSWORD_AUTH", "AuthParameters": {"USERNAME": "%s"}}',
    "key": b'{"ClientId": "a", "AuthFlow": "USER_PASSWORD_AUTH", "AuthParameters": {"%s": "a"}}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("hostile", [text, escaped])
@pytest.mark.parametrize("size", [65_536, 1_000_000])
def test_a_hostile_body_is_refused_at_little_work(server, body, hostile, size):
    before = cpu_seconds(server)
    assert send(server, headers=[CALL], body=body % hostile(size)) == 400
    assert cpu_seconds(server) - before < MOST_SECONDS


@pytest.mark.parametrize("form", [b"Action=%s", b"%s=a&Action=GetCallerIdentity", b"Action=A&a.%s.b=c"])
def test_a_hostile_form_is_refused_at_little_work(server, form):
    headers = [("Content-Type", "application/x-www-form-urlencoded")]
    before = cpu_seconds(server)
    assert send(server, headers=headers, body=form % text(65_536)) == 400
    assert cpu_seconds(server) - before < MOST_SECONDS


@pytest.mark.parametrize(
    "name", ["Host", "Origin", "X-Amz-Target", "Authorization", "Connection", "Content-Type", "Expect", "Cookie",
             "Transfer-Encoding", "X-Forwarded-For", "User-Agent"])
@pytest.mark.parametrize("hostile", [MARKS, "\U0001F1E9"], ids=["marks", "flags"])
def test_a_hostile_header_costs_little_work(server, name, hostile):
    value = (hostile * (30_000 // len(hostile.encode()))).encode()
    headers = [(name, value), *([] if name == "X-Amz-Target" else [CALL])]
    before = cpu_seconds(server)
    for _ in range(20):
        try:
            assert 400 <= send(server, headers=headers, body=b"{}") < 500
        except (http.client.HTTPException, ConnectionError):
            pass  # The connection is closed without an answer where HTTP itself is broken.
    assert cpu_seconds(server) - before < MOST_SECONDS

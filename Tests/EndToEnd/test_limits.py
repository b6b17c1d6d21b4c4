# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The real server throttles users with too many requests, and closes connections of clients that let it wait."""
import contextlib
import os
import socket
import subprocess
import time
import urllib.request

import pytest

from conftest import make_client, make_user, sign_in
from gatehouse import Gatehouse
from server_process import PATIENCE, free_port


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    limits = {
        "GATEHOUSE_RATE_LIMITS": "true", "GATEHOUSE_READS_PER_USER": "3", "GATEHOUSE_REQUESTS_PER_ADDRESS": "100000",
        "GATEHOUSE_REQUEST_TIMEOUT_SECONDS": "1", "GATEHOUSE_IDLE_TIMEOUT_SECONDS": "1",
    }
    server = Gatehouse(tmp_path_factory.mktemp("strict"), environment=limits).start()
    yield server
    assert server.stop() == 0


def test_a_user_with_too_many_reads_is_throttled_and_others_are_not(strict):
    admin, app = strict.client("cognito-idp"), strict.client("cognito-idp", signed=False)
    pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(admin, pool)["ClientId"]
    for name in ["ada", "bob"]:
        make_user(admin, pool, name)

    def token_of(name):
        return sign_in(app, client_id, name)["AuthenticationResult"]["AccessToken"]

    token = token_of("ada")
    with pytest.raises(app.exceptions.TooManyRequestsException) as caught:
        for _ in range(50):
            app.get_user(AccessToken=token)
    assert caught.value.response["Error"]["Message"] == "Rate exceeded"
    assert token_of("bob")
    assert 'gatehouse_throttled_total{limit="account"} 1' in strict.get("/metrics").read().decode()


@pytest.mark.parametrize(
    "sent, answer",
    [
        (b"", b""),
        (b"POST / HTTP/1.1\r\nHost: local", b""),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{", b"HTTP/1.1 408"),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", b"HTTP/1.1 200"),
    ],
)
def test_the_connection_of_a_client_that_lets_the_server_wait_is_closed(strict, sent, answer):
    with socket.create_connection(("127.0.0.1", strict.port), timeout=20) as connection:
        connection.sendall(sent)
        received = b"".join(iter(lambda: connection.recv(4096), b""))
    assert received.startswith(answer) and bool(received) == bool(answer)


@pytest.mark.parametrize(
    "sent, answer",
    [
        (b"GET /health HTTP/1.1\r\n\r\n", b"HTTP/1.1 400"),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", b"HTTP/1.1 400"),
        (b"POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"HTTP/1.1 400"),
        (b"GET /health HTTP/1.0\r\n\r\n", b"HTTP/1.1 403"),
        (b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n", b"HTTP/1.1 200"),
        (
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048577\r\nExpect: 100-continue\r\n\r\n",
            b"HTTP/1.1 413",
        ),
    ],
)
def test_the_server_closes_the_connection_after_a_last_or_faulty_request(server, sent, answer):
    # The server's own deadlines are longer than this timeout, so that only the request can end the connection.
    with socket.create_connection(("127.0.0.1", server.port), timeout=25) as connection:
        connection.sendall(sent)
        received = b"".join(iter(lambda: connection.recv(4096), b""))
    assert received.startswith(answer) and received.count(b"HTTP/1.1") == 1
    assert b"\r\nconnection: close\r\n" in received.lower()


def processor_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("number", [20, 40, 64])
def test_a_server_with_too_few_descriptors_is_refused_at_its_start(tmp_path, number):
    server = Gatehouse(tmp_path)
    refused = subprocess.run(
        ["sh", "-c", f'ulimit -n {number}; exec "$@"', "sh", *server.command], capture_output=True, text=True,
        timeout=60)
    assert refused.returncode == 69 and f"may use {number} file descriptors" in refused.stderr, refused
    assert not server.data.exists()


def test_the_health_port_answers_while_the_services_have_no_descriptors(tmp_path):
    port = free_port()
    server = Gatehouse(tmp_path, environment={"GATEHOUSE_HEALTH_PORT": str(port)})
    needed = 48 + 4 * os.cpu_count() + 64
    server.command = ["sh", "-c", f'ulimit -n {needed}; exec "$@"', "sh", *server.command]
    server.start()
    with contextlib.ExitStack() as connections:
        for _ in range(needed):
            connections.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=2))
        deadline = time.monotonic() + PATIENCE
        while "New connections wait" not in (tmp_path / "gatehouse.log").read_text() and time.monotonic() < deadline:
            time.sleep(0.01)
        for _ in range(20):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=10) as answer:
                assert answer.status == 200
    assert server.stop() == 0


def test_a_server_without_free_descriptors_pauses_and_goes_on_when_some_are_released(tmp_path):
    server = Gatehouse(tmp_path)
    server.command = ["sh", "-c", 'ulimit -n 250; exec "$@"', "sh", *server.command]
    server.start()

    def log():
        return (tmp_path / "gatehouse.log").read_text()

    assert "The process may use 250 file descriptors, but 10000 connections are configured" in log()
    with contextlib.ExitStack() as connections:
        for _ in range(300):
            client = connections.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=2))
        deadline = time.monotonic() + PATIENCE
        while "New connections wait" not in log() and time.monotonic() < deadline:
            time.sleep(0.01)
        client.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")

        def is_calm():
            before = processor_seconds(server.process)
            with pytest.raises(TimeoutError):
                client.recv(1)
            return processor_seconds(server.process) - before < 0.5

        # A busy loop would take most of every two seconds; at first, the server still makes signing keys.
        assert any(is_calm() for _ in range(60))
        assert log().count("New connections wait") == 1
    with server.get("/health") as answer:
        assert answer.status == 200
    assert server.stop() == 0

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The balancer of the tests: each request of a connection goes to another server, and a WebSocket stays on one."""
import asyncio
import contextlib
import http.client
import pathlib
import re
import threading

import pytest
from websockets.asyncio.server import serve
from websockets.sync.client import connect

from balanced_suites import SUITABLE, UNSUITABLE
from balancer import Balancer, BalancerFailed
from local_server import LocalServer
from server_process import free_port


class NamedServer(LocalServer):
    """Answers with its name and the length of the body."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def respond(self, path, headers, body):
        return 200, {"Content-Type": "text/plain"}, f"{self.name} {len(body)}".encode()


@pytest.fixture
def balanced(tmp_path):
    """A balancer in front of three servers."""
    with contextlib.ExitStack() as stack:
        ports = [stack.enter_context(NamedServer(name)).port for name in "abc"]
        yield stack.enter_context(Balancer(tmp_path, ports))


def ask(connection, method="GET", body=None, headers=None):
    """The name of the server that answers, and the length of the body that it got."""
    connection.request(method, "/", body, headers or {})
    name, length = connection.getresponse().read().decode().split()
    return name, int(length)


def test_the_requests_of_one_connection_go_to_one_server_after_the_other(balanced):
    connection = http.client.HTTPConnection("127.0.0.1", balanced.port, timeout=60)
    connection.connect()
    first = connection.sock
    names = [ask(connection)[0] for _ in range(9)]
    assert connection.sock is first, "the connection did not stay open"
    assert sorted(names[:3]) == ["a", "b", "c"] and names == names[:3] * 3
    assert balanced.requests() == [3, 3, 3]
    connection.close()


def test_the_requests_of_many_connections_take_turns_too(balanced):
    names = []
    for _ in range(6):
        connection = http.client.HTTPConnection("127.0.0.1", balanced.port, timeout=60)
        names.append(ask(connection)[0])
        connection.close()
    assert sorted(names) == ["a", "a", "b", "b", "c", "c"]
    assert balanced.requests() == [2, 2, 2]


def test_a_large_body_and_a_large_head_arrive(balanced):
    connection = http.client.HTTPConnection("127.0.0.1", balanced.port, timeout=60)
    assert ask(connection, "POST", b"-" * 1_000_000)[1] == 1_000_000
    assert ask(connection, headers={"Authorization": "t" * 30_000})[1] == 0
    connection.close()


def test_a_web_socket_stays_on_one_server(tmp_path):
    ports = [free_port(), free_port()]
    loop = asyncio.new_event_loop()

    async def listen():
        async def echo(socket, name):
            async for message in socket:
                await socket.send(f"{name}: {message}")

        for name, port in zip("ab", ports):
            await serve(lambda socket, name=name: echo(socket, name), "127.0.0.1", port)

    loop.run_until_complete(listen())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        with Balancer(tmp_path, ports) as balancer:
            answers = []
            for _ in range(2):
                with connect(f"ws://127.0.0.1:{balancer.port}/", proxy=None) as socket:
                    for message in ("one", "two"):
                        socket.send(message)
                        answers.append(socket.recv(timeout=60))
            assert sorted(answers) == ["a: one", "a: two", "b: one", "b: two"]
            assert balancer.requests() == [1, 1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_a_server_that_is_away_is_not_left_out(tmp_path):
    with NamedServer("a") as server, Balancer(tmp_path, [server.port, free_port()]) as balancer:
        statuses = []
        for _ in range(4):
            connection = http.client.HTTPConnection("127.0.0.1", balancer.port, timeout=60)
            connection.request("GET", "/")
            statuses.append(connection.getresponse().status)
            connection.close()
        assert sorted(statuses) == [200, 200, 503, 503]


def test_a_port_that_is_taken_is_named(tmp_path):
    with NamedServer("a") as server:
        with pytest.raises(BalancerFailed, match=str(server.port)):
            Balancer(tmp_path, [free_port()], port=server.port).start()


def test_each_suite_of_others_is_for_several_nodes_or_has_a_reason_not_to_be():
    page = pathlib.Path(__file__).parents[2] / "docs/interoperability.md"
    named = set(re.findall(r"`(?:interop/)?(test_\w+)\.py`", page.read_text()))
    assert named and named == SUITABLE | UNSUITABLE.keys() and not SUITABLE & UNSUITABLE.keys()

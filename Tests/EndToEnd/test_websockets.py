# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""WebSockets with the client of `websockets`, and the cases of Autobahn's suite, which needs Python 2, over raw sockets."""
import contextlib
import signal
import ssl
import time
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, InvalidStatus, WebSocketException
from websockets.sync.client import connect

from secure_gatehouse import Authority
from web_sockets import (
    BINARY_DATA, CLOSE, CONTINUATION, MOST, PING, PONG, TEXT, EchoServer, RawSocket, close, frame)


@pytest.fixture(scope="module")
def echo(tmp_path_factory):
    server = EchoServer(tmp_path_factory.mktemp("echo")).start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def raw(echo):
    with RawSocket(echo) as connection:
        assert connection.status == 101
        yield connection


def opened(server, path="/", **options):
    return connect(server.address(path), proxy=None, max_size=None, **options)


# The client of `websockets`


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 128, 65_535, 65_536, MOST - 1, MOST])
def test_text_and_bytes_of_each_length_return(echo, length):
    with opened(echo) as connection:
        for message in ["a" * length, bytes(length)]:
            connection.send(message)
            assert connection.recv() == message


@pytest.mark.parametrize("message", ["a" * (MOST + 1), bytes(MOST + 1), bytes(4 * MOST)])
def test_a_message_over_the_limit_closes_with_1009(echo, message):
    with opened(echo) as connection:
        with pytest.raises(ConnectionClosedError) as closed:
            connection.send(message)
            connection.recv()
        assert closed.value.rcvd.code == 1009


def test_fragments_over_the_limit_close_with_1009(echo):
    with opened(echo) as connection:
        with pytest.raises(ConnectionClosedError) as closed:
            connection.send(bytes(65_536) for _ in range(17))
            connection.recv()
        assert closed.value.rcvd.code == 1009


def test_an_offer_to_compress_is_not_taken_up(echo):
    with opened(echo, compression="deflate") as connection:
        assert "Sec-WebSocket-Extensions" in connection.request.headers
        assert "Sec-WebSocket-Extensions" not in connection.response.headers
        connection.send("a" * 10_000)
        assert connection.recv() == "a" * 10_000


def test_many_messages_return_in_their_order(echo):
    with opened(echo) as connection:
        for start in range(0, 1_000, 100):
            for number in range(start, start + 100):
                connection.send(f"message {number}")
            for number in range(start, start + 100):
                assert connection.recv() == f"message {number}"


def test_a_ping_is_answered_and_the_status_of_the_route_arrives(echo):
    with opened(echo) as connection:
        assert connection.ping(b"here").wait(60)
        connection.send("close 4321")
        with pytest.raises(ConnectionClosedError) as closed:
            connection.recv()
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4321, "as asked")


@pytest.mark.parametrize("offered, chosen", [(["first"], "first"), (["first", "second"], "second"), (None, None)])
def test_the_server_chooses_the_subprotocol_that_it_prefers(echo, offered, chosen):
    with opened(echo, "/protocol", subprotocols=offered) as connection:
        assert connection.subprotocol == chosen


@pytest.mark.parametrize("path, options, status", [
    ("/protocol", {"subprotocols": ["third"]}, 400),
    ("/own", {"origin": "https://evil.example"}, 403),
    ("/nothing", {}, 404),
])
def test_a_handshake_is_refused_in_http(echo, path, options, status):
    with pytest.raises(InvalidStatus) as refused, opened(echo, path, **options):
        pass
    assert refused.value.response.status_code == status


def test_a_connection_too_many_is_refused_until_another_one_ends(tmp_path):
    # Three quarters of eight connections may be WebSockets.
    with EchoServer(tmp_path, connections=8) as server, contextlib.ExitStack() as open_ones:
        def another():
            return open_ones.enter_context(opened(server))

        first, *others = [another() for _ in range(6)]
        with pytest.raises(InvalidStatus) as refused:
            another()
        assert refused.value.response.status_code in (429, 503)
        assert server.get("/health").status == 200
        first.close()
        deadline = time.monotonic() + 60
        while True:
            try:
                others.append(another())
                break
            except (WebSocketException, OSError, EOFError):
                assert time.monotonic() < deadline, "the place is not given back"
        for connection in others:
            connection.send("still here")
            assert connection.recv() == "still here"


def test_a_client_that_is_quiet_gets_pings_and_stays(tmp_path):
    with EchoServer(tmp_path, idle_seconds=1) as server:
        with RawSocket(server) as connection:
            for _ in range(2):
                assert connection.receive() == (PING, b"")
                connection.send(frame(PONG))
            connection.send(frame(TEXT, b"here"))
            assert connection.receive() == (TEXT, b"here")


def test_a_shutdown_closes_with_1001(tmp_path):
    server = EchoServer(tmp_path).start()
    with opened(server) as connection:
        connection.send("a")
        assert connection.recv() == "a"
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv()
        assert closed.value.rcvd.code == 1001
    assert server.process.wait(timeout=60) == 0
    server.stop()


def test_messages_go_over_tls_to_a_client_that_trusts_the_authority(tmp_path):
    ours, theirs = Authority(tmp_path, "ours"), Authority(tmp_path, "theirs")
    server = EchoServer(tmp_path, environment=ours.issue("server"))
    server.url = f"https://localhost:{server.port}"
    trust = ssl.create_default_context(cafile=ours.path)
    server.get = lambda path, headers=None: secure_get(server, path, trust)
    with server:
        with opened(server, ssl=trust) as connection:
            for message in ["a", "é" * 40_000, bytes(MOST)]:
                connection.send(message)
                assert connection.recv() == message
        with opened(server, ssl=trust) as connection, pytest.raises(ConnectionClosedError) as closed:
            connection.send(bytes(MOST + 1))
            connection.recv()
        assert closed.value.rcvd.code == 1009
        with pytest.raises(ssl.SSLError):
            opened(server, ssl=ssl.create_default_context(cafile=theirs.path))


def secure_get(server, path, trust):
    return urllib.request.urlopen(server.url + path, timeout=10, context=trust)


# Raw frames. Each case names the frames that a client sends, and the frames or the status that follow.


@pytest.mark.parametrize("sent, expected", [
    # Lengths of one, three and nine bytes, also with a mask of zeros and with more bytes than the length needs.
    ([frame(TEXT, b"a" * 125)], [(TEXT, b"a" * 125)]),
    ([frame(BINARY_DATA, bytes(126))], [(BINARY_DATA, bytes(126))]),
    ([frame(BINARY_DATA, bytes(65_536))], [(BINARY_DATA, bytes(65_536))]),
    ([frame(TEXT, b"a", mask=bytes(4))], [(TEXT, b"a")]),
    # Pings and pongs.
    ([frame(PING)], [(PONG, b"")]),
    ([frame(PING, b"\x00\xff\xfe\xfd")], [(PONG, b"\x00\xff\xfe\xfd")]),
    ([frame(PING, bytes(125))], [(PONG, bytes(125))]),
    ([frame(PONG), frame(PONG, b"unasked"), frame(PING, b"a")], [(PONG, b"a")]),
    # Fragments, with frames of control between them.
    ([frame(TEXT, b"a", last=False), frame(CONTINUATION, b"b")], [(TEXT, b"ab")]),
    ([frame(TEXT, last=False), frame(CONTINUATION, last=False), frame(CONTINUATION)], [(TEXT, b"")]),
    ([frame(TEXT, b"a", last=False), frame(PING, b"p"), frame(CONTINUATION, b"b")], [(PONG, b"p"), (TEXT, b"ab")]),
    ([frame(BINARY_DATA, b"\xff", last=False), frame(PONG), frame(CONTINUATION, b"\xfe")],
     [(BINARY_DATA, b"\xff\xfe")]),
    ([frame(BINARY_DATA, bytes(1_300), last=False)] + [frame(CONTINUATION, bytes(1_300), last=False)] * 48
     + [frame(CONTINUATION, bytes(1_300))], [(BINARY_DATA, bytes(65_000))]),
    # UTF-8: characters of two to four bytes, the greatest character, characters that no text should have, parts of
    # characters in frames of their own.
    ([frame(TEXT, "κόσμε \U0010ffff \ufffe \x00".encode())], [(TEXT, "κόσμε \U0010ffff \ufffe \x00".encode())]),
    ([frame(TEXT, b"\xf0\x9f", last=False), frame(CONTINUATION, b"\x98\x80")], [(TEXT, "😀".encode())]),
    ([frame(TEXT, b"\xce", last=False), frame(PING), frame(CONTINUATION, b"\xba")], [(PONG, b""), (TEXT, "κ".encode())]),
])
@pytest.mark.parametrize("piece", [None, 1])
def test_frames_that_follow_the_rules_are_answered(raw, sent, expected, piece):
    data = b"".join(sent)
    if piece and len(data) < 3_000:
        for at in range(0, len(data), piece):
            raw.send(data[at:at + piece])
    else:
        raw.send(data)
    assert [raw.receive() for _ in expected] == expected
    raw.send(close(1000))
    assert raw.receive_close() == 1000


@pytest.mark.parametrize("sent", [
    # Bits and codes that no extension has taken up.
    *[[frame(TEXT, b"a", reserved=bits)] for bits in range(1, 8)],
    *[[frame(PING, reserved=bits)] for bits in (1, 2, 4)],
    *[[frame(opcode, b"a")] for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)],
    # Frames without a mask.
    [frame(TEXT, b"a", mask=None)],
    [frame(PING, mask=None)],
    # Fragments without a beginning, or without an end.
    [frame(CONTINUATION, b"a")],
    [frame(CONTINUATION, b"a", last=False)],
    [frame(TEXT, b"a", last=False), frame(TEXT, b"b")],
    [frame(BINARY_DATA, b"a", last=False), frame(TEXT, b"b", last=False)],
    # Frames of control in fragments, or too long.
    [frame(PING, b"a", last=False)],
    [frame(PONG, b"a", last=False)],
    [frame(CLOSE, last=False)],
    [frame(PING, bytes(126))],
    [frame(PONG, bytes(126))],
    [close(1000, b"a" * 124)],
    # A status of one byte, or one that a client may not send.
    [frame(CLOSE, b"\x03")],
    *[[close(code)] for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535)],
])
def test_frames_that_break_a_rule_close_with_1002(raw, sent):
    raw.send(b"".join(sent))
    assert raw.receive_close() == 1002


@pytest.mark.parametrize("text", [
    b"\x80", b"\xff", b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x80\x80\x80",
    b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80", b"a\xce", b"\xce\xba\xe1", b"\xf0\x9f\x98",
    b"\xce\xba\xed\xa0\x80edited",
])
def test_text_that_is_not_utf_8_closes_with_1007(echo, text):
    for sent in [
        frame(TEXT, text), frame(TEXT, b"a", last=False) + frame(CONTINUATION, text),
        frame(TEXT, text[:1], last=False) + frame(CONTINUATION, text[1:]),
        close(1000, text),
    ]:
        with RawSocket(echo) as connection:
            connection.send(sent)
            assert connection.receive_close() == 1007


@pytest.mark.parametrize("code", [1000, 1001, 1002, 1003, *range(1007, 1015), 3000, 3999, 4000, 4999])
def test_the_status_of_the_client_is_returned(raw, code):
    raw.send(close(code, "é".encode() * 61))
    assert raw.receive_close() == code


def test_a_close_without_a_status_is_answered_without_one(raw):
    raw.send(frame(CLOSE))
    assert raw.receive_close() is None


def test_frames_after_a_close_are_dropped(raw):
    raw.send(frame(TEXT, b"a", last=False) + close(1000) + frame(PING, b"late") + close(1000) + frame(TEXT, b"late"))
    assert raw.receive_close() == 1000


@pytest.mark.parametrize("sent", [
    frame(BINARY_DATA, size=MOST + 1), frame(BINARY_DATA, size=1 << 62), frame(TEXT, size=(1 << 64) - 1),
    frame(BINARY_DATA, bytes(MOST), last=False) + frame(CONTINUATION, b"a"),
])
def test_a_length_over_the_limit_closes_with_1009_before_its_bytes_arrive(raw, sent):
    raw.send(sent)
    assert raw.receive_close() == 1009


def test_a_frame_that_ends_early_ends_the_connection_without_an_answer(echo):
    with RawSocket(echo) as connection:
        connection.send(frame(TEXT, b"a", size=2))
        connection.socket.shutdown(1)
        assert connection.receive() is None


@pytest.mark.parametrize("after", [frame(TEXT, b"early"), b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_bytes_after_a_handshake_are_refused(echo, after):
    with RawSocket(echo, after=after) as connection:
        # Bytes that were read alone have arrived after the response, as far as the server knows.
        if connection.status == 101 and after[0] != 0x81:
            assert connection.receive_close() == 1002
        else:
            assert connection.status == 400 or connection.receive() == (TEXT, b"early")


def test_a_handshake_with_a_body_is_refused(echo):
    with RawSocket(echo, headers=["Content-Length: 1"], after=b"a") as connection:
        assert connection.status == 400

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A server of WebSockets, and a client that sends any bytes."""
import base64
import os
import pathlib
import socket

from gatehouse import BINARY
from server_process import PATIENCE, ServerProcess

CONTINUATION, TEXT, BINARY_DATA, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
# The largest message in bytes.
MOST = 1 << 20


class EchoServer(ServerProcess):
    """`SocketEcho`, which returns the messages of WebSockets through the gateway and the HTTP server."""

    def __init__(self, folder, connections=10_000, idle_seconds=75, environment=None):
        program = str(pathlib.Path(BINARY).with_name("SocketEcho"))
        super().__init__(program, folder, environment=environment)
        self.command = [program, str(self.port), str(connections), str(idle_seconds)]

    def address(self, path="/"):
        return self.url.replace("http", "ws", 1) + path


def frame(opcode, data=b"", last=True, reserved=0, mask=b"\x12\x34\x56\x78", size=None):
    """A frame of a client; `size` is the length that it names instead of its own, and `mask=None` leaves the mask out."""
    length = len(data) if size is None else size
    head = bytes([last << 7 | reserved << 4 | opcode])
    masked = 0 if mask is None else 0x80
    if length < 126:
        head += bytes([masked | length])
    elif length < 1 << 16:
        head += bytes([masked | 126]) + length.to_bytes(2, "big")
    else:
        head += bytes([masked | 127]) + length.to_bytes(8, "big")
    if mask is None:
        return head + data
    times = len(data) // 4 + 1
    hidden = int.from_bytes(data, "big") ^ int.from_bytes((mask * times)[:len(data)], "big")
    return head + mask + hidden.to_bytes(len(data), "big")


def close(code, reason=b""):
    return frame(CLOSE, code.to_bytes(2, "big") + reason)


class RawSocket:
    """A connection that sends a handshake, and then the bytes of the test."""

    def __init__(self, server, path="/", headers=(), after=b""):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = [
            f"GET {path} HTTP/1.1", f"Host: localhost:{server.port}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13", *headers]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode() + after)
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = {}
        while (line := self.file.readline().strip()):
            name, value = line.decode().split(":", 1)
            self.headers[name.lower()] = value.strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def receive(self):
        """The next frame of the server as opcode and data; `None` at the end of the connection."""
        try:
            head = self.file.read(2)
        except ConnectionResetError:
            return None
        if len(head) < 2:
            return None
        assert head[0] & 0xF0 == 0x80, "the server sends whole messages without reserved bits"
        length = head[1]
        assert length < 128, "the server does not mask"
        if length > 125:
            length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
        return head[0] & 0xF, self.file.read(length)

    def receive_close(self):
        """The status of the server, after which the connection ends; `None` for one without a status."""
        opcode, data = self.receive()
        assert opcode == CLOSE
        # The rest is for servers that wait for the answer.
        try:
            self.send(frame(CLOSE, data[:2]))
        except OSError:
            pass
        assert self.receive() is None
        return int.from_bytes(data[:2], "big") if data else None

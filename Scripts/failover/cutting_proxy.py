# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A proxy in front of PostgreSQL that reads the protocol and cuts a connection at an exact point of a transaction."""
import asyncio
import enum
import os
import pathlib
import re
import struct
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Tests/EndToEnd"))
from server_process import free_port  # noqa: E402

# "Message Formats" of PostgreSQL's documentation: the first messages of a connection have a code instead of a type.
STARTUP, CANCEL = 196_608, 80_877_102


class Point(enum.Enum):
    """Where a transaction is cut, by what the server has then seen of it."""

    STATEMENT = "before the write"
    BEFORE_COMMIT = "before COMMIT"
    AFTER_COMMIT = "after COMMIT"


class CuttingProxy:
    """A proxy as a process of its own, so that the computations of this one do not delay it; listens inside a `with`.

    One transaction is cut at a time.
    """

    def __init__(self, target):
        self.target, self.port = target, free_port()

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(self.target), str(self.port)], text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == "listening\n"
        return self

    def __exit__(self, *_):
        # It ends with its input.
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def arm(self, point, table):
        """Cuts the next transaction that changes the table."""
        self._command(f"arm {point.name} {table}")

    def disarm(self):
        """Whether there was a cut since `arm`; from now on there is none."""
        return self._command("disarm") == "cut"

    def _command(self, line):
        self.process.stdin.write(line + "\n")
        return self.process.stdout.readline().strip()


class Cut:
    """A cut that is to happen to the next transaction that changes a table."""

    def __init__(self, point, table):
        self.point = point
        self.writes = re.compile(rf"\s*(INSERT INTO|UPDATE|DELETE FROM) {table}\b")


class Proxy:
    """What the process of the proxy does."""

    def __init__(self, target):
        self.target = target
        self.cut, self.has_cut = None, False

    async def run(self, port):
        """Listens, and performs the commands on standard input up to its end."""
        async with await asyncio.start_server(self.serve, "127.0.0.1", port):
            print("listening", flush=True)
            commands = asyncio.StreamReader()
            await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
            while line := (await commands.readline()).decode().split():
                if line[0] == "arm":
                    self.cut, self.has_cut = Cut(Point[line[1]], line[2]), False
                else:
                    self.cut = None
                print("cut" if self.has_cut else "whole", flush=True)
        # Connections that are open end with the process.
        os._exit(0)

    async def serve(self, reader, writer):
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        connection = Connection(self)
        ways = [
            asyncio.ensure_future(connection.carry(reader, back, connection.of_client)),
            asyncio.ensure_future(connection.carry(there, writer, connection.of_server)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for side in (writer, back):
                side.transport.abort()


class Connection:
    """What is known of one connection: its statements and the transaction that it is in."""

    def __init__(self, proxy):
        self.proxy = proxy
        self.has_started = False
        self.pending_answers = 0
        self.statements = {}
        # Whether the transaction changes the table of the cut, and whether its COMMIT was let through for a cut after.
        self.matches, self.swallows = False, False

    async def carry(self, reader, writer, judge):
        """Forwards whole messages up to the end of one side or a cut."""
        buffer = b""
        while data := await reader.read(65_536):
            buffer += data
            forwarded = 0
            while (size := self.size_of_message(buffer, forwarded, judge)) is not None:
                if not judge(buffer[forwarded : forwarded + size]):
                    writer.write(buffer[:forwarded])
                    return
                forwarded += size
            writer.write(buffer[:forwarded])
            await writer.drain()
            buffer = buffer[forwarded:]

    def size_of_message(self, buffer, start, judge):
        """The bytes of the message at a position; None if it is not complete."""
        rest = len(buffer) - start
        if judge == self.of_server and self.pending_answers:
            return 1 if rest else None
        head = 0 if judge == self.of_client and not self.has_started else 1
        if rest < head + 4:
            return None
        size = head + struct.unpack_from(">I", buffer, start + head)[0]
        return size if rest >= size else None

    def of_client(self, message):
        """Whether a message of the client is forwarded."""
        if not self.has_started:
            code = struct.unpack_from(">I", message, 4)[0]
            self.has_started = code in (STARTUP, CANCEL)
            # A request for encryption is answered with one byte without a length; the server here has none.
            self.pending_answers += 0 if self.has_started else 1
            return True
        kind, body = message[:1], message[5:]
        if kind == b"P":
            name, text = body.split(b"\0", 2)[:2]
            self.statements[name] = text.decode(errors="replace")
        elif kind == b"B":
            return self.runs(self.statements.get(body.split(b"\0", 2)[1], ""))
        elif kind == b"Q":
            return self.runs(body.rstrip(b"\0").decode(errors="replace"))
        return True

    def runs(self, text):
        """Whether a statement of the client is forwarded."""
        cut = self.proxy.cut
        if text.startswith("BEGIN"):
            self.matches = False
        elif cut and cut.writes.match(text):
            self.matches = True
            if cut.point is Point.STATEMENT:
                return self.ends()
        elif text.startswith("COMMIT") and self.matches and cut:
            if cut.point is Point.BEFORE_COMMIT:
                return self.ends()
            self.swallows = cut.point is Point.AFTER_COMMIT
        return True

    def of_server(self, message):
        """Whether a message of the server is forwarded."""
        if self.pending_answers:
            self.pending_answers -= 1
            return True
        cut = self.proxy.cut
        if self.swallows and cut and message[:1] == b"C" and message[5:] == b"COMMIT\0":
            return self.ends()
        return True

    def ends(self):
        """Ends the connection; there are no further cuts."""
        self.proxy.cut, self.proxy.has_cut = None, True
        return False


if __name__ == "__main__":
    asyncio.run(Proxy(sys.argv[1]).run(int(sys.argv[2])))

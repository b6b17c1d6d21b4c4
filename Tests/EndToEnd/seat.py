# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A terminal in which a program runs: its keyboard, and its screen as a person sees it."""
import os
import re
import signal
import termios
import time

import pexpect
import pyte

from server_process import PATIENCE

UP, DOWN, SHIFT_DOWN = b"\x1b[A", b"\x1b[B", b"\x1b[1;2B"
ENTER, INTERRUPT, END_OF_INPUT = b"\r", b"\x03", b"\x04"

# A shell that outlives the program, as a user's does: the end of the shell would reset the terminal.
SHELL = ["sh", "-c", 'trap : INT QUIT TERM HUP; "$@"; echo "Ended with $?."; read _', "sh"]


def restore_interrupts():
    """Lets Ctrl-C end a program again: one that a background shell starts ignores it."""
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


class Seat:
    """Runs a program at a pseudo-terminal until the `with` block ends."""

    def __init__(self, command, columns=80, rows=24, folder=None, **environment):
        base = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = b""
        self.child = pexpect.spawn(
            command[0], command[1:], dimensions=(rows, columns), env={**base, **environment}, timeout=PATIENCE,
            preexec_fn=restore_interrupts, cwd=folder)
        self.child.delaybeforesend = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Closes the terminal, and ends a program that goes on without it."""
        terminal = self.child.ptyproc
        terminal.fileobj.close()
        deadline = time.monotonic() + 0.1
        while terminal.isalive() and time.monotonic() < deadline:
            time.sleep(0.002)
        # It would wait a fixed time for the end that the loop has waited for.
        terminal.delayafterclose = 0
        self.child.close(force=True)

    @property
    def text(self):
        """The screen without blanks at the ends of rows, and without empty rows at its end."""
        return "\n".join(row.rstrip() for row in self.screen.display).rstrip()

    def until(self, condition):
        """Reads until the screen meets a condition: a text that it has, or a function of the seat."""
        met = condition if callable(condition) else lambda seat: condition in seat.text
        deadline = time.monotonic() + PATIENCE
        while not met(self):
            try:
                data = self.child.read_nonblocking(65536, max(0.0, deadline - time.monotonic()))
            except (pexpect.TIMEOUT, pexpect.EOF):
                raise AssertionError(f"The screen stays:\n{self.text}") from None
            self.shows(data)

    def shows(self, data):
        """Takes what the program writes."""
        self.bytes += data
        self.stream.feed(data)

    def presses(self, *keys):
        """Sends keys, each in a write of its own."""
        for key in keys:
            os.write(self.child.child_fd, key)

    def presses_in_pieces(self, keys):
        """Sends keys byte by byte."""
        self.presses(*(bytes([byte]) for byte in keys))

    def resizes(self, columns, rows):
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def flags(self):
        """The flags of the terminal, for example whether it shows what is typed."""
        return termios.tcgetattr(self.child.child_fd)[:4]

    @staticmethod
    def flags_before():
        """The flags of a terminal in which no program has run yet; a program may have changed its own already."""
        ends = os.openpty()
        try:
            return termios.tcgetattr(ends[1])[:4]
        finally:
            for end in ends:
                os.close(end)

    def status(self):
        """The status that the shell of `SHELL` prints."""
        self.until(lambda seat: re.search(r"Ended with \d+\.", seat.text))
        return int(re.search(r"Ended with (\d+)\.", self.text).group(1))

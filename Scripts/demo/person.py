# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A person who reads what a program asks in a terminal, and types answers."""
import codecs
import fcntl
import io
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

# Seconds; no step takes that long unless the machine is overloaded.
PATIENCE = 300


class Astray(Exception):
    """The program does not print the text that the person waits for."""


def sit_down():
    """Makes the terminal the controlling one, so that it sends signals, and restores those that our parent ignores."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for sign in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_DFL)


class Person:
    """Runs a program in a terminal of its own, until the `with` block ends."""

    def __init__(self, command, environment):
        self.terminal, inside = pty.openpty()
        self.process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, start_new_session=True,
            preexec_fn=sit_down,
            env={**os.environ, **environment, "LC_ALL": "C.UTF-8"},
        )
        os.close(inside)
        # What is read ends anywhere, also within a character or the end of a line.
        self.decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")("replace"), translate=True)
        self.transcript = ""
        self.read = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def wait_for(self, pattern):
        """Reads on until a pattern occurs; returns its match."""
        deadline = time.monotonic() + PATIENCE
        while not (match := re.compile(pattern).search(self.transcript, self.read)):
            if not self.more(deadline - time.monotonic()):
                unread = self.transcript[self.read:].strip()
                raise Astray(f"waited for {pattern!r}, read {unread[-600:]!r}")
        self.read = match.end()
        return match

    def more(self, seconds):
        """Reads what comes next; returns whether anything came."""
        if seconds <= 0 or not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            return False
        self.transcript += self.decoder.decode(data)
        return bool(data)

    def reads(self, text):
        """Waits for a text of the program."""
        self.wait_for(re.escape(text))

    def is_at(self, step):
        """Waits for the next step, which must be this one."""
        name = self.wait_for(r"Next step: (\w+)|Error: .*\n.*")
        if name.group(1) != step:
            raise Astray(f"the next step is {name.group(0)!r}, not {step}")

    def types(self, question, answer, hidden=False):
        """Waits for a question and answers it."""
        self.wait_for(rf"(?:^|\n){re.escape(question)}: ")
        os.write(self.terminal, f"{answer}\n".encode())
        # The program shows what is typed, or nothing, and then the end of the line.
        if hidden and answer:
            if answer in self.wait_for(r"(.*)\n").group(1):
                raise Astray(f"what is typed at {question!r} can be seen")
            self.read -= 1

    def can_be_seen(self):
        """Whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self.terminal)[3] & termios.ECHO)

    def presses(self, key):
        """Presses a key that types no text, for example an arrow key."""
        os.write(self.terminal, key)

    def hides(self, question, answer):
        """Answers a question whose answer is not shown."""
        self.types(question, answer, hidden=True)

    def leaves(self, status=0):
        """Ends the input, and waits for the program to end with a status."""
        self.wait_for(r"\nWhat now: ")
        self.presses(b"\x04")
        self.reads("Goodbye.")
        if self.process.wait(timeout=PATIENCE) != status:
            raise Astray(f"the program ended with status {self.process.returncode}")

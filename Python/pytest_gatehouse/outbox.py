# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The messages that the server would have sent."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .server import Gatehouse


@dataclass(frozen=True)
class Message:
    """A mail or a text message. `code` is the code or the temporary password in it, `at` the time in ISO 8601."""

    to: str
    kind: str
    medium: str
    code: str
    subject: str
    body: str
    at: str


@dataclass(frozen=True)
class Outbox:
    """The messages of the current test."""

    server: Gatehouse

    def messages(self, to: str | None = None) -> list[Message]:
        """The messages, the newest first: all of them, or those to one address or number."""
        return [message for message in self.server.messages() if to in (None, message.to)]

    def code(self, to: str) -> str:
        """The code of the newest message with a code to an address or a number."""
        messages = [message for message in self.server.messages() if message.code]
        for message in messages:
            if message.to == to:
                return message.code
        others = ", ".join(sorted({message.to for message in messages})) or "no address"
        raise LookupError(f"The outbox has no message with a code to {to}; there are such messages to {others}.")

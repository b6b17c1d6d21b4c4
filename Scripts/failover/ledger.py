# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What the servers have promised, and every promise that they broke."""
import collections
import enum
import threading


class Count(enum.Enum):
    """What is counted; each must be zero, and something must have been examined for it."""

    USERS = "acknowledged users lost"
    TOKENS = "acknowledged refresh tokens lost"
    REVOCATIONS = "acknowledged revocations lost"
    PASSWORDS = "acknowledged password changes lost"
    MESSAGES = "messages of acknowledged requests lost"
    CODES = "codes used twice"
    PROOFS = "proofs used twice"
    REFRESHES = "refresh tokens used twice"
    REVOKED = "sign-ins with something revoked"
    FAULTS = "answers of 500"
    REFUSALS = "refusals of correct requests"
    LATE = "nodes that served later than 5 s after a promotion"
    CUTS = "writes not done although their connection was cut"
    CHECKS = "other checks failed"


class Ledger:
    """The numbers of what was examined, and the breaches with their texts. All threads write to it."""

    def __init__(self):
        self.lock = threading.Lock()
        self.part = ""
        self.examined = collections.Counter()
        self.breaches = collections.defaultdict(list)

    def examine(self, count, number=1):
        with self.lock:
            self.examined[self.part, count] += number

    def breach(self, count, text):
        """Notes a breach. What it was noted for has been examined by `examine`."""
        with self.lock:
            self.breaches[self.part, count].append(text)

    def check(self, count, holds, text):
        """Examines one thing, and notes a breach unless it holds."""
        self.examine(count)
        if not holds:
            self.breach(count, text)
        return holds

    def number(self, count, part=None):
        """The breaches of a part, or of all parts."""
        with self.lock:
            return sum(
                len(texts) for (name, each), texts in self.breaches.items()
                if each is count and part in (None, name))

    def seen(self, count, part=None):
        """How often something was examined for a count, in a part or in all."""
        with self.lock:
            return sum(
                number for (name, each), number in self.examined.items() if each is count and part in (None, name))

    def texts(self, count, part):
        with self.lock:
            return list(self.breaches[part, count])

    def all_breaches(self):
        """The texts of all breaches, each with its count."""
        with self.lock:
            return [f"{count.value}: {text}" for (_, count), texts in self.breaches.items() for text in texts]

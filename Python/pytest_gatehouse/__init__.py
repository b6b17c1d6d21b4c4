# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A Gatehouse server for the tests of pytest, and the types of its fixtures."""
from .pool import SignedInUser, UserPool
from .outbox import Message, Outbox
from .server import Gatehouse, GatehouseError

__all__ = ["Gatehouse", "GatehouseError", "Message", "Outbox", "SignedInUser", "UserPool"]

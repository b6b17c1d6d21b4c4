# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""An authenticator app: RFC 6238 without any code of the server."""
import base64
import hashlib
import hmac
import struct
import time


def code_of(secret, steps=0):
    """The code of a Base32 secret so many steps of thirty seconds from now."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    counter = struct.pack(">Q", int(time.time()) // 30 + steps)
    digest = hmac.new(key, counter, hashlib.sha1).digest()
    offset = digest[-1] & 15
    word = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{word % 1_000_000:06}"

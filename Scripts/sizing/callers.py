# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Callers of servers. Each is a process of its own, so that one does not wait for another one's Python."""
import ctypes
import ctypes.util
import dataclasses
import functools
import http.client
import itertools
import multiprocessing
import os
import random
import secrets
import threading
import time
import traceback

from pycognito import aws_srp

from gatehouse import PASSWORD
from operations import Caller, Unexpected
from server_process import PATIENCE

# The code with which a server refuses what it has no time for, before it has done anything, and the seconds after which
# a caller then tries again.
REFUSAL, PAUSE = "TooManyRequestsException", 0.05
# A caller ends after so many failures.
MOST_FAILURES = 20


class Powers:
    """Powers by libcrypto. They replace those of Python in pycognito, which take ten times as long.

    The callers share the cores with the servers, so slow callers would leave the servers idle.
    """

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("crypto"))
        number = ctypes.c_void_p
        for name, arguments, result in (
            ("BN_CTX_new", [], number), ("BN_new", [], number), ("BN_free", [number], None),
            ("BN_bin2bn", [ctypes.c_char_p, ctypes.c_int, number], number),
            ("BN_mod_exp", [number] * 5, ctypes.c_int),
            ("BN_bn2binpad", [number, ctypes.c_char_p, ctypes.c_int], ctypes.c_int),
        ):
            function = getattr(self.library, name)
            function.argtypes, function.restype = arguments, result
        self.context = self.library.BN_CTX_new()
        # The power of a user's private exponent is the same each time.
        self.of_two = functools.cache(functools.partial(self.compute, 2))

    def __call__(self, base, exponent, modulus):
        return self.of_two(exponent, modulus) if base == 2 else self.compute(base, exponent, modulus)

    def compute(self, base, exponent, modulus):
        numbers = [self.number(base % modulus), self.number(exponent), self.number(modulus), self.library.BN_new()]
        *given, result = numbers
        size = (modulus.bit_length() + 7) // 8
        digits = ctypes.create_string_buffer(size)
        done = self.library.BN_mod_exp(result, *given, self.context) == 1 and (
            self.library.BN_bn2binpad(result, digits, size) == size)
        for number in numbers:
            self.library.BN_free(number)
        if not done:
            raise ArithmeticError("libcrypto has not computed a power")
        return int.from_bytes(digits.raw, "big")

    def number(self, value):
        digits = value.to_bytes((value.bit_length() + 7) // 8, "big")
        return self.library.BN_bin2bn(digits, len(digits), None)


class LoadCaller(Caller):
    """Performs operations of random users. With several ports, each request goes to the next of them."""

    def __init__(self, ports, back):
        self.connections, self.ports = {}, itertools.cycle(ports)
        self.random = random.Random(secrets.token_bytes(8))
        super().__init__(ports[0], back)
        # A short private key: the exponent of a proof is no longer for it.
        self.proof.small_a_value = secrets.randbits(127) + (1 << 127)
        self.proof.large_a_value = self.proof.calculate_a()

    def connect(self, port):
        if port not in self.connections:
            self.connections[port] = super().connect(port)
        return self.connections[port]

    def user(self):
        return self.random.choice(self.back.users)

    def send(self, *arguments, **named):
        self.connection = self.connect(next(self.ports))
        return super().send(*arguments, **named)

    def close(self):
        for connection in self.connections.values():
            connection.close()

    # The operations that are not those of the counts.

    def refresh(self):
        """A refresh with rotation: the next one needs the new token."""
        self.tokens = self.call(
            "GetTokensFromRefreshToken", ClientId=self.back.app,
            RefreshToken=self.tokens["RefreshToken"])["AuthenticationResult"]

    def sign_up(self):
        # Spread over the index, as the names of people are.
        name = secrets.token_hex(8)
        self.call(
            "SignUp", ClientId=self.back.app, Username=name, Password=PASSWORD,
            UserAttributes=[{"Name": "email", "Value": f"{name}@example.com"}])


@dataclasses.dataclass
class Load:
    """What callers have done: the numbers of calls that succeeded and that an overloaded server has refused, the texts
    of the failures, and the seconds from the beginning to the last answer."""

    done: int = 0
    refused: int = 0
    failures: list = dataclasses.field(default_factory=list)
    seconds: float = 0

    def add(self, other):
        self.done += other.done
        self.refused += other.refused
        self.failures += other.failures

    @property
    def rate(self):
        return self.done / self.seconds


def repeat(caller, ports, back, method, seconds):
    """Repeats an operation for some time."""
    load, until = Load(), time.monotonic() + seconds
    while time.monotonic() < until and len(load.failures) < MOST_FAILURES:
        try:
            getattr(caller, method)()
            load.done += 1
        except (Unexpected, OSError, http.client.HTTPException) as error:
            if REFUSAL in str(error):
                load.refused += 1
                time.sleep(PAUSE)
                continue
            load.failures.append(f"{method}: {error}")
            # The session or the connection may be lost with the answer.
            caller.close()
            try:
                caller = LoadCaller(ports, back)
            except (Unexpected, OSError, http.client.HTTPException) as second:
                load.failures.append(f"{method}: {second}")
                return load
    return load


def work(ports, back, method, seconds, cores, moments, results):
    """The process of a caller: prepares, waits until all are ready, and waits once more until the load begins."""
    try:
        if cores:
            os.sched_setaffinity(0, cores)
        aws_srp.pow = Powers()
        caller = LoadCaller(ports, back)
        # The server reads what it keeps of pool and client, and computes the tables of the client's keys.
        getattr(caller, method)()
        moments.wait(PATIENCE)
        moments.wait(PATIENCE)
    except threading.BrokenBarrierError:
        return
    except Exception:  # The parent process raises it.
        results.put(traceback.format_exc())
        moments.abort()
        return
    results.put(repeat(caller, ports, back, method, seconds))


def run_load(ports, back, method, callers, seconds, begin, end, cores=None):
    """Lets callers repeat an operation at the same time.

    Returns their load, and what `begin` and `end` returned right before and after it, while all callers waited.
    """
    context = multiprocessing.get_context("fork")
    moments, results = context.Barrier(callers + 1), context.Queue()
    processes = [
        context.Process(target=work, args=(ports, back, method, seconds, cores, moments, results), daemon=True)
        for _ in range(callers)]
    for process in processes:
        process.start()
    load = Load()
    try:
        try:
            moments.wait(PATIENCE)
        except threading.BrokenBarrierError:
            raise Unexpected(f"A caller was not ready for {method}:\n{results.get(timeout=PATIENCE)}") from None
        before, began = begin(), time.monotonic()
        moments.wait(PATIENCE)
        for _ in processes:
            load.add(results.get(timeout=seconds + PATIENCE))
        load.seconds = time.monotonic() - began
        after = end()
    finally:
        for process in processes:
            process.join(timeout=10)
            if process.is_alive():
                process.kill()
    return load, before, after

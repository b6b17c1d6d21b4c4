# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The mixed load: users who live their stories, some at the same time, until the load ends."""
import concurrent.futures
import itertools
import threading
import traceback

from ledger import Count
from story import Person

# How many users act at a time, and how many there are with those that wait for a mail. What a killed node was sending
# is sent by another one after a minute and a half.
WORKERS, STORIES = 3, 12


class Load:
    """Runs inside a `with`; `people` are all users of it, also those whose stories broke off."""

    def __init__(self, make_person, ledger):
        self.make_person, self.ledger = make_person, ledger
        self.people, self.finished = [], 0
        self.ends = threading.Event()
        self.numbers = itertools.count()
        self.lock = threading.Lock()
        self.turns = threading.Semaphore(WORKERS)
        self.threads = [threading.Thread(target=self.work) for _ in range(STORIES)]

    def work(self):
        while not self.ends.is_set():
            with self.turns:
                if not self.ends.is_set():
                    self.tell()

    def tell(self):
        """One story."""
        person = self.make_person()
        person.turns = self.turns
        with self.lock:
            self.people.append(person)
            number = next(self.numbers)
        try:
            is_finished = person.live(number)
        except Exception:  # A thread that ended in silence would be a load that ended in silence.
            self.ledger.check(Count.CHECKS, False, f"the story of {person.name}: {traceback.format_exc()}")
            return
        with self.lock:
            self.finished += is_finished

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        for thread in self.threads:
            thread.join()


def audit(people):
    """Compares what was acknowledged to users with what is there."""
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as threads:
        list(threads.map(Person.audit, people))

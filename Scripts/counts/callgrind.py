# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The instructions of a server's requests, counted by callgrind by the symbols of the program."""
import pathlib
import subprocess
import time

from server_process import PATIENCE, ServerProcess

# The functions whose instructions are arithmetic that no server can avoid: signatures and powers. What they call is
# counted with them.
ARITHMETIC = {
    "gatehouse_rsa_sign", "gatehouse_group_power", "gatehouse_generator_power", "gatehouse_spaced_power",
    "gatehouse_spaced_powers", "gatehouse_srp_vector_power", "gatehouse_srp_vector_spaced_power",
    "gatehouse_srp_vector_spaced_powers",
}
# What makes a signing key, which a server does in advance and not for a request.
KEY_GENERATION = "RSA_generate_key"


class CountedServer(ServerProcess):
    """`gatehouse dev` under callgrind, which counts from :meth:`begin` on, or from the start."""

    def __init__(self, program, folder, from_start=False):
        # With a random seed for each process, hash tables would have other collisions each time.
        super().__init__(program, folder, environment={"SWIFT_DETERMINISTIC_HASHING": "1"})
        # Valgrind gives up at debug information of a later form than it knows.
        bare = self.folder / "gatehouse-without-debug-information"
        subprocess.run(["strip", "--strip-debug", "-o", bare, program], check=True)
        self.counts = self.folder / "callgrind.out"
        self.command = [
            "valgrind", "--tool=callgrind", f"--instr-atstart={'yes' if from_start else 'no'}",
            f"--callgrind-out-file={self.counts}", f"--vgdb-prefix={self.folder}/vgdb", bare, *self.command[1:]]
        self.dumps = 0

    def begin(self):
        """Counts from now on; the start is over, and the keys that the server makes in advance are in stock."""
        used, before = self.ticks(), None
        while used != before:
            time.sleep(2)
            used, before = self.ticks(), used
        self.tell("instrumentation", "on")

    def ticks(self):
        """The processor time of the process, in ticks of the system's clock."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def counted(self, work):
        """The counts of what the server does during `work`."""
        self.tell("zero")
        work()
        return self.so_far()

    def so_far(self):
        """The counts up to now, from which they go on at zero."""
        self.tell("dump")
        self.dumps += 1
        return Counts(self.counts.with_name(f"{self.counts.name}.{self.dumps}"))

    def tell(self, *command):
        """Gives callgrind a command."""
        told = subprocess.run(
            ["vgdb", f"--vgdb-prefix={self.folder}/vgdb", f"--pid={self.process.pid}", *command],
            capture_output=True, text=True, timeout=PATIENCE)
        if told.returncode:
            raise RuntimeError(f"vgdb {' '.join(command)}: {told.stderr}")


class Counts:
    """The sums of one file of callgrind.

    `own` has the instructions of each function without those that it calls; `arithmetic` the instructions of
    signatures and powers, `keys` those of keys that were made meanwhile, and `rest` all others.
    """

    def __init__(self, path):
        self.own, self.arithmetic, self.keys = {}, 0, 0
        names, function, callee, is_call = {}, None, None, False
        with open(path) as lines:
            for line in lines:
                if line[0] in "+-*" or line[0].isdigit():
                    cost = int(line.split()[1])
                    if is_call:
                        self.add_call(function, callee, cost)
                    else:
                        self.own[function] = self.own.get(function, 0) + cost
                    is_call = False
                elif line.startswith("fn="):
                    function = name_of(line[3:], names)
                elif line.startswith("cfn="):
                    callee = name_of(line[4:], names)
                elif line.startswith("calls="):
                    is_call = True
        self.total = sum(self.own.values())
        self.rest = self.total - self.arithmetic - self.keys

    def add_call(self, caller, callee, cost):
        """Counts a call of one of the known functions, unless another of them makes it."""
        if callee in ARITHMETIC and caller not in ARITHMETIC:
            self.arithmetic += cost
        elif KEY_GENERATION in callee and KEY_GENERATION not in caller:
            self.keys += cost


def name_of(text, names):
    """The name that `(number) name` gives to a number, or `(number)` has from an earlier line."""
    number, _, name = text.strip().partition(" ")
    if name:
        # A recursive function has a number behind its name for each depth.
        names[number] = name.partition("'")[0]
    return names[number]

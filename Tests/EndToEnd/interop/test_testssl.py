# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""testssl.sh examines the server's TLS."""
import json
import subprocess

from secure_gatehouse import Authority, SecureGatehouse

# Protocols, ciphers, forward secrecy, the server's choices, and the known weaknesses of implementations. The
# certificate is the tests' own.
PARTS = ["-p", "-s", "-f", "-P", "-U"]
HARMLESS = {
    # Of this machine's OpenSSL, not of the server.
    "engine_problem",
    # Clients choose, which is right where each cipher that is offered is a strong one: `cipherlist_*` shows that.
    "cipher_order",
}


def test_the_protocols_and_ciphers_have_no_known_weakness(tmp_path):
    authority = Authority(tmp_path, "ours")
    server = SecureGatehouse(tmp_path, authority, authority.issue("server")).start()
    report = tmp_path / "report.json"
    subprocess.run(
        ["testssl", "--quiet", "--warnings", "batch", "--nodns", "none", "--ip", "127.0.0.1", "--color", "0", *PARTS,
         "--jsonfile", report, f"localhost:{server.port}"],
        capture_output=True, timeout=600, stdin=subprocess.DEVNULL)
    assert server.stop() == 0
    found = json.loads(report.read_text())
    verdicts = {row["id"]: row["finding"] for row in found}
    assert verdicts["TLS1"] == verdicts["TLS1_1"] == "not offered"
    assert "offered" in verdicts["TLS1_2"] and "offered" in verdicts["TLS1_3"]
    for weak in ["NULL", "aNULL", "EXPORT", "LOW", "3DES_IDEA", "AVERAGE"]:
        assert verdicts["cipherlist_" + weak] == "not offered"
    assert [row for row in found if row["severity"] not in ("OK", "INFO") and row["id"] not in HARMLESS] == []

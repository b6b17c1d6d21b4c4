# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What an operator reads about settings, files that settings name, and ports: each cure is performed as written."""
import json
import os
import re
import resource
import socket
import subprocess

from cures import ADMIN, fault, original, pytest_generate_tests, site  # noqa: F401 (fixtures and a hook)
from server_process import free_port


@fault("is not a JSON object (line 3 is not valid JSON)")
def a_configuration_file_with_a_missing_comma(site):
    file = site.folder / "gatehouse.json"
    file.write_text('{\n  "region": "eu-west-1"\n  "logLevel": "info"\n}\n')
    site.options = ("--config", str(file))
    return lambda text: file.write_text(file.read_text().replace('1"\n', '1",\n'))


@fault("See the member metrics of")
def a_member_of_the_wrong_type(site):
    file = site.folder / "gatehouse.json"
    file.write_text('{"metrics": "yes"}')
    site.options = ("--config", str(file))

    def cure(text):
        assert str(file) in text and "must be true or false" in text
        file.write_text('{"metrics": true}')

    return cure


@fault("See the member access of")
def a_file_that_a_member_names_and_that_is_missing(site):
    file = site.folder / "gatehouse.json"
    file.write_text(json.dumps({"access": str(site.folder / "access.json")}))
    site.options = ("--config", str(file))
    return lambda text: (site.folder / "access.json").write_text("{}")


@fault("GATEHOUSE_ACCESS is not set")
def the_file_of_roles_is_not_named_any_more(site):
    file = site.folder / "access.json"
    file.write_text(json.dumps({"users": {"deploy": {}}}))
    site.environment["GATEHOUSE_ACCESS"] = str(file)
    site.works()
    name = site.environment.pop("GATEHOUSE_ACCESS")

    def cure(text):
        assert "remove" not in text
        site.environment["GATEHOUSE_ACCESS"] = name

    return cure


@fault("does not contain signing keys of gatehouse dev: correct GATEHOUSE_SIGNING_KEYS")
def the_master_key_in_place_of_signing_keys(site):
    site.options = ("--signing-keys", str(site.keys))

    def cure(text):
        site.options = ("--signing-keys", str(site.folder / "signing-keys.json"))

    return cure


@fault("line 2 cannot be read as JSON")
def a_file_of_triggers_that_is_not_json(site):
    file = site.data / "triggers.json"
    file.touch(mode=0o600)
    file.write_text('{"functions": {}\n"keys": {}}')
    return lambda text: file.write_text('{"functions": {},\n"keys": {}}')


@fault("is not the key of the first certificate")
def a_key_of_another_certificate(site):
    for name in ("good", "other"):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
             str(site.folder / f"{name}.key"), "-out", str(site.folder / f"{name}.pem")],
            check=True, capture_output=True)
    site.certificate = site.folder / "good.pem"
    site.environment |= {
        "GATEHOUSE_TLS_CERTIFICATE_FILE": str(site.certificate),
        "GATEHOUSE_TLS_KEY_FILE": str(site.folder / "other.key")}

    def cure(text):
        assert "correct GATEHOUSE_TLS_KEY_FILE" in text
        site.environment["GATEHOUSE_TLS_KEY_FILE"] = str(site.folder / "good.key")

    return cure


@fault("is not an address of this machine: choose another one with GATEHOUSE_MONITORING_HOST")
def a_host_for_monitoring_that_is_none_of_this_machine(site):
    site.mode = "serve"
    site.environment |= ADMIN | {
        "GATEHOUSE_HEALTH_PORT": str(free_port()), "GATEHOUSE_MONITORING_HOST": "192.0.2.1"}

    def cure(text):
        site.environment["GATEHOUSE_MONITORING_HOST"] = "127.0.0.1"

    return cure


def test_the_cure_of_a_fault_works_and_destroys_nothing(site, fault):
    fault.is_cured(site)


def test_a_port_in_use_is_named_and_another_one_works(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        server = site.server
        server.command[server.command.index("--port") + 1] = str(other.getsockname()[1])
        ended = subprocess.run(
            server.command, capture_output=True, text=True, timeout=60, env={**os.environ, **site.environment})
        assert ended.returncode == 69 and "choose another one with --port" in ended.stderr
    site.works()


def test_too_few_open_files_are_named_and_more_of_them_work(site):
    ended = subprocess.run(
        site.server.command, capture_output=True, text=True, timeout=60, env={**os.environ, **site.environment},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60)))
    assert ended.returncode == 69 and "raise the hard limit" in ended.stderr, ended.stderr
    needed = int(re.search(r"needs (\d+) or more", ended.stderr)[1])
    assert needed > 60
    site.works()

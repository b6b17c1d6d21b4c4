# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The Debian package on a machine with systemd: its installation, its use, upgrades, removal and purge.

The tests change the machine, so they run in the copy that Scripts/package-test.sh makes, in the order of this file.
"""
import json
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import boto3
import pytest
from botocore import UNSIGNED
from botocore.config import Config

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/EndToEnd"))
from documents import README, shell, snippet  # noqa: E402

DIST = ROOT / "dist"
SETTINGS = pathlib.Path("/etc/gatehouse/gatehouse.json")
ADMIN_KEY = pathlib.Path("/etc/gatehouse/admin.env")
MASTER_KEY = pathlib.Path("/etc/gatehouse/master.key")
DATA = pathlib.Path("/var/lib/gatehouse")
UNIT = "/lib/systemd/system/gatehouse.service"
PASSWORD = "Correct-Horse-7!"
# The exposure of the unit by the measure of systemd: from 0 for a service that can do nothing to 10.
MOST_EXPOSURE = 1.5
# Seconds until a server answers on an overloaded machine.
PATIENCE = 120

pytestmark = pytest.mark.skipif(
    "GATEHOUSEBUILD_MACHINE_COPY" not in os.environ, reason="runs in the copy of a machine by Scripts/package-test.sh")


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def status(path):
    """The owner, group and mode of a file, as `root:gatehouse 640`."""
    return run("stat", "--format=%U:%G %a", path).strip()


def dpkg(*arguments):
    return run("dpkg", "--force-confdef", "--force-confold", *arguments, env={
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"})


def wait_for(condition):
    """Waits until a condition holds; fails with the log of the service if it does not."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(run("journalctl", "--unit=gatehouse", "--no-pager", "--lines=50"))
        time.sleep(0.05)


def wait_until_it_answers(port):
    wait_for(lambda: answers(port))


def answers(port):
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/health", timeout=PATIENCE):
            return True
    except (urllib.error.URLError, ConnectionError):
        return False


def client(service, port=9229, signed=True):
    key = dict(line.split("=", 1) for line in ADMIN_KEY.read_text().splitlines())
    return boto3.client(
        service, endpoint_url=f"http://localhost:{port}", region_name="us-east-1",
        aws_access_key_id=key["GATEHOUSE_ADMIN_ACCESS_KEY_ID"],
        aws_secret_access_key=key["GATEHOUSE_ADMIN_SECRET_ACCESS_KEY"],
        config=Config(retries={"total_max_attempts": 1}, signature_version=None if signed else UNSIGNED))


def sign_in(pool_client, port=9229):
    return client("cognito-idp", port, signed=False).initiate_auth(
        ClientId=pool_client, AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": "ada", "PASSWORD": PASSWORD})["AuthenticationResult"]


def main_process():
    return int(run("systemctl", "show", "--property=MainPID", "--value", "gatehouse"))


@pytest.fixture(scope="module")
def package():
    [package] = DIST.glob("gatehouse_*.deb")
    return package


@pytest.fixture(scope="module")
def kept():
    """What later tests need of earlier ones."""
    return {}


def test_the_checksums_are_those_of_the_files():
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=DIST)


def test_the_package_has_no_key_and_only_root_can_change_its_files(package):
    listed = [line.split(maxsplit=5) for line in run("dpkg-deb", "--contents", package).splitlines()]
    assert {owner for _, owner, *_ in listed} == {"root/root"}
    assert [path for mode, *_, path in listed if mode[5] == "w" or mode[8] == "w" or "s" in mode.lower()] == []
    in_etc = [path for *_, path in listed if path.startswith("./etc/") and not path.endswith("/")]
    assert in_etc == [f".{SETTINGS}"]


def test_the_commands_of_the_readme_install_the_package_and_start_the_server():
    assert "active (running)" in shell(snippet("systemctl status gatehouse", README), ROOT, {"DEBIAN_FRONTEND": "noninteractive"})
    wait_until_it_answers(9229)
    assert run("systemctl", "is-enabled", "gatehouse").strip() == "enabled"
    assert run("dpkg", "--verify", "gatehouse") == ""
    version = run("dpkg-query", "--show", "--showformat=${Version}", "gatehouse")
    assert run("/usr/bin/gatehouse", "--version").strip() == version.rsplit("-", 1)[0]


def test_only_the_server_and_root_can_read_keys_and_data():
    assert status(SETTINGS.parent) == "root:gatehouse 750"
    assert status(SETTINGS) == "root:gatehouse 640"
    assert status(MASTER_KEY) == "root:gatehouse 640"
    assert status(ADMIN_KEY) == "root:root 600"
    assert status(DATA) == "gatehouse:gatehouse 700"
    assert {status(path) for path in DATA.iterdir()} == {"gatehouse:gatehouse 600"}
    for user in ("nobody", "gatehouse"):
        for path in (ADMIN_KEY, *([MASTER_KEY, DATA] if user == "nobody" else [])):
            refused = subprocess.run(["setpriv", f"--reuid={user}", "--clear-groups", "--regid=nogroup", "ls", path],
                                     capture_output=True)
            read = subprocess.run(["setpriv", f"--reuid={user}", "--clear-groups", "--regid=nogroup", "cat", path],
                                  capture_output=True)
            assert refused.returncode != 0 and read.returncode != 0, f"{user} reads {path}"


def test_the_account_of_the_server_has_no_login():
    name, password, *_, shell = run("getent", "passwd", "gatehouse").strip().split(":")
    assert shell == "/usr/sbin/nologin"
    assert run("getent", "shadow", "gatehouse").split(":")[1] in ("!", "*", "!*")


def test_the_server_has_no_rights_beyond_its_folder():
    process = pathlib.Path("/proc", str(main_process()))
    state = dict(line.split(":\t", 1) for line in (process / "status").read_text().splitlines() if ":\t" in line)
    user = run("id", "--user", "gatehouse").strip()
    assert state["Uid"].split() == [user] * 4
    assert int(state["CapEff"], 16) == int(state["CapBnd"], 16) == int(state["CapAmb"], 16) == 0
    assert state["NoNewPrivs"] == "1" and state["Seccomp"] == "2"
    mounts = [line.split() for line in (process / "mountinfo").read_text().splitlines()]
    writable = {fields[4] for fields in mounts if "rw" in fields[5].split(",")}
    assert str(DATA) in writable
    assert not {"/", "/etc", "/usr", "/home"} & writable
    limit = next(line for line in (process / "limits").read_text().splitlines() if line.startswith("Max open files"))
    assert limit.split()[3:5] == ["20000", "20000"]


def test_the_unit_is_valid_and_little_exposed():
    assert run("systemd-analyze", "verify", UNIT) == ""
    measured = run("systemd-analyze", "security", "--no-pager", "gatehouse.service")
    exposure = float(re.search(r"Overall exposure level for gatehouse.service: ([\d.]+)", measured)[1])
    assert exposure <= MOST_EXPOSURE, measured


def test_the_server_listens_on_this_machine_only():
    listening = [line.split()[3] for line in run("ss", "--no-header", "--listening", "--tcp", "--numeric").splitlines()]
    assert [address for address in listening if address.endswith(":9229")] == ["127.0.0.1:9229"]


def test_a_call_without_the_admin_key_is_refused():
    admin = boto3.client(
        "cognito-idp", endpoint_url="http://localhost:9229", region_name="us-east-1",
        aws_access_key_id="ADMINISTRATOR", aws_secret_access_key="any")
    with pytest.raises(admin.exceptions.ClientError) as caught:
        admin.list_user_pools(MaxResults=1)
    assert caught.value.response["Error"]["Code"] == "InvalidSignatureException"


def test_a_user_signs_up_and_signs_in(kept):
    admin, app = client("cognito-idp"), client("cognito-idp", signed=False)
    pool = admin.create_user_pool(PoolName="app")["UserPool"]["Id"]
    made = admin.create_user_pool_client(
        UserPoolId=pool, ClientName="app",
        ExplicitAuthFlows=["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"])["UserPoolClient"]["ClientId"]
    app.sign_up(ClientId=made, Username="ada", Password=PASSWORD)
    admin.admin_confirm_sign_up(UserPoolId=pool, Username="ada")
    tokens = sign_in(made)
    assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "ada"
    kept.update(pool=pool, client=made, keys=(MASTER_KEY.read_text(), ADMIN_KEY.read_text()))


def test_the_maintenance_commands_use_the_settings_of_the_server(kept):
    # The command continues as the owner of the data folder, who cannot write into the folders of pytest.
    with tempfile.TemporaryDirectory() as name:
        shutil.chown(name, "gatehouse")
        run("gatehouse", "outputs", "--config", SETTINGS, "--user-pool", kept["pool"], "--client", kept["client"],
            "--folder", name)
        outputs = json.loads((pathlib.Path(name) / "amplify_outputs.json").read_text())
    assert outputs["auth"]["user_pool_id"] == kept["pool"]
    assert kept["pool"] in run("gatehouse", "rotate-keys", "--config", SETTINGS)
    # Root ran the commands; the server still owns everything in its folder and signs in.
    assert {status(path) for path in DATA.iterdir()} == {"gatehouse:gatehouse 600"}
    sign_in(kept["client"])


def commands_of(*command):
    """A command and the commands below it, as tuples of their words, from the help of the program."""
    listed = run(*command, "--help").partition("SUBCOMMANDS:")[2]
    below = re.findall(r"^  ([\w-]+) {2,}", listed, re.MULTILINE)
    return [command, *(each for name in below if name != "help" for each in commands_of(*command, name))]


@pytest.mark.parametrize("program, some", [
    ("gatehouse", {("gatehouse", "serve"), ("gatehouse", "iam", "create")}), ("amplify", {("amplify", "sign-in")})])
def test_each_command_has_a_manual_page(program, some):
    commands = commands_of(program)
    assert some <= set(commands)
    for command in commands:
        page = "-".join(command)
        shown = subprocess.run(
            ["man", "--warnings", "--local-file", f"/usr/share/man/man1/{page}.1.gz"], capture_output=True, text=True,
            env={"PATH": "/usr/bin", "LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
        assert shown.returncode == 0 and shown.stderr == ""
        options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", run(*command, "--help")))
        assert options <= set(re.findall(r"--[a-z][a-z-]+", shown.stdout)), page
        below = {"-".join(each) for each in commands if each[:-1] == command}
        assert below <= set(re.findall(r"([a-z-]+)\(1\)", shown.stdout.partition("COMMANDS")[2])), page


def test_shells_complete_the_commands():
    script = "/usr/share/bash-completion/completions/gatehouse"
    completed = run("bash", "-c", f"source {script}; COMP_WORDS=(gatehouse ser); COMP_CWORD=1; "
                    "COMP_LINE='gatehouse ser'; COMP_POINT=13; "
                    "$(complete -p gatehouse | sed 's/.*-F \\([^ ]*\\).*/\\1/') gatehouse ser gatehouse; "
                    "echo ${COMPREPLY[@]}")
    assert completed.split() == ["serve"]
    run("zsh", "-n", "/usr/share/zsh/vendor-completions/_gatehouse")
    offered = run("fish", "--command", "complete --do-complete 'gatehouse ser'")
    assert offered.split()[0] == "serve"
    run("zsh", "-n", "/usr/share/zsh/vendor-completions/_amplify")
    assert run("fish", "--command", "complete --do-complete 'amplify cred'").split()[0] == "credentials"


def test_the_server_starts_again_after_a_crash(kept):
    before = main_process()
    os.kill(before, 9)
    wait_for(lambda: main_process() not in (0, before))
    wait_until_it_answers(9229)
    sign_in(kept["client"])


def test_the_server_does_not_start_again_after_a_wrong_setting():
    was = SETTINGS.read_text()
    SETTINGS.write_text(was.replace('"port"', '"prot"'))
    subprocess.run(["systemctl", "restart", "gatehouse"], capture_output=True)
    wait_for(lambda: run("systemctl", "show", "--property=ActiveState", "--value", "gatehouse").strip() == "failed")
    shown = run("systemctl", "show", "--property=ExecMainStatus,NRestarts", "gatehouse").split()
    assert sorted(shown) == ["ExecMainStatus=78", "NRestarts=0"]
    assert "prot" in run("journalctl", "--unit=gatehouse", "--no-pager", "--lines=20")
    SETTINGS.write_text(was)
    run("systemctl", "reset-failed", "gatehouse")
    run("systemctl", "start", "gatehouse")
    wait_until_it_answers(9229)


def test_the_service_speaks_tls_on_port_443_and_reads_a_new_certificate(kept):
    was = SETTINGS.read_text()
    names = {"certificateFile": str(SETTINGS.with_name("tls.crt")), "keyFile": str(SETTINGS.with_name("tls.key"))}
    first = make_certificate(*names.values())
    SETTINGS.write_text(json.dumps(json.loads(was) | {
        "port": 443, "baseURL": "https://localhost", "host": "0.0.0.0", "tls": names}))
    lines = re.search(r"a port below 1024 \| (.*) \|", (ROOT / "docs/deployment.md").read_text())[1]
    added = pathlib.Path("/etc/systemd/system/gatehouse.service.d/port.conf")
    added.parent.mkdir()
    added.write_text("\n".join(["[Service]", *re.findall("`([^`]*)`", lines)]) + "\n")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "gatehouse")
    wait_for(lambda: served_certificate() == first)
    second = make_certificate(*names.values())
    run("systemctl", "reload", "gatehouse")
    wait_for(lambda: served_certificate() == second)
    added.unlink()
    added.parent.rmdir()
    SETTINGS.write_text(was)
    for name in names.values():
        os.unlink(name)
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "gatehouse")
    wait_until_it_answers(9229)
    sign_in(kept["client"])


def make_certificate(certificate, key):
    """Makes a key that the service can read, and a certificate, which is returned."""
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate)
    os.chmod(key, 0o640)
    shutil.chown(key, group="gatehouse")
    return pathlib.Path(certificate).read_text()


def served_certificate():
    try:
        return ssl.get_server_certificate(("localhost", 443), timeout=PATIENCE)
    except OSError:
        return None


def test_an_upgrade_keeps_changed_settings_keys_and_data(package, kept, tmp_path):
    settings = json.loads(SETTINGS.read_text()) | {"port": 9300, "baseURL": "http://localhost:9300"}
    SETTINGS.write_text(json.dumps(settings))
    MASTER_KEY.chmod(0o440)
    before = main_process()
    dpkg("--install", newer(package, tmp_path))
    wait_until_it_answers(9300)
    assert main_process() != before
    assert json.loads(SETTINGS.read_text()) == settings
    assert "newer" in SETTINGS.with_name(SETTINGS.name + ".dpkg-dist").read_text()
    assert status(SETTINGS) == "root:gatehouse 640" and status(MASTER_KEY) == "root:gatehouse 440"
    assert (MASTER_KEY.read_text(), ADMIN_KEY.read_text()) == kept["keys"]
    sign_in(kept["client"], port=9300)


def newer(package, folder):
    """A later revision of the package, with other settings."""
    tree = folder / "tree"
    run("dpkg-deb", "--raw-extract", package, tree)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"^(Version: .*)-\d+$", r"\1-99", control.read_text(), flags=re.MULTILINE))
    settings = tree / str(SETTINGS).lstrip("/")
    settings.write_text(json.dumps(json.loads(settings.read_text()) | {"accountID": "newer"}))
    run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, folder / "newer.deb")
    return folder / "newer.deb"


def test_a_disabled_service_stays_disabled_through_an_upgrade(package):
    run("systemctl", "disable", "--now", "gatehouse")
    dpkg("--install", package)
    assert subprocess.run(["systemctl", "is-enabled", "--quiet", "gatehouse"]).returncode != 0
    run("systemctl", "enable", "--now", "gatehouse")
    wait_until_it_answers(9300)


def test_a_removal_keeps_data_and_keys(package, kept):
    process = main_process()
    dpkg("--remove", "gatehouse")
    assert not pathlib.Path("/proc", str(process)).exists()
    assert not pathlib.Path("/usr/bin/gatehouse").exists() and not pathlib.Path(UNIT).exists()
    assert (MASTER_KEY.read_text(), ADMIN_KEY.read_text()) == kept["keys"] and SETTINGS.exists()
    dpkg("--install", package)
    wait_until_it_answers(9300)
    assert (MASTER_KEY.read_text(), ADMIN_KEY.read_text()) == kept["keys"]
    sign_in(kept["client"], port=9300)


def test_a_lost_master_key_is_not_replaced_by_another(package):
    key = MASTER_KEY.read_bytes()
    MASTER_KEY.unlink()
    dpkg("--install", package)
    assert not MASTER_KEY.exists()
    MASTER_KEY.write_bytes(key)


def test_a_purge_deletes_data_keys_and_account(package, kept):
    dpkg("--purge", "gatehouse")
    assert not DATA.exists() and not SETTINGS.parent.exists()
    assert subprocess.run(["getent", "passwd", "gatehouse"], capture_output=True).returncode != 0
    assert run("find", "/etc/systemd", "/lib/systemd", "/usr/share", "-name", "*gatehouse*") == ""
    dpkg("--install", package)
    wait_until_it_answers(9229)
    assert set(kept["keys"]).isdisjoint({MASTER_KEY.read_text(), ADMIN_KEY.read_text()})
    dpkg("--purge", "gatehouse")

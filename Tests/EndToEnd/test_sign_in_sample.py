# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The sample for terminals: its QR code as a camera reads it, and its output for scripts."""
import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

from conftest import make_client, make_user
from gatehouse import BINARY, PASSWORD
from triggers import ARN, Program, write_triggers

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/demo"))
from person import Person  # noqa: E402

SAMPLE = str(pathlib.Path(BINARY).with_name("SignIn"))
BLACK_ON_WHITE, PLAIN = "\x1b[30;107m", "\x1b[0m"


@pytest.fixture
def configuration(admin, server, pool, client_id, tmp_path):
    """A pool with authenticator apps and the user ada, and the file that names it."""
    admin.set_user_pool_mfa_config(
        UserPoolId=pool, MfaConfiguration="OPTIONAL", SoftwareTokenMfaConfiguration={"Enabled": True})
    make_user(admin, pool, "ada")
    return write_outputs(server, pool, client_id, tmp_path)


def write_outputs(server, pool, client_id, folder):
    path = folder / "outputs.json"
    path.write_text(json.dumps({"version": "1", "auth": {
        "aws_region": "us-east-1", "endpoint": server.url, "user_pool_id": pool, "user_pool_client_id": client_id,
    }}))
    return str(path)


def picture(lines, scale=8):
    """Half blocks of a terminal as an image that programs read (PGM)."""
    rows = []
    for line in lines:
        rows += [[block in "█▀" for block in line], [block in "█▄" for block in line]]
    pixels = [[0 if dark else 255 for dark in row for _ in range(scale)] for row in rows for _ in range(scale)]
    return f"P5 {len(pixels[0])} {len(pixels)} 255\n".encode() + bytes(value for row in pixels for value in row)


def signs_in(ada):
    """Signs in as far as the question for the password."""
    ada.types("What now", "signIn")
    ada.types("User name", "ada")
    ada.types("Sign in with", "srp")


def test_a_camera_reads_the_address_from_the_terminal(configuration, tmp_path):
    with Person([SAMPLE, configuration], {"XDG_DATA_HOME": str(tmp_path)}) as ada:
        signs_in(ada)
        ada.hides("Password", PASSWORD)
        ada.types("What now", "totp")
        secret = ada.wait_for(r"\nSecret: (\w+)").group(1)
        address = ada.wait_for(r"\nAddress: (\S+)\n").group(1)
        drawing = ada.wait_for(r"((?:\x1b\[30;107m.*\x1b\[0m\n)+)Code of").group(1)
        lines = [line.removeprefix(BLACK_ON_WHITE).removesuffix(PLAIN) for line in drawing.splitlines()]
        image = tmp_path / "code.pgm"
        image.write_bytes(picture(lines))
        read = subprocess.run(
            ["zbarimg", "--quiet", "--raw", str(image)], check=True, capture_output=True, text=True).stdout.strip()
        assert read == address and f"secret={secret}" in read
        assert PASSWORD not in ada.transcript


# A shell that outlives the program, as a user's does: the end of the shell would reset the terminal.
SHELL = ["sh", "-c", 'trap : INT QUIT TERM HUP; "$@"; echo "Ended with $?."; read _', "sh"]

IGNORED = [signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("sign, status", [
    (b"\x03", 130), (b"\x1c", 131), (signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_after_an_interrupt_at_a_hidden_question_the_terminal_echoes_again(configuration, tmp_path, sign, status):
    with Person([*SHELL, SAMPLE, configuration], {"XDG_DATA_HOME": str(tmp_path)}) as ada:
        signs_in(ada)
        ada.reads("Password: ")
        assert not ada.can_be_seen()
        if isinstance(sign, bytes):
            ada.presses(sign)
        else:
            os.killpg(ada.process.pid, sign)
        assert ada.wait_for(r"\nEnded with (\d+)\.").group(1) == str(status)
        assert ada.can_be_seen()


def test_ignored_signals_end_nothing_at_a_hidden_question_and_after_it(configuration, tmp_path):
    ignoring = [word.replace("trap :", "trap ''") for word in SHELL]
    with Person([*ignoring, SAMPLE, configuration], {"XDG_DATA_HOME": str(tmp_path)}) as ada:
        signs_in(ada)
        ada.reads("Password: ")
        assert not ada.can_be_seen()
        for sign in IGNORED:
            os.killpg(ada.process.pid, sign)
        ada.presses(f"{PASSWORD}\n".encode())
        ada.reads("Signed in as ada")
        ada.reads("What now: ")
        for sign in IGNORED:
            os.killpg(ada.process.pid, sign)
        ada.presses(b"\x04")
        assert ada.wait_for(r"\nEnded with (\d+)\.").group(1) == "0"


def test_after_a_hidden_question_a_signal_ends_the_program_as_ever(configuration, tmp_path):
    with Person([*SHELL, SAMPLE, configuration], {"XDG_DATA_HOME": str(tmp_path)}) as ada:
        signs_in(ada)
        ada.hides("Password", "wrong")
        ada.hides("Password", "")
        ada.reads("What now: ")
        ada.presses(b"seen")
        ada.reads("seen")
        ada.presses(b"\x03")
        assert ada.wait_for(r"Ended with (\d+)\.").group(1) == "130"


def run(configuration, tmp_path, typed, *arguments):
    return subprocess.run(
        [SAMPLE, configuration, *arguments], input=typed, capture_output=True, text=True, timeout=120,
        env={"XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
    )


def test_a_script_can_answer_through_pipes_and_gets_no_picture(configuration, tmp_path):
    ended = run(configuration, tmp_path, f"signIn\nada\n1\n{PASSWORD}\ntotp\n")
    # The question for the code of the app has no answer.
    assert ended.returncode == 1 and ended.stderr == ""
    assert "Signed in as ada" in ended.stdout and "otpauth://totp/" in ended.stdout
    assert "█" not in ended.stdout and ended.stdout.endswith("Goodbye.\n")


@pytest.mark.parametrize("typed, status", [
    ("", 0), ("leave\n", 0), ("nonsense\n", 1), ("0\n99\n", 1), ("signIn\n", 1), ("signIn\nada\n", 1),
    ("signIn\nada\nsrp\n", 1), ("signIn\n\n", 0), ("signIn\nada\nnonsense\n", 1),
    ("signIn\nada\nsrp\nx", 1), (f"signIn\nada\nsrp\nx\n{PASSWORD}\n", 0),
    (f"nonsense\nsignIn\nada\nsrp\n{PASSWORD}\n", 0), (f"signIn\nada\nsrp\n{PASSWORD}\nnonsense\n", 1),
])
def test_the_end_of_input_leaves_from_anywhere_and_the_status_is_that_of_the_last_step(
        configuration, tmp_path, typed, status):
    ended = run(configuration, tmp_path, typed)
    assert ended.returncode == status and ended.stdout.endswith("Goodbye.\n") and ended.stderr == ""


@pytest.mark.parametrize("answer", ["", "\n"])
def test_a_list_is_done_although_no_item_of_it_is_chosen(admin, pool, configuration, tmp_path, answer):
    admin.update_user_pool(UserPoolId=pool, DeviceConfiguration={
        "ChallengeRequiredOnNewDevice": False, "DeviceOnlyRememberedOnUserPrompt": False})
    ended = run(configuration, tmp_path, f"signIn\nada\nsrp\n{PASSWORD}\ndevices\n{answer}")
    assert ended.returncode == 0 and "Forget which (empty for none): " in ended.stdout


def test_after_a_wrong_password_only_the_password_must_be_typed_again(configuration, tmp_path):
    said = run(configuration, tmp_path, f"signIn\nada\nsrp\nwrong\n{PASSWORD}\nevents\n").stdout
    assert "Signed in as ada" in said
    assert said.count("User name: ") == 1 and said.count("Password: ") == 2
    # The list before the sign-in, then the account's list; neither is printed for each question.
    assert said.count("create an account") == 1 and said.count("delete the account") == 1
    assert all(len(line) <= 80 for line in said.splitlines()), [line for line in said.splitlines() if len(line) > 80]


def test_arrow_keys_neither_print_nor_belong_to_an_answer(configuration, tmp_path):
    with Person([SAMPLE, configuration], {"XDG_DATA_HOME": str(tmp_path)}) as ada:
        ada.types("What now", "sign\x1b[A\x1b[DIn")
        ada.types("User name", "adx\x7f\x1b[1;5Ca")
        ada.types("Sign in with", "srp")
        ada.hides("Password", f"\x1b[B{PASSWORD}")
        ada.reads("Signed in as ada")
        assert "[A" not in ada.transcript and "[B" not in ada.transcript


def test_unusable_arguments_and_configurations_end_the_program_at_once(configuration, tmp_path):
    assert run(configuration, tmp_path, "", "more").returncode == 64
    ended = run("--halp", tmp_path, "")
    assert ended.returncode == 64 and ended.stderr.startswith("usage: SignIn CONFIGURATION")
    for content in ["", "{}", '{"version": "1"}', '{"auth": 1}', '{"auth": {"plugins": {"awsCognitoAuthPlugin": {}}}}']:
        path = tmp_path / "broken.json"
        path.write_text(content)
        ended = run(str(path), tmp_path, "")
        assert ended.returncode == 66 and ended.stderr.startswith("SignIn: "), content
    ended = run(str(tmp_path / "none.json"), tmp_path, "")
    assert ended.returncode == 66 and "There is no file" in ended.stderr and "gatehouse dev" in ended.stderr


def test_the_help_options_print_the_usage(tmp_path):
    for option in ["-h", "--help"]:
        ended = run(option, tmp_path, "")
        assert ended.returncode == 0 and "usage: SignIn CONFIGURATION" in ended.stdout and ended.stderr == ""
        assert all(len(line) <= 80 for line in ended.stdout.splitlines())


def test_only_attributes_that_the_configuration_does_not_require_may_be_empty(configuration, tmp_path):
    outputs = json.loads(pathlib.Path(configuration).read_text())
    outputs["auth"]["standard_required_attributes"] = ["email", "name"]
    pathlib.Path(configuration).write_text(json.dumps(outputs))
    said = run(configuration, tmp_path, f"signUp\nbob\n{PASSWORD}\nbob@example.com\n\n").stdout
    assert "Attribute email: " in said and "Attribute name: " in said
    assert "Attribute phone_number (may be empty): " in said


def test_a_sign_up_that_no_other_answer_helps_ends_with_an_error(start_with, tmp_path):
    Program(tmp_path, "one", 'sys.exit("not on the list")')
    server = start_with({"GATEHOUSE_TRIGGERS": str(write_triggers(tmp_path, {"one": {"program": "one"}}))})
    admin = server.client("cognito-idp")
    pool = admin.create_user_pool(PoolName="sample", LambdaConfig={"PreSignUp": ARN + "one"})["UserPool"]["Id"]
    path = write_outputs(server, pool, make_client(admin, pool)["ClientId"], tmp_path)
    ended = run(path, tmp_path, f"signUp\nmallory\n{PASSWORD}\n\n\n")
    assert ended.returncode == 1 and " ".join(ended.stdout.split()).count("not on the list") == 1


def test_a_server_that_is_not_there_is_named(configuration, tmp_path):
    outputs = json.loads(pathlib.Path(configuration).read_text())
    # The port of the discard service, on which no server listens.
    outputs["auth"]["endpoint"] = "http://localhost:9"
    pathlib.Path(configuration).write_text(json.dumps(outputs))
    ended = run(configuration, tmp_path, f"signIn\nada\nsrp\n{PASSWORD}\n")
    said = " ".join(ended.stdout.split())
    assert ended.returncode == 69
    assert "Error: InitiateAuth at http://localhost:9 failed: The server could not be reached." in said

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Project records: raw requests that botocore signs, as the amplify tool sends them."""
import base64
import hashlib
import json
import signal
import threading

import pytest
import requests
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from access import ACCOUNT, ADMINISTRATOR, allow, iam, policy, server  # noqa: F401 (fixtures)
from gatehouse import Gatehouse, gatehouse

OWNER = Credentials(*ADMINISTRATOR.values())
FILES = {
    "amplify/backend/backend-config.json": b"{}\n",
    "amplify/backend/auth/shop/cli-inputs.json": b'{"version": "1"}\n',
    "amplify/hooks/pre-push.sh": b"#!/bin/sh\n",
    "amplify/backend/empty": b"",
}


def send(server, operation, credentials=OWNER, **members):
    body = json.dumps(members)
    request = AWSRequest("POST", server.url + "/", data=body, headers={
        "content-type": "application/x-amz-json-1.1", "x-amz-target": f"GatehouseProjects.{operation}"})
    SigV4Auth(credentials, "gatehouse", "us-east-1").add_auth(request)
    return requests.post(server.url + "/", data=body, headers=dict(request.headers), timeout=300)


def call(server, operation, credentials=OWNER, **members):
    answer = send(server, operation, credentials, **members)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(server, operation, credentials=OWNER, **members):
    answer = send(server, operation, credentials, **members)
    return answer.status_code, answer.json()["__type"]


def digest(content):
    return hashlib.sha256(content).hexdigest()


def listed(files):
    return [
        {"Path": path, "Sha256": digest(content), "Size": len(content), "Program": path.endswith(".sh")}
        for path, content in files.items()]


def bodies(contents):
    return [{"Content": base64.b64encode(content).decode()} for content in contents]


@pytest.fixture
def place(server):
    """An environment of a new project."""
    return make_place(server)


def make_place(server, name="dev"):
    project = call(server, "CreateProject", ProjectName="Shop", Frontend="ios")["Project"]["AppId"]
    call(server, "CreateEnvironment", AppId=project, EnvironmentName=name, AuthRoleName="a", UnauthRoleName="u")
    return {"AppId": project, "EnvironmentName": name}


def push(server, place, token, files, **members):
    """What a push sends: the contents that the project lacks, then the state."""
    app = {"AppId": place["AppId"]}
    missing = call(server, "FindMissingFiles", **app, Hashes=[digest(content) for content in files.values()])["Hashes"]
    lacking = [content for content in files.values() if digest(content) in missing]
    if lacking:
        assert set(call(server, "PutFiles", **app, Files=bodies(lacking))["Hashes"]) == set(missing)
    return call(
        server, "PutState", **place, LockToken=token, Files=listed(files), Outputs='{"a": 1}', PushedFrom="one",
        **members)["State"]


def test_a_push_is_pulled_elsewhere(server, place):
    token = call(server, "LockEnvironment", **place, Holder="ada@one")["LockToken"]
    state = push(server, place, token, FILES)
    lines = sorted(
        path.encode() + b"\0" + digest(content).encode() + b"\0" + (b"755" if path.endswith(".sh") else b"644") + b"\n"
        for path, content in FILES.items())
    assert state["Sha256"] == digest(b"".join(lines))
    assert (state["StateNumber"], state["PushedBy"], state["PushedFrom"]) == (
        1, ADMINISTRATOR["GATEHOUSE_ADMIN_ACCESS_KEY_ID"], "one")
    call(server, "UnlockEnvironment", **place, LockToken=token)

    found = call(server, "GetState", **place)
    assert found["State"] == state and json.loads(found["Outputs"]) == {"a": 1}
    hashes = [file["Sha256"] for file in found["Files"]]
    stored = call(server, "GetFiles", AppId=place["AppId"], Hashes=hashes)["Files"]
    contents = {file["Sha256"]: base64.b64decode(file["Content"]) for file in stored}
    assert {file["Path"]: contents[file["Sha256"]] for file in found["Files"]} == FILES
    assert [file["Path"] for file in found["Files"] if file["Program"]] == ["amplify/hooks/pre-push.sh"]
    described = call(server, "DescribeEnvironment", **place)
    assert described["Environment"]["State"] == state and "Lock" not in described["Environment"]


def test_the_second_push_at_the_same_time_waits(server, place):
    token = call(server, "LockEnvironment", **place, Holder="ada@one")["LockToken"]
    answer = send(server, "LockEnvironment", **place, Holder="bob@two")
    held = answer.json()
    assert answer.status_code == 409 and held["__type"] == "EnvironmentLockedException"
    assert held["Holder"] == "ada@one" and held["ExpiresAt"] - held["LockedAt"] == 600
    assert call(server, "RenewLock", **place, LockToken=token)["ExpiresAt"] >= held["ExpiresAt"]
    first = push(server, place, token, FILES)
    call(server, "UnlockEnvironment", **place, LockToken=token)

    # The caller whose folder is behind gets the name of the one that pushed.
    token = call(server, "LockEnvironment", **place, Holder="bob@two")["LockToken"]
    second = push(server, place, token, {"a": b"2"}, ExpectedStateNumber=first["StateNumber"])
    answer = send(
        server, "PutState", **place, LockToken=token, Files=[], Outputs="{}", PushedFrom="two",
        ExpectedStateNumber=first["StateNumber"])
    conflict = answer.json()
    assert answer.status_code == 409 and conflict["__type"] == "StateConflictException"
    assert conflict["StateNumber"] == second["StateNumber"] and conflict["PushedFrom"] == "one"


def test_of_many_that_lock_at_once_one_holds_the_environment(server, place):
    answers = []

    def lock(number):
        answers.append(send(server, "LockEnvironment", **place, Holder=f"number {number}").status_code)

    threads = [threading.Thread(target=lock, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + 7 * [409]


def test_ten_states_are_kept_with_their_files(server, place):
    token = call(server, "LockEnvironment", **place, Holder="ada@one")["LockToken"]
    for number in range(12):
        push(server, place, token, {"a": b"%d" % number, "b": b"same"})
    states = call(server, "ListStates", **place)["States"]
    assert [state["StateNumber"] for state in states] == list(range(12, 2, -1))
    hashes = [digest(b"%d" % number) for number in range(12)] + [digest(b"same")]
    assert call(server, "FindMissingFiles", AppId=place["AppId"], Hashes=hashes)["Hashes"] == hashes[:2]
    assert call(server, "GetState", **place, StateNumber=3)["Files"][0]["Sha256"] == digest(b"2")
    assert refusal(server, "GetState", **place, StateNumber=2) == (400, "ResourceNotFoundException")


def test_records_and_locks_outlive_the_process(server, place):
    token = call(server, "LockEnvironment", **place, Holder="ada@one")["LockToken"]
    state = push(server, place, token, FILES)
    server.stop(signal.SIGKILL)
    server.start()
    assert call(server, "GetState", **place)["State"] == state
    assert refusal(server, "LockEnvironment", **place, Holder="bob@two") == (409, "EnvironmentLockedException")
    assert push(server, place, token, FILES)["StateNumber"] == 2
    ended = gatehouse("check", "--data-dir", server.data, environment=server.environment)
    assert "Projects: 1" in ended.stdout + ended.stderr


def test_a_project_is_deleted_after_its_environments(server, place):
    assert refusal(server, "DeleteProject", AppId=place["AppId"]) == (400, "ResourceConflictException")
    assert refusal(server, "DeleteEnvironment", **place, LockToken="guess") == (409, "LockLostException")
    token = call(server, "LockEnvironment", **place, Holder="ada@one")["LockToken"]
    assert call(server, "DeleteEnvironment", **place, LockToken=token) == {}
    call(server, "DeleteProject", AppId=place["AppId"])
    assert call(server, "ListProjects")["Projects"] == []


def test_a_policy_for_one_environment(server, iam, place):
    other = make_place(server)
    resource = f"arn:aws:gatehouse:us-east-1:{ACCOUNT}:project/{place['AppId']}/dev"
    iam("create", "user", "ada", document={"policies": {"own": policy(allow("gatehouse:*", resource))}})
    lines = iam("create", "key", "ada").splitlines()
    ada = Credentials(lines[0].removeprefix("AccessKeyId: "), lines[1].removeprefix("SecretAccessKey: "))
    token = call(server, "LockEnvironment", ada, **place, Holder="ada@one")["LockToken"]
    made = call(server, "PutState", ada, **place, LockToken=token, Files=[], Outputs="{}", PushedFrom="one")
    assert made["State"]["PushedBy"] == f"arn:aws:iam::{ACCOUNT}:user/ada"
    for operation, members in [
            ("GetState", other), ("LockEnvironment", {**other, "Holder": "ada"}), ("ListProjects", {}),
            ("PutFiles", {"AppId": place["AppId"], "Files": bodies([b"text"])})]:
        assert refusal(server, operation, ada, **members) == (400, "AccessDeniedException")


def test_requests_without_a_signature_and_paths_out_of_the_project_are_refused(server, place):
    answer = requests.post(server.url + "/", data="{}", headers={"x-amz-target": "GatehouseProjects.ListProjects"})
    assert answer.json()["__type"] == "MissingAuthenticationTokenException"
    token = call(server, "LockEnvironment", **place, Holder="ada@one")["LockToken"]
    call(server, "PutFiles", AppId=place["AppId"], Files=bodies([b"text"]))
    for path in ["../a", "/a", "a\\b", "a/../b", "a\0b"]:
        assert refusal(
            server, "PutState", **place, LockToken=token, Files=listed({path: b"text"}), Outputs="{}",
            PushedFrom="one") == (400, "ValidationException")


def test_the_longest_file_fits_into_longer_bodies(tmp_path):
    content = bytes(1_048_576)
    environment = {**ADMINISTRATOR, "GATEHOUSE_MAXIMUM_BODY_BYTES": "2000000"}
    with Gatehouse(tmp_path, environment=environment) as server:
        place = make_place(server)
        token = call(server, "LockEnvironment", **place, Holder="ada@one")["LockToken"]
        assert push(server, place, token, {"a": content})["StateNumber"] == 1
        beyond = bodies([content + b"1"])
        assert refusal(server, "PutFiles", AppId=place["AppId"], Files=beyond) == (400, "ValidationException")

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The AWS SDK for Python against the server: users from CSV files, through kills and restarts."""
import base64
import hashlib
import signal
import urllib.error

import pytest

from gatehouse import PASSWORD, Gatehouse
from imports import counts, describe, ended, make_job, put, row, wait_for


def names(admin, pool):
    pages = admin.get_paginator("list_users").paginate(UserPoolId=pool)
    return [user["Username"] for page in pages for user in page["Users"]]


def test_users_are_imported_and_choose_a_password(server, admin, app, pool, client_id):
    email = f"ada-{client_id}@example.com"
    address = row("ada", email=email, address=r"12 Main St\, Springfield")
    job = make_job(admin, pool, [address, row("a b"), row("ada", email="other@example.com")])
    started = admin.start_user_import_job(UserPoolId=pool, JobId=job)["UserImportJob"]
    assert started["Status"] == "Pending" and "StartDate" in started
    done = wait_for(admin, pool, job, ended)
    assert done["Status"] == "Succeeded" and counts(done) == (1, 1, 1)
    user = admin.admin_get_user(UserPoolId=pool, Username="ada")
    assert user["UserStatus"] == "RESET_REQUIRED"
    assert {"Name": "address", "Value": "12 Main St, Springfield"} in user["UserAttributes"]
    credentials = {"USERNAME": "ada", "PASSWORD": PASSWORD}
    sign_in = {"ClientId": client_id, "AuthFlow": "USER_PASSWORD_AUTH", "AuthParameters": credentials}
    with pytest.raises(app.exceptions.PasswordResetRequiredException):
        app.initiate_auth(**sign_in)
    app.forgot_password(ClientId=client_id, Username="ada")
    app.confirm_forgot_password(
        ClientId=client_id, Username="ada", ConfirmationCode=server.code_for(email), Password=PASSWORD
    )
    assert "AccessToken" in app.initiate_auth(**sign_in)["AuthenticationResult"]
    log = server.log_with("Row failed")
    assert "cognito:username is missing" in log and "a b@" not in log


def unpadded(data):
    return base64.b64encode(data).decode().rstrip("=")


def test_users_are_imported_with_the_hashes_of_their_passwords(admin, app, pool, client_id):
    password, salt = PASSWORD.encode(), b"sixteen bytes ok"
    pbkdf2 = hashlib.pbkdf2_hmac("sha256", password, salt, 10_000)
    scrypt = hashlib.scrypt(password, salt=salt, n=1_024, r=8, p=1, dklen=32)
    hashes = {
        "PBKDF2_SHA256": f"$pbkdf2-sha256$10000${unpadded(salt)}${unpadded(pbkdf2)}",
        "SCRYPT": f"1024$8$1${salt.hex()}${scrypt.hex()}",
    }
    for algorithm, text in hashes.items():
        name = algorithm.lower()
        job = make_job(admin, pool, [row(name, password_hash=text)], PasswordHashingAlgorithm=algorithm)
        admin.start_user_import_job(UserPoolId=pool, JobId=job)
        assert wait_for(admin, pool, job, ended)["Status"] == "Succeeded"
        assert admin.admin_get_user(UserPoolId=pool, Username=name)["UserStatus"] == "CONFIRMED"
        sign_in = {"ClientId": client_id, "AuthFlow": "USER_PASSWORD_AUTH"}
        with pytest.raises(app.exceptions.NotAuthorizedException):
            app.initiate_auth(**sign_in, AuthParameters={"USERNAME": name, "PASSWORD": "wrong"})
        for _ in range(2):
            answer = app.initiate_auth(**sign_in, AuthParameters={"USERNAME": name, "PASSWORD": PASSWORD})
            assert "AccessToken" in answer["AuthenticationResult"]


def test_jobs_are_listed_stopped_and_refused(admin, pool):
    job = make_job(admin, pool, [row("ada")])
    listed = admin.list_user_import_jobs(UserPoolId=pool, MaxResults=10)["UserImportJobs"]
    assert [found["JobId"] for found in listed] == [job]
    with pytest.raises(admin.exceptions.PreconditionNotMetException):
        admin.stop_user_import_job(UserPoolId=pool, JobId=job)
    url = describe(admin, pool, job)["PreSignedUrl"]
    altered = url.replace("signature=", "signature=A")
    with pytest.raises(urllib.error.HTTPError) as refusal:
        put(altered, b"a" * 3_000_000)
    assert refusal.value.code == 403
    assert b"<Code>SignatureDoesNotMatch</Code>" in refusal.value.read()
    admin.start_user_import_job(UserPoolId=pool, JobId=job)
    wait_for(admin, pool, job, ended)
    with pytest.raises(admin.exceptions.PreconditionNotMetException):
        admin.start_user_import_job(UserPoolId=pool, JobId=job)
    assert names(admin, pool) == ["ada"]


def test_an_import_survives_kills(tmp_path):
    server = Gatehouse(tmp_path).start()
    admin = server.client("cognito-idp")
    pool = admin.create_user_pool(PoolName="test", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
    wanted = [f"user-{number}" for number in range(3_000)]
    job = make_job(admin, pool, [row(name) for name in wanted])
    admin.start_user_import_job(UserPoolId=pool, JobId=job)
    for goal in (300, 1_200, 2_100):
        wait_for(admin, pool, job, lambda found: found["ImportedUsers"] >= goal)
        server.stop(signal.SIGKILL)
        server.start()
        assert counts(describe(admin, pool, job))[0] >= goal
    done = wait_for(admin, pool, job, ended)
    assert done["Status"] == "Succeeded" and counts(done) == (3_000, 0, 0)
    kept = names(admin, pool)
    assert len(kept) == 3_000 and set(kept) == set(wanted)
    assert admin.describe_user_pool(UserPoolId=pool)["UserPool"]["EstimatedNumberOfUsers"] == 3_000
    assert server.stop() == 0


def test_a_large_file_arrives_in_pieces_and_the_import_stops(tmp_path):
    server = Gatehouse(tmp_path).start()
    admin = server.client("cognito-idp")
    pool = admin.create_user_pool(PoolName="test", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
    job = make_job(admin, pool, [row(f"user-{number}", name="n" * 1_000) for number in range(20_000)])
    admin.start_user_import_job(UserPoolId=pool, JobId=job)
    wait_for(admin, pool, job, lambda found: found["ImportedUsers"] > 0)
    assert admin.stop_user_import_job(UserPoolId=pool, JobId=job)["UserImportJob"]["Status"] == "Stopping"
    done = wait_for(admin, pool, job, ended)
    assert done["Status"] == "Stopped"
    assert done["CompletionMessage"] == "The Import Job was stopped by the developer."
    assert 0 < done["ImportedUsers"] < 20_000
    assert admin.describe_user_pool(UserPoolId=pool)["UserPool"]["EstimatedNumberOfUsers"] == done["ImportedUsers"]
    assert server.stop() == 0

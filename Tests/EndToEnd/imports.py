# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""CSV files of users, and their upload to an import job."""
import time
import urllib.parse
import urllib.request

LOGS_ROLE = "arn:aws:iam::123456789012:role/logs"


def csv(header, rows):
    """A CSV file in UTF-8; columns that a row does not name are blank."""
    lines = [",".join(row.get(column, "") for column in header) for row in rows]
    return "\n".join([",".join(header), *lines]).encode()


def row(username, /, **others):
    """The least that a row must hold in a pool that verifies addresses."""
    return {
        "cognito:username": username,
        "email": f"{username}@example.com",
        "email_verified": "true",
        "cognito:mfa_enabled": "false",
        **others,
    }


def put(url, body):
    headers = {"x-amz-server-side-encryption": "aws:kms", "Content-Type": "text/csv"}
    request = urllib.request.Request(url, data=body, headers=headers, method="PUT")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.status


def make_job(admin, pool, rows, server=None, **settings):
    """A job with its file, which is uploaded to the address `server` if that is not the one of the job."""
    settings = {"JobName": "test", "CloudWatchLogsRoleArn": LOGS_ROLE, **settings}
    job = admin.create_user_import_job(UserPoolId=pool, **settings)["UserImportJob"]
    assert job["Status"] == "Created"
    header = admin.get_csv_header(UserPoolId=pool)["CSVHeader"]
    url = urllib.parse.urlsplit(job["PreSignedUrl"])
    if server:
        url = url._replace(netloc=urllib.parse.urlsplit(server).netloc)
    assert put(url.geturl(), csv(header, rows)) == 200
    return job["JobId"]


def describe(admin, pool, job):
    return admin.describe_user_import_job(UserPoolId=pool, JobId=job)["UserImportJob"]


def wait_for(admin, pool, job, reached, seconds=60):
    """Waits until `reached` is true of the job; returns the job."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = describe(admin, pool, job)
        if reached(found):
            return found
        time.sleep(0.01)
    raise TimeoutError(found)


def counts(job):
    return job["ImportedUsers"], job["SkippedUsers"], job["FailedUsers"]


def ended(job):
    return job["Status"] in {"Succeeded", "Failed", "Stopped"}

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Operations that docs/operations.md lists as not built: each answers with its name to a valid request."""
import json
import re

import pytest
import requests
from requests_aws4auth import AWS4Auth

from documents import ROOT

DOCUMENT = (ROOT / "docs/operations.md").read_text()
MODEL = json.loads((ROOT / "Models/cognito-idp.json").read_text())
[ROW] = re.findall(r"^\| User pools \| (`.*`) \|$", DOCUMENT.split("that are not built |")[1], re.M)
NOT_BUILT = re.findall(r"`(\w+)`", ROW)

# Values for members with a pattern, by the name of the member.
VALUES = {
    "RestoreId": "0f4d1c52-7a3e-4f0b-9c61-58f2a6c7e913", "RestoreTimestamp": 1_767_225_600, "RegionName": "eu-west-1",
    "URL": "https://app.example.com/client.json", "URLPatterns": ["https://app.example.com/*"], "Action": "REFRESH",
    "Status": "ACTIVE",
}


def test_every_operation_of_the_model_is_in_the_document():
    [built] = re.findall(r"^\| User pools \| \d+ of (\d+) \| (.*) \|$", DOCUMENT, re.M)
    listed = set(re.findall(r"`(\w+)`", built[1])) | set(NOT_BUILT)
    assert listed == set(MODEL["operations"])
    assert len(listed) == int(built[0])


@pytest.mark.parametrize("operation", NOT_BUILT)
def test_an_operation_that_is_not_built_answers_with_its_name(server, pool, operation):
    shape = MODEL["shapes"][MODEL["operations"][operation]["input"]["shape"]]
    members = {name: VALUES.get(name, "example") for name in shape.get("required", [])}
    answer = requests.post(
        server.url, json={**members, "UserPoolId": pool}, timeout=60,
        auth=AWS4Auth("any", "any", "us-east-1", "cognito-idp"),
        headers={"Content-Type": "application/x-amz-json-1.1",
                 "X-Amz-Target": f"AWSCognitoIdentityProviderService.{operation}"})
    assert answer.status_code == 400 and answer.headers["x-amzn-ErrorType"] == "UnknownOperationException:"
    message = f"Gatehouse does not have {operation} of cognito-idp yet."
    assert answer.json() == {"__type": "UnknownOperationException", "message": message}

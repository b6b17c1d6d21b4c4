# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""SAML responses of pysaml2 as logins, and the same responses, attacked, beside the opinions of python3-saml and
ruby-saml."""
import base64
import json
import pathlib
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from botocore.exceptions import ClientError

from gatehouse import gatehouse
from saml_changes import changed
from saml_provider import ENTITY, Provider, new_key, session

HERE = pathlib.Path(__file__).parent
ACCOUNT = "123456789012"
ROLE = f"arn:aws:iam::{ACCOUNT}:role/reader"
SIGNED = [["assertion"], ["response"], ["assertion", "response"]]
CHANGES = 300


class Corp:
    """A registered provider, and an identity pool that accepts it."""

    def __init__(self, server, folder, name):
        self.arn = f"arn:aws:iam::{ACCOUNT}:saml-provider/{name}"
        self.recipient, self.audience = f"{server.url}/saml", server.url
        key, self.certificate = new_key(folder)
        self.provider = Provider(key, self.certificate, self.recipient, self.audience)
        metadata = folder / "metadata.xml"
        metadata.write_text(self.provider.metadata())
        done = gatehouse(
            "iam", "create", "saml-provider", name, "--document", metadata, "--data-dir", server.data,
            environment=server.environment)
        assert done.returncode == 0, done.stderr
        pools = server.client("cognito-identity")
        self.pool = pools.create_identity_pool(
            IdentityPoolName=name, AllowUnauthenticatedIdentities=False, SamlProviderARNs=[self.arn])["IdentityPoolId"]
        self.app = server.client("cognito-identity", signed=False)

    def response(self, name="ada", signs=("assertion",), roles=ROLE):
        return self.provider.response(name, session(roles, self.arn), signs)

    def identity(self, response):
        return self.app.get_id(IdentityPoolId=self.pool, Logins={self.arn: encoded(response)})["IdentityId"]

    def refusal(self, response):
        """The code and the text with which a response is refused; `None` if it is accepted."""
        try:
            self.identity(response)
            return None
        except ClientError as error:
            return error.response["Error"]["Code"], error.response["Error"]["Message"]

    def peers(self, responses):
        """The names that the two other libraries read; `None` for a response that one refuses."""
        asked = json.dumps({
            "audience": self.audience, "recipient": self.recipient, "entity": ENTITY,
            "certificate": self.certificate.read_text(), "responses": [encoded(response) for response in responses]})
        commands = [["/usr/bin/python3", HERE / "saml_peer.py"], ["ruby", HERE / "saml_peer.rb"]]
        answers = [
            subprocess.run(command, input=asked, check=True, capture_output=True, text=True).stdout
            for command in commands]
        return list(zip(*map(json.loads, answers)))


def encoded(response):
    return base64.b64encode(response.encode()).decode()


@pytest.fixture(scope="module")
def corp(server, tmp_path_factory):
    return Corp(server, tmp_path_factory.mktemp("saml"), "corp")


@pytest.mark.parametrize("signs", SIGNED)
def test_a_response_of_pysaml2_is_a_login_for_gatehouse_and_its_peers(corp, signs):
    response = corp.response(signs=signs)
    assert corp.identity(response) == corp.identity(corp.response())
    assert corp.identity(corp.response("eve", signs)) != corp.identity(response)
    assert corp.peers([response]) == [("ada", "ada")]


@pytest.mark.parametrize("signs", SIGNED)
def test_no_change_of_a_response_makes_another_person_of_it(corp, signs):
    original = corp.response(signs=signs)
    ada = corp.identity(original)
    seeds = range(CHANGES)
    responses = [changed(original, seed) for seed in seeds]
    with ThreadPoolExecutor(4) as threads:
        refusals = list(threads.map(corp.refusal, responses))
    for seed, response, refusal in zip(seeds, responses, refusals):
        if refusal is None:
            assert corp.identity(response) == ada, f"the change {seed} of {signs}"
        else:
            assert refusal[0] == "NotAuthorizedException", f"the change {seed} of {signs}"
            assert refusal[1].startswith("Invalid login token. "), f"the change {seed} of {signs}"
    accepted = [response for response, refusal in zip(responses, refusals) if refusal is None]
    assert len(accepted) < CHANGES / 4
    # The peers refuse more, by the schema; none of them reads another name where Gatehouse reads this one.
    assert {name for names in corp.peers(accepted) for name in names} <= {"ada", None}


def test_attacks_are_refused_with_clear_texts(corp):
    response = corp.response()
    for attacked, text in {
        response.replace(">ada<", ">eve<"): "Response signature invalid",
        response.replace(">ada<", ">ada<!---->.example.com<"): "Invalid SAML response",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>" + response.partition("?>")[2]: "Invalid SAML response",
        corp.provider.response("ada", session(ROLE, corp.arn), signs=[]): "Response signature invalid",
    }.items():
        assert corp.refusal(attacked) == ("NotAuthorizedException", f"Invalid login token. {text}")


def test_the_response_for_another_service_is_refused(server, corp, tmp_path):
    key, certificate = corp.provider.configuration.key_file, corp.provider.configuration.cert_file
    other = Provider(key, certificate, "https://signin.aws.amazon.com/saml", "urn:amazon:webservices")
    response = other.response("ada", session(ROLE, corp.arn))
    assert corp.refusal(response)[1] == "Invalid login token. Response has another destination"


def test_a_response_of_a_provider_with_another_key_is_refused(corp, tmp_path):
    other = Provider(*new_key(tmp_path), corp.recipient, corp.audience)
    response = other.response("ada", session(ROLE, corp.arn))
    assert corp.refusal(response)[1] == "Invalid login token. Response signature invalid"

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Stories about AWS credentials for users of other providers, and for the AWS CLI."""
import base64
import contextlib
import json
import os
import pathlib
import subprocess
import sys

from botocore.exceptions import ClientError

from gatehouse import client_of
from open_id_provider import OpenIDProvider
from saml_provider import Provider, new_key, session
from visitor import PASSWORD

ACCOUNT = "arn:aws:iam::123456789012"
DEVELOPER = "login.shop.example.com"
OWN_TOKEN = "cognito-identity.amazonaws.com"


def role(name):
    return f"{ACCOUNT}:role/{name}"


class Shop:
    """An identity pool, and the calls of its app, whose requests are not signed."""

    def __init__(self, server, name, **providers):
        self.server = server
        self.admin = client_of(server.url, "cognito-identity")
        self.app = client_of(server.url, "cognito-identity", signed=False)
        self.pool = self.admin.create_identity_pool(
            IdentityPoolName=name, AllowUnauthenticatedIdentities=False, **providers)["IdentityPoolId"]
        self.admin.set_identity_pool_roles(IdentityPoolId=self.pool, Roles={"authenticated": role("customer")})

    def identity(self, logins):
        return self.app.get_id(IdentityPoolId=self.pool, Logins=logins)["IdentityId"]

    def caller(self, identity, logins, **more):
        """The role of the credentials for an identity, as STS sees it."""
        vended = self.app.get_credentials_for_identity(IdentityId=identity, Logins=logins, **more)["Credentials"]
        sts = client_of(
            self.server.url, "sts", vended["AccessKeyId"], vended["SecretKey"], vended["SessionToken"])
        return sts.get_caller_identity()["Arn"]


@contextlib.contextmanager
def refused(code):
    """Expects the service to refuse a call."""
    try:
        yield
    except ClientError as error:
        if error.response["Error"]["Code"] != code:
            raise
        return
    raise ValueError("the call was not refused")


def equal(found, expected):
    if found != expected:
        raise ValueError(f"{found} instead of {expected}")


def register(server, *words):
    """Runs `gatehouse iam create` beside the server."""
    server.run("iam", "create", *words)


def assumed(name, caller):
    if f":assumed-role/{name}/" not in caller:
        raise ValueError(f"{caller} has another role than {name}")


def openid(table, server, visit):
    """A provider of OpenID Connect, which this program plays."""
    with OpenIDProvider() as provider:
        with table.step("gatehouse iam create oidc-provider", "the issuer's address and the app's client id"):
            register(server, "oidc-provider", provider.issuer, "--client-id", "app")
            shop = Shop(server, "openid", OpenIdConnectProviderARNs=[f"{ACCOUNT}:oidc-provider/{provider.name}"])
        with table.step("GetId, GetCredentialsForIdentity", "an ID token, checked with the provider's key set"):
            logins = {provider.name: provider.token("ada")}
            ada = shop.identity(logins)
            assumed("customer", shop.caller(ada, logins))
        with table.step("GetId, the next day", "another token of the same user: the same identity"):
            equal(shop.identity({provider.name: provider.token("ada")}), ada)
        with table.step("GetId, refused", "a token for another client, and one that was changed"):
            for token in [provider.token("ada", aud="stranger"), provider.token("ada")[:-8] + "AAAAAAAA"]:
                with refused("NotAuthorizedException"):
                    shop.identity({provider.name: token})


def saml(table, server, visit):
    """A SAML provider of pysaml2."""
    folder = server.folder / "saml"
    folder.mkdir()
    arn = f"{ACCOUNT}:saml-provider/corp"
    with table.step("gatehouse iam create saml-provider", "the metadata that pysaml2 writes"):
        provider = Provider(*new_key(folder), f"{server.url}/saml", server.url)
        metadata = folder / "metadata.xml"
        metadata.write_text(provider.metadata())
        register(server, "saml-provider", "corp", "--document", metadata)
        shop = Shop(server, "saml", SamlProviderARNs=[arn])

    def logins(*roles, change=lambda response: response):
        response = change(provider.response("ada", session([role(name) for name in roles], arn)))
        return {arn: base64.b64encode(response.encode()).decode()}

    with table.step("GetId, GetCredentialsForIdentity", "a signed response: its role"):
        ada = shop.identity(logins("reader"))
        assumed("reader", shop.caller(ada, logins("reader")))
    with table.step("GetCredentialsForIdentity, a choice", "a response that offers two roles: CustomRoleArn"):
        offered = logins("reader", "writer")
        assumed("writer", shop.caller(ada, offered, CustomRoleArn=role("writer")))
    with table.step("GetCredentialsForIdentity, refused", "a role that the response does not offer"):
        with refused("NotAuthorizedException"):
            shop.caller(ada, offered, CustomRoleArn=role("owner"))
    with table.step("GetId, refused", "a response about ada, changed to one about eve"):
        with refused("NotAuthorizedException"):
            shop.identity(logins("reader", change=lambda response: response.replace(">ada<", ">eve<")))


def developer(table, server, visit):
    """Users of an app's own back end, which calls the service with boto3."""
    shop = Shop(server, "developer", DeveloperProviderName=DEVELOPER)

    def token(user):
        return shop.admin.get_open_id_token_for_developer_identity(
            IdentityPoolId=shop.pool, Logins={DEVELOPER: user})

    with table.step("GetOpenIdTokenForDeveloperIdentity", "the back end's name for a user"):
        ada = token("ada")
    with table.step("GetCredentialsForIdentity", "the token that the back end passed to the app"):
        assumed("customer", shop.caller(ada["IdentityId"], {OWN_TOKEN: ada["Token"]}))
    with table.step("LookupDeveloperIdentity", "the identity id: the back end's name again"):
        found = shop.admin.lookup_developer_identity(IdentityPoolId=shop.pool, IdentityId=ada["IdentityId"])
        equal(found["DeveloperUserIdentifierList"], ["ada"])
    with table.step("MergeDeveloperIdentities", "two names of one person"):
        countess = token("countess")["IdentityId"]
        shop.admin.merge_developer_identities(
            IdentityPoolId=shop.pool, DeveloperProviderName=DEVELOPER, SourceUserIdentifier="ada",
            DestinationUserIdentifier="countess")
        equal(token("ada")["IdentityId"], countess)
    with table.step("GetId, refused", "the back end's name alone, as an app could send it"):
        with refused("InvalidParameterException"):
            shop.identity({DEVELOPER: "ada"})


def command_line(table, server, visit):
    """The command `amplify`, and the AWS CLI with it as credential_process."""
    amplify = str(pathlib.Path(server.command[0]).with_name("amplify"))
    outputs = server.data / "amplify_outputs.json"
    user = {"UserPoolId": json.loads(outputs.read_text())["auth"]["user_pool_id"], "Username": "grace"}
    server.administer(
        "AdminCreateUser", **user, MessageAction="SUPPRESS",
        UserAttributes=[{"Name": "email", "Value": "grace@example.com"}])
    server.administer("AdminSetUserPassword", **user, Password=PASSWORD, Permanent=True)
    config = server.folder / "aws-config"
    config.write_text(
        f"[profile app]\nregion = us-east-1\n"
        f"credential_process = {amplify} credentials --process --config {outputs}\n")
    environment = {
        **os.environ, "XDG_DATA_HOME": str(server.folder / "command"), "AWS_CONFIG_FILE": str(config),
        "AWS_SHARED_CREDENTIALS_FILE": str(server.folder / "none"), "AWS_EC2_METADATA_DISABLED": "true"}

    def run(*command, typed=""):
        return subprocess.run(
            [str(word) for word in command], input=typed, check=True, capture_output=True, text=True,
            env=environment).stdout

    with table.step("amplify sign-in", "the password, over SRP"):
        run(amplify, "sign-in", "grace", "--config", outputs, typed=f"{PASSWORD}\n")
    with table.step("aws sts get-caller-identity", "credentials of amplify credentials --process"):
        called = run(
            pathlib.Path(sys.executable).with_name("aws"), "--profile", "app", "--endpoint-url", server.url, "--output",
            "json", "sts", "get-caller-identity")
        if ":assumed-role/" not in json.loads(called)["Arn"]:
            raise ValueError(f"the caller is {called}")
    with table.step("amplify sign-out", "nothing: the tokens are revoked"):
        run(amplify, "sign-out", "--config", outputs)

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Files of projects in the shapes that AWS's tool reads, after every answer of `add auth` and after a push."""
import json
import re

import pytest

from amplify_answers import EVERYTHING, lines
from amplify_project import App, belongings, server  # noqa: F401 (server is a fixture)

PROVIDER = "awscloudformation"
# What AWS's tool knows in the settings of auth; it has no member for ids and secrets of providers there.
SETTINGS = {
    "identityPoolName": str, "allowUnauthenticatedIdentities": bool, "thirdPartyAuth": bool, "authProviders": [str],
    "resourceNameTruncated": str, "userPoolName": str, "autoVerifiedAttributes": [str], "mfaConfiguration": str,
    "mfaTypes": [str], "smsAuthenticationMessage": str, "smsVerificationMessage": str,
    "emailVerificationSubject": str, "emailVerificationMessage": str, "defaultPasswordPolicy": bool,
    "passwordPolicyMinLength": int, "passwordPolicyCharacters": [str], "requiredAttributes": [str],
    "aliasAttributes": [str], "userpoolClientGenerateSecret": bool, "userpoolClientRefreshTokenValidity": int,
    "userpoolClientWriteAttributes": [str], "userpoolClientReadAttributes": [str], "userpoolClientSetAttributes": bool,
    "sharedId": str, "resourceName": str, "authSelections": str, "useDefault": str, "usernameAttributes": [str],
    "userPoolGroupList": [str], "userPoolGroups": bool, "adminQueries": bool, "usernameCaseSensitive": bool,
    "hostedUI": bool, "hostedUIDomainName": str, "authProvidersUserPool": [str], "hostedUIProviderMeta": str,
    "oAuthMetadata": str, "triggers": dict, "userpoolClientLambdaRole": str, "serviceName": str,
    "useEnabledMfas": bool, "authRoleArn": dict, "unauthRoleArn": dict, "breakCircularDependency": bool,
    "dependsOn": list, "permissions": [str], "parentStack": dict,
}
FRONTEND = {
    "socialProviders": [str], "usernameAttributes": [str], "signupAttributes": [str],
    "passwordProtectionSettings": {"passwordPolicyMinLength": int, "passwordPolicyCharacters": [str]},
    "mfaConfiguration": str, "mfaTypes": [str], "verificationMechanisms": [str],
}


def fits(value, shape, place):
    """Checks a value: a kind, a list of a shape, or an object with these members and no others."""
    if isinstance(shape, list):
        assert isinstance(value, list), place
        for index, each in enumerate(value):
            fits(each, shape[0], f"{place}/{index}")
    elif isinstance(shape, dict):
        assert isinstance(value, dict) and set(value) <= set(shape), f"{place}: {set(value) - set(shape)}"
        for name, each in value.items():
            fits(each, shape[name], f"{place}/{name}")
    else:
        assert type(value) is shape, f"{place}: {value!r}"


@pytest.fixture(scope="module")
def project(server, tmp_path_factory):
    """A project with every answer, and an API."""
    folder = tmp_path_factory.mktemp("shapes")
    app = App(folder / "Shop").init(server.url)
    (folder / "answers.txt").write_text(lines(EVERYTHING))
    app.run("add", "auth", "--answers", str(folder / "answers.txt"))
    app.run("add", "api", "--yes")
    app.push()
    return app


def test_the_settings_of_auth_have_members_of_aws_s_tool_only(project):
    file = project.json(f"amplify/backend/auth/{project.resource}/cli-inputs.json")
    assert set(file) == {"version", "cognitoConfig"} and file["version"] == "1"
    fits(file["cognitoConfig"], SETTINGS, "cognitoConfig")
    metadata = json.loads(file["cognitoConfig"]["oAuthMetadata"])
    fits(metadata, {name: [str] for name in (
        "AllowedOAuthFlows", "AllowedOAuthScopes", "CallbackURLs", "LogoutURLs")}, "oAuthMetadata")
    [facebook] = json.loads(file["cognitoConfig"]["hostedUIProviderMeta"])
    assert facebook["ProviderName"] == "Facebook" and facebook["AttributeMapping"]["username"] == "id"
    assert facebook["authorize_scopes"].startswith("email")
    # Twitter has no member in AWS's tool, and is in a file of Gatehouse's own.
    assert "api.twitter.com" not in file["cognitoConfig"]["authProviders"]


def test_the_list_of_resources_has_the_form_of_aws_s_tool(project):
    resources = project.json("amplify/backend/backend-config.json")
    auth = resources["auth"][project.resource]
    assert (auth["service"], auth["providerPlugin"], auth["customAuth"]) == ("Cognito", PROVIDER, False)
    assert isinstance(auth["dependsOn"], list)
    fits(auth["frontendAuthConfig"], FRONTEND, "frontendAuthConfig")
    assert auth["frontendAuthConfig"]["socialProviders"] == ["FACEBOOK"]
    groups = resources["auth"]["userPoolGroups"]
    assert (groups["service"], groups["providerPlugin"]) == ("Cognito-UserPool-Groups", PROVIDER)
    [api] = resources["api"].values()
    assert (api["service"], api["providerPlugin"]) == ("AppSync", PROVIDER)
    assert api["output"]["authConfig"]["defaultAuthentication"]["authenticationType"] == "API_KEY"
    precedences = project.json("amplify/backend/auth/userPoolGroups/user-pool-group-precedence.json")
    assert [(each["groupName"], each["precedence"]) for each in precedences] == [("Editors", 1), ("Admins", 2)]


def test_the_other_files_have_the_form_of_aws_s_tool(project):
    config = project.json("amplify/.config/project-config.json")
    assert (config["projectName"], config["version"], config["providers"]) == ("shop", "3.1", [PROVIDER])
    assert set(project.json("amplify/.config/local-env-info.json")) >= {"projectPath", "envName"}
    [environment] = project.json("amplify/team-provider-info.json").values()
    ids = environment["categories"]["auth"][project.resource]
    assert ids["facebookAppId"] == "12345" and ids["googleClientId"] == "web.example"
    assert set(environment["gatehouse"]) >= {"BaseURL", "Region", "AppId", "AuthRoleName", "UnauthRoleName"}
    assert re.fullmatch(r"amplify-shop-dev-[A-Za-z0-9]{5}-authRole", environment["gatehouse"]["AuthRoleName"])
    [folder] = (project.folder / "amplify/backend/api").iterdir()
    inputs = json.loads((folder / "cli-inputs.json").read_text())
    assert inputs["version"] == 1 and inputs["serviceConfiguration"]["serviceName"] == "AppSync"
    assert json.loads((folder / "transform.conf.json").read_text())["Version"] == 5
    meta = project.json("amplify/backend/amplify-meta.json")
    assert meta["auth"][project.resource]["service"] == "Cognito" and project.ids["UserPoolId"]
    pushed = project.folder / "amplify/#current-cloud-backend"
    assert (pushed / "backend-config.json").read_bytes() == (
        project.folder / "amplify/backend/backend-config.json").read_bytes()


def test_the_outputs_describe_the_models(project):
    data = project.json("amplify_outputs.json")["data"]
    todo = data["model_introspection"]["models"]["Todo"]
    assert data["model_introspection"]["version"] == 1 and todo["primaryKeyInfo"]["primaryKeyFieldName"] == "id"
    assert todo["fields"]["id"] == {
        "name": "id", "type": "ID", "isArray": False, "isRequired": True, "attributes": []}
    assert "_version" not in todo["fields"]


def test_all_files_are_json_with_two_blanks_and_none_has_a_secret(project):
    for path, (_, content) in project.files().items():
        assert b"-hush" not in content, path
        if path.startswith("amplify/") and path.endswith(".json"):
            assert json.loads(content) == {} or content.startswith((b"{\n  \"", b"[\n  {")), path


# Output


def test_a_dry_run_changes_nothing_and_json_is_one_value(server, tmp_path):
    app = App(tmp_path / "Shop").init(server.url, name="dryrun").add_auth()
    before = app.files()
    shown = json.loads(app.push("--dry-run", "--json").stdout)
    assert [(row["category"], row["operation"]) for row in shown["resources"]] == [("auth", "Create")]
    assert shown["losses"] == shown["obstacles"] == []
    assert app.files() == before and not any(belongings(server, app).values())
    pushed = json.loads(app.push("--json").stdout)
    assert pushed["stateNumber"] == 1 and "awsconfiguration.json" in pushed["files"]
    told = app.status()
    assert told["comparedWith"] == "server" and told["environment"] == "dev" and "addresses" in told
    again = json.loads(app.push("--json").stdout)
    assert [row["operation"] for row in again["resources"]] == ["No Change"]


def test_a_pipe_gets_columns_and_questions_are_apart_from_results(project):
    told = project.run("status")
    header = next(line for line in told.stdout.splitlines() if line.startswith("Category"))
    assert header.split("  ")[0] == "Category" and "Resource name" in header and "Provider plugin" in header
    assert "\x1b" not in told.stdout + told.stderr and "│" not in told.stdout
    assert "Hosted UI endpoint: " in told.stdout and "GraphQL endpoint: " in told.stdout

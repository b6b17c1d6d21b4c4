# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The transcripts of the documents of AWSMobileClient and of the rules, typed at terminals of two sizes."""
import re
import secrets
import stat
import urllib.request

import pytest

from amplify_project import SIZES, App, server  # noqa: F401 (server is a fixture)
from seat import DOWN, ENTER

FIRST = "Do you want to use the default authentication and security configuration?"
# The row for manual settings is written in two ways in the documents.
MANUAL = "Manual Configuration"
CONNECTED = "User Sign-Up, Sign-In, connected with AWS IAM controls"
NO = (b"No", ENTER)
# The questions of the manual flow whose default needs further answers.
WITHOUT_MORE = {
    "groups": NO, "admin queries": NO, "OAuth flow": NO, "functions for triggers": (b"n", ENTER),
    "3rd party": NO,
}


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request):
    return dict(zip(("columns", "rows"), request.param))


@pytest.fixture
def app(tmp_path):
    """An app for iOS, in an empty project of Xcode."""
    app = App(tmp_path / "Shop")
    (app.folder / "Shop.xcodeproj").mkdir()
    return app


@pytest.fixture
def project(app, server):
    return app.init(server.url)


def adds_auth_with_defaults(app, size, *command):
    with app.at(*(command or ("add", "auth")), **size) as at:
        at.answers(FIRST, ENTER)
        at.takes_defaults()
        said = at.ends()
    assert f"The auth resource {app.resource} was added to the local project" in said
    assert "Cognito" in said and "'amplify push'" in said


def pushes(app, size, keys=None):
    with app.at("push", **size) as at:
        at.takes_defaults(keys)
        return at, at.ends()


def adds_manually(at, provider_keys, *ids):
    """The manual flow of the documents, up to the ids of a provider of the identity pool."""
    at.chooses(FIRST, MANUAL)
    at.chooses("Which services", CONNECTED)
    at.answers("name for the resource", ENTER)
    at.answers("name of the identity pool", ENTER)
    at.chooses("Allow unauthenticated logins?", "YES")
    at.chooses("Do you want to enable 3rd party authentication providers in your identity pool?", "YES")
    at.answers("providers of the identity pool", *provider_keys)
    for question, id in ids:
        at.writes(question, id)
    at.takes_defaults({key: keys for key, keys in WITHOUT_MORE.items() if key != "3rd party"})
    said = at.ends()
    # "A message confirming that you have configured local CLI metadata."
    assert "local CLI metadata is configured" in said
    return said


def identity_pool(server, app):
    return server.client("cognito-identity").describe_identity_pool(IdentityPoolId=app.ids["IdentityPoolId"])


def user_pool(server, app):
    return server.client("cognito-idp").describe_user_pool(UserPoolId=app.ids["UserPoolId"])["UserPool"]


# T1, T2


def test_t1_init_and_push_write_the_configuration_into_the_root_folder(app, server, size):
    with app.at("init", **size) as at:
        # The default is the name of the folder.
        at.until("(Shop)")
        at.answers("name for the project", ENTER)
        at.answers("make the project with this configuration", ENTER)
        at.chooses("Which server", "Another Gatehouse")
        at.writes("address of the server", server.url)
        at.answers("region", ENTER)
        at.chooses("authentication method", "None")
        said = at.ends()
    assert all(text in said for text in ("Shop", "dev", "ios", "amplify add auth", "amplify push"))
    assert app.json("amplify/.config/project-config.json")["frontend"] == "ios"
    assert app.place["BaseURL"] == server.url and re.fullmatch(r"d[a-z0-9]{13}", app.place["AppId"])
    adds_auth_with_defaults(app, size)
    pushes(app, size)
    configuration = app.json("awsconfiguration.json")
    assert configuration["CognitoUserPool"]["Default"]["PoolId"] == app.ids["UserPoolId"]
    assert app.json("amplify_outputs.json")["auth"]["identity_pool_id"] == app.ids["IdentityPoolId"]


def test_t2_push_copies_the_configuration_into_the_source_folder(project, server, size):
    adds_auth_with_defaults(project, size)
    at, said = pushes(project, size)
    assert "Create" in said and project.resource in said and "Do you want to continue? Yes" in said
    assert "Written: awsconfiguration.json" in said and "The push is done" in said
    # A frame at the size that has room for it; groups of lines at the other one.
    table = "│ Auth" if size["columns"] == 80 else "Category: Auth"
    assert table in at.bytes.decode()
    assert user_pool(server, project)["Name"] == f"{project.inputs['userPoolName']}-dev"
    clients = server.client("cognito-idp").list_user_pool_clients(
        UserPoolId=project.ids["UserPoolId"])["UserPoolClients"]
    name = project.inputs["resourceNameTruncated"]
    assert {client["ClientName"] for client in clients} == {f"{name}_app_client", f"{name}_app_clientWeb"}


# T3


def test_t3_category_and_verb_may_be_in_both_orders(project, server, size):
    adds_auth_with_defaults(project, size, "auth", "add")
    with project.at("auth", "update", **size) as at:
        at.chooses("What do you want to do?", "Groups")
        at.writes("name of a group", "Admins")
        at.answers("add another", ENTER)
        at.answers("In which order", ENTER)
        at.ends()
    with project.at("auth", "push", **size) as at:
        at.takes_defaults()
        at.ends()
    groups = server.client("cognito-idp").list_groups(UserPoolId=project.ids["UserPoolId"])["Groups"]
    assert [(group["GroupName"], group["Precedence"]) for group in groups] == [("Admins", 1)]
    with project.at("api", "add", **size) as at:
        at.takes_defaults({"edit the schema": (b"n", ENTER)})
        at.ends()
    with project.at("api", "update", **size) as at:
        at.takes_defaults()
        at.ends()


# T4


def test_t4_the_questions_set_sign_in_messages_attributes_and_providers(project, server, size):
    with project.at("add", "auth", **size) as at:
        at.chooses(FIRST, MANUAL)
        at.chooses("Which services", CONNECTED)
        at.takes_defaults(until="providers of the identity pool")
        if size["rows"] == 24:
            names = ["Facebook", "Google", "Amazon", "Apple", "Twitter"]
            at.until(lambda at: re.findall(r"◯ (\w+)$", at.text, re.MULTILINE) == names)
        at.answers("providers of the identity pool", DOWN, DOWN, DOWN, DOWN, b" ", ENTER)
        at.writes("Twitter consumer key", "consumer")
        at.writes("Twitter consumer secret", "hush-hush")
        at.answers("name of the user pool", ENTER)
        at.chooses("How do your users sign in?", "Email")
        at.takes_defaults({
            **{key: keys for key, keys in WITHOUT_MORE.items() if key != "3rd party"},
            "e-mail subject": (b"Welcome", ENTER), "e-mail message": (b"Your code: {####}", ENTER),
            "attributes are required": (DOWN, b" ", ENTER),
        })
        at.ends()
        assert b"hush-hush" not in at.bytes
    pushes(project, size)
    pool = user_pool(server, project)
    assert pool["UsernameAttributes"] == ["email"]
    assert pool["VerificationMessageTemplate"]["EmailSubject"] == "Welcome"
    assert pool["VerificationMessageTemplate"]["EmailMessage"] == "Your code: {####}"
    required = {each["Name"] for each in pool["SchemaAttributes"] if each.get("Required")} - {"sub"}
    assert required == {"email", "birthdate"}
    assert identity_pool(server, project)["SupportedLoginProviders"] == {"api.twitter.com": "consumer;hush-hush"}
    # The secret is in the file outside of the project alone.
    assert not any(b"hush-hush" in content for _, content in project.files().values())


# T5, T11


@pytest.mark.parametrize("handmade", [None, "USER_SRP_AUTH"])
def test_t5_and_t11_triggers_of_custom_challenges_choose_the_flow_of_the_app(project, server, size, handmade):
    with project.at("add", "auth", **size) as at:
        at.chooses(FIRST, MANUAL)
        custom = (*([DOWN] * 5), b" ", ENTER)
        at.takes_defaults({**WITHOUT_MORE, "functions for triggers": (ENTER,), "Which capabilities": custom})
        at.ends()
    names = {"DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse"}
    assert set(project.inputs["triggers"]) == names
    if handmade:
        (project.folder / "awsconfiguration.json").write_text(
            '{"Auth": {"Default": {"authenticationFlowType": "USER_SRP_AUTH"}}, "S3TransferUtility": {"Default": {}}}')
    pushes(project, size)
    written = project.json("awsconfiguration.json")
    assert written["Auth"]["Default"]["authenticationFlowType"] == (handmade or "CUSTOM_AUTH")
    if handmade:
        assert written["S3TransferUtility"] == {"Default": {}}
    config = user_pool(server, project)["LambdaConfig"]
    assert names <= set(config)
    # The server runs the programs that the tool wrote.
    admin = server.client("cognito-idp")
    admin.admin_create_user(
        UserPoolId=project.ids["UserPoolId"], Username="ada", MessageAction="SUPPRESS",
        UserAttributes=[{"Name": "email", "Value": "ada@example.com"}])
    admin.admin_set_user_password(
        UserPoolId=project.ids["UserPoolId"], Username="ada", Password="Correct-Horse-7!", Permanent=True)
    challenge = server.client("cognito-idp", signed=False).initiate_auth(
        ClientId=project.ids["AppClientID"], AuthFlow="CUSTOM_AUTH", AuthParameters={"USERNAME": "ada"})
    assert challenge["ChallengeName"] == "CUSTOM_CHALLENGE"
    assert challenge["ChallengeParameters"]["question"] == "What is the code?"


# T6


def test_t6_update_auth_lets_guests_in(project, server, size):
    project.add_auth()
    pushes(project, size)
    guest = server.client("cognito-identity", signed=False)
    with pytest.raises(guest.exceptions.NotAuthorizedException):
        guest.get_id(IdentityPoolId=project.ids["IdentityPoolId"])
    with project.at("update", "auth", **size) as at:
        at.meets("What do you want to do?")
        at.until("Manual configuration")
        at.chooses("What do you want to do?", MANUAL)
        at.chooses("Which services", CONNECTED)
        at.chooses("Allow unauthenticated logins", "Yes")
        at.takes_defaults(WITHOUT_MORE)
        at.ends()
    _, said = pushes(project, size)
    assert "Update" in said
    pool = project.json("awsconfiguration.json")["CredentialsProvider"]["CognitoIdentity"]["Default"]["PoolId"]
    identity = guest.get_id(IdentityPoolId=pool)["IdentityId"]
    assert guest.get_credentials_for_identity(IdentityId=identity)["Credentials"]["AccessKeyId"]


# T7, T8


def test_t7_facebook_is_a_provider_of_the_identity_pool(project, server, size):
    with project.at("add", "auth", **size) as at:
        adds_manually(at, [b" ", ENTER], ("Facebook App ID", "1234567890"))
    pushes(project, size)
    pool = identity_pool(server, project)
    assert pool["SupportedLoginProviders"] == {"graph.facebook.com": "1234567890"}
    assert pool["AllowUnauthenticatedIdentities"] is True
    section = project.json("awsconfiguration.json")["FacebookSignIn"]
    assert section == {"AppId": "1234567890", "Permissions": "public_profile"}


def test_t8_google_is_a_provider_with_the_ids_of_web_and_app(project, server, size):
    web, ios = "1-web.apps.googleusercontent.com", "2-ios.apps.googleusercontent.com"
    with project.at("add", "auth", **size) as at:
        adds_manually(
            at, [DOWN, b" ", ENTER], ("Google Web Client ID", web), ("Google iOS Client ID", ios))
    pushes(project, size)
    [arn] = identity_pool(server, project)["OpenIdConnectProviderARNs"]
    assert arn.endswith("oidc-provider/accounts.google.com")
    provider = server.client("iam").get_open_id_connect_provider(OpenIDConnectProviderArn=arn)
    assert {web, ios} <= set(provider["ClientIDList"])
    section = project.json("awsconfiguration.json")["GoogleSignIn"]
    assert section == {"Permissions": "email,profile,openid", "ClientId-WebApp": web, "ClientId-iOS": ios}


# T9, T10


def test_t9_and_t10_social_providers_have_a_domain_that_status_shows(project, server, size):
    prefix = f"shop-{secrets.token_hex(4)}"
    with project.at("add", "auth", **size) as at:
        at.meets(FIRST)
        at.presses(DOWN)
        if size["columns"] == 80:
            at.until(lambda at: at.text.splitlines()[-5:] == [
                f"? {FIRST}", "  Default configuration",
                "❯ Default configuration with Social Provider (Federation)", "  Manual configuration",
                "  I want to learn more.",
            ])
        else:
            at.until("❯ Default configuration with Social")
        at.presses(ENTER)
        at.answered = FIRST
        at.chooses("How do your users sign in?", "Username")
        at.answers("advanced settings", ENTER)
        at.writes("prefix of the domain", prefix)
        at.writes("redirect URI of sign-in", "myapp://")
        at.answers("add another", ENTER)
        at.writes("redirect URI of sign-out", "myapp://")
        at.answers("add another", ENTER)
        at.answers("social providers", b" ", DOWN, b" ", ENTER)
        at.writes("Facebook App ID", "1234567890")
        at.writes("Facebook App Secret", "facebook-hush")
        at.writes("Google Web Client ID", "1-web.apps.googleusercontent.com")
        at.writes("Google Web Client Secret", "google-hush")
        at.ends()
        assert b"hush" not in at.bytes
    assert not any(b"-hush" in content for _, content in project.files().values())
    [kept] = (project.home / "config/amplify/secrets").rglob("*.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600 and b"facebook-hush" in kept.read_bytes()

    domain = f"{server.url}/domains/{prefix}-dev"
    for command in ("push", "status"):
        with project.at(command, **size) as at:
            at.takes_defaults()
            at.ends()
            assert f"Hosted UI endpoint: {domain}\r\n".encode() in at.bytes
            assert b"hush" not in at.bytes
            page = re.search(rb"Sign-in page to try: (\S+)", at.bytes)[1].decode()
    assert page.startswith(f"{domain}/login?response_type=code&client_id={project.ids['AppClientID']}&redirect_uri=")
    with urllib.request.urlopen(page, timeout=300) as answer:
        assert answer.status == 200 and "Facebook" in answer.read().decode()

    admin, pool = server.client("cognito-idp"), project.ids["UserPoolId"]
    assert admin.describe_user_pool_domain(Domain=f"{prefix}-dev")["DomainDescription"]["UserPoolId"] == pool
    client = admin.describe_user_pool_client(UserPoolId=pool, ClientId=project.ids["AppClientID"])["UserPoolClient"]
    assert client["CallbackURLs"] == client["LogoutURLs"] == ["myapp://"]
    assert set(client["SupportedIdentityProviders"]) == {"COGNITO", "Facebook", "Google"}
    facebook = admin.describe_identity_provider(UserPoolId=pool, ProviderName="Facebook")["IdentityProvider"]
    assert facebook["ProviderDetails"]["client_secret"] == "facebook-hush"

    configuration = project.json("awsconfiguration.json")
    assert {"UserAgent", "Version", "IdentityManager", "CredentialsProvider", "CognitoUserPool", "Auth"} <= set(
        configuration)
    section = configuration["CognitoUserPool"]["Default"]
    assert section["PoolId"] == pool and section["AppClientId"] == project.ids["AppClientID"]
    oauth = configuration["Auth"]["Default"]["OAuth"]
    assert oauth["WebDomain"] == domain.partition("://")[2] or oauth["WebDomain"] == domain
    assert (oauth["AppClientId"], oauth["SignInRedirectURI"], oauth["SignOutRedirectURI"]) == (
        project.ids["AppClientID"], "myapp://", "myapp://")
    assert set(oauth["Scopes"]) == {"phone", "email", "openid", "profile", "aws.cognito.signin.user.admin"}
    assert configuration["Auth"]["Default"]["authenticationFlowType"] == "USER_SRP_AUTH"
    assert configuration["Auth"]["Default"]["passwordProtectionSettings"]["passwordPolicyMinLength"] == 8


# T12


def test_t12_update_api_changes_the_default_type_and_adds_another(project, server, size):
    project.add_auth()
    with project.at("add", "api", **size) as at:
        at.takes_defaults({"edit the schema": (b"n", ENTER)})
        at.ends()
    no_code = {"generate code": (b"n", ENTER), "update the code": (b"n", ENTER)}
    _, said = pushes(project, size, no_code)
    assert "GraphQL endpoint: " in said and "GraphQL API key: " in said

    def plugin():
        [api] = project.json("amplifyconfiguration.json")["api"]["plugins"]["awsAPIPlugin"].values()
        return api

    assert plugin()["authorizationType"] == "API_KEY"
    with project.at("update", "api", **size) as at:
        at.chooses("Which setting", "Authorization modes")
        at.chooses("Choose the default authorization type for the API", "Amazon Cognito User Pool")
        at.answers("additional authorization types?", b"y", ENTER)
        at.answers("Choose the additional authorization types", b" ", ENTER)
        at.takes_defaults()
        at.ends()
    pushes(project, size, no_code)
    assert plugin()["authorizationType"] == "AMAZON_COGNITO_USER_POOLS"
    url = plugin()["endpoint"]
    [api] = [api for api in server.client("appsync").list_graphql_apis()["graphqlApis"]
             if api["uris"]["GRAPHQL"] == url]
    assert api["authenticationType"] == "AMAZON_COGNITO_USER_POOLS"
    assert [each["authenticationType"] for each in api["additionalAuthenticationProviders"]] == ["API_KEY"]

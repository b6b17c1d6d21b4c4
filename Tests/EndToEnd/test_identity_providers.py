# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Identity providers of user pools: their settings, the clients that offer them, and the links of users."""
import base64
import json

import pytest

from conftest import make_client, make_user, tokens_of
from gatehouse import claims_of

SOCIAL = {"client_id": "app", "client_secret": "hush-hush", "authorize_scopes": "openid email"}
OPENID = {
    **SOCIAL,
    "oidc_issuer": "https://op.example.com",
    "attributes_request_method": "GET",
    "authorize_url": "https://op.example.com/authorize",
    "token_url": "https://op.example.com/token",
    "attributes_url": "https://op.example.com/me",
    "jwks_uri": "https://op.example.com/keys",
}
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"


@pytest.fixture
def google(admin, pool):
    """The arguments that name the pool's provider Google."""
    names = {"UserPoolId": pool, "ProviderName": "Google"}
    admin.create_identity_provider(
        **names, ProviderType="Google", ProviderDetails=SOCIAL, AttributeMapping={"email": "email"},
        IdpIdentifiers=["example.com"])
    return names


def test_a_provider_is_created_changed_and_removed(admin, pool, google):
    made = admin.describe_identity_provider(**google)["IdentityProvider"]
    assert made["ProviderDetails"]["client_secret"] == "hush-hush"
    assert made["ProviderDetails"]["token_url"] == "https://www.googleapis.com/oauth2/v4/token"
    assert made["AttributeMapping"] == {"email": "email", "username": "sub"}
    with pytest.raises(admin.exceptions.DuplicateProviderException):
        admin.create_identity_provider(**google, ProviderType="Google", ProviderDetails=SOCIAL)
    with pytest.raises(admin.exceptions.InvalidParameterException, match="cannot be of type Google"):
        admin.create_identity_provider(
            UserPoolId=pool, ProviderName="NameOfGP", ProviderType="Google", ProviderDetails=SOCIAL)
    with pytest.raises(admin.exceptions.InvalidParameterException, match=r"invalid mapping: \[custom:foo\]"):
        admin.update_identity_provider(**google, AttributeMapping={"custom:foo": "foo"})
    changed = admin.update_identity_provider(**google, IdpIdentifiers=["example.org"])["IdentityProvider"]
    assert changed["IdpIdentifiers"] == ["example.org"]
    found = admin.get_identity_provider_by_identifier(UserPoolId=pool, IdpIdentifier="example.org")
    assert found["IdentityProvider"]["ProviderName"] == "Google"
    listed = admin.list_identity_providers(UserPoolId=pool)["Providers"]
    assert [(one["ProviderName"], one["ProviderType"]) for one in listed] == [("Google", "Google")]
    admin.delete_identity_provider(**google)
    with pytest.raises(admin.exceptions.ResourceNotFoundException):
        admin.describe_identity_provider(**google)


def test_a_client_offers_the_providers_of_its_pool(admin, pool, google):
    with pytest.raises(admin.exceptions.InvalidParameterException, match="The provider corp does not exist"):
        make_client(admin, pool, SupportedIdentityProviders=["corp"])
    client = make_client(admin, pool, SupportedIdentityProviders=["COGNITO", "Google"])
    admin.delete_identity_provider(**google)
    names = {"UserPoolId": pool, "ClientId": client["ClientId"]}
    after = admin.describe_user_pool_client(**names)["UserPoolClient"]
    assert after["SupportedIdentityProviders"] == ["COGNITO"]


def test_a_saml_provider_comes_from_its_metadata(admin, pool):
    signing = admin.get_signing_certificate(UserPoolId=pool)["Certificate"]
    # Any certificate will do as the provider's own.
    metadata = f"""<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com">
        <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
        <X509Certificate>{signing}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
        <SingleSignOnService Binding="{REDIRECT}" Location="https://idp.example.com/sso"/>
        </IDPSSODescriptor></EntityDescriptor>"""
    made = admin.create_identity_provider(
        UserPoolId=pool, ProviderName="corp", ProviderType="SAML",
        ProviderDetails={"MetadataFile": metadata, "IDPInit": "true"})["IdentityProvider"]
    details = made["ProviderDetails"]
    assert details["SSORedirectBindingURI"] == "https://idp.example.com/sso"
    assert base64.b64decode(details["ActiveEncryptionCertificate"], validate=True)
    assert details["ActiveEncryptionCertificate"] != signing
    assert admin.get_signing_certificate(UserPoolId=pool)["Certificate"] == signing
    with pytest.raises(admin.exceptions.InvalidParameterException, match="At least one of the MetadataURL"):
        admin.create_identity_provider(
            UserPoolId=pool, ProviderName="other", ProviderType="SAML", ProviderDetails={"IDPInit": "true"})


def test_a_person_at_a_provider_is_linked_to_a_user(admin, app, pool, client_id, google):
    admin.create_identity_provider(
        UserPoolId=pool, ProviderName="corp", ProviderType="OIDC", ProviderDetails=OPENID)
    user = make_user(admin, pool)
    person = {
        "ProviderName": "Google", "ProviderAttributeName": "Cognito_Subject", "ProviderAttributeValue": "1"}
    destination = {"ProviderName": "Cognito", "ProviderAttributeValue": "alice"}
    link = {"UserPoolId": pool, "DestinationUser": destination, "SourceUser": person}
    admin.admin_link_provider_for_user(**link)
    with pytest.raises(admin.exceptions.InvalidParameterException, match="already linked to DestinationUser"):
        admin.admin_link_provider_for_user(**link)
    admin.admin_link_provider_for_user(**{**link, "SourceUser": {**person, "ProviderName": "corp"}})
    listed = {one["Name"]: one["Value"] for one in admin.admin_get_user(**user)["UserAttributes"]}
    assert {one["providerName"] for one in json.loads(listed["identities"])} == {"Google", "corp"}
    claims = claims_of(tokens_of(app, client_id)["IdToken"])
    assert [one["primary"] for one in claims["identities"]] == ["false", "false"]
    admin.admin_disable_provider_for_user(UserPoolId=pool, User=person)
    with pytest.raises(admin.exceptions.UserNotFoundException):
        admin.admin_disable_provider_for_user(UserPoolId=pool, User=person)

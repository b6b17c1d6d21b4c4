# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Domains, resource servers and styles of the pages of user pools, through boto3."""
import struct
import urllib.error
import urllib.request
import zlib

import pytest

from model_answers import flaws_of, record_answers

CERTIFICATE = "arn:aws:acm:us-east-1:123456789012:certificate/a1b2c3d4"


def png():
    """An image of one pixel."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0"))
            + chunk(b"IEND", b""))


@pytest.fixture
def prefix(pool):
    """The prefix of the pool, which no other test's pool has."""
    return "shop-" + pool.split("_")[1].lower()


@pytest.fixture
def domain(admin, pool, prefix):
    admin.create_user_pool_domain(Domain=prefix, UserPoolId=pool)
    return prefix


def test_resource_servers_give_scopes_to_clients(admin, pool, client_id):
    answers = record_answers(admin)
    names = {"UserPoolId": pool, "Identifier": "https://api.example.com/orders"}
    scopes = [{"ScopeName": "read", "ScopeDescription": "Reads orders."}]
    made = admin.create_resource_server(**names, Name="Orders", Scopes=scopes)["ResourceServer"]
    assert made == {**names, "Name": "Orders", "Scopes": scopes}
    with pytest.raises(admin.exceptions.InvalidParameterException, match="already exists in user pool"):
        admin.create_resource_server(**names, Name="Again")
    assert admin.describe_resource_server(**names)["ResourceServer"] == made
    assert admin.list_resource_servers(UserPoolId=pool, MaxResults=50)["ResourceServers"] == [made]
    client = {"UserPoolId": pool, "ClientId": client_id}
    scope = names["Identifier"] + "/read"
    updated = admin.update_user_pool_client(**client, AllowedOAuthScopes=["openid", scope])["UserPoolClient"]
    assert updated["AllowedOAuthScopes"] == [scope, "openid"]
    with pytest.raises(admin.exceptions.ScopeDoesNotExistException, match="Invalid scope requested"):
        admin.update_user_pool_client(**client, AllowedOAuthScopes=[names["Identifier"] + "/write"])
    assert admin.update_resource_server(**names, Name="Orders")["ResourceServer"]["Scopes"] == []
    admin.delete_resource_server(**names)
    with pytest.raises(admin.exceptions.ResourceNotFoundException, match="does not exist"):
        admin.describe_resource_server(**names)
    assert [flaw for answer in answers for flaw in flaws_of(*answer)] == []


def test_a_pool_has_a_prefix_and_a_custom_domain(admin, pool, prefix):
    answers = record_answers(admin)
    custom = f"{prefix}.example.com"
    assert admin.create_user_pool_domain(Domain=prefix, UserPoolId=pool)["ManagedLoginVersion"] == 1
    with pytest.raises(admin.exceptions.InvalidParameterException, match="invalid character"):
        admin.create_user_pool_domain(Domain=custom, UserPoolId=pool)
    with pytest.raises(admin.exceptions.InvalidParameterException, match="reserved word: cognito"):
        admin.create_user_pool_domain(Domain="my-cognito", UserPoolId=pool)
    config = {"CertificateArn": CERTIFICATE}
    made = admin.create_user_pool_domain(
        Domain=custom, UserPoolId=pool, CustomDomainConfig=config, ManagedLoginVersion=2)
    assert made["ManagedLoginVersion"] == 2 and made["CloudFrontDomain"]
    found = admin.describe_user_pool_domain(Domain=custom)["DomainDescription"]
    assert found["UserPoolId"] == pool and found["CustomDomainConfig"] == config and found["Status"] == "ACTIVE"
    described = admin.describe_user_pool(UserPoolId=pool)["UserPool"]
    assert (described["Domain"], described["CustomDomain"]) == (prefix, custom)
    other = admin.create_user_pool(PoolName="other")["UserPool"]["Id"]
    with pytest.raises(admin.exceptions.InvalidParameterException, match="already associated with another"):
        admin.create_user_pool_domain(Domain=prefix, UserPoolId=other)
    with pytest.raises(admin.exceptions.InvalidParameterException, match="has a domain configured"):
        admin.delete_user_pool(UserPoolId=pool)
    admin.update_user_pool_domain(Domain=prefix, UserPoolId=pool, ManagedLoginVersion=2)
    for name in [prefix, custom]:
        admin.delete_user_pool_domain(Domain=name, UserPoolId=pool)
        assert admin.describe_user_pool_domain(Domain=name)["DomainDescription"] == {}
    admin.delete_user_pool(UserPoolId=pool)
    assert [flaw for answer in answers for flaw in flaws_of(*answer)] == []


def test_the_classic_pages_have_a_style(admin, pool, client_id, domain):
    answers = record_answers(admin)
    css = ".label-customizable {font-weight: 400;}"
    made = admin.set_ui_customization(UserPoolId=pool, ClientId="ALL", CSS=css, ImageFile=png())["UICustomization"]
    assert made["ClientId"] == "ALL" and made["CSS"] == css and made["CSSVersion"]
    assert admin.get_ui_customization(UserPoolId=pool, ClientId=client_id)["UICustomization"] == made
    with urllib.request.urlopen(made["ImageUrl"]) as image:
        assert image.headers["Content-Type"] == "image/png" and image.read() == png()
    with pytest.raises(admin.exceptions.InvalidParameterException, match="not allowed"):
        admin.set_ui_customization(UserPoolId=pool, CSS=".label-customizable {background: url(//example.com)}")
    admin.set_ui_customization(UserPoolId=pool)
    assert admin.get_ui_customization(UserPoolId=pool)["UICustomization"] == {}
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(made["ImageUrl"])
    assert [flaw for answer in answers for flaw in flaws_of(*answer)] == []


def test_managed_login_has_a_style(admin, pool, client_id):
    answers = record_answers(admin)
    names = {"UserPoolId": pool, "ClientId": client_id}
    settings = {"components": {"form": {"borderRadius": 2}}}
    logo = {"Category": "FORM_LOGO", "ColorMode": "LIGHT", "Extension": "PNG", "Bytes": png()}
    made = admin.create_managed_login_branding(**names, Settings=settings, Assets=[logo])["ManagedLoginBranding"]
    assert made["Settings"] == settings and made["Assets"] == [logo]
    with pytest.raises(admin.exceptions.ManagedLoginBrandingExistsException):
        admin.create_managed_login_branding(**names, UseCognitoProvidedValues=True)
    assert admin.describe_managed_login_branding_by_client(**names)["ManagedLoginBranding"] == made
    style = {"UserPoolId": pool, "ManagedLoginBrandingId": made["ManagedLoginBrandingId"]}
    merged = admin.describe_managed_login_branding(**style, ReturnMergedResources=True)["ManagedLoginBranding"]
    assert merged["Settings"]["components"]["form"]["borderRadius"] == 2
    assert "categories" in merged["Settings"]
    with pytest.raises(admin.exceptions.InvalidParameterException, match="FORM_LOGO"):
        admin.update_managed_login_branding(**style, Assets=[{**logo, "Bytes": b"text"}])
    changed = admin.update_managed_login_branding(**style, UseCognitoProvidedValues=True)["ManagedLoginBranding"]
    assert changed["UseCognitoProvidedValues"] and changed["Assets"] == [] and "Settings" not in changed
    admin.delete_managed_login_branding(**style)
    with pytest.raises(admin.exceptions.ResourceNotFoundException):
        admin.describe_managed_login_branding(**style)
    assert [flaw for answer in answers for flaw in flaws_of(*answer)] == []

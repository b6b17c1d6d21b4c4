# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Devices: issued with a sign-in, confirmed by the app, listed, forgotten, and proved as pycognito does."""
import re

import pytest
from pycognito.aws_srp import AWSSRP, generate_hash_device

from conftest import make_user, tokens_of
from gatehouse import PASSWORD, claims_of


@pytest.fixture(params=[False, True], ids=["always", "on prompt"])
def on_prompt(request):
    return request.param


@pytest.fixture
def tracking(admin, pool, on_prompt):
    configuration = {"ChallengeRequiredOnNewDevice": True, "DeviceOnlyRememberedOnUserPrompt": on_prompt}
    admin.update_user_pool(UserPoolId=pool, DeviceConfiguration=configuration)
    assert admin.describe_user_pool(UserPoolId=pool)["UserPool"]["DeviceConfiguration"] == configuration
    return pool


@pytest.fixture
def alice(admin, tracking):
    return make_user(admin, tracking)


def confirm(app, tokens, **options):
    """Registers the device as pycognito does; returns its key and the answer of ConfirmDevice."""
    new = tokens["NewDeviceMetadata"]
    _, registration = generate_hash_device(new["DeviceGroupKey"], new["DeviceKey"])
    answer = app.confirm_device(
        AccessToken=tokens["AccessToken"],
        DeviceKey=new["DeviceKey"],
        DeviceSecretVerifierConfig=registration,
        **options,
    )
    return new["DeviceKey"], answer


def values(device):
    return {attribute["Name"]: attribute["Value"] for attribute in device["DeviceAttributes"]}


def test_a_device_is_confirmed_listed_and_forgotten(admin, app, pool, client_id, alice, on_prompt):
    tokens = tokens_of(app, client_id)
    token = tokens["AccessToken"]
    assert re.fullmatch("-[A-Za-z0-9]{8}", tokens["NewDeviceMetadata"]["DeviceGroupKey"])
    assert app.list_devices(AccessToken=token)["Devices"] == []
    key, answer = confirm(app, tokens, DeviceName="Telephone")
    assert answer["UserConfirmationNecessary"] == on_prompt
    assert claims_of(token)["device_key"] == key
    own = app.get_device(AccessToken=token, DeviceKey=key)["Device"]
    status = "not_remembered" if on_prompt else "remembered"
    assert values(own) == {
        "device_status": "valid", "device_name": "Telephone", "last_ip_used": "127.0.0.1",
        "dev:device_remembered_status": status}
    told = values(admin.admin_get_device(**alice, DeviceKey=key)["Device"])
    assert told["dev:device_remembered_status"] == status and told["dev:device_owner"] == f"alice.{pool}"
    app.update_device_status(AccessToken=token, DeviceKey=key, DeviceRememberedStatus="remembered")
    listed = admin.admin_list_devices(**alice)["Devices"]
    assert [values(device)["dev:device_remembered_status"] for device in listed] == ["remembered"]
    app.forget_device(AccessToken=token, DeviceKey=key)
    for find in [
        lambda: app.get_device(AccessToken=token, DeviceKey=key),
        lambda: admin.admin_get_device(**alice, DeviceKey=key),
        lambda: admin.admin_forget_device(**alice, DeviceKey=key),
    ]:
        with pytest.raises(app.exceptions.ResourceNotFoundException, match="Device does not exist."):
            find()


def test_a_refresh_token_belongs_to_its_device(admin, app, client_id, alice):
    tokens = tokens_of(app, client_id)
    key, _ = confirm(app, tokens)
    refresh = {"ClientId": client_id, "RefreshToken": tokens["RefreshToken"]}
    with pytest.raises(app.exceptions.NotAuthorizedException, match="Invalid Refresh Token"):
        app.get_tokens_from_refresh_token(**refresh)
    renewed = app.get_tokens_from_refresh_token(**refresh, DeviceKey=key)["AuthenticationResult"]
    assert "NewDeviceMetadata" not in renewed
    older = {"REFRESH_TOKEN": tokens["RefreshToken"], "DEVICE_KEY": key}
    app.initiate_auth(ClientId=client_id, AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters=older)
    admin.admin_forget_device(**alice, DeviceKey=key)
    with pytest.raises(app.exceptions.NotAuthorizedException, match="Invalid Refresh Token"):
        app.get_tokens_from_refresh_token(**refresh, DeviceKey=key)


def test_a_key_of_another_sign_in_cannot_be_confirmed(app, client_id, alice):
    tokens, other = tokens_of(app, client_id), tokens_of(app, client_id)
    with pytest.raises(app.exceptions.InvalidParameterException, match="Invalid device key given."):
        confirm(app, {**tokens, "NewDeviceMetadata": other["NewDeviceMetadata"]})


def test_devices_are_listed_page_by_page(admin, app, client_id, alice):
    keys = sorted(confirm(app, tokens_of(app, client_id))[0] for _ in range(3))
    token = tokens_of(app, client_id)["AccessToken"]
    found, page = [], {}
    while True:
        answer = app.list_devices(AccessToken=token, Limit=2, **page)
        found += [device["DeviceKey"] for device in answer["Devices"]]
        if "PaginationToken" not in answer:
            break
        page = {"PaginationToken": answer["PaginationToken"]}
    assert found == keys


def test_pycognito_proves_its_device_without_session_strings(app, pool, client_id, alice):
    def sign_in_over_srp(**device):
        srp = AWSSRP("alice", PASSWORD, pool_id=pool, client_id=client_id, client=app, **device)
        return srp.authenticate_user()["AuthenticationResult"]

    tokens = sign_in_over_srp()
    new = tokens["NewDeviceMetadata"]
    secret, registration = generate_hash_device(new["DeviceGroupKey"], new["DeviceKey"])
    key = {"AccessToken": tokens["AccessToken"], "DeviceKey": new["DeviceKey"]}
    app.confirm_device(**key, DeviceSecretVerifierConfig=registration)
    app.update_device_status(**key, DeviceRememberedStatus="remembered")
    device = {"device_key": new["DeviceKey"], "device_group_key": new["DeviceGroupKey"]}
    proved = sign_in_over_srp(**device, device_password=secret)
    assert "NewDeviceMetadata" not in proved
    app.get_tokens_from_refresh_token(
        ClientId=client_id, RefreshToken=proved["RefreshToken"], DeviceKey=new["DeviceKey"]
    )
    with pytest.raises(app.exceptions.NotAuthorizedException, match="Incorrect username or password."):
        sign_in_over_srp(**device, device_password="guess")
    app.forget_device(**key)
    with pytest.raises(app.exceptions.ResourceNotFoundException, match="Device does not exist."):
        sign_in_over_srp(**device, device_password=secret)


def test_a_device_alone_proves_nothing(app, client_id, alice):
    key, _ = confirm(app, tokens_of(app, client_id))
    with pytest.raises(app.exceptions.InvalidParameterException):
        app.respond_to_auth_challenge(
            ClientId=client_id,
            ChallengeName="DEVICE_SRP_AUTH",
            ChallengeResponses={"USERNAME": "alice", "DEVICE_KEY": key, "SRP_A": "ab" * 384},
        )

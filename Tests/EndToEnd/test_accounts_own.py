# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The operations of users on their own accounts, as the AWS SDK for Python calls them."""
import pytest

from conftest import make_user, sign_in
from gatehouse import PASSWORD

NEW_PASSWORD = "Another-Horse-8!"


def token_of(app, client_id, password=PASSWORD):
    return sign_in(app, client_id, password=password)["AuthenticationResult"]["AccessToken"]


@pytest.fixture
def email(admin, pool, client_id):
    email = f"alice-{client_id}@example.com"
    make_user(admin, pool, email=email, email_verified="true")
    return email


def test_a_forgotten_password_is_replaced(server, app, client_id, email):
    details = app.forgot_password(ClientId=client_id, Username="alice")["CodeDeliveryDetails"]
    assert details == {"Destination": "a***@e***", "DeliveryMedium": "EMAIL", "AttributeName": "email"}
    app.confirm_forgot_password(
        ClientId=client_id,
        Username="alice",
        ConfirmationCode=server.code_for(email),
        Password=NEW_PASSWORD,
    )
    token_of(app, client_id, NEW_PASSWORD)
    with pytest.raises(app.exceptions.UserNotFoundException):
        app.forgot_password(ClientId=client_id, Username="nobody")


def test_a_password_is_changed(app, client_id, email):
    token = token_of(app, client_id)
    app.change_password(AccessToken=token, PreviousPassword=PASSWORD, ProposedPassword=NEW_PASSWORD)
    token_of(app, client_id, NEW_PASSWORD)


def test_attributes_are_changed_proved_and_deleted(server, app, client_id, email):
    token = token_of(app, client_id)
    changed = f"new-{client_id}@example.com"
    attributes = [{"Name": "email", "Value": changed}, {"Name": "name", "Value": "Alice"}]
    answer = app.update_user_attributes(AccessToken=token, UserAttributes=attributes)
    assert [details["Destination"] for details in answer["CodeDeliveryDetailsList"]] == ["n***@e***"]
    app.get_user_attribute_verification_code(AccessToken=token, AttributeName="email")
    app.verify_user_attribute(AccessToken=token, AttributeName="email", Code=server.code_for(changed))
    app.delete_user_attributes(AccessToken=token, UserAttributeNames=["name"])
    listed = app.get_user(AccessToken=token)["UserAttributes"]
    values = {attribute["Name"]: attribute["Value"] for attribute in listed}
    assert values["email"] == changed and values["email_verified"] == "true" and "name" not in values

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Sessions, authentication events and the password history of users."""
import re

import pytest

from conftest import make_user, tokens_of
from gatehouse import PASSWORD

NEW_PASSWORD = "Another-Horse-8!"


@pytest.fixture
def alice(admin, pool):
    """The arguments that name a user with a password to an administrator."""
    return make_user(admin, pool)


def test_sessions_are_listed_limited_and_revoked(admin, app, pool, client_id, alice):
    assert admin.get_user_pool_session_configuration(UserPoolId=pool)["UserSessionTracking"] == "DISABLED"
    admin.set_user_pool_session_configuration(
        UserPoolId=pool, UserSessionTracking="ENABLED", TokenSession={"MaxPerUser": 2}
    )
    first, second, third = [tokens_of(app, client_id) for _ in range(3)]
    with pytest.raises(app.exceptions.NotAuthorizedException):
        app.get_user(AccessToken=first["AccessToken"])
    sessions = app.list_user_sessions(AccessToken=third["AccessToken"])["Sessions"]
    current = [session["SessionId"] for session in sessions if session["IsCurrentSession"]]
    other = [session["SessionId"] for session in sessions if not session["IsCurrentSession"]]
    assert len(current) == len(other) == 1 and re.fullmatch("tkn[a-z0-9]{25}", other[0])
    assert sessions[0]["LastIPAddress"] == "127.0.0.1" and sessions[0]["DeviceType"].startswith("Boto3")
    with pytest.raises(app.exceptions.InvalidParameterException):
        app.revoke_user_session(AccessToken=third["AccessToken"], SessionId=current[0])
    app.revoke_user_session(AccessToken=third["AccessToken"], SessionId=other[0])
    with pytest.raises(app.exceptions.NotAuthorizedException):
        app.get_user(AccessToken=second["AccessToken"])
    listed = admin.admin_list_user_sessions(**alice)["Sessions"]
    assert [session["SessionId"] for session in listed] == current
    admin.admin_revoke_user_session(**alice, SessionId=current[0])
    with pytest.raises(app.exceptions.NotAuthorizedException):
        app.get_user(AccessToken=third["AccessToken"])


def test_a_client_says_how_long_browsers_stay_signed_in(admin, pool, client_id):
    names = {"UserPoolId": pool, "ClientId": client_id}
    admin.set_user_pool_client_session_configuration(**names, SSOSession={"MaxValidityMinutes": 5})
    answer = admin.get_user_pool_client_session_configuration(**names)
    assert answer["SSOSession"] == {"MaxValidityMinutes": 5}


def test_events_are_listed_page_by_page_and_get_feedback(admin, app, pool, client_id, alice):
    with pytest.raises(admin.exceptions.UserPoolAddOnNotEnabledException):
        admin.admin_list_user_auth_events(**alice)
    admin.update_user_pool(UserPoolId=pool, UserPoolAddOns={"AdvancedSecurityMode": "AUDIT"})
    with pytest.raises(app.exceptions.NotAuthorizedException):
        tokens_of(app, client_id, password="Wrong-Horse-7!")
    for _ in range(2):
        tokens_of(app, client_id)
    pages = admin.get_paginator("admin_list_user_auth_events").paginate(
        **alice, PaginationConfig={"PageSize": 1}
    )
    events = [event for page in pages for event in page["AuthEvents"]]
    assert [event["EventResponse"] for event in events] == ["Pass", "Pass", "Fail"]
    assert {event["EventType"] for event in events} == {"SignIn"}
    assert events[0]["EventContextData"]["IpAddress"] == "127.0.0.1"
    failed = {"EventId": events[2]["EventId"], "FeedbackValue": "Invalid"}
    admin.admin_update_auth_event_feedback(**alice, **failed)
    told = admin.admin_list_user_auth_events(**alice)["AuthEvents"]
    assert told[2]["EventFeedback"]["FeedbackValue"] == "Invalid"
    with pytest.raises(app.exceptions.NotAuthorizedException):
        app.update_auth_event_feedback(**alice, **failed, FeedbackToken="token")


def test_a_former_password_does_not_come_back(admin, app, pool, client_id, alice):
    admin.update_user_pool(UserPoolId=pool, Policies={"PasswordPolicy": {"PasswordHistorySize": 2}})
    token = tokens_of(app, client_id)["AccessToken"]
    app.change_password(AccessToken=token, PreviousPassword=PASSWORD, ProposedPassword=NEW_PASSWORD)
    with pytest.raises(app.exceptions.PasswordHistoryPolicyViolationException):
        app.change_password(AccessToken=token, PreviousPassword=NEW_PASSWORD, ProposedPassword=PASSWORD)
    with pytest.raises(admin.exceptions.PasswordHistoryPolicyViolationException):
        admin.admin_set_user_password(**alice, Password=PASSWORD, Permanent=True)

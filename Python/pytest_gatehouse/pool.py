# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The user pool of a test, and a user of it who has signed in."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field
from typing import Any, Mapping, Sequence

from .server import Gatehouse, GatehouseError

PASSWORD = "Correct-Horse-7!"
# A number for fiction (North American Numbering Plan).
PHONE_NUMBER = "+12065550100"


@dataclass(frozen=True)
class UserPool:
    """A user pool and an app client of it."""

    id: str
    client_id: str
    region: str
    # The value of `iss` in tokens; the key set is below it.
    issuer: str
    client_secret: str | None = field(default=None, repr=False)
    flows: Sequence[str] = field(default=(), repr=False)
    # The attributes that users of the pool have in place of a user name: `email`, `phone_number`, both or none.
    username_attributes: Sequence[str] = field(default=(), repr=False)

    @property
    def jwks_url(self) -> str:
        """The address of the key set with which tokens are verified."""
        return f"{self.issuer}/.well-known/jwks.json"

    def secret_hash(self, username: str) -> str:
        """The parameter SECRET_HASH of a user's calls with a client that has a secret."""
        if self.client_secret is None:
            raise GatehouseError(f"The app client {self.client_id} has no secret.")
        message = (username + self.client_id).encode()
        return base64.b64encode(hmac.digest(self.client_secret.encode(), message, hashlib.sha256)).decode()


@dataclass(frozen=True)
class SignedInUser:
    """A user and the tokens of a sign-in."""

    username: str
    password: str = field(repr=False)
    email: str
    id_token: str = field(repr=False)
    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)

    @property
    def claims(self) -> dict[str, Any]:
        """The claims of the ID token, which the server has just signed."""
        return _claims(self.id_token)

    @property
    def sub(self) -> str:
        """The id of the user."""
        return str(self.claims["sub"])


def first_pool(server: Gatehouse, seed: Mapping[str, Any] | None) -> UserPool:
    """The first pool of a seed, or the one that the server makes, with its first app client."""
    seeded = (seed or {}).get("userPools") or []
    overview = server.overview()
    pool_id, client_id = str(overview["userPoolId"]), str(overview["userPoolClientId"])
    admin = server.client("cognito-idp")
    if seeded and seeded[0].get("name") != "gatehouse-dev":
        pool_id = seeded[0].get("id") or _found(
            admin.get_paginator("list_user_pools").paginate(MaxResults=60), "UserPools", seeded[0].get("name"), "Id")
        clients = seeded[0].get("clients") or []
        if not clients:
            raise GatehouseError(f"The seed has no app client of the user pool {pool_id}: add one to its clients.")
        client_id = clients[0].get("id") or _found(
            admin.get_paginator("list_user_pool_clients").paginate(UserPoolId=pool_id, MaxResults=60),
            "UserPoolClients", clients[0].get("name"), "ClientId")
    pool = admin.describe_user_pool(UserPoolId=pool_id)["UserPool"]
    client = admin.describe_user_pool_client(UserPoolId=pool_id, ClientId=client_id)["UserPoolClient"]
    return UserPool(
        id=pool_id, client_id=client_id, region=pool_id.rpartition("_")[0], issuer=f"{server.url}/{pool_id}",
        client_secret=client.get("ClientSecret"), flows=tuple(client.get("ExplicitAuthFlows", ())),
        username_attributes=tuple(pool.get("UsernameAttributes", ())))


def _found(pages: Any, member: str, name: str | None, id: str) -> str:
    key = "ClientName" if member == "UserPoolClients" else "Name"
    for page in pages:
        for each in page[member]:
            if each[key] == name:
                return str(each[id])
    raise GatehouseError(f"The server has no entry with the name {name} in {member}.")


def sign_in(
    server: Gatehouse, pool: UserPool, *, username: str = "ada", password: str = PASSWORD,
    attributes: Mapping[str, str] | None = None, groups: Sequence[str] = (),
) -> SignedInUser:
    """Creates a user with a password, and signs in."""
    stored = _attributes(pool, username, attributes or {})
    name = next((stored[key] for key in ("email", "phone_number") if key in pool.username_attributes), username)
    flow = "ADMIN_USER_PASSWORD_AUTH"
    if not {f"ALLOW_{flow}", "ADMIN_NO_SRP_AUTH"} & set(pool.flows):
        flow = "USER_PASSWORD_AUTH"
    if not {f"ALLOW_{flow}", "ADMIN_NO_SRP_AUTH", flow} & set(pool.flows):
        raise GatehouseError(
            f"signed_in_user signs in with the password itself, which the app client {pool.client_id} does not allow: "
            "add ALLOW_ADMIN_USER_PASSWORD_AUTH to its ExplicitAuthFlows in the seed.")
    admin = server.client("cognito-idp")
    user = {"UserPoolId": pool.id, "Username": name}
    try:
        admin.admin_create_user(
            **user, MessageAction="SUPPRESS",
            UserAttributes=[{"Name": key, "Value": value} for key, value in stored.items()])
    except admin.exceptions.UsernameExistsException:
        raise GatehouseError(
            f"signed_in_user creates a user, and the pool {pool.id} has a user {name}: name another user with "
            "@pytest.mark.gatehouse_user(username=...), or sign in that user with initiate_auth.") from None
    admin.admin_set_user_password(**user, Password=password, Permanent=True)
    for group in groups:
        admin.admin_add_user_to_group(**user, GroupName=group)
    parameters = {"USERNAME": name, "PASSWORD": password}
    if pool.client_secret is not None:
        parameters["SECRET_HASH"] = pool.secret_hash(name)
    sign_in = {"ClientId": pool.client_id, "AuthFlow": flow, "AuthParameters": parameters}
    answer = (
        server.client("cognito-idp", signed=False).initiate_auth(**sign_in) if flow == "USER_PASSWORD_AUTH"
        else admin.admin_initiate_auth(UserPoolId=pool.id, **sign_in))
    if "ChallengeName" in answer:
        raise GatehouseError(
            f"The sign-in of signed_in_user needs {answer['ChallengeName']} after the password: create a user in the "
            "test instead, and answer the challenge there.")
    tokens = answer["AuthenticationResult"]
    return SignedInUser(
        username=_claims(tokens["IdToken"])["cognito:username"], password=password, email=stored["email"],
        id_token=tokens["IdToken"], access_token=tokens["AccessToken"], refresh_token=tokens["RefreshToken"])


def _attributes(pool: UserPool, username: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes of a new user: a verified address, and a verified number where users sign in with theirs."""
    number, name = (username, "ada") if username.startswith("+") else (PHONE_NUMBER, username)
    stored = {"email": name if "@" in name else f"{name}@example.com", "email_verified": "true"}
    if "phone_number" in pool.username_attributes:
        stored |= {"phone_number": number, "phone_number_verified": "true"}
    return {**stored, **attributes}


def _claims(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return claims

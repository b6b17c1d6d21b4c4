# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A small web service whose users are in a user pool: sign-up, confirmation, sign-in, and a route for signed-in users.

boto3 finds the service in the environment, as in production: nothing here is for Gatehouse.
"""
import boto3
import jwt
from botocore import UNSIGNED
from botocore.config import Config
from flask import Flask, abort, jsonify, request


def create_app(client_id, issuer):
    """The service for the users of an app client; `issuer` is the address of the user pool in tokens."""
    app = Flask(__name__)
    cognito = boto3.client("cognito-idp", config=Config(signature_version=UNSIGNED))
    keys = jwt.PyJWKClient(f"{issuer}/.well-known/jwks.json")

    def user():
        """The claims of the caller's access token."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer":
            abort(401)
        try:
            claims = jwt.decode(token, keys.get_signing_key_from_jwt(token).key, algorithms=["RS256"], issuer=issuer)
        except jwt.PyJWTError:
            abort(401)
        if claims.get("token_use") != "access" or claims.get("client_id") != client_id:
            abort(401)
        return claims

    @app.errorhandler(cognito.exceptions.ClientError)
    def refused(error):
        return jsonify(error=error.response["Error"]["Code"]), 400

    @app.post("/sign-up")
    def sign_up():
        body = request.get_json()
        cognito.sign_up(
            ClientId=client_id, Username=body["username"], Password=body["password"],
            UserAttributes=[{"Name": "email", "Value": body["email"]}])
        return jsonify(next="confirm"), 201

    @app.post("/confirm")
    def confirm():
        body = request.get_json()
        cognito.confirm_sign_up(ClientId=client_id, Username=body["username"], ConfirmationCode=body["code"])
        return jsonify(next="sign-in")

    @app.post("/sign-in")
    def sign_in():
        body = request.get_json()
        answer = cognito.initiate_auth(
            ClientId=client_id, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": body["username"], "PASSWORD": body["password"]})
        return jsonify(token=answer["AuthenticationResult"]["AccessToken"])

    @app.get("/me")
    def me():
        claims = user()
        return jsonify(username=claims["username"], groups=claims.get("cognito:groups", []))

    @app.get("/reports")
    def reports():
        if "admins" not in user().get("cognito:groups", []):
            abort(403)
        return jsonify(reports=["monthly"])

    return app

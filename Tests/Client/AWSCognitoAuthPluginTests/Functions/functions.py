#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""All triggers of a user pool in one program, which records each event before it answers."""
import json
import sys


def next_challenge(session):
    if len(session) == 1 and session[0]["challengeName"] == "SRP_A":
        return {"challengeName": "PASSWORD_VERIFIER"}
    answers = [entry for entry in session if entry["challengeName"] == "CUSTOM_CHALLENGE"]
    if answers and answers[-1]["challengeResult"]:
        return {"issueTokens": True}
    return {"failAuthentication": True} if len(answers) == 3 else {"challengeName": "CUSTOM_CHALLENGE"}


def migrated(request):
    if request["password"] != "Former-Horse-1":
        sys.exit("no user of the former system has that password")
    return {
        "userAttributes": {"email": "olga@example.com", "email_verified": "true"},
        "finalUserStatus": "CONFIRMED",
    }


def response(source, request):
    if source.startswith("DefineAuthChallenge"):
        return next_challenge(request["session"])
    if source.startswith("CreateAuthChallenge"):
        return {"publicChallengeParameters": {"hint": "a bird"}, "privateChallengeParameters": {"word": "owl"}}
    if source.startswith("VerifyAuthChallengeResponse"):
        return {"answerCorrect": request["challengeAnswer"] == request["privateChallengeParameters"]["word"]}
    if source == "UserMigration_Authentication":
        return migrated(request)
    if source == "PreSignUp_SignUp":
        is_invited = (request.get("validationData") or {}).get("invitation") == "yes"
        return {"autoConfirmUser": is_invited, "autoVerifyEmail": is_invited}
    return {}


event = json.load(sys.stdin)
with open("events", "a") as events:
    print(json.dumps(event), file=events)
event["response"] = response(event["triggerSource"], event["request"])
print(json.dumps(event))

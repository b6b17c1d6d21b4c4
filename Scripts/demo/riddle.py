# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A function for custom challenges: the pool asks a riddle until it is solved, three times at the most.

The answer is "owl", after the password if the app offers it. With an argument, the answer is that, and no password is
needed.
"""
import json
import sys

event = json.load(sys.stdin)
request, response = event["request"], event["response"]
if event["triggerSource"].startswith("DefineAuthChallenge"):
    riddles = [one for one in request["session"] if one["challengeName"] == "CUSTOM_CHALLENGE"]
    begins_with_password = len(sys.argv) == 1 and any(one["challengeName"] == "SRP_A" for one in request["session"])
    if riddles and riddles[-1]["challengeResult"]:
        response["issueTokens"] = True
    elif len(riddles) == 3 or any(not one["challengeResult"] for one in request["session"] if one not in riddles):
        response["failAuthentication"] = True
    elif begins_with_password and len(request["session"]) == 1:
        response["challengeName"] = "PASSWORD_VERIFIER"
    else:
        response["challengeName"] = "CUSTOM_CHALLENGE"
elif event["triggerSource"].startswith("CreateAuthChallenge"):
    response["publicChallengeParameters"] = {"riddle": "What has a beak and sees at night?"}
    response["privateChallengeParameters"] = {"word": sys.argv[1] if len(sys.argv) > 1 else "owl"}
else:
    response["answerCorrect"] = request["challengeAnswer"] == request["privateChallengeParameters"]["word"]
json.dump(event, sys.stdout)

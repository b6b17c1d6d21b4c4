# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The opinion of python3-saml about SAML responses: for Debian's Python, which has the package onelogin.

Reads JSON with settings and responses in Base64; writes a list with the NameID of each one that is valid, else null.
"""
import json
import logging
import sys

from onelogin.saml2.response import OneLogin_Saml2_Response
from onelogin.saml2.settings import OneLogin_Saml2_Settings


def name(settings, request, response):
    try:
        parsed = OneLogin_Saml2_Response(settings, response)
        return parsed.get_nameid() if parsed.is_valid(request) else None
    except Exception:
        return None


def main():
    logging.disable(logging.CRITICAL)
    asked = json.load(sys.stdin)
    settings = OneLogin_Saml2_Settings({
        "strict": True, "debug": False,
        "sp": {"entityId": asked["audience"], "assertionConsumerService": {"url": asked["recipient"]}},
        "idp": {"entityId": asked["entity"], "x509cert": asked["certificate"],
                "singleSignOnService": {"url": "https://idp.example.com/sso"}},
        "security": {"wantNameId": True, "rejectDeprecatedAlgorithm": True},
    })
    scheme, _, rest = asked["recipient"].partition("://")
    host, _, path = rest.partition("/")
    request = {"https": "on" if scheme == "https" else "off", "http_host": host, "script_name": f"/{path}"}
    json.dump([name(settings, request, response) for response in asked["responses"]], sys.stdout)


main()

# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The tests with programs of others that run against several nodes, and those that do not, with the reason.

Both lists together are the tests that docs/interoperability.md names; `test_balancer.py` compares them.
"""

SUITABLE = {
    "test_authlib", "test_aws_cli", "test_boto3", "test_oauth", "test_open_id_profiles", "test_pycognito", "test_saml",
    "test_upstream_providers",
    # Large programs.
    "test_glewlwyd", "test_lemonldap", "test_mod_auth_openidc", "test_mod_oauth2", "test_oidc_agent",
    "test_ruby_openid_connect", "test_simplesamlphp",
}
UNSUITABLE = {
    "test_alternatives": "compares `gatehouse dev` with another server for developers",
    "test_graphql_clients": "has the schema of `gatehouse dev`; the demo has GraphQL on several nodes",
    "test_hosted_pages": "its passkeys have the relying party that only `gatehouse dev` has by default",
    "test_testssl": "examines the TLS of one server; before several nodes, the balancer speaks TLS",
    "test_wapiti": "as testssl: the attacks would meet the balancer's TLS and its own refusals",
}

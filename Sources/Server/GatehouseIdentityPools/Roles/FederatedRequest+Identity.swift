// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens

extension FederatedRequest {
    /// The request for a session of an identity of an identity pool.
    ///
    /// With an assertion, the SAML provider offers the role, so the role must trust this provider. Conditions can compare
    /// the identity pool as well.
    init(identityIn session: RoleSession, assertion: SAMLLogin? = nil) {
        let identity = Self.identityFacts(of: session)
        guard let assertion else {
            self.init(
                Self.webIdentityAction, providers: [LoginProvider.cognitoIdentity], facts: identity,
                sessionName: session.name, tags: session.principalTags)
            return
        }
        self.init(
            Self.samlAction, providers: [assertion.provider.arn],
            facts: identity.merging(Self.facts(of: assertion)) { $1 }, sessionName: session.name,
            tags: session.principalTags)
    }

    /// The claims of an identity's token for conditions.
    private static func identityFacts(of session: RoleSession) -> [ContextKey: [String]] {
        var facts: [ContextKey: [String]] = [:]
        facts["cognito-identity.amazonaws.com:amr"] = session.authenticationMethods
        facts["cognito-identity.amazonaws.com:sub"] = session.identityID.map { [$0] }
        facts["cognito-identity.amazonaws.com:aud"] = session.identityPoolID.map { [$0] }
        return facts
    }
}

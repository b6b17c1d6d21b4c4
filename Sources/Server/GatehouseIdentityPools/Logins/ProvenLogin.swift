// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseWire

/// A login whose token was verified, and whose audience the pool accepts.
struct ProvenLogin: Sendable {
    /// The login key in its canonical form.
    let provider: String
    let verified: VerifiedLogin
    private let evidence: Evidence

    /// What was verified: the source of the claims.
    private enum Evidence: Sendable {
        case token(String)
        case saml(SAMLLogin)
    }

    init(provider: String, verified: VerifiedLogin, token: String) {
        self.provider = provider
        self.verified = verified
        evidence = .token(token)
    }

    /// The login of a SAML provider, whose key is its ARN.
    init(saml login: SAMLLogin) {
        provider = login.provider.arn
        verified = VerifiedLogin(
            subject: login.subject, audience: login.assertion.recipient, groups: [], roles: [], preferredRole: nil)
        evidence = .saml(login)
    }

    /// The verified assertion; `nil` for the login of another kind of provider.
    var saml: SAMLLogin? {
        guard case .saml(let login) = evidence else { return nil }
        return login
    }

    /// The login as it is linked to an identity.
    var login: LinkedLogin { LinkedLogin(provider: provider, subject: verified.subject) }

    /// The key of the provider's role mapping.
    var mappingKey: String { saml == nil ? "\(provider):\(verified.audience)" : provider }

    /// The key of the provider's map of claims to session tags.
    var tagMapKey: String { provider }

    /// The login's authentication methods in a session: the provider, and the provider with the subject.
    var authenticationMethods: [String] {
        [provider, "\(provider):\(saml == nil ? "CognitoSignIn" : "SAML"):\(verified.subject)"]
    }

    /// The claims of the verified token, or the attributes of the assertion; they are parsed only when a rule needs them.
    /// - Throws: `InternalErrorException` if the payload is not a JSON object, which its verifier should have
    ///   refused.
    func claims() throws(ServiceFault) -> [WireName: WireValue] {
        let token: String
        switch evidence {
        case .saml(let login): return login.claims
        case .token(let text): token = text
        }
        do {
            let payload = try UnverifiedJWS(token).payload
            guard let claims = try WireValue(foreignJSON: payload).objectValue else { throw JWSError.malformed }
            return claims
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }
}

extension ProvenLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Contains the provider; never the token.
    var description: String { "ProvenLogin(\(provider))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["provider": provider]) }
}

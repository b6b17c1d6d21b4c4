// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseFederation
import GatehouseIdentityPoolModel
import GatehouseSecurityTokens
import GatehouseServerCrypto
import GatehouseWire

/// A login whose token was verified, and whose audience the pool accepts.
struct ProvenLogin: Sendable {
    /// The login key in its canonical form.
    let provider: String
    let verified: VerifiedLogin
    /// The key of the provider's role mapping.
    let mappingKey: String
    /// The key of the provider's map of claims to session tags.
    let tagMapKey: String
    /// The login's authentication methods in a session: the provider, and the provider with the subject.
    let authenticationMethods: [String]
    private let evidence: Evidence

    /// What was verified: the source of the claims.
    private enum Evidence: Sendable {
        /// A token whose payload is read when a rule needs it.
        case token(String)
        case claims([WireName: WireValue])
        case saml(SAMLLogin)
    }

    /// A login with the token of a user pool.
    init(provider: String, verified: VerifiedLogin, token: String) {
        self.provider = provider
        self.verified = verified
        mappingKey = "\(provider):\(verified.audience)"
        tagMapKey = provider
        authenticationMethods = [provider, "\(provider):CognitoSignIn:\(verified.subject)"]
        evidence = .token(token)
    }

    /// A login with the verified claims of another provider.
    init(
        provider: String, verified: VerifiedLogin, claims: [WireName: WireValue], mappingKey: String,
        authenticationMethods: [String]
    ) {
        self.provider = provider
        self.verified = verified
        self.mappingKey = mappingKey
        tagMapKey = mappingKey
        self.authenticationMethods = authenticationMethods
        evidence = .claims(claims)
    }

    /// The login of a SAML provider, whose key is its ARN.
    init(saml login: SAMLLogin) {
        provider = login.provider.arn
        verified = VerifiedLogin(
            subject: login.subject, audience: login.assertion.recipient, groups: [], roles: [], preferredRole: nil)
        mappingKey = provider
        tagMapKey = provider
        authenticationMethods = [provider, "\(provider):SAML:\(verified.subject)"]
        evidence = .saml(login)
    }

    /// The verified assertion; `nil` for the login of another kind of provider.
    var saml: SAMLLogin? {
        guard case .saml(let login) = evidence else { return nil }
        return login
    }

    /// The login as it is linked to an identity.
    var login: LinkedLogin { LinkedLogin(provider: provider, subject: verified.subject) }

    /// The claims of the verified token, or the attributes of the assertion; a user pool's claims are parsed only when
    /// a rule needs them.
    /// - Throws: `InternalErrorException` if the payload is not a JSON object, which its verifier should have
    ///   refused.
    func claims() throws(ServiceFault) -> [WireName: WireValue] {
        let token: String
        switch evidence {
        case .saml(let login): return login.claims
        case .claims(let claims): return claims
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

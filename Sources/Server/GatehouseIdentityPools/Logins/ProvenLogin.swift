// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseWire

/// A login whose token was verified, and whose audience the pool accepts.
struct ProvenLogin: Sendable {
    /// The login key in its canonical form.
    let provider: String
    let verified: VerifiedLogin
    private let token: String

    init(provider: String, verified: VerifiedLogin, token: String) {
        self.provider = provider
        self.verified = verified
        self.token = token
    }

    /// The login as it is linked to an identity.
    var login: LinkedLogin { LinkedLogin(provider: provider, subject: verified.subject) }

    /// The key of the provider's role mapping.
    var mappingKey: String { "\(provider):\(verified.audience)" }

    /// The login's authentication methods in a session: the provider, and the provider with the subject.
    var authenticationMethods: [String] { [provider, "\(provider):CognitoSignIn:\(verified.subject)"] }

    /// The claims of the verified token; they are parsed only when a rule needs them.
    /// - Throws: `InternalErrorException` if the payload is not a JSON object, which its verifier should have
    ///   refused.
    func claims() throws(ServiceFault) -> [WireName: WireValue] {
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

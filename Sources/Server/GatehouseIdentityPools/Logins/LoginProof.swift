// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseWire

/// Verifies the tokens of a logins map.
///
/// If one token is invalid, the whole call fails.
struct LoginProof: Sendable {
    let verifiers: [any LoginVerifier]
    let saml: SAMLLogins
    let keys: LoginKey

    /// Verifies every login of a map, in the order of the keys.
    ///
    /// `cognitoTokenFault` is thrown for the key of identity pools' own tokens.
    /// - Throws: the service's fault for the first login that fails.
    func prove(
        _ logins: [String: String], in pool: IdentityPool, cognitoTokenFault: ServiceFault
    ) async throws(ServiceFault) -> [ProvenLogin] {
        var providers: [(LoginProvider, token: String)] = []
        for (key, token) in logins.sorted(by: { $0.key < $1.key }) {
            guard key != LoginProvider.cognitoIdentity else { throw cognitoTokenFault }
            providers.append((try LoginProvider(key: key, in: pool, keys: keys), token))
        }
        var proven: [ProvenLogin] = []
        for (provider, token) in providers {
            proven.append(try await prove(token, of: provider))
        }
        return proven
    }

    private func prove(_ token: String, of provider: LoginProvider) async throws(ServiceFault) -> ProvenLogin {
        switch provider {
        case .external(let key):
            throw .unverifiable(provider: key)
        case .saml(let arn):
            return ProvenLogin(saml: try await saml.verify(token, ofProvider: arn))
        case .userPool(let key, let clients):
            guard let verifier = verifiers.first(where: { $0.handles(provider: key) }) else {
                throw .unverifiable(provider: key)
            }
            return try await prove(token, of: key, clients: clients, by: verifier)
        }
    }

    /// Verifies a user pool's token; for a pool of another server, the identity pool's entry for its audience decides
    /// whether a query to that server checks the user's status.
    ///
    /// The audience is known only after the verification, so such a token is verified twice.
    private func prove(
        _ token: String, of key: String, clients: [CognitoIdentityProvider], by verifier: any LoginVerifier
    ) async throws(ServiceFault) -> ProvenLogin {
        let verified = try await verifier.verify(token: token, provider: key, checksRevocation: false)
        let entries = clients.filter { $0.clientId == verified.audience }
        guard !entries.isEmpty else { throw .unsupportedAudience }
        guard !verified.isStanding, entries.contains(where: { $0.serverSideTokenCheck == true }) else {
            return ProvenLogin(provider: key, verified: verified, token: token)
        }
        let standing = try await verifier.verify(token: token, provider: key, checksRevocation: true)
        return ProvenLogin(provider: key, verified: standing, token: token)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

/// The documents for verifiers of tokens: keys and addresses.
package struct Discovery: Sendable {
    let records: UserPoolRecords
    let clock: WallClock
    let deployment: Deployment

    /// `jwks.json`: the public keys of a pool, with retired keys as long as their tokens may be valid.
    /// - Throws: `ResourceNotFoundException` for an unknown pool.
    package func jsonWebKeySet(ofPool id: String) async throws(ServiceFault) -> WireValue {
        let now = clock.now
        let keys = try await records.read { store in
            _ = try store.existingPool(id)
            return try store.signingKeys(ofPool: id).filter { $0.verifies(at: now) }
        }
        return ["keys": .array(keys.map(Self.jsonWebKey))]
    }

    /// `openid-configuration` of a pool without a domain.
    ///
    /// Cognito names endpoints that such a pool does not have; this document omits them.
    /// - Throws: `ResourceNotFoundException` for an unknown pool.
    package func discoveryDocument(ofPool id: String) async throws(ServiceFault) -> WireValue {
        _ = try await records.read { try $0.existingPool(id) }
        let issuer = deployment.issuer(ofUserPool: id)
        return [
            "id_token_signing_alg_values_supported": ["RS256"],
            "issuer": .string(issuer),
            "jwks_uri": .string(issuer + "/.well-known/jwks.json"),
            "response_types_supported": ["code", "token"],
            "scopes_supported": ["openid", "email", "phone", "profile"],
            "subject_types_supported": ["public"],
        ]
    }

    private static func jsonWebKey(_ key: SigningKeyRecord) -> WireValue {
        [
            "alg": "RS256", "e": .string(key.exponent), "kid": .string(key.id), "kty": "RSA",
            "n": .string(key.modulus), "use": "sig",
        ]
    }
}

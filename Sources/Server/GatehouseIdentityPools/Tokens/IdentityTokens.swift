// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseIdentityPoolModel
package import GatehouseServerCrypto
package import GatehouseWire

/// Issues and verifies identity tokens, and publishes the keys for other verifiers.
package struct IdentityTokens: Sendable {
    let keys: IdentityTokenKeys
    let store: any IdentityPoolStore
    let clock: WallClock
    let deployment: Deployment

    /// Creates the tokens of an installation.
    /// - Parameters:
    ///   - store: the store of identities and of the keys.
    ///   - sealer: seals the keys.
    ///   - keys: supplies the key that signs.
    ///   - compute: runs the computations of that key.
    ///   - clock: the source of the time, for the expiry of tokens.
    ///   - deployment: the issuer and the names of pools.
    package init(
        store: any IdentityPoolStore, sealer: Sealer, keys: any SigningKeySource = NewSigningKeys(),
        compute: ComputePool = .inline, clock: WallClock, deployment: Deployment
    ) {
        self.keys = IdentityTokenKeys(
            sealer: sealer, source: keys, compute: compute, clock: clock, region: deployment.defaultRegion)
        self.store = store
        self.clock = clock
        self.deployment = deployment
    }

    /// Signs a token.
    func issue(_ token: IdentityToken) async throws(ServiceFault) -> String {
        let claims = token.claims(
            issuer: deployment.identityTokenIssuer, poolARN: deployment.arn(ofIdentityPool: token.poolID))
        return try await ServiceFault.translating { try await keys.sign(claims, in: store) }
    }

    /// Verifies signature, issuer and expiry of a token; its pool and its identity are still to be checked.
    /// - Returns: `nil` if this installation did not sign the token, or if it has expired.
    /// - Throws: the fault of a failing store.
    package func verified(_ token: String) async throws(ServiceFault) -> IdentityToken? {
        try await ServiceFault.translating {
            let claims: [WireName: WireValue]
            do {
                claims = try await keys.claims(of: token, in: store)
            } catch is JWSError {
                return nil
            } catch is WireSyntaxError {
                return nil
            }
            guard claims["iss"]?.stringValue == deployment.identityTokenIssuer, let token = IdentityToken(claims),
                clock.now < token.expiresAt
            else { return nil }
            return token
        }
    }

    /// Replaces the signing key, if there is one.
    /// - Throws: the fault of a failing store.
    package func rotateKey(discardingOld: Bool) async throws(ServiceFault) {
        try await ServiceFault.translating { try await keys.rotate(in: store, discardingOld: discardingOld) }
    }

    /// The public keys, with retired ones as long as their tokens may be valid.
    package func jsonWebKeySet() async throws(ServiceFault) -> WireValue {
        let records = try await ServiceFault.translating { try await store.read { try $0.identityTokenKeys() } }
        let keys = records.filter(keys.verifies).map { key -> WireValue in
            [
                "alg": "RS512", "e": .string(key.exponent), "kid": .string(key.id), "kty": "RSA",
                "n": .string(key.modulus), "use": "sig",
            ]
        }
        return ["keys": .array(keys)]
    }

    /// The discovery document of the issuer of identity tokens.
    package func discoveryDocument() -> WireValue {
        [
            "id_token_signing_alg_values_supported": ["RS512"],
            "issuer": .string(deployment.identityTokenIssuer),
            "jwks_uri": .string(deployment.baseURL + "/.well-known/jwks_uri"),
            "response_types_supported": ["token"],
            "subject_types_supported": ["public"],
        ]
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
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

    /// `openid-configuration`: the endpoints are those at the pool's domain.
    ///
    /// Cognito names endpoints that a pool without a domain does not have; this document omits them.
    /// - Throws: `ResourceNotFoundException` for an unknown pool.
    package func discoveryDocument(ofPool id: String) async throws(ServiceFault) -> ProviderMetadata {
        let pool = try await records.read { try $0.existingPool(id) }
        let issuer = deployment.issuer(ofUserPool: id)
        let document: [WireName: WireValue] = [
            "id_token_signing_alg_values_supported": ["RS256"],
            "issuer": .string(issuer),
            "jwks_uri": .string(issuer + "/.well-known/jwks.json"),
            "response_types_supported": ["code", "token"],
            "scopes_supported": ["openid", "email", "phone", "profile"],
            "subject_types_supported": ["public"],
        ]
        guard let address = deployment.pagesAddress(of: pool) else {
            return ProviderMetadata(members: document, additions: [:])
        }
        return ProviderMetadata(
            members: document.merging(Self.endpoints(at: address)) { $1 }, additions: Self.extensions(at: address))
    }

    /// The endpoints at a domain that the service's document names.
    private static func endpoints(at address: String) -> [WireName: WireValue] {
        [
            "authorization_endpoint": .string(address + "/oauth2/authorize"),
            "end_session_endpoint": .string(address + "/logout"),
            "revocation_endpoint": .string(address + "/oauth2/revoke"),
            "token_endpoint": .string(address + "/oauth2/token"),
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            "userinfo_endpoint": .string(address + "/oauth2/userInfo"),
        ]
    }

    /// What the service's document does not have (RFC 8414, section 2; RFC 9126, section 5; RFC 9207, section 3).
    private static func extensions(at address: String) -> [WireName: WireValue] {
        [
            "authorization_response_iss_parameter_supported": true,
            "code_challenge_methods_supported": ["S256"],
            "grant_types_supported": [
                "authorization_code", "implicit", "refresh_token", "client_credentials",
                "urn:ietf:params:oauth:grant-type:token-exchange",
            ],
            "prompt_values_supported": ["none", "login", "select_account", "consent"],
            "pushed_authorization_request_endpoint": .string(address + "/oauth2/par"),
            "request_parameter_supported": false,
            "request_uri_parameter_supported": false,
            "response_modes_supported": ["query", "fragment", "form_post"],
            "revocation_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        ]
    }

    private static func jsonWebKey(_ key: SigningKeyRecord) -> WireValue {
        [
            "alg": "RS256", "e": .string(key.exponent), "kid": .string(key.id), "kty": "RSA",
            "n": .string(key.modulus), "use": "sig",
        ]
    }
}

/// The document `openid-configuration` of a pool: OpenID Provider Metadata.
package struct ProviderMetadata: Sendable, Equatable {
    /// The members that the service's document has.
    let members: [WireName: WireValue]
    /// Further members, after the service's own.
    let additions: [WireName: WireValue]

    /// The value of a member.
    package subscript(name: WireName) -> WireValue? { members[name] ?? additions[name] }

    /// The document in JSON: the members of the service in its order, which is the alphabet's, then the others.
    package var json: Data {
        let (first, second) = (WireValue.object(members).json(), WireValue.object(additions).json())
        return additions.isEmpty ? first : first.dropLast() + Data(",".utf8) + second.dropFirst()
    }
}

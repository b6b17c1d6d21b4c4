// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Issues the access tokens of machines: clients that act for themselves (RFC 6749, section 4.4).
package struct ClientTokenIssuer: Sendable {
    let records: UserPoolRecords
    let signer: TokenSigner
    let triggers: TriggerRunner
    let clock: WallClock

    /// Returns an access token of a client that the caller has authenticated.
    ///
    /// The token has the requested scopes, or without a request all custom scopes of the client. A scope of the client
    /// whose resource server was changed or removed is left out. `audience` becomes the claim `aud`.
    ///
    /// - Throws: `NotAuthorizedException` for a client without a secret or a scope that the client must not have, and
    ///   `InvalidParameterException` for a scope that does not exist, both with ``ClientTokenRefusal`` as the cause; the
    ///   faults of the PreTokenGeneration trigger.
    package func token(
        for client: AppClientRecord, in pool: UserPoolRecord, scopes: [String]?, audience: String?,
        metadata: [String: String]?
    ) async throws(ServiceFault) -> AuthenticationResultType {
        guard !client.secrets.isEmpty else {
            throw ServiceFault(
                .notAuthorized, "Client \(client.id) has no secret.", cause: ClientTokenRefusal.publicClient)
        }
        let (granted, keys) = try await records.read { store in
            (try store.clientScopes(scopes, of: client), try store.signingKeys(ofPool: pool.id))
        }
        let override = try await triggers.preTokenGeneration(
            ofMachine: client, in: pool, scopes: granted, metadata: metadata)
        let claims = ClientTokenClaims(
            client: client, lifetime: client.lifetimes.access,
            grant: TokenGrant(scopes: granted, audience: audience), override: override,
            issuer: signer.issuer(ofUserPool: pool.id), issuedAt: clock.now)
        return AuthenticationResultType(
            accessToken: try await signer.sign(
                claims.accessToken(id: signer.keys.epoch.bound(signer.ids.uuid())), .accessTokens, keys: keys),
            expiresIn: Int(claims.lifetime), tokenType: "Bearer")
    }
}

extension UserPoolReading {
    /// Returns the custom scopes that a client gets of the requested ones; `nil` or none means all of them.
    fileprivate func clientScopes(_ requested: [String]?, of client: AppClientRecord) throws -> [String] {
        let own = client.customScopes
        let wanted = requested.flatMap { $0.isEmpty ? nil : $0 } ?? own
        if let foreign = wanted.first(where: { !own.contains($0) }) { throw try refusal(of: foreign, by: client) }
        let existing = try existingCustomScopes(among: own, inPool: client.poolID)
        var granted: [String] = []
        for scope in wanted where existing.contains(scope) && !granted.contains(scope) { granted.append(scope) }
        guard !granted.isEmpty else {
            throw ServiceFault(
                .invalidParameter, "The client has none of the scopes that resource servers of the pool have.",
                cause: ClientTokenRefusal.noScope)
        }
        return granted
    }

    /// Returns the fault for a scope that a client does not have.
    private func refusal(of scope: String, by client: AppClientRecord) throws -> ServiceFault {
        // No stored identifier has a zero byte, with which a lookup may fail.
        let exists = try !scope.utf8.contains(0) && hasCustomScope(scope, inPool: client.poolID)
        guard exists || AppClientRecord.ownScopes.contains(scope) else {
            return ServiceFault(
                .invalidParameter, "Invalid scope requested: \(scope)", cause: ClientTokenRefusal.unknownScope)
        }
        return ServiceFault(
            .notAuthorized, "The client is not allowed to have the scope \(scope).",
            cause: ClientTokenRefusal.foreignScope)
    }
}

extension TokenSigner {
    /// Signs the payload of a token with the pool's current key for its use.
    func sign(
        _ payload: [UInt8], _ use: SigningKeyRecord.Use, keys records: [SigningKeyRecord]
    ) async throws(ServiceFault) -> String {
        guard let key = records.current(use) else {
            throw ServiceFault(.internalError, "The user pool has no signing key.")
        }
        return try await computation.run { [keys] in try keys.sign(payload, with: key) }
    }
}

/// The claims of a machine's access token: the client is its own subject, and there is no user and no sign-in.
private struct ClientTokenClaims {
    let client: AppClientRecord
    /// The lifetime of the token in seconds.
    let lifetime: Double
    let grant: TokenGrant
    /// The changes of the PreTokenGeneration trigger.
    let override: PreTokenGeneration
    let issuer: String
    let issuedAt: Date

    /// The payload of the token.
    func accessToken(id: String) -> [UInt8] {
        let now = Int64(issuedAt.timeIntervalSince1970.rounded(.down))
        var claims: WireMembers = [
            "auth_time": .integer(now),
            "client_id": .string(client.id),
            "exp": .integer(now + Int64(lifetime)),
            "iat": .integer(now),
            "iss": .string(issuer),
            "jti": .string(id),
            "scope": .string(grant.text),
            "sub": .string(client.id),
            "token_use": "access",
            "version": 2,
        ]
        claims["aud"] = grant.audience.map(WireValue.string)
        return ClaimsOverride.accessToken(claims, override, clientID: client.id).jsonBytes()
    }
}

/// The reason why a client gets no token of its own, or not with the scopes that it asked for: the cause of the fault.
package enum ClientTokenRefusal: String, RefusalReason {
    /// The client has no secret, so that every caller could ask for its tokens.
    case publicClient = "client_public"
    /// A scope does not exist in the pool.
    case unknownScope = "scope_unknown"
    /// A scope exists, but the client must not have it.
    case foreignScope = "scope_not_allowed"
    /// The client has no scope of a resource server that exists now.
    case noScope = "scope_missing"

    package var refusedBy: String { rawValue }
}

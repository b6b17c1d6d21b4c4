// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseFederation
import GatehouseGraphQL
import GatehouseWire

/// Verifies the tokens of issuers outside this server: of OpenID Connect, and of user pools of other servers.
///
/// A token is one of the issuer that it names, and of no other: so no issuer can speak for the users of another one.
struct IssuerTokens: Sendable {
    private static let refused = RequestRefusal.Unauthorized.notAuthorized

    let verifier: OpenIDVerifier
    let expressions: ClientExpressions
    let deployment: Deployment
    let clock: WallClock

    /// The caller of a token whose issuer the API has; `nil` for a token of no such issuer.
    /// - Throws: the refusal of a token of an issuer that the API has.
    func caller(_ token: String, of api: StoredAPI) async throws(RequestRefusal) -> ProvenDataCaller? {
        guard let name = OpenIDVerifier.claimedIssuer(of: token) else { return nil }
        let modes = api.settings.modes
        if modes.contains(.userPools) {
            // A pool of this server verifies its tokens itself: it knows what was revoked.
            let isOwn = api.userPools.contains { $0.issuer == nil && isIssuer(name, ofOwn: $0.id) }
            if isOwn { return nil }
            let sources = api.userPools.filter { Self.hasName(name, $0.issuer) }
            if let url = sources.first?.issuer {
                let verified = try await verified(token, TrustedIssuer(url: url, clients: .any, kind: .userPool))
                let isAccepted = sources.contains {
                    expressions[$0.clientExpression].accepts(oneOf: verified.clients)
                }
                guard isAccepted else { throw .unauthorized(Self.refused, cause: TokenRefusal.wrongAudience) }
                return ProvenDataCaller(.userPools(Self.members(verified)), expiresAt: verified.expiresAt)
            }
        }
        guard modes.contains(.oidc) else { return nil }
        let sources = api.openIDIssuers.filter { Self.hasName(name, $0.issuer) }
        guard let url = sources.first?.issuer else { return nil }
        let verified = try await verified(token, TrustedIssuer(url: url, clients: .any))
        let source = sources.first { expressions[$0.clientExpression].accepts(oneOf: verified.clients) }
        guard let source else { throw .unauthorized(Self.refused, cause: TokenRefusal.wrongAudience) }
        let end = try Self.end(of: verified, source)
        guard clock.now < end else { throw .unauthorized(.expired) }
        return ProvenDataCaller(.oidc(Self.members(verified)), expiresAt: end)
    }

    private func isIssuer(_ name: String, ofOwn poolID: String) -> Bool {
        name.utf8.elementsEqual(deployment.issuer(ofUserPool: poolID).utf8)
    }

    private static func hasName(_ name: String, _ issuer: String?) -> Bool {
        issuer.map { TrustedIssuer(url: $0, clients: .any).hasName(name) } ?? false
    }

    private static func members(_ token: VerifiedBearerToken) -> GraphQLObject {
        GraphQLValue(WireValue.object(token.claims)).members ?? [:]
    }

    /// The time from which a token is too old: its own expiry, or the end of a lifetime that the API sets.
    private static func end(of token: VerifiedBearerToken, _ source: OpenIDSource) throws(RequestRefusal) -> Date {
        var end = token.expiresAt
        for (lifetime, start) in [
            (source.issueLifetime, token.issuedAt), (source.authenticationLifetime, token.authenticatedAt),
        ] {
            guard let lifetime, lifetime > 0 else { continue }
            // A token that does not tell its age may have any.
            guard let start else { throw .unauthorized(refused, cause: TokenRefusal.missingClaim("iat, auth_time")) }
            end = min(end, start.addingTimeInterval(TimeInterval(lifetime) / 1_000))
        }
        return end
    }

    private func verified(
        _ token: String, _ issuer: TrustedIssuer
    ) async throws(RequestRefusal) -> VerifiedBearerToken {
        do throws(TokenRefusal) {
            return try await verifier.verifyBearer(token, from: issuer)
        } catch {
            switch error {
            case .expired: throw .unauthorized(.expired, cause: error)
            case .notIDToken: throw .unauthorized(.noToken, cause: error)
            case .providerUnavailable:
                throw .failure(
                    ServiceFault(.serviceUnavailable, "The issuer of the token does not answer.", cause: error))
            case .unverifiable, .wrongIssuer, .missingClaim, .contradictoryClaims, .notYetValid, .wrongAudience:
                throw .unauthorized(Self.refused, cause: error)
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseServerCrypto

/// Verifies ID tokens with the keys that their issuers publish.
package struct OpenIDVerifier: IDTokenVerifier {
    private let keys: IssuerKeys
    private let clock: WallClock

    /// Creates the verifier; it fetches nothing before the first token, and passes each failed fetch to `report`.
    package init(
        fetch: any OutboundFetch, clock: WallClock, report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) {
        keys = IssuerKeys(fetch: fetch, clock: clock, report: report)
        self.clock = clock
    }

    package func verify(
        _ token: String, from issuer: TrustedIssuer
    ) async throws(TokenRefusal) -> VerifiedIDToken {
        let token = try ForeignToken(token)
        // Before the keys, so that a token of another issuer causes no request.
        try IDTokenCheck(issuer: issuer, now: clock.now).checkIssuer(token.unverifiedClaims)
        let key = try await keys.key(token.jws.keyID, for: token.algorithm, of: issuer)
        do {
            _ = try token.jws.verified(by: key)
        } catch {
            throw .unverifiable
        }
        return try IDTokenCheck(issuer: issuer, now: clock.now).verified(token.unverifiedClaims)
    }
}

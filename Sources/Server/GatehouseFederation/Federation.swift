// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto

/// The verification of tokens of other providers.
package struct Federation: Sendable {
    /// Verifies ID tokens of OpenID Connect.
    package let idTokens: any IDTokenVerifier
    /// Verifies tokens of social providers.
    package let social: SocialVerifier

    /// Creates the verifiers; they ask no provider before the first token, and pass each failure of one to `report`.
    package init(
        fetch: any OutboundFetch, endpoints: SocialEndpoints = SocialEndpoints(), clock: WallClock, entropy: Entropy,
        report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) {
        idTokens = OpenIDVerifier(fetch: fetch, clock: clock, report: report)
        social = SocialVerifier(
            fetch: fetch, endpoints: endpoints, clock: clock, entropy: entropy, report: report)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto

/// The identity pools of an installation: identities, the roles they take on, and the credentials they are given.
package struct IdentityPools: Sendable {
    let store: any IdentityPoolStore
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy
    let loginVerifiers: [any LoginVerifier]
    let deployment: Deployment

    /// Puts the parts together.
    /// - Parameters:
    ///   - store: where pools and identities are kept.
    ///   - sealer: seals session tokens and derives the secrets of vended keys.
    ///   - clock: tells when credentials end.
    ///   - entropy: draws ids and key ids.
    ///   - loginVerifiers: judge the tokens of logins; the first that handles a provider decides.
    ///   - deployment: the account number and base address of identifiers.
    package init(
        store: any IdentityPoolStore, sealer: Sealer, clock: WallClock, entropy: Entropy,
        loginVerifiers: [any LoginVerifier], deployment: Deployment
    ) {
        self.store = store
        self.sealer = sealer
        self.clock = clock
        self.entropy = entropy
        self.loginVerifiers = loginVerifiers
        self.deployment = deployment
    }

    /// The identity pool operations, bound to one request.
    package func service(for context: RequestContext) -> IdentityPoolsService {
        IdentityPoolsService(pools: self, context: context)
    }

    /// The sts operations, bound to one request.
    package func tokenService(for context: RequestContext) -> SecurityTokens {
        SecurityTokens(pools: self, context: context)
    }

    /// Finds the secrets of the keys that identity pools vended.
    package var accessKeys: any AccessKeyResolver {
        VendedAccessKeys(sealer: sealer, clock: clock)
    }
}

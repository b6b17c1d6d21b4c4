// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseAccess
package import GatehouseCore
package import GatehouseCrypto
import GatehouseFederation
package import GatehouseServerCrypto

/// The identity pools of an installation: identities, their roles, and their temporary credentials.
package struct IdentityPools: Sendable {
    let store: any IdentityPoolStore
    let access: any AccessStore
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy
    let loginVerifiers: [any LoginVerifier]
    let deployment: Deployment
    /// The metadata of SAML providers as it was read.
    let samlMetadata = SAMLMetadataCache()

    /// Creates the domain from its dependencies.
    /// - Parameters:
    ///   - store: the store of pools and identities.
    ///   - access: the registry of roles, users and identity providers.
    ///   - sealer: seals session tokens and derives the secrets of vended keys.
    ///   - clock: the source of the time, for the expiry of credentials.
    ///   - entropy: the source of randomness, for ids and key ids.
    ///   - loginVerifiers: the verifiers of login tokens; the first that handles a provider is used.
    ///   - deployment: the account number and base URL for identifiers.
    package init(
        store: any IdentityPoolStore, access: any AccessStore, sealer: Sealer, clock: WallClock, entropy: Entropy,
        loginVerifiers: [any LoginVerifier], deployment: Deployment
    ) {
        self.store = store
        self.access = access
        self.sealer = sealer
        self.clock = clock
        self.entropy = entropy
        self.loginVerifiers = loginVerifiers
        self.deployment = deployment
    }

    /// The operations of identity pools for one request.
    package func service(for context: RequestContext) -> IdentityPoolsService {
        IdentityPoolsService(pools: self, context: context)
    }

    /// The operations of sts for one request.
    package func tokenService(for context: RequestContext) -> SecurityTokens {
        SecurityTokens(pools: self, context: context)
    }

    /// The tokens for the pages of lists.
    var pageTokens: PageTokens { Self.pageTokens(by: sealer) }

    static func pageTokens(by sealer: Sealer) -> PageTokens {
        PageTokens(sealer: sealer, purpose: .identityPage)
    }

    /// The resolver for the access keys of temporary credentials.
    package var accessKeys: any AccessKeyResolver {
        VendedAccessKeys(sealer: sealer, clock: clock)
    }
}

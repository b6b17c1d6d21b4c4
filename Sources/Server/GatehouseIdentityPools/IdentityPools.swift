// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseAccess
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseFederation
package import GatehouseServerCrypto

/// The identity pools of an installation: identities, their roles, and their temporary credentials.
package struct IdentityPools: Sendable {
    let store: any IdentityPoolStore
    let access: any AccessStore
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy
    let loginVerifiers: [any LoginVerifier]
    let federation: Federation
    let deployment: Deployment
    /// The metadata of SAML providers as it was read.
    let samlMetadata = SAMLMetadataCache()
    let guests: GuestRules
    let writtenClaims: any UserWrittenClaims
    /// Issues and verifies identity tokens.
    package let tokens: IdentityTokens

    /// Creates the domain from its dependencies.
    /// - Parameters:
    ///   - store: the store of pools and identities.
    ///   - access: the registry of roles, users and identity providers.
    ///   - sealer: seals session tokens and derives the secrets of vended keys.
    ///   - clock: the source of the time, for the expiry of credentials.
    ///   - entropy: the source of randomness, for ids and key ids.
    ///   - loginVerifiers: the verifiers of login tokens; the first that handles a provider is used.
    ///   - federation: the verification of tokens of other providers; by default it asks none of them.
    ///   - deployment: the account number and base URL for identifiers.
    ///   - guests: the limit of new guests, and the life of those that are never used.
    ///   - writtenClaims: knows the claims that must decide about no role and no tag.
    ///   - keys: supplies the key that signs identity tokens.
    ///   - compute: runs the computations of that key.
    package init(
        store: any IdentityPoolStore, access: any AccessStore, sealer: Sealer, clock: WallClock, entropy: Entropy,
        loginVerifiers: [any LoginVerifier], federation: Federation? = nil, deployment: Deployment,
        guests: GuestRules = GuestRules(), writtenClaims: any UserWrittenClaims = NoUserWrittenClaims(),
        keys: any SigningKeySource = NewSigningKeys(), compute: ComputePool = .inline
    ) {
        self.store = store
        self.access = access
        self.sealer = sealer
        self.clock = clock
        self.entropy = entropy
        self.loginVerifiers = loginVerifiers
        self.federation = federation ?? Federation(fetch: NoOutboundFetch(), clock: clock, entropy: entropy)
        self.deployment = deployment
        self.guests = guests
        self.writtenClaims = writtenClaims
        tokens = IdentityTokens(
            keys: IdentityTokenKeys(
                sealer: sealer, source: keys, compute: compute, clock: clock, region: deployment.defaultRegion),
            store: store, clock: clock, deployment: deployment)
    }

    /// The operations of identity pools for one request.
    package func service(for context: RequestContext) -> IdentityPoolsService {
        IdentityPoolsService(pools: self, context: context)
    }

    /// The operations of sts for one request.
    package func tokenService(for context: RequestContext) -> SecurityTokens {
        SecurityTokens(pools: self, context: context)
    }

    /// Deletes guests that were not used for the time of the rules, at most 500 in a transaction; by default as of now.
    package func purgeUnusedGuests(at time: Date? = nil) async throws {
        guard let lifetime = guests.unusedLifetime else { return }
        let end = (time ?? clock.now).addingTimeInterval(-lifetime)
        var removed = 0
        repeat {
            removed = try await store.write { try $0.deleteUnusedGuests(before: end, limit: 500) }
        } while removed >= 500
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

    /// The resolver for the access keys of registered users.
    package var userAccessKeys: any AccessKeyResolver {
        UserAccessKeys(access: access, sealer: sealer, deployment: deployment)
    }

    /// The authority that decides by policies what roles and registered users may do.
    package var authority: AccessAuthority {
        AccessAuthority(access: access, deployment: deployment, clock: clock)
    }

    /// The signing keys for services that verify requests themselves.
    package var signingKeys: SigningKeys {
        SigningKeys(
            resolvers: [accessKeys, userAccessKeys], authority: authority, deployment: deployment, sealer: sealer,
            clock: clock)
    }

    /// The administration of roles, users, policies and identity providers.
    package var registry: AccessRegistry {
        AccessRegistry(access: access, sealer: sealer, clock: clock, entropy: entropy)
    }

    /// Verifies SAML responses.
    var samlLogins: SAMLLogins {
        SAMLLogins(access: access, metadata: samlMetadata, deployment: deployment, clock: clock)
    }

    /// Issues temporary credentials.
    var vendor: CredentialVendor { CredentialVendor(sealer: sealer, clock: clock, entropy: entropy) }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseFederation
package import GatehouseIdentityPoolModel
package import GatehouseSecurityTokens
package import GatehouseServerCrypto

/// The identity pools of an installation: identities, their roles, and their temporary credentials.
package struct IdentityPools: Sendable {
    let store: any IdentityPoolStore
    let securityTokens: SecurityTokens
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy
    let loginVerifiers: [any LoginVerifier]
    let federation: Federation
    let deployment: Deployment
    let guests: GuestRules
    let writtenClaims: any UserWrittenClaims
    let userClaims: UserClaimUse
    /// Issues and verifies identity tokens.
    package let tokens: IdentityTokens

    /// Creates the domain from its dependencies.
    /// - Parameters:
    ///   - store: the store of pools and identities.
    ///   - tokens: issues and verifies identity tokens.
    ///   - securityTokens: issues credentials, and has the registry of roles and identity providers.
    ///   - sealer: seals the positions in lists and derives the ids of roles.
    ///   - clock: the source of the time.
    ///   - entropy: the source of randomness, for ids.
    ///   - loginVerifiers: the verifiers of login tokens; the first that handles a provider is used.
    ///   - federation: the verification of tokens of other providers.
    ///   - deployment: the account number and base URL for identifiers.
    ///   - guests: the limit of new guests, and the life of those that are never used.
    ///   - writtenClaims: knows the claims that users can set.
    ///   - userClaims: whether these claims may decide about roles and tags.
    package init(
        store: any IdentityPoolStore, tokens: IdentityTokens, securityTokens: SecurityTokens, sealer: Sealer,
        clock: WallClock, entropy: Entropy, loginVerifiers: [any LoginVerifier], federation: Federation,
        deployment: Deployment, guests: GuestRules = GuestRules(),
        writtenClaims: any UserWrittenClaims = NoUserWrittenClaims(), userClaims: UserClaimUse = .refused
    ) {
        self.store = store
        self.tokens = tokens
        self.securityTokens = securityTokens
        self.sealer = sealer
        self.clock = clock
        self.entropy = entropy
        self.loginVerifiers = loginVerifiers
        self.federation = federation
        self.deployment = deployment
        self.guests = guests
        self.writtenClaims = writtenClaims
        self.userClaims = userClaims
    }

    /// The operations of identity pools for one request.
    package func service(for context: RequestContext) -> IdentityPoolsService {
        IdentityPoolsService(pools: self, context: context)
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
}

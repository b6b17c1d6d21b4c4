// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import GatehouseAccess
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseFederation
package import GatehouseServerCrypto

/// The registry of an installation's roles, users and identity providers, and the temporary credentials of sts.
package struct SecurityTokens: Sendable {
    /// The registry's entries and the access keys of users.
    package let access: any AccessStore
    let sealer: Sealer
    /// The source of the time.
    package let clock: WallClock
    let entropy: Entropy
    let loginVerifiers: [any LoginVerifier]
    let federation: Federation
    let issuers: [any WebIdentityIssuer]
    let deployment: Deployment
    /// The metadata of SAML providers as it was read.
    private let samlMetadata = SAMLMetadataCache()
    private let openedSessionTokens = OpenedSessionTokens()

    /// Creates the domain from its dependencies.
    /// - Parameters:
    ///   - access: the registry of roles, users and identity providers.
    ///   - sealer: seals session tokens and derives the secrets of vended keys.
    ///   - clock: the source of the time, for the expiry of credentials.
    ///   - entropy: the source of randomness, for key ids.
    ///   - loginVerifiers: the verifiers of tokens of this server's user pools, which may be registered as providers.
    ///   - federation: the verification of tokens of other providers.
    ///   - issuers: the parts of this server whose tokens are web identities without a registration.
    ///   - deployment: the account number and base URL for identifiers.
    package init(
        access: any AccessStore, sealer: Sealer, clock: WallClock, entropy: Entropy,
        loginVerifiers: [any LoginVerifier], federation: Federation, issuers: [any WebIdentityIssuer],
        deployment: Deployment
    ) {
        self.access = access
        self.sealer = sealer
        self.clock = clock
        self.entropy = entropy
        self.loginVerifiers = loginVerifiers
        self.federation = federation
        self.issuers = issuers
        self.deployment = deployment
    }

    /// The operations of sts for one request.
    package func service(for context: RequestContext) -> SecurityTokensService {
        SecurityTokensService(tokens: self, context: context)
    }

    /// The resolver for the access keys of temporary credentials.
    package var accessKeys: any AccessKeyResolver {
        VendedAccessKeys(opened: openedSessionTokens, sealer: sealer, clock: clock)
    }

    /// The resolver for the access keys of registered users.
    package var userAccessKeys: any AccessKeyResolver {
        UserAccessKeys(access: access, sealer: sealer, deployment: deployment)
    }

    /// The authority that decides by policies about the requests of roles and registered users.
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

    /// Verifies SAML responses of registered providers.
    package var samlLogins: SAMLLogins {
        SAMLLogins(access: access, metadata: samlMetadata, deployment: deployment, clock: clock)
    }

    /// Issues temporary credentials.
    package var vendor: CredentialVendor { CredentialVendor(sealer: sealer, clock: clock, entropy: entropy) }
}

/// The operations of sts for one request; each is in a file named after it.
package struct SecurityTokensService: SecurityTokenService {
    let tokens: SecurityTokens
    let context: RequestContext

    init(tokens: SecurityTokens, context: RequestContext) {
        self.tokens = tokens
        self.context = context
    }
}

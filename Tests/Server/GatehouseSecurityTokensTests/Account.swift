// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseSecurityTokens
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire

/// The registry and the security tokens of an account on a database of their own.
struct Account: RegistryFixture {
    static let identity = "us-east-1:identity"
    static let pool = "us-east-1:pool"

    /// It is 2023-11-14, 22:13:20 UTC.
    let clock = TestClock(Date(timeIntervalSince1970: 1_700_000_000))
    let access: SQLAccessStore
    let securityTokens: SecurityTokens

    init(ring: KeyRing? = nil, fetch: any OutboundFetch = NoOutboundFetch()) async throws {
        let entropy = Entropy.seeded(7)
        let database = try await EmptyDatabase.make()
        access = SQLAccessStore(database)
        let clock = clock.wallClock
        securityTokens = SecurityTokens(
            access: access,
            sealer: Sealer(ring: try ring ?? KeyRing.generate(id: "test", entropy: entropy), entropy: entropy),
            clock: clock, entropy: entropy, loginVerifiers: [],
            federation: Federation(fetch: fetch, clock: clock, entropy: entropy), issuers: [],
            deployment: Deployment())
    }

    /// An account with the recorded SAML provider, at a moment of its responses.
    static func withRecordedSAML() async throws -> Account {
        let account = try await Account()
        account.clock.advance(by: RecordedSAML.moment.timeIntervalSince(account.clock.now))
        try await account.register(RecordedSAML.entry())
        return account
    }

    /// Registers an identity provider.
    func register(_ provider: some AccessEntry) async throws {
        let now = clock.now
        try await access.write {
            try $0.insert(AccessRecord(provider, origin: .command, createdAt: now, modifiedAt: now))
        }
    }

    /// The session that an identity pool makes of the role `Guests`, for a guest or for a user who signed in.
    static func session(isGuest: Bool = true) -> RoleSession {
        RoleSession(
            roleID: "AROAAAAAAAAAAAAAAAAAA", roleARN: "arn:aws:iam::\(account):role/Guests",
            name: "CognitoIdentityCredentials", identityID: identity, identityPoolID: pool,
            authenticationMethods: [isGuest ? "unauthenticated" : "authenticated"],
            scope: isGuest ? SessionScope(policyARNs: [AWSPolicies.unauthenticatedIdentities]) : SessionScope())
    }

    /// Credentials of such a session, which are valid for an hour.
    func credentials(isGuest: Bool = true) throws -> (id: String, secret: String, token: String) {
        let vended = try securityTokens.vendor.vend(for: .role(Self.session(isGuest: isGuest)), lifetime: 3_600)
        return (vended.accessKeyId, vended.secretAccessKey, vended.sessionToken)
    }
}

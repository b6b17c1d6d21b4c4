// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// The numbers of the transactions of what apps call often; the provider of the login is not in this database.
@Suite struct IdentityTransactionTests {
    private typealias Counts = CountingDatabase.Counts

    @Test func `a guest gets credentials with one read, and the first ones with a write`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        var guest = ""
        let made = try await house.database.count { guest = try await house.id(in: pool) }
        #expect(made == Counts(reads: 1, writes: 1))
        let first = try await house.database.count { _ = try await house.credentials(guest) }
        #expect(first == Counts(reads: 1, writes: 1))
        let later = try await house.database.count { _ = try await house.credentials(guest) }
        #expect(later == Counts(reads: 1, writes: 0))
    }

    @Test func `a user gets an identity and credentials with one read before the login is verified and one after it`()
        async throws
    {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        var identity = ""
        let made = try await house.database.count { identity = try await house.id(in: pool, login) }
        #expect(made == Counts(reads: 2, writes: 1))
        let found = try await house.database.count { identity = try await house.id(in: pool, login) }
        #expect(found == Counts(reads: 2, writes: 0))
        let credentials = try await house.database.count { _ = try await house.credentials(identity, login) }
        #expect(credentials == Counts(reads: 2, writes: 0))
    }

    @Test func `a guest who signs in is linked with one write, which reads the role as well`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let guest = try await house.id(in: pool)
        let login = try house.issuer.login(as: "alice")
        let counts = try await house.database.count { _ = try await house.credentials(guest, login) }
        #expect(counts == Counts(reads: 2, writes: 1))
    }

    @Test func `a user of the classic flow gets a token with three reads, and credentials for it with four`()
        async throws
    {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let identity = try await house.id(in: pool, login)
        // The first token makes the key.
        var token = try await house.token(identity, login).token
        let issued = try await house.database.count { token = try await house.token(identity, login).token }
        #expect(issued == Counts(reads: 3, writes: 0))
        let assumed = try await house.database.count {
            _ = try await house.tokens(.anonymous).assumeRoleWithWebIdentity(
                AssumeRoleWithWebIdentityRequest(
                    roleArn: House.authenticatedRole, roleSessionName: "app", webIdentityToken: token))
        }
        #expect(assumed == Counts(reads: 4, writes: 0))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseIdentityPoolModel
import GatehouseIdentityPools
import GatehouseStorage
import GatehouseWire
import Synchronization
import Testing

@Suite struct GuestTests {
    @Test func `an address that creates too many guests is refused, and users are not`() async throws {
        let admitted = Mutex<[String]>([])
        let house = try await House(
            guests: GuestRules { address in
                admitted.withLock { addresses in
                    addresses.append(address)
                    return addresses.count <= 2
                }
            })
        let pool = try await house.makePool()
        for _ in 0..<2 { _ = try await house.id(in: pool) }
        await #expect(throws: ServiceFault.rateExceeded) { _ = try await house.id(in: pool) }
        _ = try await house.id(in: pool, try house.issuer.login(as: "alice"))
        #expect(admitted.withLock { $0 } == Array(repeating: "127.0.0.1", count: 3))
    }

    @Test func `guests that were never used expire, and all other identities stay`() async throws {
        let house = try await House(guests: GuestRules(unusedLifetime: 100))
        let pool = try await house.makePool()
        let unused = try await house.id(in: pool)
        let (vended, named) = (try await house.id(in: pool), try await house.id(in: pool))
        _ = try await house.credentials(vended)
        _ = try await house.token(named)
        let upgraded = try await house.id(in: pool)
        _ = try await house.credentials(upgraded, try house.issuer.login(as: "alice"))
        let registered = try await house.id(in: pool)
        _ = try await house.developerToken(in: pool, "bob", identity: registered)
        let user = try await house.id(in: pool, try house.issuer.login(as: "carol"))
        house.clock.advance(by: 100)
        try await house.pools.purgeUnusedGuests()
        _ = try await house.store.read { try #require(try $0.identity(unused)) }
        house.clock.advance(by: 1)
        let young = try await house.id(in: pool)
        try await house.pools.purgeUnusedGuests()
        await #expect(throws: ServiceFault(.resourceNotFound, "Identity '\(unused)' not found.")) {
            _ = try await house.credentials(unused)
        }
        for kept in [vended, named, upgraded, registered, user, young] {
            let identity = try await house.store.read { try $0.identity(kept) }
            #expect(identity != nil)
        }
    }

    @Test func `a purge of more guests than fit into a transaction removes all of them`() async throws {
        let house = try await House(guests: GuestRules(unusedLifetime: 1))
        let pool = try await house.makePool()
        for _ in 0..<510 { _ = try await house.id(in: pool) }
        house.clock.advance(by: 2)
        try await house.pools.purgeUnusedGuests()
        #expect(try await house.store.read { try $0.identities(inPool: pool, after: nil, limit: 10) }.isEmpty)
    }

    @Test func `without a lifetime guests stay`() async throws {
        let house = try await House()
        let guest = try await house.id(in: try await house.makePool())
        house.clock.advance(by: 1_000_000_000)
        try await house.pools.purgeUnusedGuests()
        _ = try await house.credentials(guest)
    }
}

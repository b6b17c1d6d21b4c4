// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import Testing

@testable import GatehouseServer

/// The keys of keyed hashes: what was hashed is not kept, so a hash that changed would lose codes, tokens and devices.
@Suite struct InstallationKeysTests {
    private let ring: KeyRing
    private let database: SQLiteDatabase

    init() async throws {
        ring = try KeyRing.generate(id: "first", entropy: .seeded(1))
        database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
    }

    private func hashes(_ ring: KeyRing, isNew: Bool = false) async throws -> [[UInt8]] {
        let sealer = try await InstallationKeys(ring: ring, entropy: .system).sealer(of: database, isNew: isNew)
        return HashPurpose.allCases.map { purpose in sealer.mac(Array("alice".utf8), purpose: purpose) }
    }

    @Test func `a database of an earlier release keeps every hash that the release derived from its master key`()
        async throws
    {
        let earlier = Sealer(ring: ring, entropy: .system)
        let expected = HashPurpose.allCases.map { purpose in earlier.mac(Array("alice".utf8), purpose: purpose) }
        #expect(try await hashes(ring) == expected)
        #expect(Set(expected).count == HashPurpose.allCases.count)
    }

    @Test func `a database of an earlier release with two keys hashes with the oldest one`() async throws {
        let earlier = Sealer(ring: ring, entropy: .system).mac(Array("alice".utf8), purpose: .code)
        let hashes = try await hashes(try ring.rotated(id: "second"))
        #expect(hashes[try #require(HashPurpose.allCases.firstIndex(of: .code))] == earlier)
    }

    @Test func `hashes of a new installation do not depend on the master key, and stay after a restart`() async throws {
        let first = try await hashes(ring, isNew: true)
        #expect(try await hashes(ring) == first)
        // A first start that was cut off after the keys were stored.
        #expect(try await hashes(ring, isNew: true) == first)
        let derived = Sealer(ring: ring, entropy: .system)
        #expect(first != HashPurpose.allCases.map { purpose in derived.mac(Array("alice".utf8), purpose: purpose) })
    }

    @Test func `hashes stay when a master key is added, and when everything else is removed`() async throws {
        let first = try await hashes(ring, isNew: true)
        #expect(try await hashes(try ring.rotated(id: "second")) == first)
        try await database.restore(.empty, newest: 0)
        #expect(try await hashes(ring) == first)
    }

    @Test func `a purpose that a later release adds gets a key, and the others keep theirs`() async throws {
        let first = try await hashes(ring, isNew: true)
        try await database.write { connection in
            try connection.execute("DELETE FROM index_keys WHERE purpose = \(HashPurpose.allowance.rawValue)")
        }
        let second = try await hashes(ring)
        for (purpose, (old, new)) in zip(HashPurpose.allCases, zip(first, second)) {
            #expect((old == new) == (purpose != .allowance), "\(purpose)")
        }
        #expect(try await hashes(ring) == second)
    }

    @Test func `another master key is refused instead of making other hashes`() async throws {
        _ = try await hashes(ring, isNew: true)
        for other in [try KeyRing.generate(id: "first"), try KeyRing.generate(id: "second")] {
            await #expect(throws: StartupRefusal.self) { try await hashes(other) }
        }
    }
}

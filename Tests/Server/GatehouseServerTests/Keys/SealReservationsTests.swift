// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import ServiceLifecycle
import Testing

@testable import GatehouseServer

/// The numbers of seals: never fewer than were made, and not a write for each.
@Suite(.hangLimit) struct SealReservationsTests {
    private static let block = 8

    private let database: SQLiteDatabase
    private let sealer: Sealer

    init() async throws {
        database = try SQLiteDatabase.inMemory()
        try await Migrator(Migrations.all).migrate(database)
        sealer = Sealer(ring: try KeyRing.generate(id: "key", entropy: .seeded(1)), entropy: .seeded(2))
    }

    private func reservations() -> SealReservations {
        SealReservations(database, for: sealer, block: Self.block)
    }

    private func seal(_ count: Int) {
        for _ in 0..<count { _ = sealer.seal([1], purpose: .sessionString) }
    }

    /// The stored number of seals of session strings.
    private func number(of purpose: SealPurpose = .sessionString) async throws -> Int? {
        try await database.read { reader in
            try reader.sealCounts().first { count in count.purpose == purpose.rawValue }?.number
        }
    }

    @Test func `a block is reserved before it is used, and the next one when less than half of it is left`()
        async throws
    {
        let reservations = reservations()
        _ = try await reservations.reserve()
        #expect(try await number() == Self.block)
        seal(4)
        _ = try await reservations.reserve()
        #expect(try await number() == Self.block)
        seal(1)
        _ = try await reservations.reserve()
        #expect(try await number() == 2 * Self.block)
        #expect(try await number(of: .pageToken) == Self.block)
        // More than was reserved is counted at once.
        seal(100)
        _ = try await reservations.reserve()
        #expect(try await number() == 112)
    }

    @Test func `an orderly end gives back the rest of the blocks`() async throws {
        let reservations = reservations()
        _ = try await reservations.reserve()
        seal(3)
        try await reservations.settle()
        #expect(try await number() == 3)
        #expect(try await number(of: .pageToken) == 0)
        try await reservations.settle()
        #expect(try await number() == 3)
    }

    @Test func `after a crash, the rest of a block counts as used`() async throws {
        _ = try await reservations().reserve()
        seal(2)
        // The process ends here; the next one counts its own seals.
        let next = SealReservations(
            database, for: Sealer(ring: try KeyRing.generate(id: "key"), entropy: .system), block: Self.block)
        _ = try await next.reserve()
        try await next.settle()
        #expect(try await number() == Self.block)
    }

    @Test func `two processes under one key add up, and another key has numbers of its own`() async throws {
        let other = Sealer(ring: try KeyRing.generate(id: "other"), entropy: .system)
        let (first, second) = (reservations(), SealReservations(database, for: other, block: Self.block))
        seal(5)
        _ = other.seal([1], purpose: .sessionString)
        try await first.settle()
        try await second.settle()
        let counts = try await database.read { reader in try reader.sealCounts() }
        #expect(counts.map(\.keyID) == ["key", "other"] && counts.map(\.number) == [5, 1])
    }

    @Test func `after a change of the key, each key has the numbers of its own seals`() async throws {
        let ring = try KeyRing.generate(id: "key", entropy: .seeded(1)).rotated(id: "new", entropy: .seeded(3))
        let sealer = Sealer(ring: try KeyRing(keys: ring.keys, current: "key"), entropy: .system)
        let reservations = SealReservations(database, for: sealer, block: Self.block)
        _ = try await reservations.reserve()
        for _ in 0..<3 { _ = sealer.seal([1], purpose: .sessionString) }
        #expect(sealer.seal(under: "new"))
        for _ in 0..<5 { _ = sealer.seal([1], purpose: .sessionString) }
        _ = try await reservations.reserve()
        func numbers() async throws -> [String: Int] {
            let counts = try await database.read { reader in try reader.sealCounts() }
            return Dictionary(
                counts.filter { $0.purpose == SealPurpose.sessionString.rawValue }.map { ($0.keyID, $0.number) },
                uniquingKeysWith: +)
        }
        #expect(try await numbers() == ["key": 3, "new": 2 * Self.block])
        try await reservations.settle()
        #expect(try await numbers() == ["key": 3, "new": 5])
    }

    @Test func `the log tells the operator to replace a key that has sealed many values, without a key`() async throws {
        try await database.write { connection in
            try connection.addSeals(
                SealReservations.threshold - 1, for: SealPurpose.sessionString.rawValue, under: "key")
        }
        let lines = LogLines()
        // Of several processes, one tells it.
        try await SealCountService(
            reservations(), logger: lines.logger, pause: { throw CancellationError() }, isOnDuty: { false }
        ).run()
        #expect(lines.all.isEmpty)
        let service = SealCountService(reservations(), logger: lines.logger) { throw CancellationError() }
        try await service.run()
        let line = try #require(lines.all.first)
        #expect(lines.all.count == 1 && line.hasPrefix("warning A master key has sealed many values"))
        #expect(line.contains("gatehouse rotate-master-key") && line.contains("purpose=session-string"))
        for isShown in [false, true] {
            var report = CheckReport()
            await report.noteMasterKeys(
                of: database, keys: nil, rotation: FolderCommand("rotate-master-key", folder: "/data"),
                showingSeals: isShown, at: .distantPast)
            let texts = report.lines.map(\.text)
            #expect(
                texts.contains { $0.hasPrefix("Master key key has sealed many values for session-string: replace it") })
            #expect(texts.contains { $0.hasPrefix("Seals under key, at most") } == isShown)
        }
    }

    @Test func `a database that cannot be written is named in the log, and sealing goes on`() async throws {
        let reservations = reservations()
        try await database.write { connection in try connection.execute("DROP TABLE seal_counts") }
        let lines = LogLines()
        try await SealCountService(reservations, logger: lines.logger) { throw CancellationError() }.run()
        #expect(lines.all.first?.hasPrefix("warning The number of seals could not be stored") == true)
        #expect(sealer.seal([1], purpose: .pageToken).count > 1)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseServer

/// The life of a master key in a data folder: added, adopted by a server, rotated to, and the old one removed.
@Suite(.hangLimit) struct MasterKeyRotationTests {
    private static let (old, new) = (line("old", 1), line("new", 2))

    private let folder: TemporaryFolder
    private let clock = TestClock()
    private var wallClock: WallClock { WallClock { [clock] in clock.now } }

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func line(_ id: String, _ seed: UInt64) -> String {
        "\(id):\(Base64.encode(Entropy.seeded(seed).bytes(32)))\n"
    }

    private func configuration(_ keys: String, _ mode: RunMode) throws -> ServerConfiguration {
        try ServerConfiguration.read(
            mode: mode, commandLine: [.dataDirectory: folder.path("data")],
            environment: ["GATEHOUSE_MASTER_KEY": keys])
    }

    private func start(_ keys: String) async throws -> DataFolder {
        try await DataFolder.open(configuration(keys, .dev), clock: wallClock, entropy: .system)
    }

    private func end(_ server: DataFolder) throws {
        try server.database.close()
        server.lock?.release()
    }

    /// Starts a server and ends it.
    private func restart(_ keys: String) async throws { try end(await start(keys)) }

    private func rotate(_ keys: String, endingSessions: Bool = false) async throws -> [String] {
        var lines: [String] = []
        let rotation = MasterKeyRotation(
            try configuration(keys, .maintenance), endingSessions: endingSessions, clock: wallClock)
        try await rotation.run { line in lines.append(line) }
        return lines
    }

    private func check(_ keys: String) async throws -> CheckReport {
        try await DatabaseCheck(configuration(keys, .maintenance), clock: wallClock).run()
    }

    private func refusal(_ body: () async throws -> Void) async -> String {
        await #expect(throws: StartupRefusal.self) { try await body() }?.description ?? ""
    }

    @Test func `an old line may be removed after the rotation and the life of credentials, and not before`()
        async throws
    {
        try await restart(Self.old)
        let server = try await start(Self.old + Self.new)
        #expect(await refusal { try await restart(Self.new) }.contains("uses the data folder"))
        try end(server)
        // Rows are sealed under the old key.
        #expect(await refusal { try await restart(Self.new) }.contains("gatehouse rotate-master-key"))
        let running = try await start(Self.old + Self.new)
        let lines = try await rotate(Self.old + Self.new)
        #expect(lines.last?.contains("master key old may be removed from 2026-01-01T01:00:00Z on") == true)
        try end(running)
        // Credentials that clients hold are sealed under it for an hour.
        clock.advance(by: 3_599)
        #expect(await refusal { try await restart(Self.new) }.contains("until 2026-01-01T01:00:00Z"))
        clock.advance(by: 1)
        try await restart(Self.new)
        #expect(try await check(Self.new).isSound)
        // The old key is forgotten, and may come back as a new one.
        try await restart(Self.new + Self.old)
    }

    @Test func `the line of a leaked key may be removed at once, and what clients hold under it ends then`()
        async throws
    {
        try await restart(Self.old)
        let server = try await start(Self.old + Self.new)
        let former = Sealer(ring: try KeyRing(text: Self.old), entropy: .system)
        let held = former.seal([1, 2, 3], purpose: .sessionToken)
        #expect(try server.sealer.open(held, purpose: .sessionToken) == [1, 2, 3])
        let lines = try await rotate(Self.old + Self.new, endingSessions: true)
        #expect(lines.last?.contains("The line of the master key old may be removed now") == true)
        try end(server)
        #expect(
            try await check(Self.old + Self.new).lines.contains { line in
                line.text == "Master key old: 0 values; its line may be removed"
            })
        let next = try await start(Self.new)
        #expect(throws: SealingError.self) { try next.sealer.open(held, purpose: .sessionToken) }
        try end(next)
        #expect(try await check(Self.new).isSound)
    }

    @Test func `sessions do not end before everything was sealed again under a key that the server has`() async throws {
        try await restart(Self.old)
        let server = try await start(Self.old)
        #expect(
            await refusal { _ = try await rotate(Self.old + Self.new, endingSessions: true) }
                .contains("does not seal with the master key new yet"))
        try end(server)
        let refused = await refusal { try await restart(Self.new) }
        #expect(refused.contains("gatehouse rotate-master-key"))
    }

    @Test func `hashes are the same before and after a rotation, and with the new key alone`() async throws {
        func hashes(_ server: DataFolder) -> [[UInt8]] {
            HashPurpose.allCases.map { purpose in server.sealer.mac(Array("alice".utf8), purpose: purpose) }
        }
        let first = try await start(Self.old)
        let expected = hashes(first)
        try end(first)
        let second = try await start(Self.old + Self.new)
        #expect(hashes(second) == expected)
        try end(second)
        _ = try await rotate(Self.old + Self.new)
        clock.advance(by: 4_000)
        let third = try await start(Self.new)
        #expect(hashes(third) == expected)
        try end(third)
    }

    @Test func `nothing is sealed under a key that the running server does not have`() async throws {
        let server = try await start(Self.old)
        let refused = await refusal { _ = try await rotate(Self.old + Self.new) }
        #expect(refused.contains("does not seal with the master key new yet") && refused.contains("restart the server"))
        // Another command would seal as well.
        let command = await refusal {
            try end(await DataFolder.open(configuration(Self.old + Self.new, .maintenance), entropy: .system))
        }
        #expect(command.contains("restart the server"))
        #expect(try await MasterKeyUsage(of: server.database).values == ["old": HashPurpose.allCases.count])
        try end(server)
        try await restart(Self.old)
    }

    @Test func `a key that a command used without a server is needed by the next server`() async throws {
        try await restart(Self.old)
        _ = try await rotate(Self.old + Self.new)
        #expect(await refusal { try await restart(Self.old) }.contains("The master key new is missing"))
        #expect(await refusal { _ = try await rotate(Self.old) }.contains("The master key new is missing"))
        try await restart(Self.old + Self.new)
    }

    @Test func `a command whose last line is an older key does not seal back`() async throws {
        try await restart(Self.old)
        let server = try await start(Self.old + Self.new)
        #expect(await refusal { _ = try await rotate(Self.new + Self.old) }.contains("does not seal with"))
        try end(server)
    }

    @Test func `another key under the same id is refused`() async throws {
        try await restart(Self.old + Self.new)
        let refused = await refusal { try await restart(Self.old + Self.line("new", 9)) }
        #expect(refused.contains("The master key new is not the one that sealed this database"))
    }

    @Test func `a check says which keys are used by how many values, and what is missing`() async throws {
        let count = HashPurpose.allCases.count
        try await restart(Self.old)
        try await restart(Self.old + Self.new)
        func texts(_ keys: String) async throws -> [String] { try await check(keys).lines.map(\.text) }
        let before = try await texts(Self.old + Self.new)
        #expect(
            before.contains(
                "Master key old: \(count) values; to remove its line, run first: gatehouse rotate-master-key --data-dir "
                    + folder.path("data")))
        #expect(before.contains("Master key new: 0 values; new values are sealed under it"))
        #expect(try await !check(Self.new).isSound)
        _ = try await rotate(Self.old + Self.new)
        let after = try await texts(Self.old + Self.new)
        #expect(after.contains("Master key new: \(count) values; new values are sealed under it"))
        #expect(after.contains("Master key old: 0 values; its line may be removed from 2026-01-01T01:00:00Z on"))
        clock.advance(by: 3_600)
        #expect(try await texts(Self.new).contains("Master key old: 0 values; its line may be removed"))
    }

    @Test func `a rotation beside a server names a damaged value, and the old key stays needed for it`() async throws {
        let server = try await start(Self.old)
        let lost = Sealer(ring: server.keys.ring, entropy: .system).seal([1], purpose: .pageToken)
        try await server.database.write { connection in
            try connection.execute(
                """
                INSERT INTO queued_messages (id, sealed, attempts, next_attempt_at, expires_at)
                VALUES ('m', \(lost), 0, 0, 0)
                """)
        }
        try end(server)
        let refused = await refusal { _ = try await rotate(Self.old + Self.new) }
        #expect(refused.contains("1 values cannot be opened") && refused.contains("queued_messages.sealed of m"))
        clock.advance(by: 4_000)
        #expect(await refusal { try await restart(Self.new) }.contains("The master key old is missing"))
    }

    @Test func `the outbox of a server with a new key stays readable with that key alone`() async throws {
        let message = Message(
            to: "ada@example.org", medium: .email, kind: .signUp, code: "123456", subject: "Code", body: "123456",
            at: Date(timeIntervalSince1970: 0))
        func outbox(_ text: String) throws -> OutboxFile {
            OutboxFile(
                folder: folder.path, capacity: 9, sealer: Sealer(ring: try KeyRing(text: text), entropy: .system),
                logger: LogLines().logger)
        }
        try outbox(Self.old).append(message)
        #expect(try outbox(Self.old + Self.new).messages().count == 1)
        #expect(try outbox(Self.new).messages().map(\.code) == ["123456"])
    }
}

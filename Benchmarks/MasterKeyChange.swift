// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseLibCrypto
import GatehouseServerCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The replacement of the master key of a large database with `gatehouse rotate-master-key`, and the writes that the
/// server makes meanwhile.
struct MasterKeyChange {
    private static let users = 200_000
    private static let writers = 8
    /// The seconds in which the writes without a rotation are measured.
    private static let calmSeconds = 5
    /// The longest time in seconds that the rotation may take.
    private static let limit = 120.0

    private let load: ServerLoad
    private let binary: String

    /// Makes a pool whose users have passwords under one master key, and starts the server with the next one.
    static func prepare(binary: String) async throws -> MasterKeyChange {
        let server = try await MeasuredServer.prepare(binary: binary)
        let first = try await server.start()
        let load = try await ServerLoad.prepare(first)
        first.stop()
        let file = server.folder.appending(path: "data/master.key")
        let text = try String(contentsOf: file, encoding: .utf8)
        let ring = try KeyRing(text: text.contains(":") ? text : "main:" + text)
        let filling = PoolFilling(folder: server.folder, poolID: load.poolID)
        try await filling.add(users - ServerLoad.users, password: passwords(in: load.poolID, under: ring))
        // The file keeps its permissions: it is written, not replaced.
        try Data(ring.rotated(id: "next").text.utf8).write(to: file)
        return MasterKeyChange(load: load.moved(to: try await server.start()), binary: binary)
    }

    /// Seals passwords for users: the same bytes for each, as many as the server stores.
    private static func passwords(
        in poolID: String, under ring: KeyRing
    ) -> @Sendable (_ sub: String) -> UserRecord.SealedPassword? {
        let sealer = Sealer(ring: ring, index: .random(.system), entropy: .system)
        let verifier = SRPVerifier.make(
            identity: .user(poolID: poolID, userIDForSRP: "filler"), password: Secret(utf8: ServerLoad.password),
            salt: Entropy.system.bytes(16), arithmetic: LibCryptoArithmetic())
        let (plain, now) = (verifier.salt + verifier.verifier + (verifier.powers?.bytes ?? []), Date())
        return { sub in
            let sealed = sealer.seal(plain, purpose: .passwordVerifier, context: Array("\(poolID)|\(sub)".utf8))
            return UserRecord.SealedPassword(new: sealed, setAt: now)
        }
    }

    /// Measures the writes alone, then the rotation beside them.
    func measure() async throws -> [Row] {
        var calmTime = 0.0
        let calm = try await writes {
            calmTime = try await Stopwatch.seconds { try await Task.sleep(for: .seconds(Self.calmSeconds)) }
        }
        var time = 0.0
        let busy = try await writes { time = try await Stopwatch.seconds { try await rotate() } }
        let rates = (calm: Double(calm.count) / calmTime, busy: Double(busy.count) / time)
        let share = rates.busy / rates.calm
        let slowest = ((busy.max() ?? .nan) * 1e3).rounded(0)
        return [
            Row(
                name: "Master key of 200,000 users replaced, beside writes",
                result: "\(time.rounded(1)) s, \((Double(Self.users) / time).rounded(0)) rows/s",
                limit: "\(Self.limit.rounded(0)) s", ratio: "\((time / Self.limit).rounded(2)) ×",
                promise: "< \(Self.limit.rounded(0)) s", holds: time < Self.limit),
            Row(
                name: "Writes meanwhile", result: "\(rates.busy.rounded(0))/s, the slowest \(slowest) ms",
                limit: "\(rates.calm.rounded(0))/s without it", ratio: "\((share * 100).rounded(0)) %",
                promise: "≥ 25 %", holds: share >= 0.25),
        ]
    }

    func remove() {
        load.server.stop()
        try? FileManager.default.removeItem(at: load.server.folder)
    }

    /// Writes as fast as the server takes it while `body` runs.
    /// - Returns: the seconds that each write took.
    private func writes(while body: () async throws -> Void) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for worker in 0..<Self.writers {
                group.addTask { [load] in try await Self.write(as: "bench-\(worker)", to: load) }
            }
            try await body()
            group.cancelAll()
            return try await group.reduce(into: []) { times, more in times += more }
        }
    }

    /// Changes an attribute of a user until the task is cancelled.
    private static func write(as username: String, to load: ServerLoad) async throws -> [Double] {
        var times: [Double] = []
        while !Task.isCancelled {
            let request = AdminUpdateUserAttributesRequest(
                userPoolId: load.poolID, username: username,
                userAttributes: [AttributeType(name: "nickname", value: "n\(times.count)")])
            do {
                times.append(
                    try await Stopwatch.seconds {
                        try await load.administer(AdminUpdateUserAttributesOperation.self, request)
                    })
            } catch  where Task.isCancelled {
                return times
            }
        }
        return times
    }

    private func rotate() async throws {
        let process = Process()
        process.executableURL = URL(filePath: binary)
        process.arguments = ["rotate-master-key", "--data-dir", load.server.folder.appending(path: "data").path]
        // The progress has a line for 10,000 rows: less than a pipe holds.
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let count = text.split(separator: "\n").first { $0.hasSuffix(" values were sealed again.") }
            .flatMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        guard process.terminationStatus == 0, let count, count >= Self.users else {
            throw RotationFailure(output: text)
        }
    }
}

/// The rotation has failed, or has not sealed every user's password.
struct RotationFailure: Error, CustomStringConvertible {
    let output: String
    var description: String { "rotate-master-key has not sealed everything again: \(output)" }
}

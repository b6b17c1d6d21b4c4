// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSQLite
import GatehouseStorage
import GatehouseUserPoolModel

/// The reset of a server for development with ten users of a seed, after many users and sessions were added.
struct Resets {
    private static let added = 1_000
    private static let rounds = 7
    /// The longest time of a reset, in seconds.
    private static let limit = 0.02
    private static let poolID = "us-east-1_Reset00001"

    /// Measures from the request to the response.
    static func measure(binary: String) async throws -> Row {
        var server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let seed = server.folder.appending(path: "seed.json")
        let users = (1...10).map { #"{"username": "user\#($0)", "password": "Correct-Horse-7!"}"# }
        let pool = #"{"id": "\#(poolID)", "name": "reset", "users": [\#(users.joined(separator: ", "))]}"#
        try Data("{\"userPools\": [\(pool)]}".utf8).write(to: seed)
        server.settings["GATEHOUSE_SEED"] = seed.path
        try await server.start().stop()
        var times: [Double] = []
        for _ in 0..<rounds {
            try await PoolFilling(folder: server.folder, poolID: poolID).add(added)
            try await addSessions(in: server.folder)
            let running = try await server.start()
            defer { running.stop() }
            let clock = ContinuousClock()
            let start = clock.now
            let answer = try await WebRequest(method: .post, address: running.url + "/dev/reset").send()
            guard answer.status == 200 else { throw UnexpectedAnswer(operation: "reset", status: answer.status) }
            times.append((clock.now - start).seconds)
        }
        let median = times.sorted()[rounds / 2]
        return Row(
            name: "Reset after \(added) users and sessions", result: "\((median * 1e3).rounded(1)) ms",
            limit: "\((limit * 1e3).rounded(0)) ms", ratio: "\((median / limit).rounded(2)) ×",
            promise: "< \((limit * 1e3).rounded(0)) ms", holds: median < limit)
    }

    private static func addSessions(in folder: URL) async throws {
        let store = SQLUserPoolStore(try SQLiteDatabase(path: folder.appending(path: "data/gatehouse.sqlite").path))
        try await store.write { store in
            let (now, end) = (Date(), Date(timeIntervalSinceNow: 86_400))
            for _ in 0..<added {
                let family = TokenFamilyRecord(
                    id: Entropy.system.uuid(), poolID: poolID, clientID: "client", sub: Entropy.system.uuid(),
                    eventID: Entropy.system.uuid(), authTime: now, expiresAt: end)
                try store.insert(family)
                try store.insert(
                    RefreshTokenRecord(
                        hash: Entropy.system.bytes(32), poolID: poolID, familyID: family.id, expiresAt: end))
            }
        }
    }
}

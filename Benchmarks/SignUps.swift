// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import Synchronization

/// Sign-ups of many at once, each on disk before it is answered, beside what disk and cores permit.
///
/// The disk permits a sync for each, one after the other; the cores permit a power for each, on all of them. The smaller
/// of both is the limit. The callers share the cores with the server.
struct SignUps {
    private static let callers = 64
    private static let count = 1_920

    let load: ServerLoad

    func measure() async throws -> Row {
        let number = Atomic(0)
        let seconds = try await Stopwatch.seconds {
            try await MeasuredProcess.run(Self.count, workers: Self.callers) { _ in
                let username = "new-\(number.add(1, ordering: .relaxed).newValue)"
                let email = AttributeType(name: "email", value: username + "@example.com")
                _ = try await load.service.signUp(
                    SignUpRequest(
                        clientId: load.clientID, username: username, password: ServerLoad.password,
                        userAttributes: [email]))
            }
        }
        let rate = Double(Self.count) / seconds
        let syncs = try syncsPerSecond()
        let powers = Double(ProcessInfo.processInfo.activeProcessorCount) / (try Limits.measure().power)
        let limit = min(syncs, powers)
        return Row(
            name: "Sign-ups, \(Self.callers) at once, on disk", result: "\(rate.rounded(0))/s",
            limit: "\(limit.rounded(0))/s (\(syncs < powers ? "single syncs" : "one power each, all cores"))",
            ratio: "\((rate / limit * 100).rounded(0)) %", promise: "≥ 30 %", holds: rate >= 0.3 * limit)
    }

    /// The number of pages that the disk writes and confirms in a second.
    private func syncsPerSecond() throws -> Double {
        let file = load.server.folder.appending(path: "syncs")
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        let page = Data(repeating: 7, count: 4_096)
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<200 {
            try handle.write(contentsOf: page)
            try handle.synchronize()
        }
        return 200 / (clock.now - start).seconds
    }
}

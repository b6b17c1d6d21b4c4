// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation

/// `fetchAuthSession` on a valid session, through `Amplify.Auth` as an app calls it, while nothing listens to the Hub.
enum SessionReads {
    private static let count = 200_000
    private static let limit = 0.4

    /// A row for calls on one core, and the cells of a row for as many on each core at the same time.
    static func measure(_ server: RunningServer) async throws -> (alone: Row, together: [String]) {
        try await ServerLoad.onFirstPool(of: server).makeUser("reader")
        try Amplify.add(plugin: AWSCognitoAuthPlugin())
        let file = server.folder.appending(path: "data/amplify_outputs.json")
        try Amplify.configure(with: .data(try Data(contentsOf: file)))
        _ = try await Amplify.Auth.signIn(username: "reader", password: ServerLoad.password)
        try await read(1_000)
        let alone = try await Stopwatch.seconds { try await read(count) } / Double(count) * 1e6
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let together = try await Stopwatch.seconds { try await read(count, onEachOf: cores) } / Double(count) * 1e6
        let row = Row(
            name: "Valid `fetchAuthSession`", result: "\(alone.rounded(2)) µs", limit: "\(limit) µs",
            ratio: "\((alone / limit).rounded(2)) ×", promise: "≤ \(limit) µs", holds: alone <= limit)
        let cells = [
            "The same on \(cores) cores at once", "\(together.rounded(2)) µs", "\(alone.rounded(2)) µs (one core)",
            "\((together / alone).rounded(2)) ×", "", "",
        ]
        return (row, cells)
    }

    private static func read(_ count: Int) async throws {
        for _ in 0..<count { _ = try await Amplify.Auth.fetchAuthSession() }
    }

    private static func read(_ count: Int, onEachOf cores: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<cores { group.addTask { try await read(count) } }
            try await group.waitForAll()
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation

/// `fetchAuthSession` on a valid session, through `Amplify.Auth` as an app calls it.
enum SessionReads {
    static func measure(_ server: RunningServer) async throws -> Row {
        try await ServerLoad.onFirstPool(of: server).makeUser("reader")
        try Amplify.add(plugin: AWSCognitoAuthPlugin())
        let file = server.folder.appending(path: "data/amplify_outputs.json")
        try Amplify.configure(with: .data(try Data(contentsOf: file)))
        _ = try await Amplify.Auth.signIn(username: "reader", password: ServerLoad.password)
        for _ in 0..<1_000 { _ = try await Amplify.Auth.fetchAuthSession() }
        let count = 200_000
        let seconds = try await Stopwatch.seconds {
            for _ in 0..<count { _ = try await Amplify.Auth.fetchAuthSession() }
        }
        let microseconds = seconds / Double(count) * 1e6
        return Row(
            name: "Valid `fetchAuthSession`", result: "\(microseconds.rounded(2)) µs", limit: "5 µs",
            ratio: "\((microseconds / 5).rounded(2)) ×", promise: "< 5 µs", holds: microseconds < 5)
    }
}

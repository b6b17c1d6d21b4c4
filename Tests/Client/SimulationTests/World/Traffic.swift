// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The traffic between one process and the server, as far as the rules need it.
final class Traffic: Sendable {
    private struct State {
        var refreshesUnderWay = 0
        var mostRefreshes = 0
        var refused: Set<String> = []
        var refusesLogins = false
        var operations: [String] = []
    }

    private let state = Mutex(State())

    /// The largest number of refreshes that were under way at once.
    var mostRefreshes: Int { state.withLock(\.mostRefreshes) }

    /// The number of the user pool's definitive refusals of a refresh token that have reached the process.
    var refusals: Int { state.withLock(\.refused.count) }

    /// Whether the identity pool's refusal of an ID token has reached the process.
    var refusesLogins: Bool { state.withLock(\.refusesLogins) }

    /// The operations that were called, in order.
    var operations: [String] { state.withLock(\.operations) }

    func begin(_ operation: String) {
        state.withLock { state in
            state.operations.append(operation)
            guard operation == "GetTokensFromRefreshToken" else { return }
            state.refreshesUnderWay += 1
            state.mostRefreshes = max(state.mostRefreshes, state.refreshesUnderWay)
        }
    }

    func end(_ operation: String) {
        guard operation == "GetTokensFromRefreshToken" else { return }
        state.withLock { $0.refreshesUnderWay -= 1 }
    }

    func noteRefusal(of refreshToken: String) {
        state.withLock { _ = $0.refused.insert(refreshToken) }
    }

    func noteRefusalOfLogin() {
        state.withLock { $0.refusesLogins = true }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseTesting
import GatehouseWire
import Synchronization

/// Sees what the devices of a run send, and what the service answers.
final class NetworkWatch: Sendable {
    private struct State {
        /// The number of times that the service has applied a change, by the text of the change.
        var applied: [String: Int] = [:]
        /// Answers with a record of another owner.
        var leaks: [String] = []
    }

    private let state = Mutex(State())

    /// Sees an exchange of a device of a user.
    func see(_ request: TransportRequest, _ response: TransportResponse, for user: String, among users: [String]) {
        let answer = String(decoding: response.body, as: UTF8.self)
        let foreign = users.filter { $0 != user && answer.contains("\"\($0):") }
        state.withLock { state in
            if !foreign.isEmpty { state.leaks.append("an answer for \(user) has records of \(foreign)") }
            guard request.isGraphQL("mutation"), response.status == 200,
                let answer = try? WireValue(json: response.body), answer["errors"] == nil,
                let body = try? WireValue(json: request.body),
                let text = body["variables"]?["input"]?["content"]?.stringValue
            else { return }
            state.applied[text, default: 0] += 1
        }
    }

    /// Counts a change once more, although nothing has happened.
    func countAgain() {
        state.withLock { state in
            guard let text = state.applied.keys.min() else { return }
            state.applied[text, default: 0] += 1
        }
    }

    /// A change that was applied more than once; nil without one.
    var repeated: String? {
        state.withLock { state in
            state.applied.filter { $0.value > 1 }.keys.min().map { "\($0) was applied \(state.applied[$0] ?? 0) times" }
        }
    }

    /// The first answer with a record of another owner.
    var leak: String? { state.withLock(\.leaks.first) }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import Synchronization

/// Answers requests by their URL up to the query, and keeps those to a held host waiting.
final class ScriptedFetch: OutboundFetch {
    private struct State {
        var answers: [String: Result<OutboundResponse, OutboundFailure>] = [:]
        var requests: [OutboundRequest] = []
        var held: Set<String> = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func answer(_ url: String, _ json: String, status: Int = 200) {
        state.withLock { $0.answers[url] = .success(OutboundResponse(status: status, body: Array(json.utf8))) }
    }

    func fail(_ url: String, _ failure: OutboundFailure) {
        state.withLock { $0.answers[url] = .failure(failure) }
    }

    /// Lets requests whose URL begins with a text wait until ``release()``.
    func hold(_ prefix: String) { state.withLock { _ = $0.held.insert(prefix) } }

    func release() {
        let waiting = state.withLock { state in
            state.held = []
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// All requests so far.
    var requests: [OutboundRequest] { state.withLock { $0.requests } }

    /// The number of requests to a URL.
    func count(_ url: String) -> Int { requests.count { $0.url == url } }

    func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        state.withLock { $0.requests.append(request) }
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                guard state.held.contains(where: { request.url.hasPrefix($0) }) else { return false }
                state.waiting.append(continuation)
                return true
            }
            if !isHeld { continuation.resume() }
        }
        let url = String(request.url.prefix { $0 != "?" })
        let answer = state.withLock { $0.answers[url] }
        guard let answer else { throw .unresolved }
        return try answer.get()
    }
}

/// A clock that only the test advances.
final class MovedClock: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var clock: WallClock { WallClock { self.date.withLock { $0 } } }
    var seconds: Int64 { Int64(date.withLock { $0 }.timeIntervalSince1970) }

    func advance(by seconds: TimeInterval) { date.withLock { $0 += seconds } }
}

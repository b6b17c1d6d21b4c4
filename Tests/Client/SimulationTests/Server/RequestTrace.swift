// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Synchronization

/// The effects of a request that its caller cannot see.
final class RequestTrace: Sendable {
    private struct State {
        var commits = 0
        var refusal: Overload?
    }

    /// The trace of the request that the current task handles.
    @TaskLocal static var current: RequestTrace?

    private let state = Mutex(State())

    /// The number of its commits.
    var commits: Int { state.withLock(\.commits) }
    /// The queue that it would have waited in for too long.
    var refusal: Overload? { state.withLock(\.refusal) }

    func addCommit() { state.withLock { $0.commits += 1 } }

    func refuse(by queue: Overload) { state.withLock { $0.refusal = queue } }
}

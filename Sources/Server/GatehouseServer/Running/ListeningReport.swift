// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Says that a server listens once all of its sockets do, so that a start that fails is never announced.
final class ListeningReport: Sendable {
    private struct State {
        var missing: Int
        var port: Int?
    }

    private let state: Mutex<State>
    private let report: @Sendable (_ port: Int) -> Void

    /// Waits for a number of sockets, then calls `report` with the port of the services.
    init(sockets: Int, report: @escaping @Sendable (_ port: Int) -> Void) {
        state = Mutex(State(missing: sockets))
        self.report = report
    }

    /// Notes that the socket of the services listens.
    func servicesListen(on port: Int) { note(port) }

    /// Notes that the socket of the metrics listens.
    func metricsListen() { note(nil) }

    private func note(_ port: Int?) {
        let complete = state.withLock { state -> Int? in
            state.missing -= 1
            state.port = port ?? state.port
            return state.missing == 0 ? state.port : nil
        }
        if let complete { report(complete) }
    }
}

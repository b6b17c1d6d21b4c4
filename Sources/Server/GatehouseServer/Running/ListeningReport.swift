// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// Reports that a server listens, after all of its sockets do, so that a failed start is never reported.
final class ListeningReport: Sendable {
    private struct State {
        var missing: Int
        var port: Int?
    }

    private let state: Mutex<State>
    private let report: @Sendable (_ port: Int) -> Void

    /// Creates a report for a number of sockets; `report` is called with the port of the services.
    init(sockets: Int, report: @escaping @Sendable (_ port: Int) -> Void) {
        state = Mutex(State(missing: sockets))
        self.report = report
    }

    /// Records that the socket of the services listens.
    func servicesListen(on port: Int) { note(port) }

    /// Records that a socket of the metrics or of the health pages listens.
    func otherSocketListens() { note(nil) }

    private func note(_ port: Int?) {
        let complete = state.withLock { state -> Int? in
            state.missing -= 1
            state.port = port ?? state.port
            return state.missing == 0 ? state.port : nil
        }
        if let complete { report(complete) }
    }
}

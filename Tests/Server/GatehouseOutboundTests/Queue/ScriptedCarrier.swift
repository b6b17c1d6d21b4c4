// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutbound
import Synchronization

/// A carrier that behaves as the test says, and records the messages that it got.
final class ScriptedCarrier: Carrier {
    enum Behaviour {
        case take
        case fail(CarriageFailure)
        /// Does not answer until it is released or cancelled.
        case hang
    }

    private struct State {
        var behaviour = Behaviour.take
        var taken: [String] = []
        var running = 0
        var mostRunning = 0
    }

    private let state = Mutex(State())
    private let (begun, began) = AsyncStream.makeStream(of: Void.self)
    private let (released, release) = AsyncStream.makeStream(of: Void.self)

    /// The bodies that were taken over.
    var taken: [String] { state.withLock { $0.taken } }
    var mostRunning: Int { state.withLock { $0.mostRunning } }

    func behave(_ behaviour: Behaviour) {
        state.withLock { $0.behaviour = behaviour }
    }

    /// Returns once an attempt has begun.
    func attemptBegins() async {
        _ = await begun.first { _ in true }
    }

    /// Completes all attempts that hang.
    func letGo() {
        release.finish()
    }

    func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        let behaviour = state.withLock { state in
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
            return state.behaviour
        }
        defer { state.withLock { $0.running -= 1 } }
        began.yield()
        switch behaviour {
        case .take: break
        case .fail(let failure): throw failure
        case .hang:
            for await _ in released {}
            if Task.isCancelled { throw .postponed("cancelled") }
        }
        state.withLock { $0.taken.append(message.body) }
    }
}

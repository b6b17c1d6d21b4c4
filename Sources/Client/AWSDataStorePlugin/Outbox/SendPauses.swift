// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseCrypto

/// The pauses after failures: of one event, and of all events while the service seems to be out of reach.
///
/// The service may fail for one change for ever, such as for one that its resolver cannot bear. Such a change must not
/// hold up the others. If several of them fail without an answer to any, the service itself is the more likely reason.
struct SendPauses: Sendable {
    /// The number of different events whose failures, without an answer in between, count as a failure of the service.
    static let doubt = 3

    private var all = SendBackoff()
    private var own: [MutationEvent.EventIdentifier: SendBackoff] = [:]
    /// The events that have failed since the last answer.
    private var failing: Set<MutationEvent.EventIdentifier> = []

    /// Whether the service has failed for several events, and has answered none since.
    var isDoubtful: Bool { failing.count >= Self.doubt }

    /// Begins a pause after the failure of an event.
    ///
    /// - Parameters:
    ///   - id: the event; nil for a failure of the store.
    ///   - isGeneral: whether other events would fail, too.
    ///   - told: the time that the service wants; nil for none.
    ///   - uptime: the present reading of the clock.
    ///   - entropy: the source of the random part.
    mutating func fail(
        _ id: MutationEvent.EventIdentifier?, isGeneral: Bool, told: Duration?, at uptime: Duration, _ entropy: Entropy
    ) {
        if let id {
            failing.insert(id)
            var pause = own[id] ?? SendBackoff()
            if !isGeneral { pause.fail(told: told, at: uptime, entropy) }
            own[id] = pause
        }
        // The failures of requests that were under way together are one failure.
        guard isGeneral || isDoubtful, all.rest(at: uptime) == nil else { return }
        all.fail(told: told, at: uptime, entropy)
    }

    /// Takes an answer of the service, which works again for the other events.
    mutating func succeed() {
        all.reset()
        failing = []
    }

    /// Forgets an event that has left the outbox.
    mutating func forget(_ id: MutationEvent.EventIdentifier) {
        own[id] = nil
        failing.remove(id)
    }

    /// Ends all pauses; the next ones are as long as the present ones would have been.
    mutating func wake() {
        all.wake()
        for id in own.keys { own[id]?.wake() }
    }

    /// The rest of the pause of all events; nil if it is over.
    func rest(at uptime: Duration) -> Duration? { all.rest(at: uptime) }

    /// The state of an event that is not under way.
    func readiness(of id: MutationEvent.EventIdentifier, at uptime: Duration) -> OutboxQueue.Readiness {
        guard let pause = own[id] else { return .ready }
        return pause.rest(at: uptime) == nil ? .afterOthers : .waits
    }

    /// The time, by the clock's uptime, at which the next pause ends; nil without one.
    func nextEnd(after uptime: Duration) -> Duration? {
        if let rest = all.rest(at: uptime) { return uptime + rest }
        return own.values.compactMap { $0.rest(at: uptime) }.min().map { uptime + $0 }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient
import GatehouseWire

/// The decisions of a connection for subscriptions: what to do after an event, and until when to wait for the next.
///
/// One connection serves all subscriptions of an API in one mode. The first of them opens it, the last one closes it.
/// Subscriptions of a connection that is lost start again on the next one with their ids.
struct RealtimeMachine: Sendable {
    /// An event.
    enum Input: Sendable {
        case subscribe(id: String)
        case unsubscribe(id: String)
        /// The connection is open, and the conversation may begin.
        case opened
        /// The start of a subscription is on its way.
        case started(id: String)
        /// The start of a subscription could not be authorized.
        case notStarted(id: String, RealtimeFailure)
        /// A subscription whose caller the service refuses could show the refused credentials only.
        case notRenewed(id: String)
        case received(RealtimeResponse)
        /// The connection could not be opened, or it ended.
        case lost(RealtimeFailure)
        /// Something has shown that the network works.
        case networkReturned
        /// Time has passed.
        case tick
        /// The app releases the plugin.
        case shutDown
    }

    /// What to do.
    enum Action: Sendable {
        case open
        case initialize
        /// Authorize and send the start of a subscription.
        case start(id: String)
        case stop(id: String)
        case close(SocketClosure)
        case notify(id: String, SubscriptionConnectionState)
        case deliver(id: String, WireValue)
        /// End a subscription, with an error or without.
        case end(id: String, RealtimeFailure?)
    }

    /// The state of the connection; times are readings of the clock's uptime.
    enum Phase: Sendable {
        case closed
        case opening(until: Duration)
        case acknowledging(until: Duration)
        case open(since: Duration, timeout: Duration, until: Duration)
        /// Waits before the next attempt.
        case pausing(until: Duration)
    }

    /// The state of a subscription.
    enum Stage: Sendable {
        /// Waits for the connection, the first time not for ever.
        case waiting(until: Duration?)
        case starting(until: Duration, isSent: Bool)
        /// Waits before it starts again.
        case pausing(until: Duration)
        case active(since: Duration)
    }

    struct Subscription: Sendable {
        let number: Int
        var stage: Stage
        /// Whether the service has accepted it once.
        var wasActive = false
        /// The number of starts or new starts that the service has refused, one after the other, and may accept later.
        var setbacks = 0
        /// The number of starts that could not be authorized, one after the other.
        var unauthorizedStarts = 0
        /// The reason why the service has ended it, until it accepts other credentials of the caller.
        var refusal: RealtimeFailure?
    }

    static let connectTime = Duration.seconds(10)
    static let answerTime = Duration.seconds(5)
    /// The time for tokens, which may have to be renewed.
    static let authorizationTime = Duration.seconds(30)
    static let mostSetbacks = 8
    /// A connection or a subscription of this age does not count as a failed attempt when it ends.
    static let stableAge = Duration.seconds(10)

    let pause: @Sendable (Int) -> Duration
    var phase = Phase.closed
    /// The number of attempts that failed, one after the other.
    var failures = 0
    /// The reason for the last failure, for subscriptions that give up waiting.
    var lastFailure: RealtimeFailure?
    /// Whether the present pause is not ended by a network that works: one was, and no connection has come of it.
    ///
    /// Other requests may succeed where connections do not. They must not make the client connect without pauses.
    var hasHurried = false
    var subscriptions: [String: Subscription] = [:]
    private var nextNumber = 0

    /// The number of the connection; events of an earlier one do not count.
    private(set) var generation = 0

    /// Creates a machine without subscriptions.
    ///
    /// - Parameter pause: the pause after a number of failed attempts, from 1.
    init(pause: @escaping @Sendable (Int) -> Duration) {
        self.pause = pause
    }

    /// The first time at which a `tick` changes something; nil if none does.
    var nextDeadline: Duration? {
        let own: Duration? =
            switch phase {
            case .closed: nil
            case .opening(let until), .acknowledging(let until), .open(_, _, let until), .pausing(let until): until
            }
        return subscriptions.values.reduce(own) { earliest, subscription in
            guard let deadline = subscription.stage.deadline else { return earliest }
            return earliest.map { min($0, deadline) } ?? deadline
        }
    }

    /// Whether the start of a subscription is to be sent, and was not yet.
    func awaitsStart(of id: String) -> Bool {
        if case .starting(_, isSent: false) = subscriptions[id]?.stage { true } else { false }
    }

    /// Whether the subscription must show other credentials than before.
    func needsOtherCredentials(_ id: String) -> Bool {
        subscriptions[id]?.refusal != nil
    }

    /// Whether the connection waits for a network that works.
    var awaitsNetwork: Bool {
        if case .pausing = phase { !hasHurried } else { false }
    }

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - input: the event; one of a connection must be of the present one.
    ///   - now: the clock's uptime.
    /// - Returns: what to do, in order.
    mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .subscribe(let id): subscribe(id, now)
        case .unsubscribe(let id): unsubscribe(id)
        case .opened: opened(now)
        case .started(let id): started(id, now)
        case .notStarted(let id, let failure): notStarted(id, failure, now)
        case .notRenewed(let id): end(id, subscriptions[id]?.refusal) + closeIfUnused()
        case .received(let response): received(response, now)
        case .lost(let failure): lost(failure, now)
        case .networkReturned: networkReturned(now)
        case .tick: tick(now)
        case .shutDown: endAll(nil) + close()
        }
    }

    private mutating func subscribe(_ id: String, _ now: Duration) -> [Action] {
        subscriptions[id] = Subscription(number: nextNumber, stage: .waiting(until: now + Self.connectTime))
        nextNumber += 1
        let begun: [Action] =
            switch phase {
            case .closed: open(now)
            case .open: start(id, now)
            case .opening, .acknowledging, .pausing: []
            }
        return [.notify(id: id, .connecting)] + begun
    }

    private mutating func unsubscribe(_ id: String) -> [Action] {
        guard let subscription = subscriptions.removeValue(forKey: id) else { return [] }
        return (subscription.stage.isKnownToService ? [.stop(id: id)] : []) + closeIfUnused()
    }

    /// Opens the next connection.
    mutating func open(_ now: Duration) -> [Action] {
        generation += 1
        phase = .opening(until: now + Self.authorizationTime)
        return [.open]
    }

    private mutating func opened(_ now: Duration) -> [Action] {
        guard case .opening = phase else { return [] }
        phase = .acknowledging(until: now + Self.answerTime)
        return [.initialize]
    }

    /// Starts a subscription on the open connection.
    mutating func start(_ id: String, _ now: Duration) -> [Action] {
        subscriptions[id]?.stage = .starting(until: now + Self.authorizationTime, isSent: false)
        return [.start(id: id)]
    }

    private mutating func started(_ id: String, _ now: Duration) -> [Action] {
        guard awaitsStart(of: id) else { return [] }
        subscriptions[id]?.stage = .starting(until: now + Self.answerTime, isSent: true)
        subscriptions[id]?.unauthorizedStarts = 0
        return []
    }

    /// Ends a subscription on the side of the app.
    mutating func end(_ id: String, _ failure: RealtimeFailure?) -> [Action] {
        guard subscriptions.removeValue(forKey: id) != nil else { return [] }
        return [.notify(id: id, .disconnected), .end(id: id, failure)]
    }

    /// Ends all subscriptions on the side of the app.
    mutating func endAll(_ failure: RealtimeFailure?) -> [Action] {
        identifiers.flatMap { end($0, failure) }
    }

    /// Closes the connection, if there is one.
    mutating func close(_ closure: SocketClosure = SocketClosure(.normal)) -> [Action] {
        defer { phase = .closed }
        switch phase {
        case .closed, .pausing: return []
        case .opening, .acknowledging, .open:
            generation += 1
            failures = 0
            return [.close(closure)]
        }
    }

    /// Closes the connection after the last subscription.
    mutating func closeIfUnused() -> [Action] {
        subscriptions.isEmpty ? close() : []
    }

    /// The ids, in the order of subscribing.
    var identifiers: [String] {
        subscriptions.sorted { $0.value.number < $1.value.number }.map(\.key)
    }
}

extension RealtimeMachine.Stage {
    /// The time at which something must have happened.
    var deadline: Duration? {
        switch self {
        case .waiting(let until): until
        case .starting(let until, _), .pausing(let until): until
        case .active: nil
        }
    }

    /// Whether the service has received the start, so that it must receive a stop.
    var isKnownToService: Bool {
        switch self {
        case .active, .starting(_, isSent: true): true
        case .waiting, .pausing, .starting(_, isSent: false): false
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient

extension RealtimeMachine {
    /// Takes a message of the service.
    mutating func received(_ response: RealtimeResponse, _ now: Duration) -> [Action] {
        switch response.kind {
        case .connectionAck: return acknowledged(response.connectionTimeout, now)
        case .connectionError:
            return lost(.service(response.errors.map(GraphQLError.init)), now)
        case .keepAlive:
            if case .open(let since, let timeout, _) = phase {
                phase = .open(since: since, timeout: timeout, until: now + timeout)
            }
            return []
        case .startAck: return response.id.map { accepted($0, now) } ?? []
        case .data:
            guard let id = response.id, subscriptions[id]?.stage.isKnownToService == true else { return [] }
            return [.deliver(id: id, response.payload)]
        case .complete: return response.id.map { end($0, nil) + closeIfUnused() } ?? []
        case .error: return refused(response, now)
        }
    }

    private mutating func acknowledged(_ timeout: Duration, _ now: Duration) -> [Action] {
        guard case .acknowledging = phase else { return [] }
        phase = .open(since: now, timeout: timeout, until: now + timeout)
        hasHurried = false
        return identifiers.flatMap { id in
            if case .waiting = subscriptions[id]?.stage { start(id, now) } else { [] as [Action] }
        }
    }

    private mutating func accepted(_ id: String, _ now: Duration) -> [Action] {
        guard case .starting(_, isSent: true) = subscriptions[id]?.stage else { return [] }
        subscriptions[id]?.stage = .active(since: now)
        subscriptions[id]?.wasActive = true
        subscriptions[id]?.refusal = nil
        return [.notify(id: id, .connected)]
    }

    /// Takes an error.
    ///
    /// Without an id, it counts for each subscription that waits for its `start_ack`.
    private mutating func refused(_ response: RealtimeResponse, _ now: Duration) -> [Action] {
        let failure = RealtimeFailure.service(response.errors.map(GraphQLError.init))
        let affected =
            response.id.map { [$0] }
            ?? identifiers.filter { id in
                if case .starting(_, isSent: true) = subscriptions[id]?.stage { true } else { false }
            }
        return affected.flatMap { id in refuse(id, failure, now) } + closeIfUnused()
    }

    private mutating func refuse(_ id: String, _ failure: RealtimeFailure, _ now: Duration) -> [Action] {
        guard let subscription = subscriptions[id] else { return [] }
        if failure.isLimitOfSubscriptions || failure.mayRepeat { return postpone(id, failure, now) }
        guard failure.isRefusalOfCaller, case .active(let since) = subscription.stage else { return end(id, failure) }
        return renew(id, failure, activeFor: now - since, now)
    }

    /// Lets a subscription start again later that the service cannot serve at present.
    ///
    /// A new one ends after some attempts. One that was accepted waits for as long as the service is at fault, as
    /// it does after the loss of its connection.
    private mutating func postpone(_ id: String, _ failure: RealtimeFailure, _ now: Duration) -> [Action] {
        guard let subscription = subscriptions[id] else { return [] }
        var setbacks = subscription.setbacks
        var notices: [Action] = []
        if case .active(let since) = subscription.stage {
            if now - since >= Self.stableAge { setbacks = 0 }
            notices = [.notify(id: id, .connecting)]
        }
        if subscription.wasActive, failure.mayRepeat { setbacks = min(setbacks, Self.mostSetbacks - 1) }
        guard setbacks < Self.mostSetbacks else { return end(id, failure) }
        subscriptions[id]?.setbacks = setbacks + 1
        return notices + pauseStart(of: id, after: setbacks + 1, now)
    }

    /// Starts an accepted subscription again whose caller the service does not accept any longer.
    ///
    /// Tokens end before the subscriptions that they authorized. The session has a new token then, so that the app
    /// notices a pause only. If the session has none, the refusal is the end: see `notRenewed`. If the service accepts
    /// and refuses in turn, the starts have pauses between them.
    private mutating func renew(
        _ id: String, _ refusal: RealtimeFailure, activeFor age: Duration, _ now: Duration
    ) -> [Action] {
        let setbacks = age >= Self.stableAge ? 0 : subscriptions[id]?.setbacks ?? 0
        guard setbacks < Self.mostSetbacks else { return end(id, refusal) }
        subscriptions[id]?.setbacks = setbacks + 1
        subscriptions[id]?.refusal = refusal
        guard setbacks > 0 else { return [.notify(id: id, .connecting)] + start(id, now) }
        return [.notify(id: id, .connecting)] + pauseStart(of: id, after: setbacks, now)
    }

    /// Takes the failure to authorize a start.
    ///
    /// If the reason may pass, an accepted subscription waits, as it does after the loss of its connection.
    mutating func notStarted(_ id: String, _ failure: RealtimeFailure, _ now: Duration) -> [Action] {
        guard awaitsStart(of: id), let subscription = subscriptions[id] else { return [] }
        guard subscription.wasActive, failure.mayRepeat else { return end(id, failure) + closeIfUnused() }
        subscriptions[id]?.unauthorizedStarts += 1
        return pauseStart(of: id, after: subscription.unauthorizedStarts + 1, now)
    }

    /// Lets a subscription wait on the open connection before its next start.
    private mutating func pauseStart(of id: String, after attempts: Int, _ now: Duration) -> [Action] {
        let end = now + pause(attempts)
        subscriptions[id]?.stage = .pausing(until: end)
        return []
    }

    // MARK: - Loss and time

    /// Takes the end of the connection, or of the attempt to open one.
    mutating func lost(_ failure: RealtimeFailure, _ now: Duration) -> [Action] {
        switch phase {
        case .closed, .pausing: return []
        case .opening, .acknowledging, .open: break
        }
        guard failure.mayRepeat else {
            let ends = endAll(failure.isRegularEnd ? nil : failure)
            return ends + close()
        }
        return reconnect(failure, now)
    }

    /// Pauses, and lets the subscriptions wait for the next connection.
    private mutating func reconnect(_ failure: RealtimeFailure, _ now: Duration) -> [Action] {
        if case .open(let since, _, _) = phase, now - since >= Self.stableAge { failures = 0 }
        failures += 1
        let attempts = failures
        // The old connection is closed, in case it still exists.
        let closing = close(SocketClosure(.goingAway))
        failures = attempts
        lastFailure = failure
        guard !subscriptions.isEmpty else { return closing }
        phase = .pausing(until: now + pause(attempts))
        return closing + identifiers.flatMap { wait($0, now) }
    }

    /// Opens the next connection now, once for each series of failed attempts.
    mutating func networkReturned(_ now: Duration) -> [Action] {
        guard awaitsNetwork else { return [] }
        hasHurried = true
        return open(now)
    }

    private mutating func wait(_ id: String, _ now: Duration) -> [Action] {
        guard let subscription = subscriptions[id] else { return [] }
        // The next connection asks the session anew, and the service judges what it has.
        subscriptions[id]?.refusal = nil
        switch subscription.stage {
        case .waiting: return []
        case .active(let since):
            if now - since >= Self.stableAge { subscriptions[id]?.setbacks = 0 }
            subscriptions[id]?.stage = .waiting(until: nil)
            return [.notify(id: id, .connecting)]
        case .starting, .pausing:
            subscriptions[id]?.stage = .waiting(until: subscription.wasActive ? nil : now + Self.connectTime)
            return []
        }
    }

    /// Takes up what is due.
    mutating func tick(_ now: Duration) -> [Action] {
        let ofConnection: [Action] =
            switch phase {
            case .opening(let until) where until <= now: reconnect(.timedOut("a handshake"), now)
            case .acknowledging(let until) where until <= now: reconnect(.timedOut("connection_ack"), now)
            case .open(_, _, let until) where until <= now: reconnect(.timedOut("a keep-alive message"), now)
            case .pausing(let until) where until <= now: open(now)
            case .closed, .opening, .acknowledging, .open, .pausing: []
            }
        let ofSubscriptions = identifiers.flatMap { due($0, now) }
        return ofConnection + ofSubscriptions + closeIfUnused()
    }

    private mutating func due(_ id: String, _ now: Duration) -> [Action] {
        guard let subscription = subscriptions[id], let deadline = subscription.stage.deadline, deadline <= now else {
            return []
        }
        switch subscription.stage {
        case .active: return []
        case .waiting: return end(id, lastFailure ?? .timedOut("connection_ack"))
        case .pausing:
            if case .open = phase { return start(id, now) }
            subscriptions[id]?.stage = .waiting(until: subscription.wasActive ? nil : now + Self.connectTime)
            return []
        // A subscription that the service had accepted does not end because a connection hangs.
        case .starting where subscription.wasActive: return reconnect(.timedOut("start_ack"), now)
        case .starting(_, let isSent):
            return (isSent ? [.stop(id: id)] : []) + end(id, .timedOut("start_ack"))
        }
    }
}

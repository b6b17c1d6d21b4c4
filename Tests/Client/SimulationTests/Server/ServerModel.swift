// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The states that the server may be in, as far as its answers show: a set for each user.
///
/// A call whose effect is unknown leaves the state with the effect and the state without it. A promise is broken when an
/// answer leaves no state at all.
struct ServerModel: Sendable {
    private(set) var accounts: [String: Set<Account>] = [:]

    /// Begins with users that exist.
    init(residents: [String], password: String) {
        for user in residents { accounts[user] = [Account(status: .confirmed, password: password)] }
    }

    /// The states that a user may be in.
    func states(of user: String) -> Set<Account> { accounts[user] ?? [Account()] }

    /// The user's password, if all states agree.
    func password(of user: String) -> String? {
        let passwords = Set(states(of: user).map(\.password))
        return passwords.count == 1 ? passwords.first : nil
    }

    /// Learns from calls that were made at the same time.
    /// - Throws: `BrokenPromise` when no order of them explains their answers.
    mutating func learn(_ events: [ServerEvent]) throws {
        for event in events {
            switch event.answer {
            case .acceptedTwice:
                throw BrokenPromise(.nothingWorksTwice, "\(event.user): an answer to a challenge was accepted twice")
            case .refused(let fault) where fault.code == .internalError:
                throw BrokenPromise(.noUnforeseenErrors, "\(event.user): \(event)")
            default: continue
            }
        }
        for (user, events) in Dictionary(grouping: events, by: \.user).sorted(by: { $0.key < $1.key }) {
            let former = states(of: user)
            let events = events.map { $0.checked(against: former) }
            let states = Self.states(after: events, from: former)
            guard !states.isEmpty else { throw Self.brokenPromise(by: events, from: former) }
            accounts[user] = states
        }
    }

    /// The states after the events in every order that is possible: an event that had ended before another began comes
    /// before it.
    private static func states(after events: [ServerEvent], from states: Set<Account>) -> Set<Account> {
        guard !events.isEmpty, !states.isEmpty else { return states }
        var result: Set<Account> = []
        for (index, event) in events.enumerated() where !events.contains(where: { $0.ended < event.began }) {
            var rest = events
            rest.remove(at: index)
            let next = Set(states.flatMap { $0.outcomes(of: event) })
            result.formUnion(Self.states(after: rest, from: next))
        }
        return result
    }

    /// The broken promise: the promise about the event without which the others can be explained.
    private static func brokenPromise(by events: [ServerEvent], from states: Set<Account>) -> BrokenPromise {
        let culprit = events.indices.first { index in
            var rest = events
            rest.remove(at: index)
            return !Self.states(after: rest, from: states).isEmpty
        }
        guard let event = culprit.map({ events[$0] }) ?? events.first else {
            return BrokenPromise(.acknowledgedMeansKept, "no state explains what happened")
        }
        let text = "\(event.user): \(event) does not fit \(states.map { "\($0)" }.sorted().joined(separator: " or "))"
        let isAlsoRefreshed = events.indices.contains { $0 != culprit && events[$0].isRefresh(of: event.call) }
        return BrokenPromise(isAlsoRefreshed ? .nothingWorksTwice : event.promise(from: states), text)
    }
}

extension ServerEvent: CustomStringConvertible {
    var description: String { "\(call.name) → \(answer.text)" }

    /// The event with the knowledge whether its sign-in was valid in one of these states.
    fileprivate func checked(against states: Set<Account>) -> ServerEvent {
        switch call {
        case .signOut(let holding), .changePassword(let holding, _, _), .confirmDevice(let holding, _),
            .rememberDevice(let holding, _), .forgetDevice(let holding, _), .registerPasskey(let holding, _),
            .deletePasskey(let holding, _):
            var event = self
            event.wasSignedIn = states.contains { $0.isUsable && $0.signIns[holding.signIn] != nil }
            return event
        default: return self
        }
    }

    /// Whether the event is a successful refresh with the same refresh token as the call.
    fileprivate func isRefresh(of other: ServerCall) -> Bool {
        guard answer.isSuccess, case .refresh(let holding) = call, case .refresh(let same) = other else { return false }
        return holding.signIn == same.signIn && holding.tokenNumber == same.tokenNumber
    }

    /// The promise that this event breaks if it cannot be explained.
    fileprivate func promise(from states: Set<Account>) -> ServerPromise {
        guard answer.isSuccess else { return .acknowledgedMeansKept }
        switch call {
        case .again, .confirmSignUp: return .nothingWorksTwice
        case .refresh(let holding):
            let isReplaced = states.contains { state in
                state.isUsable && state.signIns[holding.signIn]?.contains(holding.tokenNumber) == false
            }
            return isReplaced ? .nothingWorksTwice : .endedMeansEnded
        case .signIn, .signInByCode, .signInWithDevice, .signInWithPasskey, .getUser, .signOut, .changePassword,
            .confirmDevice, .rememberDevice, .forgetDevice, .registerPasskey, .deletePasskey:
            return .endedMeansEnded
        default: return .acknowledgedMeansKept
        }
    }
}

extension ServiceFault {
    /// Whether the call may have had an effect: the server failed, or a program that it called after a commit did.
    var leavesDoubt: Bool {
        code == .serviceUnavailable || code == .unexpectedLambda || cause is ProcessEnded
    }

    /// Whether the fault reports a limit, which the model does not predict.
    var isLimit: Bool {
        self == .lockedOut || code == .limitExceeded || self == .rateExceeded || overload != nil
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Synchronization

/// A moment in the order of calls, sign-ins and sign-outs in this process.
///
/// A call keeps the moment in which the app made it. An event that can overtake calls, such as a sign-out, has a moment
/// as well: it overtakes the calls from before it.
package struct CallMoment: Sendable, Comparable {
    @TaskLocal private static var ofCall: CallMoment?
    private static let last = Atomic(0)

    /// The moment of an event that has not happened: it overtakes no call.
    package static let never = CallMoment(number: 0)

    private let number: Int

    /// The present moment, which is later than all before.
    package static func now() -> CallMoment {
        CallMoment(number: last.add(1, ordering: .sequentiallyConsistent).newValue)
    }

    /// The moment in which the app made the present call, or now where the client has not noted it.
    ///
    /// A call can begin later, on another thread: a sign-out in between ends the call, too.
    package static var present: CallMoment { ofCall ?? now() }

    /// Runs a body, and the tasks that it starts, as a call that the app made at this moment.
    ///
    /// - Parameter body: code of the client, not of an app, whose further calls have moments of their own.
    /// - Returns: the body's value.
    /// - Throws: the body's error.
    package func asPresent<Value>(_ body: () throws -> Value) rethrows -> Value {
        try Self.$ofCall.withValue(self, operation: body)
    }

    /// Whether a moment is before another.
    package static func < (one: CallMoment, other: CallMoment) -> Bool { one.number < other.number }
}

extension SessionHolder {
    /// The last events that have overtaken calls.
    struct Overtaken: Sendable, Equatable {
        /// Calls from before this moment are ended: the moment of the last sign-out without a request.
        var calls = CallMoment.never
        /// Sign-ins from before this moment are ended: by that sign-out, or by a later sign-in.
        var signIns = CallMoment.never
    }

    /// The events up to now.
    var overtaken: Overtaken { lastOvertaken.withLock { $0 } }

    /// Whether a sign-out without a request has overtaken a call.
    func isOvertaken(_ call: CallMoment) -> Bool { overtaken.calls > call }

    /// Whether a sign-out without a request, or another sign-in, has overtaken a call that signs in.
    func isOvertaken(signIn call: CallMoment) -> Bool { overtaken.signIns > call }

    /// Ends the sign-ins from before a moment: they store nothing from now on.
    ///
    /// - Returns: whether a sign-in of that moment counts; false after a later sign-in or sign-out.
    func endSignIns(before moment: CallMoment) -> Bool {
        changing.withLock { _ in
            lastOvertaken.withLock { overtaken in
                overtaken.signIns = max(overtaken.signIns, moment)
                return overtaken.signIns == moment
            }
        }
    }

    /// Removes the session from memory, and from the store if that succeeds, and ends the calls that have begun: they
    /// store and show nothing from now on.
    ///
    /// What the store cannot remove now, the next renewal removes.
    ///
    /// - Returns: the session that was removed.
    func end() -> SessionRecord? {
        // Enters the configuration in the store, so that no later call takes the session of a former one over.
        _ = try? loaded()
        return changing.withLock { leftBehind in
            lastOvertaken.withLock { overtaken in
                let now = CallMoment.now()
                overtaken = Overtaken(calls: now, signIns: now)
            }
            let former = current.withLock { $0 }
            let remains = leftBehind
            do throws(StoreError) {
                let (_, stored) = try storage.exchange(for: nil) { _ in true }
                leftBehind = []
                show(nil)
                guard let former else { return (try? stored.get()) ?? nil }
                guard isShared, case .success(let stored) = stored,
                    !former.isStored(as: stored?.hopeful, orOneOf: remains)
                else { return former.record }
                return stored
            } catch {
                show(nil, unsavedOver: former)
                return former?.record
            }
        }
    }
}

extension SessionEngine {
    /// Whether a sign-out without a request has overtaken a call.
    package func isOvertaken(_ call: CallMoment) -> Bool { holder.isOvertaken(call) }

    /// Whether a sign-out without a request, or another sign-in, has overtaken a call that signs in.
    package func isOvertaken(signIn call: CallMoment) -> Bool { holder.isOvertaken(signIn: call) }
}

/// The turns of an engine's calls.
///
/// A call that was ended from outside may still wait for an answer; the calls after it do not wait for that one.
struct Turns: Sendable {
    /// The events before the calls that wait for each other.
    var overtaken = SessionHolder.Overtaken()
    /// Calls that change the session take turns.
    var changes = SerialGate()
    var renewals = Renewals()
}

/// The renewals of a session.
final class Renewals: Sendable {
    /// Renewals take turns, so that no two spend the same refresh token.
    let turns = SerialGate()
    let report = SingleFlight<SessionReport>()
    let forcedReport = SingleFlight<SessionReport>()
    let tokens = SingleFlight<Result<UserPoolTokens, SessionError>>()
    let credentials = SingleFlight<Result<GrantedIdentity, SessionError>>()
    let providerTokens = SingleFlight<Result<ProviderTokens, SessionError>>()
}

extension SessionEngine {
    /// The turns of a call that begins now.
    var presentTurns: Turns {
        turns.withLock { turns in
            let overtaken = holder.overtaken
            if turns.overtaken.calls != overtaken.calls { turns.renewals = Renewals() }
            if turns.overtaken != overtaken { turns.changes = SerialGate() }
            turns.overtaken = overtaken
            return turns
        }
    }
}

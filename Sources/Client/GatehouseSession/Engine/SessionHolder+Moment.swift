// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension SessionHolder {
    /// The present as far as it decides which calls still count: a sign-out without a request ends all that began
    /// before it, and a sign-in ends the one before it.
    struct Moment: Sendable, Equatable {
        /// The number of sign-outs that ended everything.
        var signOuts = 0
        /// The number of times that the running sign-in was ended.
        var endedSignIns = 0
    }

    /// The sign-outs of one holder up to the moment in which the app made the present call.
    struct SignOutsAtCall: Sendable {
        @TaskLocal static var present: SignOutsAtCall?

        let holder: ObjectIdentifier
        let count: Int
    }

    /// The present.
    var moment: Moment { lastMoment.withLock { $0 } }

    /// The moment at which the present call began; a call notes it.
    ///
    /// A sign-out between the app's call and its beginning on another thread ends the call too.
    var beginning: Moment {
        var moment = moment
        if let present = SignOutsAtCall.present, present.holder == ObjectIdentifier(self) {
            moment.signOuts = present.count
        }
        return moment
    }

    /// Ends the sign-ins that have begun: they store nothing from now on.
    func endSignIns() {
        changing.withLock { _ in lastMoment.withLock { $0.endedSignIns += 1 } }
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
            lastMoment.withLock { moment in
                moment.signOuts += 1
                moment.endedSignIns += 1
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
    /// Lets the calls of tasks that the body starts begin at this moment, so that each sign-out from now on ends them.
    ///
    /// - Parameter body: starts the tasks.
    /// - Returns: the body's value.
    package func beginCalls<Value>(_ body: () -> Value) -> Value {
        let present = SessionHolder.SignOutsAtCall(holder: ObjectIdentifier(holder), count: holder.moment.signOuts)
        return SessionHolder.SignOutsAtCall.$present.withValue(present, operation: body)
    }
}

/// The turns of an engine's calls.
///
/// A call that was ended from outside may still wait for an answer; the calls after it do not wait for that one.
struct Turns: Sendable {
    /// The beginning of the calls that wait for each other.
    var moment = SessionHolder.Moment()
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
            let moment = holder.moment
            if turns.moment.signOuts != moment.signOuts { turns.renewals = Renewals() }
            if turns.moment != moment { turns.changes = SerialGate() }
            turns.moment = moment
            return turns
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// What the calls of an engine wait for.
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

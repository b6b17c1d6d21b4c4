// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// A sign-in during one call: its state, and the rows that the step needs.
///
/// It is a value that takes the size of a reference: many sign-ins wait at once, each with several copies in the frames
/// of its functions.
struct SignIn: Sendable {
    /// Whether the answer in this call was judged already.
    enum Attempt: Sendable, Equatable {
        case pending
        /// A failure was counted in addition to these, and the session was spent, before a trigger was called to judge
        /// the answer. The record contains only failures that still counted then.
        case counted(after: FailedAttemptsRecord?)
        /// The answer was correct, and the session is spent; triggers decide what follows.
        case proved

        fileprivate var isCounted: Bool {
            if case .counted = self { true } else { false }
        }
    }

    private struct Parts: Sendable {
        let client: AppClientRecord
        let pool: UserPoolRecord
        var session: SignInSession
        var user: UserRecord?
        var hiddenUser: UserRecord?
        var lockedUntil: Date?
        let tokenInputs: TokenInputs
        let origin: CallOrigin
        let formerPasswords: [UserRecord.SealedPassword]
        let device: NamedDevice
        var metadata: [String: String]?
        var passkeys: [PasskeyRecord]
        var attempt = Attempt.pending
        let browserReturn: BrowserReturn?
        var secondAnswerFault = ServiceFault.spentSession
    }

    private final class Place: Sendable {
        let parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    /// The parts, to which copies have a reference; a change moves them to another place.
    private var place: Place

    init(
        client: AppClientRecord, pool: UserPoolRecord, session: SignInSession, user: UserRecord?,
        hiddenUser: UserRecord? = nil, lockedUntil: Date? = nil, tokenInputs: TokenInputs, origin: CallOrigin,
        formerPasswords: [UserRecord.SealedPassword] = [], device: NamedDevice = .none,
        metadata: [String: String]? = nil, passkeys: [PasskeyRecord] = [], browserReturn: BrowserReturn? = nil
    ) {
        place = Place(
            Parts(
                client: client, pool: pool, session: session, user: user, hiddenUser: hiddenUser,
                lockedUntil: lockedUntil, tokenInputs: tokenInputs, origin: origin, formerPasswords: formerPasswords,
                device: device, metadata: metadata, passkeys: passkeys, browserReturn: browserReturn))
    }

    private mutating func change(_ body: (inout Parts) -> Void) {
        var parts = place.parts
        body(&parts)
        place = Place(parts)
    }

    var client: AppClientRecord { place.parts.client }
    var pool: UserPoolRecord { place.parts.pool }
    /// The state that the session string contains.
    var session: SignInSession {
        get { place.parts.session }
        set { change { $0.session = newValue } }
    }
    /// `nil` for an unknown user name.
    private(set) var user: UserRecord? {
        get { place.parts.user }
        set { change { $0.user = newValue } }
    }
    /// A user that the client must not learn of; a sign-in treats the name as unknown, and shows only the destination
    /// of a code that this user would get.
    private(set) var hiddenUser: UserRecord? {
        get { place.parts.hiddenUser }
        set { change { $0.hiddenUser = newValue } }
    }
    /// The end of a lock on the user or the user name.
    private(set) var lockedUntil: Date? {
        get { place.parts.lockedUntil }
        set { change { $0.lockedUntil = newValue } }
    }
    var tokenInputs: TokenInputs { place.parts.tokenInputs }
    var origin: CallOrigin { place.parts.origin }
    /// The passwords that a new password must differ from, if one is to be chosen.
    var formerPasswords: [UserRecord.SealedPassword] { place.parts.formerPasswords }
    var device: NamedDevice { place.parts.device }
    /// The client metadata of the call, for triggers.
    var metadata: [String: String]? {
        get { place.parts.metadata }
        set { change { $0.metadata = newValue } }
    }
    /// The passkeys that the sign-in can begin with, in the flow `USER_AUTH`.
    private(set) var passkeys: [PasskeyRecord] {
        get { place.parts.passkeys }
        set { change { $0.passkeys = newValue } }
    }
    var attempt: Attempt {
        get { place.parts.attempt }
        set { change { $0.attempt = newValue } }
    }
    /// What the browser gets at the end of a sign-in on the hosted pages.
    var browserReturn: BrowserReturn? { place.parts.browserReturn }
    /// The fault for a second answer to the same challenge.
    var secondAnswerFault: ServiceFault {
        get { place.parts.secondAnswerFault }
        set { change { $0.secondAnswerFault = newValue } }
    }

    /// Checks the user-existence policy, the lock and the user's state, in this order.
    ///
    /// Faults of the state come before a wrong password. During a lock no tokens are computed, because the time for
    /// them would reveal a correct password. Only a step with a code admits an unconfirmed account.
    ///
    /// - Throws: the fault for a user who may not sign in now.
    func checkUser(at now: Date, admittingUnconfirmed: Bool = false) throws(ServiceFault) {
        guard user != nil || client.hidesUnknownUsers else { throw .noSuchUser }
        guard attempt.isCounted || !isLocked(at: now) else { throw .lockedOut }
        guard let user else { return }
        guard user.isEnabled else { throw .disabledUser }
        switch user.status {
        case .unconfirmed:
            guard admittingUnconfirmed else { throw .unconfirmedUser }
        case .resetRequired: throw .resetRequired
        default: return
        }
    }

    /// Whether a lock refuses all attempts at this time.
    func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }

    /// The same sign-in as for an unknown user name, for a user that the client must not learn of.
    func asUnknownUser(passkeys: [PasskeyRecord], lockedUntil: Date?) -> SignIn {
        var unknown = self
        unknown.lockedUntil = lockedUntil
        (unknown.user, unknown.hiddenUser) = (nil, user)
        (unknown.session.isKnown, unknown.passkeys) = (false, passkeys)
        return unknown
    }

    /// The user, in a step that an unknown user name never reaches.
    /// - Throws: `NotAuthorizedException` if the user was deleted in the meantime.
    var knownUser: UserRecord {
        get throws(ServiceFault) {
            guard let user else { throw .wrongCredentials }
            return user
        }
    }

    /// The sign-in in its next state, with a session that can be answered once.
    func moved(
        to state: SignInMachine.State, of user: UserRecord?, eventID: String?, from events: AuthEvents
    ) -> SignIn {
        var next = session
        next.state = state
        next.stepID = events.newID()
        next.eventID = eventID
        next.password = nil
        next.factors = nil
        next.detail = nil
        if let device = device.record { next.deviceKey = device.key }
        next.expiresAt = events.forwardClock.now.addingTimeInterval(client.sessionValidity)
        return SignIn(
            client: client, pool: pool, session: next, user: user, hiddenUser: hiddenUser, lockedUntil: lockedUntil,
            tokenInputs: tokenInputs, origin: origin, device: device, metadata: metadata, passkeys: passkeys,
            browserReturn: browserReturn)
    }

    /// The id that an answer spends; `nil` for a first call, and if the session is spent already.
    var unspentID: SingleUseID? { session.state == .started || attempt != .pending ? nil : session.singleUseID }

    /// Whether a name in an answer is the user's: the typed one, the sub, or the one that a challenge contained.
    func isNamed(_ name: String, sent: String) -> Bool {
        [sent, session.sub, session.typedName].map(pool.comparable).contains(pool.comparable(name))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// A sign-in as one call finds it: where it stands, and the rows that it goes on with.
struct SignIn: Sendable {
    /// Whether the answer at hand was judged already.
    enum Attempt: Sendable, Equatable {
        case open
        /// A failure was counted after these, as far as they still counted, and the session spent before a function of the
        /// pool was asked about the answer.
        case booked(after: FailedAttemptsRecord?)
        /// The answer was right, and the session is spent; functions of the pool say what follows.
        case proved

        fileprivate var isBooked: Bool {
            if case .booked = self { true } else { false }
        }
    }

    let client: AppClientRecord
    let pool: UserPoolRecord
    /// What travels to the next call.
    var session: SignInSession
    /// `nil` for a name that stands for nobody.
    private(set) var user: UserRecord?
    /// Whether there is a user all the same, of whom the client must not learn.
    var isHidden = false
    /// The end of a lock that failures have brought on the user, or on the name.
    var lockedUntil: Date?
    let tokenInputs: TokenInputs
    let origin: CallOrigin
    /// Those that a new password must not be, where one is to be chosen.
    var formerPasswords: [UserRecord.SealedPassword] = []
    var device = NamedDevice.none
    /// What the call gave to functions of the pool.
    var metadata: [String: String]?
    /// Those that the sign-in can begin with, where the user chooses the first factor.
    var passkeys: [PasskeyRecord] = []
    var attempt = Attempt.open

    /// The user-existence policy, the lock and the user's state, in this order.
    ///
    /// State errors win over a wrong password, and nothing is computed for a name that is locked: a right password must
    /// not show by the time that its tokens take. Only a code confirms an account that waits for one.
    ///
    /// - Throws: the fault for a user who may not sign in now.
    func checkUser(at now: Date, admittingUnconfirmed: Bool = false) throws(ServiceFault) {
        guard user != nil || client.hidesUnknownUsers else { throw .noSuchUser }
        guard attempt.isBooked || !isLocked(at: now) else { throw .lockedOut }
        guard let user else { return }
        guard user.isEnabled else { throw .disabledUser }
        switch user.status {
        case .unconfirmed:
            guard admittingUnconfirmed else { throw .unconfirmedUser }
        case .resetRequired: throw .resetRequired
        default: return
        }
    }

    /// Whether nobody may try anything now.
    func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }

    /// The same for a name that stands for nobody, where the client must not learn of the user.
    func asNobody(passkeys: [PasskeyRecord], lockedUntil: Date?) -> SignIn {
        var nobody = self
        nobody.lockedUntil = lockedUntil
        (nobody.user, nobody.isHidden, nobody.session.isKnown, nobody.passkeys) = (nil, true, false, passkeys)
        return nobody
    }

    /// The user, in a step that a name which stands for nobody never gets to.
    /// - Throws: `NotAuthorizedException` when the user was deleted meanwhile.
    var knownUser: UserRecord {
        get throws(ServiceFault) {
            guard let user else { throw .wrongCredentials }
            return user
        }
    }

    /// The sign-in with its next step, whose session string is answered once.
    func moved(
        to state: SignInMachine.State, of user: UserRecord?, eventID: String?, in pools: UserPools
    ) -> SignIn {
        var next = SignIn(
            client: client, pool: pool, session: session, user: user, lockedUntil: lockedUntil,
            tokenInputs: tokenInputs,
            origin: origin, device: device, metadata: metadata, passkeys: passkeys)
        next.session.state = state
        next.session.ticket = pools.newID()
        next.session.eventID = eventID
        next.session.password = nil
        next.session.factors = nil
        next.session.detail = nil
        if let device = device.record { next.session.deviceKey = device.key }
        next.session.expiresAt = pools.clock.now.addingTimeInterval(client.sessionValidity)
        return next
    }

    /// Whether a name in an answer is the user's: the one that was typed, or the one that a challenge told.
    func isNamed(_ name: String, told: String) -> Bool {
        [told, session.sub, session.typedName].map(pool.comparable).contains(pool.comparable(name))
    }
}

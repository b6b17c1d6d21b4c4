// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

extension TokenSecrets {
    /// Returns the session of a new token family; `nil` if the pool records no sessions.
    func newSession(
        _ family: TokenFamilyRecord, in pool: UserPoolRecord, from origin: CallOrigin, at now: Date
    ) -> UserSessionRecord? {
        guard pool.sessions.isTracked else { return nil }
        return UserSessionRecord(
            id: "tkn" + entropy.characters(25, from: Alphabet.lowerCaseAndDigits), poolID: pool.id,
            familyID: family.id, clientID: family.clientID, sub: family.sub, address: origin.address,
            device: origin.device, createdAt: now, lastActiveAt: now,
            expiresAt: family.expiresAt)
    }
}

extension UserPoolReading {
    /// Returns a user's sessions, the last used first; none if the pool records no sessions.
    ///
    /// A user has at most 100 sessions, so every list has only one page.
    package func sessions(of user: UserRecord, in pool: UserPoolRecord, at now: Date) throws -> [UserSessionRecord] {
        pool.sessions.isTracked ? try userSessions(ofUser: user.sub, inPool: pool.id, at: now) : []
    }
}

extension UserPoolWriting {
    /// Adds a session, and ends the least recently used ones if the user would have too many.
    func begin(_ session: UserSessionRecord, keeping limit: Int) throws {
        let now = session.createdAt
        for old in try userSessions(ofUser: session.sub, inPool: session.poolID, at: now).dropFirst(limit - 1) {
            try revokeTokenFamily(old.familyID, inPool: old.poolID, at: now)
        }
        try insert(session)
    }

    /// Ends a session with its refresh and access tokens, and with the browser session that it came from.
    ///
    /// `extent` is `NONE` for the session alone, and `LINKED` for all sessions of the browser session. `current` is the
    /// caller's own token family, whose session the caller cannot end here.
    ///
    /// - Throws: `ResourceNotFoundException` if the user has no such session, and `InvalidParameterException` for the
    ///   caller's own session.
    package func endSession(
        _ id: String, of user: UserRecord, in pool: UserPoolRecord, extent: RevokeAssociatedSessionsType? = nil,
        except current: String? = nil, at now: Date
    ) throws {
        guard let session = try sessions(of: user, in: pool, at: now).first(where: { $0.id == id }) else {
            throw ServiceFault(.resourceNotFound, "Session \(id) does not exist.")
        }
        guard session.familyID != current else {
            throw ServiceFault.invalidParameter("The current session cannot be revoked; sign out instead.")
        }
        let family = try tokenFamily(session.familyID, inPool: pool.id)
        try revokeTokenFamily(session.familyID, inPool: pool.id, at: now)
        guard let family, extent != RevokeAssociatedSessionsType.none else { return }
        try endBrowserSession(of: family, withLinked: extent == .linked, except: current, at: now)
    }

    /// Ends the browser session from which a token family came, if there is one; `withLinked` ends the other token
    /// families of that browser session as well.
    package func endBrowserSession(
        of family: TokenFamilyRecord, withLinked: Bool, except current: String? = nil, at now: Date
    ) throws {
        try deleteBrowserSessions(ofUser: family.sub, inPool: family.poolID, signedInAt: family.authTime)
        guard withLinked else { return }
        try revokeTokenFamilies(
            ofUser: family.sub, inPool: family.poolID, signedInAt: family.authTime, at: now, except: current)
    }
}

extension SessionDescriptionType {
    /// Creates the form of a session in lists; `current` is the caller's own token family, `nil` in an administrator's
    /// list.
    package init(_ session: UserSessionRecord, current: String? = nil) {
        self.init(
            sessionId: session.id, sessionType: .token, clientId: session.clientID, createDate: session.createdAt,
            lastActiveDate: session.lastActiveAt, deviceType: session.device, lastIPAddress: session.address,
            isCurrentSession: current.map { $0 == session.familyID })
    }
}

extension ServiceFault {
    /// The fault for a page token in a list that has only one page.
    package static let noSuchPage = ServiceFault.invalidParameter("Invalid pagination token given.")
}

/// The operations that end a user's sessions here, but not in Cognito.
///
/// The server rejects refresh and access tokens of an ended session; ID tokens remain valid until they expire.
package enum SessionEnding: String, Sendable, CaseIterable {
    /// None, as in Cognito.
    case none
    /// `AdminResetUserPassword`, `AdminSetUserPassword` and `ConfirmForgotPassword` end all sessions of the user, and
    /// `ChangePassword` the user's other browser sessions.
    case reset
    /// As ``reset``, and `ChangePassword` revokes the tokens of the user's other sessions.
    case resetAndChange = "reset-and-change"
    /// As ``resetAndChange``, and `GlobalSignOut` and `AdminUserGlobalSignOut` end the user's browser sessions.
    case resetChangeAndSignOut = "reset-change-and-sign-out"
}

extension SessionEnding {
    /// Ends the sessions of a user after a password reset, if the server is configured so.
    package func endSessions(ofReset user: UserRecord, in store: any UserPoolWriting, at now: Date) throws {
        guard self != .none else { return }
        try store.revokeTokenFamilies(ofUser: user.sub, inPool: user.poolID, at: now, except: nil)
        try store.deleteBrowserSessions(ofUser: user.sub, inPool: user.poolID)
    }

    /// Ends a user's other sessions after a password change, as far as the server is configured so.
    ///
    /// The browser session that the caller's tokens came from stays.
    package func endSessions(besides family: TokenFamilyRecord, in store: any UserPoolWriting, at now: Date) throws {
        guard self != .none else { return }
        if self != .reset {
            try store.revokeTokenFamilies(ofUser: family.sub, inPool: family.poolID, at: now, except: family.id)
        }
        try store.deleteBrowserSessions(ofUser: family.sub, inPool: family.poolID, except: family.sessionHash)
    }

    /// Revokes the tokens of a user who signs out everywhere; ends the browser sessions, if the server is configured so.
    package func signOut(_ user: UserRecord, in store: any UserPoolWriting, at now: Date) throws {
        try store.revokeTokenFamilies(ofUser: user.sub, inPool: user.poolID, at: now)
        guard self == .resetChangeAndSignOut else { return }
        try store.deleteBrowserSessions(ofUser: user.sub, inPool: user.poolID)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseUserPoolModel

/// The operations that end a user's sessions in addition to those that end them in Cognito.
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

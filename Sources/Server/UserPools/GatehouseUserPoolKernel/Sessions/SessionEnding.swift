// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseUserPoolModel

/// The operations that end a user's sessions when they replace the password.
///
/// The server rejects refresh and access tokens of an ended session; ID tokens remain valid until they expire.
package enum SessionEnding: String, Sendable, CaseIterable {
    /// None, as in Cognito.
    case none
    /// `AdminResetUserPassword`, `AdminSetUserPassword` and `ConfirmForgotPassword` end all sessions of the user.
    case reset
    /// As ``reset``, and `ChangePassword` ends the user's other sessions.
    case resetAndChange = "reset-and-change"
}

extension SessionEnding {
    /// Ends the sessions of a user after a password reset, if the server is configured so.
    package func endSessions(ofReset user: UserRecord, in store: any UserPoolWriting, at now: Date) throws {
        guard self != .none else { return }
        try store.revokeTokenFamilies(ofUser: user.sub, inPool: user.poolID, at: now, except: nil)
        try store.deleteBrowserSessions(ofUser: user.sub, inPool: user.poolID)
    }

    /// Ends a user's other sessions after a password change, if the server is configured so.
    package func endSessions(besides family: TokenFamilyRecord, in store: any UserPoolWriting, at now: Date) throws {
        guard self == .resetAndChange else { return }
        try store.revokeTokenFamilies(ofUser: family.sub, inPool: family.poolID, at: now, except: family.id)
        try store.deleteBrowserSessions(ofUser: family.sub, inPool: family.poolID)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

/// The operations that end sessions of a user because they replace the user's password.
///
/// Refresh and access tokens of a session that ended are refused; ID tokens expire.
package enum SessionEnding: String, Sendable, CaseIterable {
    /// None, as in Cognito.
    case none
    /// `AdminResetUserPassword`, `AdminSetUserPassword` and `ConfirmForgotPassword` end all sessions of the user.
    case reset
    /// As ``reset``, and `ChangePassword` ends the user's other sessions.
    case resetAndChange = "reset-and-change"
}

extension UserPools {
    /// Ends the sessions of a user whose password was reset, where the server is set so.
    func endSessions(ofReset user: UserRecord, in store: any UserPoolWriting, at now: Date) throws {
        guard sessionEnding != .none else { return }
        try store.revokeTokenFamilies(ofUser: user.sub, inPool: user.poolID, at: now, except: nil)
    }

    /// Ends the sessions of a user who changed the password, but for the caller's own, where the server is set so.
    func endSessions(besides family: TokenFamilyRecord, in store: any UserPoolWriting, at now: Date) throws {
        guard sessionEnding == .resetAndChange else { return }
        try store.revokeTokenFamilies(ofUser: family.sub, inPool: family.poolID, at: now, except: family.id)
    }
}

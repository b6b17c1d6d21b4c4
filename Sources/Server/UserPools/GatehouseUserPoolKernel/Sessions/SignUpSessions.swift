// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolModel
package import GatehouseWire

/// Issues and reads the session strings that connect a sign-up and its confirmation with the next sign-in.
///
/// These strings belong to the sign-in, which implements this port; the operations of sign-ups only hand them on.
package protocol SignUpSessions: Sendable {
    /// Returns the session string of a new user; `nil` for a client that may not use `USER_AUTH`.
    func session(ofNewUser sub: String, typedName: String, for client: AppClientRecord) -> String?

    /// Returns the sign-up of a confirmation.
    ///
    /// Codes live longer than sessions: after the session has expired, the user can still be confirmed, but not sign in
    /// with the same session.
    ///
    /// - Returns: `nil` without a session, or if it has expired.
    /// - Throws: `NotAuthorizedException` for an invalid session, and for a session of another client or another step.
    func signUp(behind text: String?, for client: AppClientRecord) throws(ServiceFault) -> UnconfirmedSignUp?

    /// Returns the session string with which the caller of a confirmation can request tokens. It is valid as long as
    /// the user has the same password and has not signed in otherwise.
    func session(
        confirming signUp: UnconfirmedSignUp?, of user: UserRecord, by code: CodeRecord, for client: AppClientRecord
    ) throws(ServiceFault) -> String?
}

/// The sign-up that a session string belongs to, before its user is confirmed.
package struct UnconfirmedSignUp: Sendable, Equatable {
    /// The new user's `sub`.
    package let sub: String
    /// The user name as it was typed.
    package let typedName: String

    /// Creates the description of a sign-up.
    package init(sub: String, typedName: String) {
        self.sub = sub
        self.typedName = typedName
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A call of an app, as a script names it.
enum AppCall: Sendable, Equatable {
    case fetchSession(force: Bool)
    case currentUser
    case signIn(user: String, hasRightPassword: Bool, srp: Bool)
    case signOut(global: Bool)
    case deleteUser

    /// Whether the call may change the signed-in user.
    var isChange: Bool {
        switch self {
        case .fetchSession, .currentUser: false
        case .signIn, .signOut, .deleteUser: true
        }
    }

    /// The user who is signed in after success; nil without one.
    var holder: String? {
        if case .signIn(let user, _, _) = self { user } else { nil }
    }
}

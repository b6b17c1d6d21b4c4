// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The sign-in that this process is in the middle of.
enum OngoingSignIn: Sendable {
    case none
    /// A request is under way, or the session is being stored.
    case underWay
    /// The user must answer.
    case open(SignInConversation)
    /// The user is at an authenticator.
    case showing(PasskeyDialog)

    /// The conversation that waits for an answer.
    var conversation: SignInConversation? {
        if case .open(let conversation) = self { conversation } else { nil }
    }

    /// Whether it waits for that dialog.
    func isShowing(_ dialog: PasskeyDialog) -> Bool {
        if case .showing(let shown) = self { shown === dialog } else { false }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// The state; `unknown` before `initialize`.
    ///
    /// A value that the app sets is kept, and no listener is called.
    public var currentUserState: UserState {
        get { session.state }
        set { session.state = newValue }
    }

    /// Whether a user is signed in: also if the session can no longer be renewed, and never for a guest.
    public var isSignedIn: Bool { session.isSignedIn }

    /// The name of the user pool's user who is signed in; nil for guests and federated users.
    public var username: String? { session.username }

    /// The id of the user pool's user who is signed in; nil for guests and federated users.
    public var userSub: String? { session.userSub }

    /// Whether calls fail at once if a session that has to be renewed cannot be, because there is no connection.
    ///
    /// They wait for a connection by default.
    public var failsFastWhenOffline: Bool {
        get { session.failsFastWhenOffline }
        set { session.failsFastWhenOffline = newValue }
    }
}

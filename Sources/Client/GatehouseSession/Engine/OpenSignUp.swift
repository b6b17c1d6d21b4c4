// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A sign-up that this process began or confirmed: its session string ties the next call to it.
struct OpenSignUp: Sendable {
    let username: String
    let session: String
    /// Whether the account is confirmed, so that the session signs in.
    let isComplete: Bool
}

extension OpenSignUp: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(sign-up of \(username))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["username": username, "isComplete": isComplete]) }
}

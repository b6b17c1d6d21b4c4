// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The stored form of a sign-in that waits for the user's answer.
struct SuspendedSignIn: Sendable, Equatable, Codable {
    let flow: SignInFlow
    let typedUsername: String
    let username: String
    let challenge: OpenChallenge
}

extension SuspendedSignIn: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(sign-in of \(typedUsername))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["typedUsername": typedUsername]) }
}

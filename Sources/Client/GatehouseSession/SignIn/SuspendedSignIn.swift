// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A sign-in that waits for a person, as it rests between two processes.
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

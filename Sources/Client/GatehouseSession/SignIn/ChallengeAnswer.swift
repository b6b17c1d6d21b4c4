// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// An answer to a challenge, before the client adds what every answer carries.
struct ChallengeAnswer: Sendable, Equatable {
    let challenge: ChallengeNameType
    let session: String?
    let username: String
    var responses: [String: String]
    /// Passed to the pool's triggers; nil where the original sends none.
    var clientMetadata: [String: String]?
    /// A password whose proof over SRP begins with this answer, which then carries a public value.
    var passwordToProve: String?

    /// Whether the answer belongs to the proof of a device, which cannot go on without the device.
    var isOfDevice: Bool { challenge == .deviceSrpAuth || challenge == .devicePasswordVerifier }
}

extension ChallengeAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(answer to \(challenge.rawValue))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["challenge": challenge.rawValue]) }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// An answer to a challenge, before the client adds what every answer carries.
struct ChallengeAnswer: Sendable, Equatable {
    let challenge: ChallengeNameType
    let session: String?
    let username: String
    var responses: [String: String]
    var clientMetadata: [String: String]
}

extension ChallengeAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(answer to \(challenge.rawValue))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["challenge": challenge.rawValue]) }
}

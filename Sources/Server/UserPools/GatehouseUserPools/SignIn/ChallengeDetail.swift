// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

/// What an open challenge needs to know besides the sign-in; it travels sealed in the session string.
enum ChallengeDetail: Sendable, Equatable, Codable {
    /// A code was sent.
    case code(SignInCode)
    /// The pool's functions make the challenges.
    case custom(CustomProgress)
    /// The user may choose among these.
    case secondFactors([SecondFactor])
    /// The secret of a software token that the user is setting up, sealed once more for the user.
    case softwareToken(sealedSecret: [UInt8])

    /// The form in which it is sealed.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        // Escaped slashes would make the length of Base64 depend on its value.
        encoder.outputFormatting = .withoutEscapingSlashes
        // Strings, bytes and numbers always encode.
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }

    /// Reads what ``bytes`` wrote; `nil` for anything else.
    init?(bytes: [UInt8]) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = read
    }
}

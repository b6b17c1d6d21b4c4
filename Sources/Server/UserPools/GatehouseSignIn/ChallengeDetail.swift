// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

/// The data of a challenge, besides the sign-in; the session string contains it in sealed form.
enum ChallengeDetail: Sendable, Equatable, Codable {
    /// The code that was sent.
    case code(SignInCode)
    /// The progress of a custom flow.
    case custom(CustomProgress)
    /// The second factors that the user can choose or set up.
    case secondFactors([SecondFactor])
    /// The secret of a software token that the user is setting up, sealed separately for the user.
    case softwareToken(sealedSecret: [UInt8])

    /// The encoded form, which is sealed.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        // With escaped slashes, the length of Base64 would depend on its value.
        encoder.outputFormatting = .withoutEscapingSlashes
        // Strings, bytes and numbers always encode.
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }

    /// Decodes ``bytes``; `nil` for other data.
    init?(bytes: [UInt8]) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = read
    }
}

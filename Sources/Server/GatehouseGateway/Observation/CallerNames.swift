// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseWire

/// The app client and the user of a call, for the log of a developer's own server.
struct CallerNames: Equatable {
    /// The largest length of a logged name, in scalars.
    private static let limit = 128

    let client: String?
    let user: String?

    /// Reads the names from a call's input.
    ///
    /// The claims of an access token are used only if the operation succeeded, which proves the token.
    init(_ input: WireValue?, isProven: Bool) {
        let claims = isProven ? Self.claims(of: input?["AccessToken"]?.stringValue) : nil
        client = Self.short(input?["ClientId"] ?? claims?["client_id"])
        user = Self.short(
            input?["Username"] ?? input?["AuthParameters"]?["USERNAME"] ?? input?["ChallengeResponses"]?["USERNAME"]
                ?? claims?["username"])
    }

    private static func claims(of token: String?) -> WireValue? {
        guard let token, let payload = try? UnverifiedJWS(token).payload else { return nil }
        return try? WireValue(json: payload)
    }

    private static func short(_ value: WireValue?) -> String? {
        guard let text = value?.stringValue, !text.isEmpty else { return nil }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

/// The app client and the user of a call, for the log of a developer's own server.
struct CallerNames: Equatable {
    /// The largest length of a logged name, in scalars.
    private static let limit = 128

    let client: String?
    let user: String?

    /// Takes the names from the access token that the operation has verified, or else from the call's input, which
    /// may contain any name.
    ///
    /// Of the input it reads no more than these members: a value of the whole of it takes longer than the line.
    init(_ input: OperationInput?, proven caller: ProvenCaller.Names?) {
        client = Self.short(caller?.client) ?? Self.short(input?["ClientId"])
        user =
            Self.short(caller?.user)
            ?? Self.short(
                input?["Username"] ?? input?["AuthParameters"]?["USERNAME"]
                    ?? input?["ChallengeResponses"]?["USERNAME"])
    }

    private static func short(_ value: WireValue?) -> String? {
        short(value?.stringValue)
    }

    private static func short(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count > limit else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }
}

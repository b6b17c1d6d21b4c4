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
    init(_ input: WireValue?, proven caller: ProvenCaller.Names?) {
        let members = input?.objectValue ?? [:]
        client = Self.short(caller?.client) ?? Self.short(members["ClientId"])
        user =
            Self.short(caller?.user)
            ?? Self.short(
                members["Username"] ?? members["AuthParameters"]?["USERNAME"]
                    ?? members["ChallengeResponses"]?["USERNAME"])
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

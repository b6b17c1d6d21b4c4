// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// The client data of a ceremony, written by the browser or app (WebAuthn Level 3, section 5.8.1).
package struct CollectedClientData: Sendable, Equatable {
    /// The largest accepted size; browsers write a few hundred bytes.
    private static let maximumBytes = 16_384

    /// The two ceremonies, with their values of `type` in client data.
    package enum Ceremony: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// The ceremony; `nil` for another `type`.
    package let ceremony: Ceremony?
    /// The challenge that the client received with the options.
    package let challenge: [UInt8]
    /// The origin of the page that called WebAuthn, such as `https://example.com`.
    package let origin: String
    /// Whether the page was in a frame of another origin.
    let isCrossOrigin: Bool
    /// The origin of the outermost page; `nil` if the client does not state it.
    package let topOrigin: String?
    /// SHA-256 of the original bytes.
    package let hash: [UInt8]

    /// Reads the JSON as the client wrote it; unknown members are allowed.
    /// - Throws: `malformedClientData`.
    package init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard
            bytes.count <= Self.maximumBytes, let object = (try? WireValue(foreignJSON: bytes))?.objectValue,
            let type = object["type"]?.stringValue, let challengeText = object["challenge"]?.stringValue,
            let challenge = Base64URL.decode(challengeText), let origin = object["origin"]?.stringValue
        else { throw .malformedClientData }
        (ceremony, self.challenge, self.origin) = (Ceremony(rawValue: type), challenge, origin)
        isCrossOrigin = try Self.optional(object["crossOrigin"], \.boolValue) ?? false
        topOrigin = try Self.optional(object["topOrigin"], \.stringValue)
        hash = sha256(bytes)
    }

    /// An optional member; a value of another type is an error.
    private static func optional<Value>(
        _ member: WireValue?, _ read: (WireValue) -> Value?
    ) throws(WebAuthnError) -> Value? {
        guard let member else { return nil }
        guard let value = read(member) else { throw .malformedClientData }
        return value
    }
}

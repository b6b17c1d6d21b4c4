// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// What a browser or an app says of a ceremony (WebAuthn Level 3, section 5.8.1).
package struct CollectedClientData: Sendable, Equatable {
    /// Browsers write a few hundred bytes.
    private static let maximumBytes = 16_384

    /// The two ceremonies, as client data names them.
    package enum Ceremony: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// `nil` for a name that is no ceremony's.
    package let ceremony: Ceremony?
    package let challenge: [UInt8]
    package let origin: String
    package let isCrossOrigin: Bool
    package let topOrigin: String?
    /// SHA-256 of the bytes as they came.
    package let hash: [UInt8]

    /// Reads the JSON as the client wrote it; members that nobody knows are allowed.
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

    /// A member that may be absent, but must not be of another type.
    private static func optional<Value>(
        _ member: WireValue?, _ read: (WireValue) -> Value?
    ) throws(WebAuthnError) -> Value? {
        guard let member else { return nil }
        guard let value = read(member) else { throw .malformedClientData }
        return value
    }
}

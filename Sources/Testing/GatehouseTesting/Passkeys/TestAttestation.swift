// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWebAuthn

/// The attestation of a software authenticator for a new passkey.
package enum TestAttestation: Sendable {
    /// No attestation.
    case none
    /// Signed with the passkey's own key.
    case selfSigned
    /// Signed with an attestation key, whose certificate is included.
    case packed(key: TestPasskeyKey, certificates: [[UInt8]])
    /// With a format and a statement that the test gives.
    case other(format: String, CBORMap)

    /// The name of the format and its attestation statement for the signed data.
    func statement(_ key: TestPasskeyKey, message: [UInt8]) throws -> (format: String, CBORMap) {
        switch self {
        case .none: ("none", CBORMap([]))
        case .selfSigned: ("packed", try Self.packed(key, message: message, others: []))
        case .packed(let attestationKey, let certificates):
            (
                "packed",
                try Self.packed(
                    attestationKey, message: message,
                    others: [CBORMap.Entry(.text("x5c"), .array(certificates.map { .bytes($0) }))])
            )
        case .other(let format, let statement): (format, statement)
        }
    }

    private static func packed(
        _ key: TestPasskeyKey, message: [UInt8], others: [CBORMap.Entry]
    ) throws -> CBORMap {
        let algorithm = CBORValue(key.publicKey.algorithm.rawValue)
        return CBORMap(
            [
                CBORMap.Entry(.text("alg"), algorithm),
                CBORMap.Entry(.text("sig"), .bytes(try key.sign(message))),
            ] + others)
    }
}

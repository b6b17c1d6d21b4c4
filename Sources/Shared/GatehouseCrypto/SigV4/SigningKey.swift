// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A key that signs for one day, one region and one service only; the secret that it derives from cannot be computed
/// from it.
///
/// Its description shows the scope alone. Source: AWS General Reference, "Derive a signing key".
package struct SigningKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The length of a key in bytes.
    package static let length = 32

    /// The bytes of the key.
    package let bytes: [UInt8]
    let scope: SigningScope

    /// Takes a key that was derived elsewhere; `nil` unless it has 32 bytes.
    ///
    /// `day` is `yyyymmdd`.
    package init?(bytes: [UInt8], day: String, region: String, service: String) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
        scope = SigningScope(day: day, region: region, service: service)
    }

    /// Derives the key of a secret for a day `yyyymmdd`, a region and a service.
    package init(secretAccessKey: String, day: String, region: String, service: String) {
        self.init(secretAccessKey: secretAccessKey, scope: SigningScope(day: day, region: region, service: service))
    }

    init(secretAccessKey: String, scope: SigningScope) {
        var key = Array("AWS4".utf8) + Array(secretAccessKey.utf8)
        for part in [scope.day, scope.region, scope.service, SigningScope.terminator] {
            key = hmacSHA256(key: key, Array(part.utf8))
        }
        bytes = key
        self.scope = scope
    }

    /// The beginning of a day `yyyymmdd` in UTC; `nil` for any other text.
    package static func date(ofDay day: String) -> Date? {
        SigningScope.date(moment: day + "T000000Z")
    }

    package var description: String { "SigningKey(\(scope.text))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["scope": scope.text]) }

    /// The signature in lower-case hexadecimal of a canonical request at a moment `yyyymmddThhmmssZ`.
    func signature(of canonicalRequest: String, at moment: String) -> String {
        let digest = Hex.encode(sha256(Array(canonicalRequest.utf8)))
        let stringToSign = [SigningScope.algorithm, moment, scope.text, digest].joined(separator: "\n")
        return Hex.encode(hmacSHA256(key: bytes, Array(stringToSign.utf8)))
    }
}

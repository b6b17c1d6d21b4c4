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

/// The scope of a signature: a day, a region and a service, and the key for them.
struct SigningScope: Sendable, Equatable {
    static let algorithm = "AWS4-HMAC-SHA256"
    static let terminator = "aws4_request"

    /// The day as `yyyymmdd`.
    let day: String
    let region: String
    let service: String

    var text: String { "\(day)/\(region)/\(service)/\(Self.terminator)" }

    /// A date as `yyyymmddThhmmssZ`.
    static func moment(_ date: Date) -> String {
        let time = CivilTime(date)
        let day = CivilTime.padded(time.year, 4) + CivilTime.padded(time.month, 2) + CivilTime.padded(time.day, 2)
        let clock = [time.hour, time.minute, time.second].map { CivilTime.padded($0, 2) }.joined()
        return "\(day)T\(clock)Z"
    }

    /// Reads `yyyymmddThhmmssZ`.
    static func date(moment: String) -> Date? {
        let bytes = Array(moment.utf8)
        guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
            let year = number(bytes[0..<4]), let month = number(bytes[4..<6]), let day = number(bytes[6..<8]),
            let hour = number(bytes[9..<11]), let minute = number(bytes[11..<13]), let second = number(bytes[13..<15])
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)?.date
    }

    /// The value of ASCII digits.
    static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}

/// A key pair that signs requests.
///
/// Its description shows the key's id alone.
package struct SigningCredentials: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The public name of the key.
    package let accessKeyID: String
    /// The secret half.
    package let secretAccessKey: String
    /// The token of temporary credentials.
    package let sessionToken: String?

    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
    }

    package var description: String { "SigningCredentials(\(accessKeyID))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}

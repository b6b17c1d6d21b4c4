// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// Transmits messages to the next server: a mail server or an SMS gateway.
package protocol Carrier: Sendable {
    /// Transmits a message; returns after the server has accepted it.
    ///
    /// `id` is the same for every attempt of a message, so that the server can detect a repetition.
    /// - Throws: `CarriageFailure` if the server has not accepted the message.
    func carry(_ message: Message, id: String) async throws(CarriageFailure)
}

/// The reason why the receiving server did not accept a message.
package enum CarriageFailure: Error, Equatable {
    /// A permanent failure: another attempt would have the same result.
    case refused(String)
    /// A temporary failure: the server was unreachable, busy, or configured incorrectly.
    case postponed(String)
}

/// The user name and password for another server.
package struct LoginCredentials: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The name of the account at the other server.
    package let username: String
    /// The account's password in plain text; it never prints.
    package let password: String

    /// Creates credentials.
    package init(username: String, password: String) {
        self.username = username
        self.password = password
    }

    /// Contains the user name; never the password.
    package var description: String { "LoginCredentials(\(username))" }
    package var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}

/// The reply of a mail server or gateway, made safe for callers and logs.
///
/// It is one line of limited length. The recipient, the code and other secrets are masked: a refusal often repeats the
/// message, and the caller that requested the message may not be its recipient.
struct ProviderText {
    private static let limit = 200
    private static let mark = "***"

    let text: String

    init(_ said: String, about message: Message, secrets: [String] = []) {
        let localPart = message.recipient.utf8.split(separator: UInt8(ascii: "@")).first.map { Substring($0) } ?? ""
        let number = message.recipient.drop { $0 == "+" }
        // Longer secrets are masked first, so that masking a part does not prevent masking the whole.
        let hidden = [message.body, message.recipient, String(number), message.code] + secrets
        var line = String(said.prefix(4_096))
        for word in hidden.sorted(by: { $0.count > $1.count }) where word.count > 1 {
            line = line.replacing(Self.pattern(word), with: Self.mark)
        }
        if localPart.count > 1 { line = Self.masking(String(localPart), asWordOf: line) }
        let printable = line.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : String(scalar)
        }
        text = String(printable.joined().split(separator: " ").joined(separator: " ").prefix(Self.limit))
    }

    /// Masks a short name where it stands alone: masked within other words, it would make them unreadable and show itself.
    private static func masking(_ name: String, asWordOf line: String) -> String {
        let scalars = line.unicodeScalars
        func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
            scalar.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
        }
        return line.replacing(pattern(name)) { match in
            let before = scalars[..<match.range.lowerBound].last, after = scalars[match.range.upperBound...].first
            return isLetter(before) || isLetter(after) ? String(line[match.range]) : mark
        }
    }

    private static func pattern(_ word: String) -> Regex<Substring> {
        // The search compares scalars, so that a combining mark after a secret does not hide it.
        Regex<Substring>(verbatim: word).ignoresCase().matchingSemantics(.unicodeScalar)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What an answer must be, with the words that say so.
package struct AnswerRule: Sendable {
    /// The rule in words: a sentence, for help texts and refusals.
    package let words: String
    private let allows: @Sendable (Answer, Circumstances) -> Bool

    /// Makes a rule.
    package init(_ words: String, _ allows: @escaping @Sendable (Answer, Circumstances) -> Bool) {
        self.words = words
        self.allows = allows
    }

    /// Allows every answer.
    package static let any = AnswerRule("") { _, _ in true }

    /// Whether an answer keeps the rule.
    package func isKept(by answer: Answer, in circumstances: Circumstances) -> Bool {
        allows(answer, circumstances)
    }

    /// A rule for the bytes of a text.
    static func text(_ words: String, _ allows: @escaping @Sendable ([UInt8]) -> Bool) -> AnswerRule {
        AnswerRule(words) { answer, _ in
            switch answer {
            case .text(let text): allows(Array(text.utf8))
            case .values(let texts): texts.allSatisfy { allows(Array($0.utf8)) }
            case .flag: false
            }
        }
    }

    /// Letters, digits and further characters of ASCII, in a number of characters.
    static func characters(
        _ count: ClosedRange<Int>, and further: String = "", isLowercase: Bool = false, withDigits: Bool = true
    ) -> AnswerRule {
        let letters = isLowercase ? "lowercase letters" : "letters"
        let others = (withDigits ? " and digits" : "") + (further.isEmpty ? "" : " and the characters '\(further)'")
        return text("Use \(count.lowerBound) to \(count.upperBound) \(letters)\(others).") { bytes in
            count.contains(bytes.count)
                && bytes.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"): !isLowercase
                    case UInt8(ascii: "0")...UInt8(ascii: "9"): withDigits
                    default: further.utf8.contains(byte)
                    }
                }
        }
    }

    /// A whole number.
    static func number(_ range: ClosedRange<Int>) -> AnswerRule {
        text("Enter a whole number from \(range.lowerBound) to \(range.upperBound).") { bytes in
            !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
                && Int(String(decoding: bytes, as: UTF8.self)).map(range.contains) ?? false
        }
    }

    /// A text that is not empty and has no control characters.
    static let filled = text("Enter a value.") { bytes in
        !bytes.isEmpty && bytes.count <= 2_048 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
            && bytes.contains { $0 != 0x20 }
    }

    /// A message with the place of a code.
    static let message = text("Use 6 to 20,000 characters with {####}, where the code is inserted.") { bytes in
        (6...20_000).contains(bytes.count) && String(decoding: bytes, as: UTF8.self).contains("{####}")
    }

    /// At least one row.
    static let oneAtLeast = AnswerRule("Choose one at least.") { answer, _ in answer.values?.isEmpty == false }

    /// The name of a user pool, as the service has it.
    static let poolName = text("Use 1 to 128 letters, digits, blanks and the characters '_+=,.@-'.") { bytes in
        (1...128).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "_+=,.@- \t".utf8.contains(byte)
                }
            }
    }

    /// The prefix of a domain.
    static let domain = text(
        """
        Use 1 to 63 lowercase letters, digits and hyphens, without a hyphen at the ends, and without the words aws, \
        amazon and cognito.
        """
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        return (1...63).contains(bytes.count) && bytes.first != UInt8(ascii: "-") && bytes.last != UInt8(ascii: "-")
            && bytes.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-")
            } && !["aws", "amazon", "cognito"].contains { text.contains($0) }
    }

    /// The address of a server.
    static let serverAddress = text("Enter an address that begins with http:// or https://, without a path.") { bytes in
        for scheme in ["https://", "http://"] where bytes.starts(with: scheme.utf8) {
            let rest = bytes.dropFirst(scheme.utf8.count)
            return !rest.isEmpty && rest.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@\\".utf8.contains($0) }
        }
        return false
    }

    /// A redirect URI; see `RedirectURI`.
    static let redirect = text(RedirectURI.rule) { RedirectURI.isAccepted($0) }
}

/// The rule for redirect URIs: what the service takes, which is more than AWS's tool does.
enum RedirectURI {
    static let rule = """
        Enter a URI without a fragment: https, http for localhost, or a scheme of the app as in myapp://.
        """

    static func isAccepted(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= 1_024, let end = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = bytes[..<end]
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = scheme.first, letters.contains(first | 0x20),
            scheme.allSatisfy({ letters.contains($0 | 0x20) || (0x30...0x39).contains($0) || "+.-".utf8.contains($0) }),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: ",") })
        else { return false }
        let rest = bytes[(end + 1)...]
        switch String(decoding: scheme, as: UTF8.self).lowercased() {
        case "https": return rest.starts(with: "//".utf8) && rest.count > 2
        case "http":
            let host = String(decoding: rest, as: UTF8.self)
            return ["//localhost", "//127.0.0.1", "//[::1]"].contains { name in
                host.hasPrefix(name)
                    && (host.utf8.dropFirst(name.utf8.count).first.map { ":/?".utf8.contains($0) } ?? true)
            }
        case "javascript", "data", "vbscript": return false
        default: return !rest.isEmpty
        }
    }
}

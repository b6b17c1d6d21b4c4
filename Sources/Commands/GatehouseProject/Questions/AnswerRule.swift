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
            guard count.contains(bytes.count) else { return false }
            return bytes.allSatisfy { byte in
                if byte.isDigit { return withDigits }
                if byte.isLetter { return !isLowercase || byte.isLowercase }
                return further.utf8.contains(byte)
            }
        }
    }

    /// A whole number.
    static func number(_ range: ClosedRange<Int>) -> AnswerRule {
        text("Enter a whole number from \(range.lowerBound) to \(range.upperBound).") { bytes in
            guard bytes.allSatisfy(\.isDigit), let number = Int(String(decoding: bytes, as: UTF8.self)) else {
                return false
            }
            return range.contains(number)
        }
    }

    /// A text that is not empty and has no control characters.
    static let filled = text("Enter a value.") { bytes in
        guard bytes.count <= 2_048, bytes.contains(where: { $0 != 0x20 }) else { return false }
        return bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// A mail with the place of a code.
    static let mail = message("Use 6 to 20,000 characters with {####}, where the code is inserted.", 6...20_000)

    /// A message by SMS with the place of a code.
    static let shortMessage = message("Use 6 to 140 characters with {####}, where the code is inserted.", 6...140)

    private static func message(_ words: String, _ count: ClosedRange<Int>) -> AnswerRule {
        text(words) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            return count.contains(text.unicodeScalars.count) && text.contains("{####}")
        }
    }

    /// The subject of a mail.
    static let subject = text("Use 1 to 140 characters.") { bytes in
        let count = String(decoding: bytes, as: UTF8.self).unicodeScalars.count
        return (1...140).contains(count) && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// At least one row.
    static let oneAtLeast = AnswerRule("Choose one at least.") { answer, _ in answer.values?.isEmpty == false }

    /// The name of a user pool, as the service has it.
    static let poolName = text("Use 1 to 128 letters, digits, blanks and the characters '_+=,.@-'.") { bytes in
        guard (1...128).contains(bytes.count) else { return false }
        return bytes.allSatisfy { $0.isLetter || $0.isDigit || "_+=,.@- ".utf8.contains($0) }
    }

    /// The prefix of a domain.
    static let domain = text(
        """
        Use 1 to 63 lowercase letters, digits and hyphens, without a hyphen at the ends, and without the words aws, \
        amazon and cognito.
        """
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for word in reservedWords where text.contains(word) { return false }
        return isLabel(bytes[...])
    }

    /// What the prefix of a domain must not contain.
    private static let reservedWords = ["aws", "amazon", "cognito"]

    /// A text without the words that the prefix of a domain must not contain.
    static func withoutReservedWords(_ text: String) -> String {
        var rest = text
        // What is left of a word can be a part of another one.
        while let word = reservedWords.first(where: { rest.contains($0) }) {
            rest = rest.split(separator: word).joined(separator: "")
        }
        return rest
    }

    /// Whether bytes are a label of a domain: 1 to 63 lowercase letters, digits and hyphens, with none at the ends.
    static func isLabel(_ bytes: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(bytes.count), bytes.first != hyphen, bytes.last != hyphen else { return false }
        return bytes.allSatisfy { $0.isLowercase || $0.isDigit || $0 == hyphen }
    }

    /// The address of a server.
    static let serverAddress = text("Enter an address that begins with http:// or https://, without a path.") { bytes in
        for scheme in ["https://", "http://"] where bytes.starts(with: scheme.utf8) {
            let rest = bytes.dropFirst(scheme.utf8.count)
            return !rest.isEmpty && rest.allSatisfy { $0.isVisible && !"/?#@\\".utf8.contains($0) }
        }
        return false
    }

    /// A redirect URI; see `RedirectURI`.
    static let redirect = text(RedirectURI.rule) { RedirectURI.isAccepted($0) }

    /// A redirect URI, or the word that removes the former one.
    static let redirectOrRemoval = text(
        "\(RedirectURI.rule) Or '\(AuthTable.removed)', which removes the present one."
    ) { bytes in
        RedirectURI.isAccepted(bytes) || bytes == Array(AuthTable.removed.utf8)
    }
}

/// The rule for redirect URIs: what the service takes, which is more than AWS's tool does.
enum RedirectURI {
    static let rule = """
        Enter a URI without a fragment: https, http for localhost, or a scheme of the app as in myapp://.
        """

    static func isAccepted(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= 1_024, let end = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = bytes[..<end]
        guard scheme.first?.isLetter == true,
            scheme.allSatisfy({ $0.isLetter || $0.isDigit || "+.-".utf8.contains($0) }),
            bytes.allSatisfy({ $0.isVisible && !"#,".utf8.contains($0) })
        else { return false }
        let rest = bytes[(end + 1)...]
        switch String(decoding: scheme, as: UTF8.self).lowercased() {
        case "https": return rest.starts(with: "//".utf8) && rest.count > 2
        case "http": return ["//localhost", "//127.0.0.1", "//[::1]"].contains { isHost($0, of: rest) }
        case "javascript", "data", "vbscript": return false
        default: return !rest.isEmpty
        }
    }

    /// Whether the part of an address after its scheme has this host.
    private static func isHost(_ host: String, of rest: ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: host.utf8) else { return false }
        guard let next = rest.dropFirst(host.utf8.count).first else { return true }
        return ":/?".utf8.contains(next)
    }
}

extension UInt8 {
    /// Whether the byte is a letter of ASCII.
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Whether the byte is a lowercase letter of ASCII.
    var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    /// Whether the byte is a decimal digit of ASCII.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is a character of ASCII that has ink.
    var isVisible: Bool { self > 0x20 && self < 0x7F }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

@testable import GatehouseDialogue

extension Prompt {
    /// The question after the bytes of a keyboard.
    func typing(_ text: String) -> Self {
        var prompt = self
        var decoder = KeyDecoder()
        for byte in text.utf8 {
            if let key = decoder.press(byte) { prompt.press(key) }
        }
        return prompt
    }

    /// The question after whole lines.
    func taking(_ lines: String...) -> Self {
        var prompt = self
        for line in lines { prompt.take(line) }
        return prompt
    }

    /// The screen as text, without blanks at the ends of lines.
    func picture(_ width: Int = 80, _ height: Int = 24, _ style: Style = Style()) -> String {
        screen(width: width, height: height, style: style).map(\.text.withoutBlanksAtEnd).joined(separator: "\n")
    }
}

extension String {
    /// The text without blanks at its end.
    var withoutBlanksAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension Style {
    /// A terminal with `LANG=C`.
    static let ascii = Style(showsUTF8: false)
    /// A terminal with `TERM=dumb` and `LANG=C`, or a pipe.
    static let dumb = Style(showsUTF8: false, showsColours: false, movesCursor: false)
}

/// Keys in the bytes that a terminal sends.
enum Sent {
    static let up = "\u{1B}[A"
    static let down = "\u{1B}[B"
    static let shiftUp = "\u{1B}[1;2A"
    static let shiftDown = "\u{1B}[1;2B"
    static let home = "\u{1B}[H"
    static let left = "\u{1B}[D"
    static let backspace = "\u{7F}"
    static let enter = "\r"

    /// A pasted text with the marks around it.
    static func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
}

/// Questions of the contract.
enum Asked {
    static let start = ListPrompt(
        "Do you want to use the default authentication and security configuration?",
        [
            Row("Default configuration", "default"),
            Row("Default configuration with Social Provider (Federation)", "defaultSocial"),
            Row("Manual configuration", "manual", aliases: ["I will setup my own configuration"]),
            .explaining("I want to learn more.", "The default configuration has a user pool.\nIt asks little."),
        ])

    static let providers = CheckboxPrompt(
        "Which providers?", [Row("Facebook", 1), Row("Google", 2), .barred("Apple", 3, because: "no e-mail address")])

    static let groups = OrderPrompt(
        "The order of the groups?", [Row("Admins", "a"), Row("Editors", "e"), Row("All", "z")])

    static let name = TextPrompt("Name of the project:", default: "shop") {
        3...20 ~= $0.count ? nil : "The name must have 3 to 20 letters."
    }

    static let secret = TextPrompt("Client secret:", isHidden: true) { $0.count < 3 ? "The secret is too short." : nil }

    static let logins = ConfirmPrompt("Allow unauthenticated logins?", default: false)
}

/// Numbers that are the same in each run: SplitMix64 (Steele, Lea and Flood, 2014).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }
}

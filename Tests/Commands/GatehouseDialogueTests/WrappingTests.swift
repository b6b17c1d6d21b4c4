// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// Texts are wrapped to the width of a terminal.
@Suite struct WrappingTests {
    private static let text = "The app's region is wrong, and the identity pool does not know the user pool's token."

    @Test(arguments: [20, 40, 80])
    func `no line is wider than it may be, and no word is lost`(width: Int) {
        let lines = Self.text.wrapped(width: width, indent: 2).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
        #expect(lines.joined(separator: " ").split(separator: " ") == Self.text.split(separator: " "))
    }

    @Test func `a word that is too long for any line stays where it is`() {
        let address = "otpauth://totp/" + String(repeating: "a", count: 80)
        #expect("Address: \(address)".wrapped(indent: 2) == "Address: \(address)")
    }

    @Test(arguments: ["", "  label  value", "short"])
    func `a text that fits stays unchanged`(text: String) {
        #expect(text.wrapped() == text)
    }

    @Test(arguments: [
        ("The code is wrong.\n", "The code is wrong."), ("wrong \r\n\t", "wrong"), ("\n", ""), ("", ""),
        ("  label  value", "  label  value"), ("two\nlines", "two�lines"), ("\u{1B}[2J\u{7}", "�[2J�"),
        ("dev\u{202E}nigol", "dev�nigol"), ("\u{2067}x\u{2069}", "�x�"), ("a\u{200F}b", "a\u{200F}b"),
    ])
    func `white space at the end is removed, and control characters are replaced`(text: String, shown: String) {
        #expect(text.withoutControls == shown)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// A list of which one row is chosen.
@Suite struct ListPromptTests {
    private static let question = "? Do you want to use the default authentication and security configuration?"

    @Test func `the list has the look of the contract, and the hint until the first key`() {
        #expect(
            Asked.start.picture() == """
                \(Self.question)
                  (Use arrow keys)
                ❯ Default configuration
                  Default configuration with Social Provider (Federation)
                  Manual configuration
                  I want to learn more.
                """)
        #expect(
            Asked.start.typing(Sent.down).picture() == """
                \(Self.question)
                  Default configuration
                ❯ Default configuration with Social Provider (Federation)
                  Manual configuration
                  I want to learn more.
                """)
    }

    @Test func `after Enter the question stays with the answer`() {
        let chosen = Asked.start.typing(Sent.down + Sent.down + Sent.enter)
        #expect(chosen.answer == "manual")
        #expect(chosen.picture(120) == "\(Self.question) Manual configuration")
        #expect(chosen.typing(Sent.up + Sent.enter).answer == "manual")
    }

    @Test func `at 40 columns and 10 rows each row is whole`() {
        #expect(
            Asked.start.picture(40, 10) == """
                ? Do you want to use the default
                  authentication and security
                  configuration? (Use arrow keys)
                ❯ Default configuration
                  Default configuration with Social
                  Provider (Federation)
                  Manual configuration
                  I want to learn more.
                """)
    }

    @Test func `at 20 columns and 10 rows the current row is seen, and the others are counted`() {
        #expect(
            Asked.start.picture(20, 10) == """
                ? Do you want to use
                  the default
                  authentication and
                  security
                  configuration?
                  (Use arrow keys)
                ❯ Default
                  configuration
                  (3 more)
                """)
    }

    @Test func `without UTF-8 the pointer is a character of ASCII`() {
        let picture = Asked.start.typing(Sent.up).picture(80, 24, .ascii)
        #expect(picture.contains("\n> I want to learn more."))
        #expect(picture.unicodeScalars.filter { !$0.isASCII }.isEmpty)
    }

    @Test(arguments: [
        ("man", "manual"), ("MANUAL", "manual"), ("social", "defaultSocial"), ("default", "default"),
        ("I will", "manual"), ("Default configuration", "default"), ("default configuration with", "defaultSocial"),
        ("xyz\u{15}man", "manual"), ("manx\u{7F}", "manual"), ("jk", "default"), ("j", "defaultSocial"),
        ("\u{1B}[200~Manual configuration\n\u{1B}[201~", "manual"), ("\u{1B}[F\u{1B}[A", "manual"), ("kk", "manual"),
    ])
    func `arrows, letters and pasted texts find a row`(_ typed: String, _ value: String) {
        #expect(Asked.start.typing(typed + Sent.enter).answer == value)
    }

    @Test func `typing filters the rows, and shows what was typed`() {
        let filtered = Asked.start.typing("soc")
        #expect(
            filtered.picture() == """
                \(Self.question) soc
                ❯ Default configuration with Social Provider (Federation)
                """)
        #expect(filtered.screen(width: 80, height: 24, style: Style()).first?.cursor == 79)
    }

    @Test func `a text that no row has is refused, and the question continues`() {
        let refused = Asked.start.typing("xyz" + Sent.enter)
        #expect(refused.answer == nil)
        #expect(refused.picture(120).hasSuffix(" xyz\n  (no row)\n>> No row is \"xyz\"."))
        #expect(refused.typing("\u{15}" + Sent.enter).answer == "default")
    }

    @Test func `a row that explains gives its text and puts the question again`() {
        var prompt = Asked.start.typing(Sent.up + Sent.enter)
        #expect(prompt.answer == nil && prompt.notice == "The default configuration has a user pool.\nIt asks little.")
        prompt.notice = nil
        #expect(prompt.typing(Sent.home + Sent.enter).answer == "default")
    }

    @Test func `after an explanation the cursor is at the first choice again`() {
        let explained = Asked.start.typing("learn" + Sent.enter)
        #expect(explained.notice != nil && explained.picture().contains("❯ Default configuration\n"))
        #expect(explained.typing(Sent.enter).answer == "default")
    }

    @Test func `a row that is barred says why and is passed over`() {
        let prompt = ListPrompt("Which?", [.barred("One", 1, because: "taken"), Row("Two", 2), Row("Three", 3)])
        #expect(prompt.picture() == "? Which? (Use arrow keys)\n- One (taken)\n❯ Two\n  Three")
        #expect(prompt.typing(Sent.down + Sent.down + Sent.enter).answer == 2)
        #expect(prompt.taking("1").refusal == "One (taken) cannot be chosen.")
    }

    @Test(arguments: [("", "default"), ("3", "manual"), (" manual ", "manual"), ("I will setup", "manual")])
    func `without a cursor a number, a title or an empty line chooses`(_ line: String, _ value: String) {
        #expect(Asked.start.taking(line).answer == value)
    }

    @Test(arguments: ["0", "5", "default con", "other"])
    func `without a cursor any other line is refused`(line: String) {
        let refused = Asked.start.taking(line)
        #expect(refused.answer == nil && refused.refusal == "No row is \"\(line)\".")
    }

    @Test func `without a cursor the rows have numbers`() {
        let prompt = ListPrompt("Which?", [Row("One", 1), Row("Two", 2)], current: 1)
        #expect(prompt.listing(width: 79, style: .dumb).map(\.text) == ["? Which?", "  1   One", "  2   Two"])
        #expect(prompt.cue(style: .dumb) == "Number or title (2): ")
    }
}

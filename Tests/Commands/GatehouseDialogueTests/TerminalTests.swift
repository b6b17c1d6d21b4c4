// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// What a terminal can show.
@Suite struct TerminalTests {
    @Test(arguments: [
        (["LANG": "C.UTF-8"], true), (["LANG": "en_US.utf8"], true), (["LANG": "C"], false), ([:], false),
        (["LC_ALL": "C", "LANG": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    ])
    func `pictures need a locale of UTF-8`(_ environment: [String: String], _ shows: Bool) {
        #expect(Terminal.showsUTF8(environment) == shows)
    }

    @Test(arguments: [
        (["TERM": "xterm", "LANG": "C.UTF-8"], Style()),
        (["TERM": "xterm", "LANG": "C"], Style(showsUTF8: false)),
        (["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"], Style(showsColours: false)),
        (["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": ""], Style()),
        (["TERM": "dumb", "LANG": "C.UTF-8"], Style(showsColours: false, movesCursor: false)),
        (["LANG": "C.UTF-8"], Style(showsColours: false, movesCursor: false)),
    ])
    func `the environment says what a terminal shows`(_ environment: [String: String], _ style: Style) {
        #expect(Style(environment: environment, isTerminal: true) == style)
    }

    @Test func `a pipe has neither colours nor a cursor, and colours can be unwanted`() {
        let environment = ["TERM": "xterm", "LANG": "C"]
        #expect(Style(environment: environment, isTerminal: false) == .dumb)
        #expect(Style(environment: environment, isTerminal: true, usesColours: false).showsColours == false)
    }

    @Test func `a question without a terminal is named, with the ways to answer it`() {
        let complaint = Complaint(Refusal(unanswered: "Which server?"))
        #expect(complaint.text.contains("\"Which server?\"") && complaint.status == .failed)
        #expect(["--yes", "--headless", "--answers FILE"].allSatisfy { complaint.cure.contains($0) })
    }
}

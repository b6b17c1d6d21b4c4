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
}

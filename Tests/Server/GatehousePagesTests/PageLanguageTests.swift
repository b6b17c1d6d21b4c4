// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePages
import Testing

@Suite("The language of a page")
struct PageLanguageTests {
    @Test(
        "is the first that the browser prefers",
        arguments: [
            ("fr-CA, en;q=0.8", PageLanguage.french), ("en;q=0.5, ja;q=0.9", .japanese), ("pt", .brazilianPortuguese),
            ("zh-TW", .traditionalChinese), ("zh", .simplifiedChinese), ("PT-br;q=1", .brazilianPortuguese),
            ("sv, de", .german), ("de;q=0, es", .spanish),
        ])
    func preferred(header: String, language: PageLanguage) {
        #expect(PageLanguage(acceptedBy: header) == language)
    }

    @Test(
        "is unknown for languages without a translation and for other texts",
        arguments: ["sv", "", ";;;", "*", "q=1"])
    func unknown(header: String) {
        #expect(PageLanguage(acceptedBy: header) == nil)
    }

    @Test("is read from at most 32 ranges of the header")
    func bounded() {
        #expect(PageLanguage(acceptedBy: String(repeating: "sv,", count: 32) + "de") == nil)
    }
}

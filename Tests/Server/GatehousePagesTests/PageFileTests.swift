// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePages
import Testing

@Suite("The files of the pages")
struct PageFileTests {
    @Test("are named by a hash of their content")
    func names() {
        // The published values of FNV-1a with 64 bits.
        #expect(PageFile.hash(of: "") == "cbf29ce484222325")
        #expect(PageFile.hash(of: "foobar") == "85944171f73967e8")
        #expect(PageFile.styleSheet.name == "pages-\(PageFile.hash(of: PageFile.styleSheet.text)).css")
        #expect(Set(PageFile.all.map(\.name)).count == PageFile.all.count)
    }

    @Test("load nothing from elsewhere")
    func selfContained() {
        for file in PageFile.all {
            #expect(!file.text.contains("http") && !file.text.contains("url(") && !file.text.contains("@import"))
        }
        #expect(!PageFile.script.text.contains("eval") && !PageFile.script.text.contains("innerHTML"))
    }
}

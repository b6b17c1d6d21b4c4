// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Testing

@Suite struct MigrationTests {
    @Test func `the checksum depends on the statements and on their boundaries`() {
        let texts: [[SQL]] = [["AB"], ["A", "B"], ["B", "A"], ["A"], []]
        let checksums = texts.map { statements in Migration(version: 1, name: "", statements: statements).checksum }
        #expect(Set(checksums).count == texts.count)
    }

    @Test(arguments: [
        MigrationError.newerDatabase(version: 3, known: 2), .changed(version: 1, name: "tables"), .gap(missing: 1),
        .failed(version: 2, .full),
    ])
    func `each refusal names a cure`(_ error: MigrationError) {
        let words = ["release", "backup", "start again"]
        #expect(words.contains { word in error.description.contains(word) })
    }
}

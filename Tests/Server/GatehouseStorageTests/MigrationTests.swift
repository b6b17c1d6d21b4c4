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

    /// The release before runs beside the next one while nodes are restarted one after another.
    @Test func `the statements of a release fit the schema of the next one, because migrations from 32 on only add`() {
        for migration in Migrations.all.dropFirst(31) {
            for statement in migration.statements {
                let words = statement.text.split(whereSeparator: \.isWhitespace).map(String.init)
                let adds = [["CREATE", "TABLE"], ["CREATE", "INDEX"]].contains { beginning in
                    words.starts(with: beginning)
                }
                let column =
                    words.starts(with: ["ALTER", "TABLE"]) && words.dropFirst(3).starts(with: ["ADD", "COLUMN"])
                let isOptional = !statement.text.contains("NOT NULL") || statement.text.contains("DEFAULT")
                #expect(adds || (column && isOptional), "\(migration.version): \(statement.text)")
            }
        }
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

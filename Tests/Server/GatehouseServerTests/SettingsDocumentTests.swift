// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServer
import Testing

/// The tables of docs/settings.md beside the cases of `Setting`.
@Suite struct SettingsDocumentTests {
    /// The cells of each row that describes a setting.
    private static func rows() throws -> [[String]] {
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/settings.md").standardizedFileURL
        return try String(contentsOf: document, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| `GATEHOUSE_") }
            .map { row in row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    @Test(arguments: Setting.allCases)
    func `a setting has one row with its variable and its member of the file`(setting: Setting) throws {
        let (variable, member) = ("`\(setting.variable)`", setting == .config ? "—" : "`\(setting.rawValue)`")
        let rows = try Self.rows().filter { $0[0] == variable || $0[0].hasPrefix("\(variable) (") }
        #expect(rows.map { $0[1] } == [member], "docs/settings.md lacks the row of \(setting).")
    }

    @Test func `the document has a row for each setting and no other rows`() throws {
        #expect(try Self.rows().count == Setting.allCases.count)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage
import Testing

@Suite struct SQLTests {
    @Test func `values are bound and never spliced`() {
        let name = "'; DROP TABLE users; --"
        let sql: SQL = "SELECT id FROM users WHERE name = \(name) AND age > \(30)"
        #expect(sql.text == "SELECT id FROM users WHERE name = $1 AND age > $2")
        #expect(sql.arguments == [.text(name), .integer(30)])
    }

    @Test func `the text does not depend on the values`() {
        func find(_ id: Int?) -> SQL { "SELECT name FROM users WHERE id = \(id)" }
        #expect(find(1).text == find(nil).text)
        #expect(find(nil).arguments == [.null])
    }

    @Test func `constant fragments are inserted as they are`() {
        let columns: SQLFragment = "id, name"
        let sql: SQL = "SELECT \(columns) FROM users WHERE id = \(1)"
        #expect(sql.text == "SELECT id, name FROM users WHERE id = $1")
    }

    @Test func `a value's description does not show its content`() {
        #expect("\(SQLValue.text("secret"))" == "text")
        #expect(String(reflecting: SQLValue.blob([115, 101])) == "blob")
    }

    @Test(arguments: [SQLValue.text("1"), .integer(2), .null, .real(1)])
    func `only 0 and 1 are booleans`(_ value: SQLValue) {
        #expect(Bool(sqlValue: value) == nil)
    }
}

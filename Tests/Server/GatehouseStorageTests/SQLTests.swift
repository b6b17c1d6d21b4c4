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

    @Test func `a source line has one key, which is not the key of another text`() {
        let columns: SQLFragment = "id, name"
        func find(_ id: Int) -> SQL { "SELECT \(columns) FROM users WHERE id = \(id)" }
        func remove(_ id: Int) -> SQL { "DELETE FROM users WHERE id = \(id)" }
        #expect(find(1).key == find(2).key)
        #expect(find(1).key.hashValue == find(2).key.hashValue)
        #expect(find(1) != find(2))
        #expect(find(1).key != remove(1).key)
        #expect(find(1).ignoringConflicts.key == find(2).ignoringConflicts.key)
        #expect(find(1).ignoringConflicts.key != find(1).key)
        #expect(find(1).key.isConstant && find(1).key.beginning == "SELECT ")
    }

    @Test func `the same pieces in another order are another text`() {
        let (id, name): (SQLFragment, SQLFragment) = ("id", "name")
        func select(_ first: SQLFragment, _ second: SQLFragment) -> SQL { "SELECT \(first), \(second) FROM users" }
        func value(_ isFirst: Bool) -> SQL {
            isFirst ? "SELECT \(1), \(id) FROM users" : "SELECT \(id), \(1) FROM users"
        }
        #expect(select(id, name).key == select(id, name).key)
        #expect(select(id, name).key != select(name, id).key)
        #expect(value(true).key != value(false).key)
    }

    @Test func `statements are equal by their texts and values, wherever the texts are from`() {
        let table = "users"
        let made = SQL(stringLiteral: "SELECT id FROM \(table)")
        let literal: SQL = "SELECT id FROM users"
        #expect(made == literal)
        #expect(!made.key.isConstant && made.key.beginning == "SELECT id FROM users")
        #expect(made.ignoringConflicts.text == "SELECT id FROM users ON CONFLICT DO NOTHING")
        #expect(made.ignoringConflicts == literal.ignoringConflicts)
    }

    @Test func `values of equal characters and other bytes are different`() {
        let (composed, decomposed): (SQLValue, SQLValue) = (.text("\u{E9}"), .text("e\u{301}"))
        #expect(composed != decomposed && composed == .text("\u{E9}"))
        #expect(Set([composed, decomposed, composed]).count == 2)
        func find(_ name: String) -> SQL { "SELECT id FROM users WHERE name = \(name)" }
        #expect(find("\u{E9}") != find("e\u{301}"))
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

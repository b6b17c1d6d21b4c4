// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension ModelTable {
    /// The statements of a table that do not depend on a query.
    struct Statements: Sendable {
        let insert: String
        /// All columns are set; the last parameter is the key.
        let update: String
        let delete: String
        /// The columns of fields and attributes, without a condition.
        let select: String
        let selectByKey: String
        let exists: String

        init(_ table: String, _ columns: [ModelColumn], visibleCount: Int, key: Int) {
            let table = table.quotedForSQL
            let names = columns.map(\.sql)
            let key = "\(names[key]) = ?"
            let parameters = names.map { _ in "?" }.joined(separator: ", ")
            insert = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(parameters))"
            update = "UPDATE \(table) SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \(key)"
            delete = "DELETE FROM \(table) WHERE \(key)"
            select = "SELECT \(names[..<visibleCount].joined(separator: ", ")) FROM \(table)"
            selectByKey = "\(select) WHERE \(key)"
            exists = "SELECT 1 FROM \(table) WHERE \(key)"
        }
    }

    /// The statement that makes the table.
    ///
    /// Foreign keys are declared for readers of the file. The store does not enforce them, because a record may arrive
    /// before the one that it refers to.
    func createTable() -> String {
        var lines = columns.enumerated().map { index, column in
            "\(column.sql) \(column.sqlType)" + (index == key ? " PRIMARY KEY" : "")
                + (column.isRequired || index == key ? " NOT NULL" : "")
        }
        for reference in references where reference.isComplete {
            let attributes = reference.columns.map { columns[$0].sql }.joined(separator: ", ")
            let key = reference.keyNames.map(\.quotedForSQL).joined(separator: ", ")
            lines.append(
                "FOREIGN KEY (\(attributes)) REFERENCES \(reference.model.quotedForSQL) (\(key)) "
                    + "DEFERRABLE INITIALLY DEFERRED")
        }
        return "CREATE TABLE IF NOT EXISTS \(sql) (\(lines.joined(separator: ", ")))"
    }

    /// The statements that make the indexes of the table.
    var createIndexes: [String] {
        indexes.map { index in
            let unique = index.isUnique ? "UNIQUE " : ""
            let columns = index.columns.map(\.quotedForSQL).joined(separator: ", ")
            return "CREATE \(unique)INDEX IF NOT EXISTS \("\(name).\(index.name)".quotedForSQL) ON \(sql) (\(columns))"
        }
    }

    /// The statements that add a column to a table without it.
    func addColumn(_ name: String) -> String? {
        guard let column = columns.first(where: { $0.sqlName == name }) else { return nil }
        return "ALTER TABLE \(sql) ADD COLUMN \(column.sql) \(column.sqlType)"
    }

    /// The indexes: the ones of the schema, of a composite key's fields, and of attributes that refer to other records.
    var indexes: [ModelLayout.Index] {
        var indexes: [ModelLayout.Index] = []
        if keyFields.count > 1 {
            let names = keyFields.map { columns[$0].sqlName }
            indexes.append(ModelLayout.Index(name: "@@key", columns: names, isUnique: true))
        }
        for case .index(let fields, let name?) in schema.indexes {
            let names = fields.flatMap { columns(of: $0) }.map { comparedColumn(of: $0).sqlName }
            guard !names.isEmpty else { continue }
            indexes.append(ModelLayout.Index(name: name, columns: names, isUnique: false))
        }
        for reference in references {
            let names = reference.columns.map { comparedColumn(of: $0).sqlName }
            guard !indexes.contains(where: { $0.columns.starts(with: names) }), names != [keyColumn.sqlName] else {
                continue
            }
            indexes.append(ModelLayout.Index(name: "@@" + reference.field.name, columns: names, isUnique: false))
        }
        return indexes
    }
}

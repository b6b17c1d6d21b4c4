// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseStorage

extension SQLDatabase {
    /// Adds random rows to every table of a migrated database, for tests that read tables without regard to what is in
    /// them; a program with these migrations sends such statements.
    ///
    /// Optional columns are NULL in some rows. Texts have characters of one to four bytes, and numbers all sizes.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``, or the error of a schema that cannot be read.
    package func fillTables(
        rows: Int, seed: UInt64, migrations: [Migration] = Migrations.all
    ) async throws {
        let (tables, entropy) = (try SchemaTable.tables(after: migrations), Entropy.seeded(seed))
        try await write { connection in
            for table in tables {
                for number in 0..<rows {
                    let values = table.columns.map { column in
                        column.randomValue(number, isKey: table.keyColumns.contains(column.name), entropy)
                    }
                    try connection.execute(
                        .insertion(into: table.name, columns: table.columns.map { $0.name }, values: values))
                }
            }
        }
    }
}

extension SchemaTable {
    /// The columns of keys and of indexes, which must not have the same values in two rows.
    fileprivate var keyColumns: Set<String> { Set(indexes.flatMap { $0.columns }) }
}

extension SchemaTable.Column {
    fileprivate func randomValue(_ number: Int, isKey: Bool, _ entropy: Entropy) -> SQLValue {
        guard isRequired || isKey || number % 3 > 0 else { return .null }
        let bytes = entropy.bytes(8)
        switch type {
        case "BIGINT":
            let integer = bytes.reduce(Int64(0)) { integer, byte in integer << 8 | Int64(byte) }
            return .integer(isKey ? integer : integer >> Int64(bytes[0] % 64))
        case "BLOB": return .blob(entropy.bytes(1 + Int(bytes[0] % 64)) + bytes)
        default:
            let letters = ["a", "Z", "'", " ", "ß", "€", "𝄞", "%"]
            return .text(bytes.map { letters[Int($0) % letters.count] }.joined() + entropy.digits(12))
        }
    }
}

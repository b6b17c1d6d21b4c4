// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel

/// A row with sealed values in one of the ``SealedColumn``s.
package struct SealedRow: Sendable {
    package let column: SealedColumn
    /// What the values are bound to.
    package let context: [UInt8]
    /// The sealed values: one, or as many as a document has; `nil` if the column cannot be read.
    package let sealed: [[UInt8]]?
    let key: [SQLValue]
    fileprivate let value: SQLValue

    init(_ column: SealedColumn, key: [SQLValue], value: SQLValue) {
        self.column = column
        self.key = key
        self.value = value
        context = Array(key.prefix(column.contextCount).map(Self.text).joined(separator: "|").utf8)
        sealed = Self.sealed(in: value, of: column)
    }

    /// The row's primary key, for people.
    package var name: String { key.map(Self.text).joined(separator: "|") }

    private static func text(_ value: SQLValue) -> String {
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .null, .real, .blob: ""
        }
    }

    private static func sealed(in value: SQLValue, of column: SealedColumn) -> [[UInt8]]? {
        switch column {
        case .secondFactors:
            guard let mfa = UserMFADocument(sqlValue: value)?.mfa else { return nil }
            return [mfa.softwareToken?.sealedSecret, mfa.pendingSecret].compactMap(\.self)
        case .waitingSignIns: return String(sqlValue: value).flatMap(Base64.decode).map { [$0] }
        case .passwords, .formerPasswords, .deviceVerifiers, .clientSecrets, .signingKeys, .serviceSigningKeys,
            .samlKeys, .providerDetails, .importChunks, .queuedMessages, .indexKeys, .userKeys,
            .dataAPIKeys:
            return [UInt8](sqlValue: value).map { [$0] }
        }
    }

    /// The column's value with these sealed values in place of the present ones, as many as there are.
    func value(with new: [[UInt8]]) -> SQLValue {
        switch column {
        case .secondFactors:
            guard var mfa = UserMFADocument(sqlValue: value)?.mfa else { return value }
            var rest = new[...]
            if let token = mfa.softwareToken, let secret = rest.popFirst() {
                mfa.softwareToken = UserMFA.SoftwareToken(
                    sealedSecret: secret, friendlyName: token.friendlyName, verifiedAt: token.verifiedAt,
                    storedVersion: token.version)
            }
            if mfa.pendingSecret != nil, let secret = rest.popFirst() { mfa.pendingSecret = secret }
            return UserMFADocument(mfa).sqlValue
        case .waitingSignIns: return new.first.map(Base64.encode).sqlValue
        case .passwords, .formerPasswords, .deviceVerifiers, .clientSecrets, .signingKeys, .serviceSigningKeys,
            .samlKeys, .providerDetails, .importChunks, .queuedMessages, .indexKeys, .userKeys,
            .dataAPIKeys:
            return new.first.sqlValue
        }
    }
}

extension SQLReader {
    /// Rows of a column in the order of their keys, after one of them; those without a value are left out.
    ///
    /// - Throws: ``StorageError``.
    package func sealedRows(of column: SealedColumn, after last: SealedRow?, limit: Int) throws -> [SealedRow] {
        let (table, name, columns) = (column.table, column.name, column.key)
        let key = last?.key ?? []
        let statement: SQL =
            switch key.count {
            case 1:
                """
                SELECT \(name), \(columns) FROM \(table) WHERE \(columns) > \(key[0]) AND \(name) IS NOT NULL
                ORDER BY \(columns) LIMIT \(limit)
                """
            case 2:
                """
                SELECT \(name), \(columns) FROM \(table) WHERE (\(columns)) > (\(key[0]), \(key[1]))
                AND \(name) IS NOT NULL ORDER BY \(columns) LIMIT \(limit)
                """
            case 3:
                """
                SELECT \(name), \(columns) FROM \(table) WHERE (\(columns)) > (\(key[0]), \(key[1]), \(key[2]))
                AND \(name) IS NOT NULL ORDER BY \(columns) LIMIT \(limit)
                """
            case 4:
                """
                SELECT \(name), \(columns) FROM \(table)
                WHERE (\(columns)) > (\(key[0]), \(key[1]), \(key[2]), \(key[3]))
                AND \(name) IS NOT NULL ORDER BY \(columns) LIMIT \(limit)
                """
            default:
                "SELECT \(name), \(columns) FROM \(table) WHERE \(name) IS NOT NULL ORDER BY \(columns) LIMIT \(limit)"
            }
        let count = columns.text.split(separator: ",").count
        return try query(statement).map { row in
            SealedRow(column, key: try (1...count).map { try row[$0] }, value: try row[0])
        }
    }

    /// The number of rows with a value in a column.
    ///
    /// - Throws: ``StorageError``.
    package func sealedRowCount(of column: SealedColumn) throws -> Int {
        let row = try queryOne("SELECT count(*) FROM \(column.table) WHERE \(column.name) IS NOT NULL")
        return try row.map { row in try row[0] } ?? 0
    }
}

extension SQLConnection {
    /// Replaces the sealed values of a row, unless the column has changed since it was read.
    ///
    /// Versions and the times of changes stay.
    /// - Returns: whether the row was replaced.
    /// - Throws: ``StorageError``.
    package func replace(_ row: SealedRow, by sealed: [[UInt8]]) throws -> Bool {
        guard let former = row.sealed, former.count == sealed.count else { return false }
        guard try store(row.value(with: sealed), in: row) else { return false }
        switch row.column {
        case .passwords:
            // A password of an earlier release gets the version that it had without a stored one.
            try execute(
                """
                UPDATE users SET password_version = \(former.first.map(SealedVersion.first))
                WHERE pool_id = \(row.key[0]) AND sub = \(row.key[1]) AND password_version IS NULL
                """
            )
        // Caches of pools and clients hold the former values.
        case .signingKeys:
            try execute("UPDATE user_pools SET revision = revision + 1 WHERE id = \(row.key[0])")
        case .clientSecrets:
            try execute("UPDATE app_clients SET revision = revision + 1 WHERE id = \(row.key[0])")
        case .secondFactors, .formerPasswords, .deviceVerifiers, .waitingSignIns, .serviceSigningKeys, .samlKeys,
            .providerDetails, .importChunks, .queuedMessages, .indexKeys, .userKeys,
            .dataAPIKeys:
            break
        }
        return true
    }

    /// Removes the waiting sign-in of a device, which can no longer be continued.
    ///
    /// - Throws: ``StorageError``.
    package func removeWaitingSignIn(_ row: SealedRow) throws {
        guard row.column == .waitingSignIns, try store(.null, in: row) else { return }
        try execute(
            """
            UPDATE devices SET waiting_key = NULL
            WHERE pool_id = \(row.key[0]) AND sub = \(row.key[1]) AND device_key = \(row.key[2])
                AND waiting_session IS NULL
            """
        )
    }

    /// Stores a column's value if the row still has the one that was read.
    private func store(_ new: SQLValue, in row: SealedRow) throws -> Bool {
        let (table, name, columns) = (row.column.table, row.column.name, row.column.key)
        let (key, old) = (row.key, row.value)
        let statement: SQL =
            switch key.count {
            case 1: "UPDATE \(table) SET \(name) = \(new) WHERE \(columns) = \(key[0]) AND \(name) = \(old)"
            case 2:
                """
                UPDATE \(table) SET \(name) = \(new)
                WHERE (\(columns)) = (\(key[0]), \(key[1])) AND \(name) = \(old)
                """
            case 3:
                """
                UPDATE \(table) SET \(name) = \(new)
                WHERE (\(columns)) = (\(key[0]), \(key[1]), \(key[2])) AND \(name) = \(old)
                """
            default:
                """
                UPDATE \(table) SET \(name) = \(new)
                WHERE (\(columns)) = (\(key[0]), \(key[1]), \(key[2]), \(key[3])) AND \(name) = \(old)
                """
            }
        return try execute(statement) > 0
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel

/// The columns of an import file.
struct ImportColumns: Sendable, Equatable {
    static let username = "cognito:username"
    static let mfaEnabled = "cognito:mfa_enabled"
    static let passwordHash = "password_hash"

    /// The columns that are not attributes.
    static let special: Set<String> = [username, mfaEnabled, passwordHash]

    private static let standard = [
        "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
        "website", "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number",
        "phone_number_verified", "address", "updated_at",
    ]

    /// The columns in the order of the file.
    let names: [String]

    /// Returns the columns of a file for a pool, in the order of `GetCSVHeader`.
    static func all(of pool: UserPoolRecord) -> [String] {
        let names = (pool.description.schemaAttributes ?? []).compactMap(\.name)
        let custom = names.filter { $0.hasPrefix("custom:") || $0.hasPrefix("dev:custom:") }
        return standard + custom + [mfaEnabled, username, passwordHash]
    }

    /// Parses the header of a file: each column of the pool exactly once, in any order, and no others.
    ///
    /// A file for a job without hashes may omit their column. The result is `nil` for any other header.
    init?(header line: ImportLine, for pool: UserPoolRecord, hashing: PasswordHashingAlgorithmType?) {
        guard let names = try? ImportRow.fields(of: line) else { return nil }
        let needed = Self.all(of: pool).filter { hashing != nil || $0 != Self.passwordHash }
        let optional = hashing == nil ? [Self.passwordHash] : []
        guard names.sorted() == needed.sorted() || names.sorted() == (needed + optional).sorted() else { return nil }
        self.names = names
    }

    /// Returns the non-empty fields of a row by the names of their columns.
    ///
    /// - Throws: ``ImportRefusal`` for a line that is not a row of this file.
    func values(of line: ImportLine) throws(ImportRefusal) -> [String: String] {
        let fields = try ImportRow.fields(of: line)
        guard fields.count == names.count else { throw .columns(expected: names.count, found: fields.count) }
        return Dictionary(zip(names, fields).filter { !$0.1.isEmpty }) { first, _ in first }
    }
}

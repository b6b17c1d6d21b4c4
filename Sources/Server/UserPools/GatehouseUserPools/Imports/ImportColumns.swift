// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel

/// The columns of a file of users.
struct ImportColumns: Sendable, Equatable {
    static let username = "cognito:username"
    static let mfaEnabled = "cognito:mfa_enabled"
    static let passwordHash = "password_hash"

    /// The columns that are no attributes.
    static let special: Set<String> = [username, mfaEnabled, passwordHash]

    private static let standard = [
        "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
        "website", "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number",
        "phone_number_verified", "address", "updated_at",
    ]

    /// The columns in the order of the file.
    let names: [String]

    /// What a file for the pool must have, in the order in which `GetCSVHeader` prints it.
    static func all(of pool: UserPoolRecord) -> [String] {
        let names = (pool.description.schemaAttributes ?? []).compactMap(\.name)
        let custom = names.filter { $0.hasPrefix("custom:") || $0.hasPrefix("dev:custom:") }
        return standard + custom + [mfaEnabled, username, passwordHash]
    }

    /// Reads the header of a file: every column of the pool once, in any order, and no other.
    ///
    /// A job that expects no hashes does without their column, too. `nil` for any other header.
    init?(header line: ImportLine, for pool: UserPoolRecord, hashing: PasswordHashingAlgorithmType?) {
        guard let names = try? ImportRow.fields(of: line) else { return nil }
        let needed = Self.all(of: pool).filter { hashing != nil || $0 != Self.passwordHash }
        let optional = hashing == nil ? [Self.passwordHash] : []
        guard names.sorted() == needed.sorted() || names.sorted() == (needed + optional).sorted() else { return nil }
        self.names = names
    }

    /// The fields of a row that hold something, by the names of their columns.
    /// - Throws: ``ImportRefusal`` for a line that is not a row of this file.
    func values(of line: ImportLine) throws(ImportRefusal) -> [String: String] {
        let fields = try ImportRow.fields(of: line)
        guard fields.count == names.count else { throw .columns(expected: names.count, found: fields.count) }
        return Dictionary(zip(names, fields).filter { !$0.1.isEmpty }) { first, _ in first }
    }
}

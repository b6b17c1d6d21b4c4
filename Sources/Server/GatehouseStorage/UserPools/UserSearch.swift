// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel

extension SQLUserPoolReading {
    /// A page of users in the order of their `sub`, or for a prefix search in the order of value and `sub`, so that its
    /// cost depends on its own length and not on the number of matches.
    ///
    /// If the last user of the previous page no longer matches a prefix search, the search starts again: the results
    /// may contain a user twice, but omit none.
    func users(inPool poolID: String, after sub: String?, limit: Int, filter: UserFilter?) throws -> [UserRecord] {
        guard filter?.value.sqlValue.isStorable ?? true else { return [] }
        return try UserRow.all(page(inPool: poolID, after: sub, limit: limit, filter), in: sql)
    }

    private func page(inPool poolID: String, after sub: String?, limit: Int, _ filter: UserFilter?) throws -> SQL {
        guard let filter else {
            return """
                SELECT \(UserRow.columns) FROM users u WHERE u.pool_id = \(poolID) AND u.sub > \(sub ?? "")
                ORDER BY u.sub LIMIT \(limit)
                """
        }
        guard filter.field != .sub else {
            return """
                SELECT \(UserRow.columns) FROM users u WHERE u.pool_id = \(poolID) AND u.sub > \(sub ?? "")
                    AND u.sub >= \(filter.value) AND u.sub <= \(filter.lastValue)
                ORDER BY u.sub LIMIT \(limit)
                """
        }
        let start = try start(of: filter, inPool: poolID, after: sub)
        return """
            SELECT \(UserRow.columns) FROM user_search s JOIN users u ON u.pool_id = s.pool_id AND u.sub = s.sub
            WHERE s.pool_id = \(poolID) AND s.field = \(filter.field) AND s.value <= \(filter.lastValue)
                AND (s.value, s.sub) > (\(start.value), \(start.sub))
            ORDER BY s.value, s.sub LIMIT \(limit)
            """
    }

    private func start(
        of filter: UserFilter, inPool poolID: String, after sub: String?
    ) throws -> (value: String, sub: String) {
        guard filter.comparison == .startsWith, let sub else { return (filter.value, sub ?? "") }
        let value = try user(sub, inPool: poolID).flatMap { user in filter.field.value(in: user) }
        guard let value, value.utf8.starts(with: filter.value.utf8) else { return (filter.value, "") }
        return (value, sub)
    }
}

extension UserPoolWriter {
    /// Updates the rows of `user_search` from the values of `old` to the values of `new`.
    func index(_ new: UserRecord?, insteadOf old: UserRecord?) throws {
        guard let user = new ?? old else { return }
        for field in UserFilter.Field.allCases where field != .sub {
            let before = old.flatMap { old in field.value(in: old) }
            let after = new.flatMap { new in field.value(in: new) }
            // Equal texts may have different bytes, and the rows are bytes.
            guard before.map({ Array($0.utf8) }) != after.map({ Array($0.utf8) }) else { continue }
            if let before { try removeEntry(field, before, of: user) }
            if let after { try addEntry(field, after, of: user, isNew: old == nil) }
        }
    }

    private func removeEntry(_ field: UserFilter.Field, _ value: String, of user: UserRecord) throws {
        try connection.post(
            """
            DELETE FROM user_search
            WHERE pool_id = \(user.poolID) AND field = \(field) AND value = \(value) AND sub = \(user.sub)
            """
        )
    }

    /// Adds the row of a value; a new user has none.
    ///
    /// PostgreSQL writes one more record into its log for each row of an INSERT with ON CONFLICT, and a sign-up has four
    /// rows or more.
    private func addEntry(_ field: UserFilter.Field, _ value: String, of user: UserRecord, isNew: Bool) throws {
        let insertion: SQL = """
            INSERT INTO user_search (pool_id, field, value, sub)
            VALUES (\(user.poolID), \(field), \(value), \(user.sub))
            """
        try connection.post(isNew ? insertion : insertion.ignoringConflicts)
    }
}

extension UserFilter {
    /// The upper bound of matching values; for a prefix, values that continue with U+10FFFF may exceed it.
    fileprivate var lastValue: String {
        switch comparison {
        case .equals: value
        case .startsWith: value + "\u{10FFFF}"
        }
    }
}

extension UserFilter.Field: SQLConvertible {
    /// The value that a search compares; `nil` if the user has none, or one that cannot be stored in a column of its
    /// own.
    fileprivate func value(in user: UserRecord) -> String? {
        guard let value = text(in: user), value.sqlValue.isStorable else { return nil }
        return isCaseSensitive ? value : value.lowercased()
    }

    private func text(in user: UserRecord) -> String? {
        switch self {
        case .username: user.username
        case .sub: user.sub
        case .userStatus: user.status.rawValue
        case .enabled: user.isEnabled ? "Enabled" : "Disabled"
        case .email, .phoneNumber, .name, .givenName, .familyName, .preferredUsername: user.attributes[rawValue]
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a caller wants to do with a model's records.
package enum AccessAction: Int, Hashable, Sendable, CaseIterable {
    /// Make a record.
    case create
    /// Change a record.
    case update
    /// Delete a record; on a field, set it to `null`.
    case delete
    /// Read one record by its key.
    case get
    /// Read records by an index or all of them.
    case list
    /// Read changes.
    case sync
    /// Hear of changes.
    case listen
    /// Search; nothing uses it, but rules may name it.
    case search

    /// The name in rules.
    package var name: String { String(describing: self) }
}

/// A set of actions.
package struct AccessActions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A set of one action.
    package init(_ action: AccessAction) { self.init(rawValue: 1 << UInt8(action.rawValue)) }

    /// No actions.
    package static let none: AccessActions = []
    /// All actions that read.
    package static let read = [AccessAction.get, .list, .sync, .listen, .search]
        .reduce(into: AccessActions()) { $0.insert(AccessActions($1)) }
    /// All actions.
    package static let all = AccessActions(rawValue: .max)

    /// Whether the action is in the set.
    package func contains(_ action: AccessAction) -> Bool { contains(AccessActions(action)) }

    /// The set in letters, for tables: `CRUD`, with a small letter for each part of `read` that stands alone.
    package var letters: String {
        var text = contains(.create) ? "C" : "-"
        let parts = intersection(.read)
        if parts == .read {
            text += "R"
        } else if parts.isEmpty {
            text += "-"
        } else {
            text += AccessAction.allCases.filter { parts.contains($0) }.map { "(\($0.name))" }.joined()
        }
        return text + (contains(.update) ? "U" : "-") + (contains(.delete) ? "D" : "-")
    }
}

/// Callers that a rule speaks of.
package struct AccessRole: Hashable, Sendable, CustomStringConvertible {
    /// The condition on the caller and the record.
    package enum Kind: Hashable, Sendable {
        /// The caller is in a field of the record, by claims whose values are joined.
        case owner(field: String, isList: Bool, claims: [String])
        /// A group of the caller is in a field of the record.
        case groupField(field: String, isList: Bool, claim: String)
        /// The caller is in a group.
        case group(String, claim: String)
        /// The caller is signed in.
        case signedIn
        /// All callers.
        case everybody
        /// A function let the request through.
        case custom
    }

    /// The mode of the callers.
    package var mode: AuthorizationMode
    /// The condition.
    package var kind: Kind
    /// Whether the role is the default mode on a model without rules: both roles of an identity pool are in it.
    package var isDefault: Bool

    /// Makes a role.
    package init(_ mode: AuthorizationMode, _ kind: Kind, isDefault: Bool = false) {
        self.mode = mode
        self.kind = kind
        self.isDefault = isDefault
    }

    /// Whether the record has no part in the condition.
    package var isStatic: Bool {
        switch kind {
        case .owner, .groupField: false
        case .group, .signedIn, .everybody, .custom: true
        }
    }

    /// The field of the record in the condition.
    package var field: String? {
        switch kind {
        case .owner(let field, _, _), .groupField(let field, _, _): field
        case .group, .signedIn, .everybody, .custom: nil
        }
    }

    /// The order of roles in one request: signed-in callers, groups, owners, group fields.
    package var rank: Int {
        switch kind {
        case .signedIn, .everybody, .custom: 0
        case .group: 1
        case .owner: 2
        case .groupField: 3
        }
    }

    /// The role in messages, after the name of the type.
    package var description: String {
        switch kind {
        case .owner(let field, _, let claims):
            "\(mode.provider):owner:\(field):\(claims.joined(separator: "::"))"
        case .groupField(let field, _, let claim): "\(mode.provider):dynamicGroup:\(field):\(claim)"
        case .group(let group, let claim): "\(mode.provider):staticGroup:\(group):\(claim)"
        case .signedIn: "\(mode.provider):private"
        case .everybody: "\(mode.provider):public"
        case .custom: "\(mode.provider):custom"
        }
    }
}

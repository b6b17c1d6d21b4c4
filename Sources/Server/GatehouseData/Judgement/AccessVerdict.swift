// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseGraphQL

/// What a caller wants to do with a model.
package enum AccessRequest: Hashable, Sendable {
    /// Make a record of an input.
    case create(input: GraphQLObject)
    /// Change a stored record; `nil` if there is none.
    case update(stored: GraphQLObject?, input: GraphQLObject)
    /// Delete a stored record; `nil` if there is none.
    case delete(stored: GraphQLObject?)
    /// Read a stored record; `nil` if there is none.
    case get(stored: GraphQLObject?)
    /// Read records with these values in keys.
    case list(keys: GraphQLObject = [:])
    /// Read changes.
    case sync
    /// Search.
    case search
    /// Receive changes to records with these owners.
    case listen(owners: GraphQLObject = [:])
    /// Read a record at the other end of a relation; `nil` if there is none.
    case related(stored: GraphQLObject?)

    /// The actions that rules must allow, one of them at least.
    package var actions: [AccessAction] {
        switch self {
        case .create: [.create]
        case .update: [.update]
        case .delete: [.delete]
        case .get: [.get]
        case .list: [.list]
        case .sync: [.sync]
        case .search: [.search]
        case .listen: [.listen]
        case .related: [.get, .list, .sync, .listen, .search]
        }
    }
}

/// The answer to a request: whether it is allowed, with which fields, and by which rule.
package struct AccessVerdict: Hashable, Sendable {
    /// Whether the request is allowed.
    package var isAllowed: Bool
    /// The fields that may be read or written.
    package var fields: Set<String>
    /// The records that a list, a sync or a subscription may have.
    package var scope: RecordScope
    /// The fields that filters, conditions and orders may use: those that are readable in each record of the scope.
    package var searchable: Set<String>
    /// The owners that a new record gets.
    package var additions: GraphQLObject
    /// The fields of the input that are refused, in the order of the input.
    package var refusedFields: [String]
    /// The rule that decided, or why none did.
    package var reason: AccessReason

    static func refused(_ reason: AccessReason, fields: [String] = []) -> AccessVerdict {
        AccessVerdict(
            isAllowed: false, fields: [], scope: .nothing, searchable: [], additions: [:], refusedFields: fields,
            reason: reason)
    }

    /// AppSync's message of a refusal on a field of a type.
    package func message(field: String, type: String) -> String {
        if !refusedFields.isEmpty { return "Unauthorized on [\(refusedFields.joined(separator: ", "))]" }
        return "Not Authorized to access \(field) on type \(type)"
    }
}

/// Why a request is allowed or refused.
package enum AccessReason: Hashable, Sendable, CustomStringConvertible {
    /// The rules of these roles allow it together; the first one alone where it is the only one.
    case rules([AccessRole])
    /// The caller is an administrator.
    case administrator
    /// No rule allows the action to the caller's mode.
    case noRule(AccessAction, AuthorizationMode)
    /// The rules for the mode do not match the caller and the record.
    case noMatch([AccessRole])
    /// The rules allow other fields only.
    case fields([String])
    /// There is no record.
    case noRecord
    /// The field does not admit the caller's mode.
    case noMode(AuthorizationMode)
    /// A policy of the caller's role, or the function that let the caller in, denies the field.
    case denied

    /// The reason for which a record outside the scope of a verdict is left out: the rules of the verdict do not match it.
    var unmatched: AccessReason {
        if case .rules(let roles) = self { .noMatch(roles) } else { self }
    }

    package var description: String {
        switch self {
        case .rules(let roles): "allowed by \(Self.list(roles))"
        case .administrator: "allowed to administrators"
        case .noRule(let action, let mode): "no rule allows \(action.name) to \(mode.provider)"
        case .noMatch(let roles): "not \(Self.list(roles))"
        case .fields(let fields): "not allowed on \(fields.joined(separator: ", "))"
        case .noRecord: "there is no record"
        case .noMode(let mode): "not open to \(mode.provider)"
        case .denied: "denied by a policy or a function"
        }
    }

    private static func list(_ roles: [AccessRole]) -> String {
        roles.map(\.description).joined(separator: ", ")
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// What the user of the tests may do with a model, by the rules in its description.
struct Access {
    /// The authorization of the calls; nil for the token of the user.
    let mode: AWSAuthorizationType?
    private let operations: Set<ModelOperation>

    init(_ schema: ModelSchema) {
        let rules = schema.authRules
        let own = rules.filter(Self.isForUser)
        let ofKey = rules.filter { $0.allow == .public && $0.provider == .apiKey }
        mode = own.isEmpty && !ofKey.isEmpty ? .apiKey : nil
        guard !rules.isEmpty else {
            operations = Self.all
            return
        }
        operations = (own.isEmpty ? ofKey : own).reduce(into: []) { operations, rule in
            operations.formUnion(rule.operations.isEmpty ? Self.all : Set(rule.operations))
        }
    }

    private static let all: Set<ModelOperation> = [.create, .update, .delete, .read]

    /// Whether the calls may do that.
    func allows(_ operation: ModelOperation) -> Bool { operations.contains(operation) }

    /// Whether the user has the role of a rule; owners are recognized by their names.
    private static func isForUser(_ rule: AuthRule) -> Bool {
        guard rule.provider == .userPools else { return false }
        switch rule.allow {
        case .owner: return rule.identityClaim == "cognito:username"
        case .groups:
            return rule.groupClaim == "cognito:groups" && !Set(SchemaServer.groups).isDisjoint(with: rule.groups)
        case .private: return true
        case .public, .custom: return false
        }
    }

    /// The values of the owner fields that the model declares.
    static func owners(of schema: ModelSchema) -> [String: JSONValue] {
        let fields = schema.authRules.filter { $0.allow == .owner && isForUser($0) }
            .compactMap { $0.ownerField.flatMap { schema.field(withName: $0) } }
        let owner = JSONValue.string(SchemaServer.user)
        return Dictionary(fields.map { ($0.name, $0.type.isArray ? [owner] : owner) }) { first, _ in first }
    }
}

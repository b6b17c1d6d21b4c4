// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The callers that a rule allows.
public enum AuthStrategy: Sendable {
    /// The owner of the record.
    case owner

    /// The members of groups.
    case groups

    /// All signed-in users.
    case `private`

    /// All callers.
    case `public`

    /// The callers that a function accepts.
    case custom
}

/// An operation that a rule allows.
public enum ModelOperation: Sendable {
    /// Creates a record.
    case create

    /// Changes a record.
    case update

    /// Removes a record.
    case delete

    /// Reads records and receives their changes.
    case read
}

/// The source of a caller's identity.
public enum AuthRuleProvider: Sendable {
    /// A key of the API.
    case apiKey

    /// A provider of OpenID Connect.
    case oidc

    /// AWS credentials.
    case iam

    /// A user pool.
    case userPools

    /// A function.
    case function
}

/// The rules of a model or a field.
public typealias AuthRules = [AuthRule]

/// A rule of authorization, as the schema has it.
public struct AuthRule: Sendable, Hashable {
    /// The callers.
    public let allow: AuthStrategy

    /// The field with the owner.
    public let ownerField: String?

    /// The claim with the identity of the owner.
    public let identityClaim: String?

    /// The claim with the groups of the caller.
    public let groupClaim: String?

    /// The groups.
    public let groups: [String]

    /// The field with the groups.
    public let groupsField: String?

    /// The operations; all if it is empty.
    public let operations: [ModelOperation]

    /// The source of the caller's identity; nil for any.
    public let provider: AuthRuleProvider?

    /// Makes a rule.
    public init(
        allow: AuthStrategy,
        ownerField: String? = nil,
        identityClaim: String? = nil,
        groupClaim: String? = nil,
        groups: [String] = [],
        groupsField: String? = nil,
        provider: AuthRuleProvider? = nil,
        operations: [ModelOperation] = []
    ) {
        self.allow = allow
        self.ownerField = ownerField
        self.identityClaim = identityClaim
        self.groupClaim = groupClaim
        self.groups = groups
        self.groupsField = groupsField
        self.provider = provider
        self.operations = operations
    }
}

extension [AuthRule] {
    /// The rules for an operation.
    public func filter(modelOperation operation: ModelOperation) -> [Element] {
        filter { $0.operations.isEmpty || $0.operations.contains(operation) }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The settings of an API that its schema is compiled with.
package struct DataSettings: Hashable, Sendable {
    /// The mode of requests to types without directives of modes.
    package var defaultMode: AuthorizationMode
    /// The other modes that the API accepts.
    package var additionalModes: [AuthorizationMode]
    /// What happens to tokens of user pools at fields whose directives name no groups.
    package var userPoolsAction: UserPoolsAction
    /// How versions in conflict are resolved; without it, records have no versions and there is no sync.
    package var conflicts: ConflictStrategy?
    /// The function that resolves conflicts with the strategy `LAMBDA`: its name or its ARN.
    package var conflictFunction: String?
    /// How conflicts of single models are resolved, by the names of the models; all others are as in the API.
    package var modelConflicts: [String: ConflictHandler]
    /// Whether a model without rules is an error.
    package var requiresAuthRules: Bool
    /// Whether an owner rule does not allow to give a record to another owner.
    package var strictOwnership: Bool
    /// The claim expression of owner rules that name none.
    package var identityClaim: String
    /// Whether a record that a static rule lets in gets its creator as owner.
    package var populatesOwners: Bool

    /// Makes settings.
    package init(
        defaultMode: AuthorizationMode = .userPools, additionalModes: [AuthorizationMode] = [],
        userPoolsAction: UserPoolsAction = .allow,
        conflicts: ConflictStrategy? = nil, conflictFunction: String? = nil,
        modelConflicts: [String: ConflictHandler] = [:], requiresAuthRules: Bool = false, strictOwnership: Bool = false,
        identityClaim: String = "sub::username", populatesOwners: Bool = true
    ) {
        self.defaultMode = defaultMode
        self.additionalModes = additionalModes
        self.userPoolsAction = userPoolsAction
        self.conflicts = conflicts
        self.conflictFunction = conflictFunction
        self.modelConflicts = modelConflicts
        self.requiresAuthRules = requiresAuthRules
        self.strictOwnership = strictOwnership
        self.identityClaim = identityClaim
        self.populatesOwners = populatesOwners
    }

    /// The modes that the API accepts, the default one first.
    package var modes: [AuthorizationMode] { [defaultMode] + additionalModes.filter { $0 != defaultMode } }
}

extension DataSettings {
    /// How conflicts of a model are resolved; `nil` for a model without versions.
    package func conflicts(of model: String) -> ConflictHandler? {
        modelConflicts[model] ?? conflicts.map { ConflictHandler($0, function: conflictFunction) }
    }
}

/// How a request proves who sends it.
package enum AuthorizationMode: String, Hashable, Sendable, CaseIterable {
    /// A key in a header.
    case apiKey = "API_KEY"
    /// A signature with AWS credentials.
    case iam = "AWS_IAM"
    /// A token of a user pool.
    case userPools = "AMAZON_COGNITO_USER_POOLS"
    /// A token of another issuer.
    case oidc = "OPENID_CONNECT"
    /// A function of the operator.
    case function = "AWS_LAMBDA"

    /// The name in rules.
    package var provider: String {
        switch self {
        case .apiKey: "apiKey"
        case .iam: "iam"
        case .userPools: "userPools"
        case .oidc: "oidc"
        case .function: "function"
        }
    }

    /// The directive that admits the mode to a type or a field.
    package var directive: String {
        switch self {
        case .apiKey: "aws_api_key"
        case .iam: "aws_iam"
        case .userPools: "aws_cognito_user_pools"
        case .oidc: "aws_oidc"
        case .function: "aws_lambda"
        }
    }

    /// The words of the message about a mode that the API does not have.
    package var title: String {
        switch self {
        case .apiKey: "API Key"
        case .iam: "IAM"
        case .userPools: "Cognito User Pools"
        case .oidc: "OPENID_CONNECT"
        case .function: "Lambda"
        }
    }
}

/// What happens to tokens of user pools at a field: AppSync's `defaultAction`.
package enum UserPoolsAction: String, Hashable, Sendable, CaseIterable {
    /// The modes of the field decide.
    case allow = "ALLOW"
    /// The field is refused unless its directives name a group of the caller.
    case deny = "DENY"
}

/// How the versions of a record in conflict are resolved.
package enum ConflictStrategy: String, Hashable, Sendable, CaseIterable {
    /// The write is refused.
    case optimisticConcurrency = "OPTIMISTIC_CONCURRENCY"
    /// Fields are merged.
    case automerge = "AUTOMERGE"
    /// A function of the operator decides.
    case function = "LAMBDA"
}

/// A strategy with the function that it may need.
package struct ConflictHandler: Hashable, Sendable {
    /// The strategy.
    package var strategy: ConflictStrategy
    /// The name or the ARN of the function; `nil` for a strategy without one.
    package var function: String?

    /// Makes a handler.
    package init(_ strategy: ConflictStrategy, function: String? = nil) {
        self.strategy = strategy
        self.function = strategy == .function ? function : nil
    }
}

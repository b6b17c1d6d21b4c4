// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The strategy that takes the modes of a model's rules.
///
/// The order of the modes is the one of Amplify: the rules for functions, owners, groups, signed-in users and all callers,
/// and for each of them functions, user pools, OpenID Connect, AWS credentials and keys.
public class AWSMultiAuthModeStrategy: AuthModeStrategy {
    /// The source of the sign-in state; without one, a user counts as signed in.
    public weak var authDelegate: (any AuthModeStrategyDelegate)?

    /// Makes a strategy.
    public required init() {}

    /// Returns the modes of the rules for an operation, each of them once.
    ///
    /// A model without rules has the default of the API. A model whose rules do not fit has none: no service would accept
    /// the request.
    public func authTypesFor(schema: ModelSchema, operation: ModelOperation) async -> AWSAuthorizationTypeIterator {
        await authTypesFor(schema: schema, operations: [operation])
    }

    /// Returns the modes of the rules for any of several operations, each of them once.
    ///
    /// A model without rules has the default of the API. A model whose rules do not fit has none: no service would accept
    /// the request.
    public func authTypesFor(
        schema: ModelSchema, operations: [ModelOperation]
    ) async -> AWSAuthorizationTypeIterator {
        guard schema.hasAuthenticationRules else { return AWSAuthorizationTypeIterator(withValues: [.inferred]) }
        let isSignedIn = await authDelegate?.isUserLoggedIn() ?? true
        let modes = schema.authRules.modes(for: operations, isSignedIn: isSignedIn)
        return AWSAuthorizationTypeIterator(withValues: modes.map { .designated($0) })
    }
}

extension [AuthRule] {
    /// The modes in which a caller may do any of the operations, in the order in which a request tries them.
    ///
    /// - Parameters:
    ///   - operations: the operations.
    ///   - isSignedIn: whether a user is signed in. Otherwise, only rules for all callers and for functions count, the
    ///     latter last, since a function may accept a token that belongs to no user.
    /// - Returns: the modes, each of them once.
    func modes(for operations: [ModelOperation], isSignedIn: Bool) -> [AWSAuthorizationType] {
        let rules = filter { rule in
            (rule.operations.isEmpty || operations.contains(where: rule.operations.contains))
                && (isSignedIn || rule.allow == .public || rule.allow == .custom)
        }
        let rank = { (rule: AuthRule) in
            (rule.allow.rank(isSignedIn: isSignedIn), rule.providerOrDefault.rank)
        }
        // The sort keeps the order of equals, which have the same mode.
        let modes = rules.sorted { rank($0) < rank($1) }.map { $0.providerOrDefault.toAWSAuthorizationType() }
        return modes.reduce(into: []) { distinct, mode in
            if !distinct.contains(mode) { distinct.append(mode) }
        }
    }
}

extension AuthStrategy {
    /// The place of rules of the strategy in the order of attempts.
    fileprivate func rank(isSignedIn: Bool) -> Int {
        switch self {
        case .custom: isSignedIn ? 0 : 5
        case .owner: 1
        case .groups: 2
        case .private: 3
        case .public: 4
        }
    }
}

extension AuthRuleProvider {
    /// The place of rules with the provider in the order of attempts.
    fileprivate var rank: Int {
        switch self {
        case .function: 0
        case .userPools: 1
        case .oidc: 2
        case .iam: 3
        case .apiKey: 4
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The strategies by which requests with models get their authorization.
public enum AuthModeStrategyType: Sendable {
    /// The default of the API, whatever the rules of the model are.
    case `default`

    /// The modes of the model's rules, one after the other.
    case multiAuth

    /// Makes the strategy.
    public func resolveStrategy() -> any AuthModeStrategy {
        switch self {
        case .default: AWSDefaultAuthModeStrategy()
        case .multiAuth: AWSMultiAuthModeStrategy()
        }
    }
}

/// The source of the sign-in state, on which a strategy depends.
public protocol AuthModeStrategyDelegate: AnyObject {
    /// Returns whether a user is signed in, by any plugin or provider.
    func isUserLoggedIn() async -> Bool
}

/// A strategy that chooses the authorization of requests with models.
public protocol AuthModeStrategy: AnyObject {
    /// The source of the sign-in state; without one, a user counts as signed in.
    var authDelegate: (any AuthModeStrategyDelegate)? { get set }

    /// Makes a strategy.
    init()

    /// Returns the choices for an operation on a model, in the order in which a request tries them.
    func authTypesFor(schema: ModelSchema, operation: ModelOperation) async -> AWSAuthorizationTypeIterator

    /// Returns the choices for any of several operations on a model, in the order in which a request tries them.
    func authTypesFor(schema: ModelSchema, operations: [ModelOperation]) async -> AWSAuthorizationTypeIterator
}

/// The strategy that takes the default of the API.
public class AWSDefaultAuthModeStrategy: AuthModeStrategy {
    /// The source of the sign-in state, on which this strategy does not depend.
    public weak var authDelegate: (any AuthModeStrategyDelegate)?

    /// Makes a strategy.
    public required init() {}

    /// Returns the default of the API, once.
    public func authTypesFor(schema: ModelSchema, operation: ModelOperation) -> AWSAuthorizationTypeIterator {
        authTypesFor(schema: schema, operations: [operation])
    }

    /// Returns the default of the API, once.
    public func authTypesFor(schema: ModelSchema, operations: [ModelOperation]) -> AWSAuthorizationTypeIterator {
        AWSAuthorizationTypeIterator(withValues: [.inferred])
    }
}

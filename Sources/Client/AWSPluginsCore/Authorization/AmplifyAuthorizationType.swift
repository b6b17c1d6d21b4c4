// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The choice of an authorization for a request.
public enum AmplifyAuthorizationType: Sendable, Hashable {
    /// The default of the API.
    case inferred

    /// A mode.
    case designated(AWSAuthorizationType)

    /// The mode; nil for the default of the API.
    public var awsAuthType: AWSAuthorizationType? {
        switch self {
        case .inferred: nil
        case .designated(let type): type
        }
    }
}

/// The choices of an authorization that a request tries one after the other.
public protocol AuthorizationTypeIterator {
    /// The type of a choice.
    associatedtype AuthorizationType

    /// Makes an iterator of choices, in their order.
    init(withValues: [AuthorizationType])

    /// The number of all choices.
    var count: Int { get }

    /// Whether there is another choice.
    var hasNext: Bool { get }

    /// Returns the next choice; nil after the last one.
    mutating func next() -> AuthorizationType?
}

/// The modes that a request tries one after the other.
public struct AWSAuthorizationTypeIterator: AuthorizationTypeIterator, Sequence, IteratorProtocol, Sendable {
    /// The type of a choice.
    public typealias AuthorizationType = AmplifyAuthorizationType

    private let values: [AmplifyAuthorizationType]
    private var position = 0

    /// Makes an iterator of choices, in their order.
    public init(withValues values: [AmplifyAuthorizationType]) {
        self.init(withValues: values, valuesOnEmpty: [])
    }

    /// Makes an iterator of choices, in their order, or of others if there are none.
    public init(withValues values: [AmplifyAuthorizationType], valuesOnEmpty defaults: [AmplifyAuthorizationType]) {
        self.values = values.isEmpty ? defaults : values
    }

    /// The number of all choices.
    public var count: Int { values.count }

    /// Whether there is another choice.
    public var hasNext: Bool { position < values.count }

    /// Returns the next choice; nil after the last one.
    public mutating func next() -> AmplifyAuthorizationType? {
        guard hasNext else { return nil }
        defer { position += 1 }
        return values[position]
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// The state of the network towards an API.
public protocol APICategoryReachabilityBehavior {
    /// Publishes whether the network reaches the only API: the state now and each change.
    ///
    /// - Throws: `APIError.invalidConfiguration` unless there is exactly one API.
    func reachabilityPublisher() throws -> AnyPublisher<ReachabilityUpdate, Never>?

    /// Publishes whether the network reaches an API: the state now and each change.
    ///
    /// - Throws: `APIError.invalidConfiguration` if there is no API of that name, or no only one for nil.
    func reachabilityPublisher(for apiName: String?) throws -> AnyPublisher<ReachabilityUpdate, Never>?
}

/// The state of the network towards an API.
public struct ReachabilityUpdate: Sendable {
    /// Whether the system has a way to the API's server; the server itself may still not answer.
    public let isOnline: Bool

    /// Makes a state.
    public init(isOnline: Bool) {
        self.isOnline = isOnline
    }
}

extension APICategory: APICategoryReachabilityBehavior {
    /// Publishes whether the network reaches the only API: the state now and each change, on any thread.
    ///
    /// - Returns: the publisher; nil if the plugin does not watch the network.
    /// - Throws: `APIError.invalidConfiguration` unless there is exactly one API.
    public func reachabilityPublisher() throws -> AnyPublisher<ReachabilityUpdate, Never>? {
        try plugin.reachabilityPublisher()
    }

    /// Publishes whether the network reaches an API: the state now and each change, on any thread.
    ///
    /// - Parameter apiName: the API's name; nil for the only one.
    /// - Returns: the publisher; nil if the plugin does not watch the network.
    /// - Throws: `APIError.invalidConfiguration` if there is no API of that name, or no only one for nil.
    public func reachabilityPublisher(for apiName: String?) throws -> AnyPublisher<ReachabilityUpdate, Never>? {
        try plugin.reachabilityPublisher(for: apiName)
    }
}

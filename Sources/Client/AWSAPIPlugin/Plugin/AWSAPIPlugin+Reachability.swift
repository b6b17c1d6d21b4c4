// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension AWSAPIPlugin {
    /// Publishes whether the network reaches the only GraphQL API, or else the only REST API.
    ///
    /// - Returns: the state now and each change, on any thread, until the plugin is reset.
    /// - Throws: `APIError.invalidConfiguration` if there is no such API.
    public func reachabilityPublisher() throws -> AnyPublisher<ReachabilityUpdate, Never>? {
        try reachabilityPublisher(for: nil)
    }

    /// Publishes whether the network reaches an API: whether the system has a way to its server.
    ///
    /// - Parameter apiName: the API's name; nil for the only GraphQL API, or else the only REST API.
    /// - Returns: the state now and each change, on any thread, until the plugin is reset.
    /// - Throws: `APIError.invalidConfiguration` if there is no such API.
    public func reachabilityPublisher(for apiName: String?) throws -> AnyPublisher<ReachabilityUpdate, Never>? {
        try reachability(of: apiName).publisher
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// The operations of the API category.
public typealias APICategoryBehavior =
    APICategoryAuthProviderFactoryBehavior & APICategoryGraphQLBehavior & APICategoryInterceptorBehavior
    & APICategoryRESTBehavior & APICategoryReachabilityBehavior

/// Calls of GraphQL APIs.
public protocol APICategoryGraphQLBehavior: AnyObject {
    /// Runs a query.
    ///
    /// - Throws: `APIError` if there is no answer.
    func query<R: Decodable & Sendable>(request: GraphQLRequest<R>) async throws -> GraphQLTask<R>.Success

    /// Runs a mutation.
    ///
    /// - Throws: `APIError` if there is no answer.
    func mutate<R: Decodable & Sendable>(request: GraphQLRequest<R>) async throws -> GraphQLTask<R>.Success

    /// Starts a subscription; reading its events throws `APIError`.
    func subscribe<R: Decodable & Sendable>(
        request: GraphQLRequest<R>
    ) -> AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>>
}

/// Changes of requests before they are sent.
public protocol APICategoryInterceptorBehavior {
    /// Adds an interceptor to the requests of an API.
    ///
    /// - Throws: `PluginError.pluginConfigurationError` if there is no API of that name.
    func add(interceptor: any URLRequestInterceptor, for apiName: String) throws
}

/// The source of token providers.
public protocol APICategoryAuthProviderFactoryBehavior {
    /// The source of token providers.
    func apiAuthProviderFactory() -> APIAuthProviderFactory
}

/// A change of requests before they are sent.
public protocol URLRequestInterceptor {
    /// Returns the request as it should be sent.
    ///
    /// Called after the key or token of the API was set, and before the request is signed.
    /// - Throws: the reason not to send it. An `APIError` is the error of the call, any other its cause.
    func intercept(_ request: URLRequest) async throws -> URLRequest
}

/// A plugin that implements the calls of `Amplify.API`.
public protocol APICategoryPlugin: Plugin, APICategoryBehavior {}

extension APICategoryPlugin {
    /// API.
    public var categoryType: CategoryType { .api }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// `Amplify.API`: queries, mutations and subscriptions of GraphQL APIs, and requests of REST APIs.
///
/// A call before `Amplify.configure`, without a plugin or with several plugins throws `APIError.invalidConfiguration`;
/// the original ends the process there.
public final class APICategory: Category {
    /// API.
    public let categoryType = CategoryType.api

    private static let terms = CategoryTerms(name: "API") { APIError.invalidConfiguration($0, $1) }

    private let shelf = Mutex(PluginShelf<any APICategoryPlugin>())

    init() {}

    /// Whether `Amplify.configure` has configured the plugins.
    public var isConfigured: Bool {
        get { shelf.withLock { $0.isConfigured } }
        set { shelf.withLock { $0.isConfigured = newValue } }
    }

    /// Adds a plugin, in place of any other with the same key.
    ///
    /// - Throws: `APIError.invalidConfiguration` if its key is empty, `ConfigurationError.amplifyAlreadyConfigured`
    ///   after `Amplify.configure`.
    public func add(plugin: any APICategoryPlugin) throws {
        try shelf.withLock { try $0.add(plugin, for: plugin.key, Self.terms) }
    }

    /// The plugin with that key, whether or not it was configured.
    ///
    /// - Throws: `APIError.invalidConfiguration` if there is none.
    public func getPlugin(for key: PluginKey) throws -> any APICategoryPlugin {
        try shelf.withLock { $0 }.item(for: key, Self.terms)
    }

    /// Takes the plugin away; without effect if no plugin has the key.
    public func removePlugin(for key: PluginKey) {
        shelf.withLock { $0.remove(key) }
    }

    /// The plugin that does the work.
    ///
    /// - Throws: `.invalidConfiguration` unless there is exactly one, and it was configured.
    var plugin: any APICategoryPlugin {
        get throws(APIError) { try shelf.withLock { $0 }.only(Self.terms) }
    }
}

extension APICategory: CategoryConfigurable {
    func configure(using settings: PluginSettings) throws {
        // First, because a plugin says on the Hub that it is configured, and a listener may call at once.
        isConfigured = true
        do {
            try settings.configure(shelf.withLock { $0.items }, of: .api)
        } catch {
            isConfigured = false
            throw error
        }
    }
}

extension APICategory: Resettable {
    /// Resets and removes all plugins.
    public func reset() async {
        for plugin in shelf.withLock({ $0.items }).values {
            await plugin.reset()
        }
        shelf.withLock { $0.removeAll() }
    }
}

extension APICategory: APICategoryGraphQLBehavior {
    /// Runs a query.
    ///
    /// - Parameter request: the document, its variables and the type of the answer.
    /// - Returns: the answer, or the errors that the service put into it.
    /// - Throws: `APIError` if there is no answer.
    public func query<R: Decodable & Sendable>(
        request: GraphQLRequest<R>
    ) async throws -> GraphQLTask<R>.Success {
        try await plugin.query(request: request)
    }

    /// Runs a mutation.
    ///
    /// - Parameter request: the document, its variables and the type of the answer.
    /// - Returns: the answer, or the errors that the service put into it.
    /// - Throws: `APIError` if there is no answer.
    public func mutate<R: Decodable & Sendable>(
        request: GraphQLRequest<R>
    ) async throws -> GraphQLTask<R>.Success {
        try await plugin.mutate(request: request)
    }

    /// Starts a subscription.
    ///
    /// - Parameter request: the document, its variables and the type of an event's data.
    /// - Returns: the events, for one reader. The subscription ends when the reader's task is cancelled, when the
    ///   sequence is cancelled, and when nothing refers to it any more. Reading throws `APIError`.
    public func subscribe<R: Sendable>(
        request: GraphQLRequest<R>
    ) -> AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>> {
        do throws(APIError) {
            return try plugin.subscribe(request: request)
        } catch {
            let sequence = AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>>()
            sequence.fail(error)
            return sequence
        }
    }
}

extension APICategory: APICategoryInterceptorBehavior {
    /// Adds an interceptor to the requests of an API.
    ///
    /// - Throws: `APIError`, or `PluginError.pluginConfigurationError` if there is no API of that name.
    public func add(interceptor: any URLRequestInterceptor, for apiName: String) throws {
        try plugin.add(interceptor: interceptor, for: apiName)
    }
}

extension APICategory: APICategoryAuthProviderFactoryBehavior {
    /// The plugin's source of token providers; one without providers if there is no plugin.
    public func apiAuthProviderFactory() -> APIAuthProviderFactory {
        (try? plugin)?.apiAuthProviderFactory() ?? APIAuthProviderFactory()
    }
}

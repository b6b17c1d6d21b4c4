// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
public import Amplify
public import Foundation
package import GatehouseClient
package import GatehouseCrypto
import Synchronization

/// The API category with GraphQL APIs of AWS AppSync's kind and REST APIs behind it, Amazon's or self-hosted ones.
public final class AWSAPIPlugin: NSObject, APICategoryPlugin, AWSAPIAuthInformation, Sendable {
    private struct Setup {
        var apis: APIConfiguration
        var interceptors: [String: [AppInterceptor]] = [:]
        var realtime: [RealtimeKey: RealtimeClient] = [:]
        var reachability: [String: ReachabilityWatch] = [:]
    }

    private struct RealtimeKey: Hashable {
        let api: String
        let mode: AWSAuthorizationType
    }

    /// The name of the API of `amplify_outputs.json`.
    public static let defaultGraphQLAPI = "defaultGraphQLAPI"

    /// `awsAPIPlugin`.
    public var key: PluginKey { "awsAPIPlugin" }

    let credentials: CallCredentials
    let transport: any Transport
    let clock: ClientClock
    let entropy: Entropy
    /// Reports the results of calls, and the states of subscriptions.
    let hub: @Sendable (HubPayload) -> Void
    /// Wakes the connections of subscriptions when the network works again.
    let networkReturn = NetworkReturn()
    private let sockets: any SocketTransport
    private let network: any NetworkMonitor
    private let setup = Mutex<Setup?>(nil)

    /// Makes a plugin, to be added with `Amplify.add(plugin:)`.
    ///
    /// - Parameters:
    ///   - modelRegistration: the generated list of the app's models, which are registered at once.
    ///   - apiAuthProviderFactory: the app's source of tokens for `openIDConnect` and `function`.
    public convenience init(
        modelRegistration: (any AmplifyModelRegistration)? = nil,
        apiAuthProviderFactory: APIAuthProviderFactory? = nil
    ) {
        self.init(
            apiAuthProviderFactory: apiAuthProviderFactory, session: AWSAuthService(),
            transport: .platform, sockets: .platform, network: PlatformNetworkMonitor())
        modelRegistration?.registerModels(registry: ModelRegistry.self)
    }

    /// Makes a plugin with the caller's session, transports and clock.
    ///
    /// - Parameters:
    ///   - apiAuthProviderFactory: the app's source of tokens for `openIDConnect` and `function`.
    ///   - session: the source of user pool tokens and AWS credentials.
    ///   - transport: sends queries, mutations and REST requests.
    ///   - sockets: opens the connections of subscriptions.
    ///   - network: watches the way to the servers.
    ///   - clock: the clock for deadlines, signatures and the expiry of tokens.
    ///   - entropy: the source of subscription ids and of random pauses.
    ///   - hub: receives the events of the API channel in place of `Amplify.Hub`; nil for `Amplify.Hub`.
    package init(
        apiAuthProviderFactory: APIAuthProviderFactory? = nil,
        session: any CallSession,
        transport: some Transport,
        sockets: some SocketTransport,
        network: some NetworkMonitor = PlatformNetworkMonitor(),
        clock: ClientClock = .system,
        entropy: Entropy = .system,
        hub: (@Sendable (HubPayload) -> Void)? = nil
    ) {
        credentials = CallCredentials(session: session, factory: apiAuthProviderFactory, clock: clock)
        self.transport = WatchedTransport(base: transport, network: networkReturn)
        self.sockets = sockets
        self.network = network
        self.clock = clock
        self.entropy = entropy
        self.hub = hub ?? { Amplify.Hub.dispatch(to: .api, payload: $0) }
    }

    /// Takes up a configuration of either generation.
    ///
    /// - Throws: `PluginError.pluginConfigurationError` without a configuration, and if an API has no `endpointType`,
    ///   `endpoint` or `authorizationType`, or a wrong one.
    public func configure(using configuration: Any?) throws {
        let apis: APIConfiguration
        switch configuration {
        case let outputs as AmplifyOutputsData: apis = try APIConfiguration(outputs)
        case let block as JSONValue: apis = try APIConfiguration(block)
        default:
            throw PluginError.pluginConfigurationError(
                "There is no configuration for \(key)",
                "Add the block api.plugins.\(key) to amplifyconfiguration.json, or data to amplify_outputs.json"
            )
        }
        setup.withLock { $0 = Setup(apis: apis) }
    }

    /// Ends all subscriptions and publishers, and releases the configuration.
    public func reset() async {
        let former = setup.withLock { $0.take() }
        for watch in former?.reachability.values.map(\.self) ?? [] { watch.end() }
        for client in former?.realtime.values.map(\.self) ?? [] { await client.shutDown() }
    }

    /// The default authorization of the only API.
    ///
    /// - Throws: `APIError.invalidConfiguration` unless there is exactly one.
    public func defaultAuthType() throws -> AWSAuthorizationType {
        try defaultAuthType(for: nil)
    }

    /// The default authorization of an API; nil for the only one.
    ///
    /// - Throws: `APIError.invalidConfiguration` if there is no such API.
    public func defaultAuthType(for apiName: String?) throws -> AWSAuthorizationType {
        try apis.endpoint(named: apiName).defaultMode
    }

    /// Adds an interceptor to the queries, mutations and REST requests of an API, after those that it has.
    ///
    /// - Throws: `PluginError.pluginConfigurationError` if there is no API of that name.
    public func add(interceptor: any URLRequestInterceptor, for apiName: String) throws {
        let isKnown = setup.withLock { setup in
            guard setup?.apis.contains(apiName) == true else { return false }
            setup?.interceptors[apiName, default: []].append(AppInterceptor(interceptor))
            return true
        }
        guard isKnown else {
            throw PluginError.pluginConfigurationError(
                "Failed to get endpoint configuration for apiName: \(apiName)",
                "Use the name of an API in the configuration")
        }
    }

    /// The app's source of tokens; one without providers if the app has none.
    public func apiAuthProviderFactory() -> APIAuthProviderFactory {
        credentials.appFactory
    }

    /// The configuration.
    ///
    /// - Throws: `.invalidConfiguration` before `configure`.
    var apis: APIConfiguration {
        get throws(APIError) {
            guard let apis = setup.withLock({ $0?.apis }) else { throw unconfigured }
            return apis
        }
    }

    /// The app's interceptors for an API, in the order of their adding.
    func interceptors(of apiName: String) -> [AppInterceptor] {
        setup.withLock { $0?.interceptors[apiName] } ?? []
    }

    /// The connection for the subscriptions of an API in one mode, made by the first of them.
    ///
    /// - Throws: `.invalidConfiguration` before `configure`.
    func realtimeClient(_ endpoint: APIEndpoint, _ mode: AWSAuthorizationType) throws(APIError) -> RealtimeClient {
        let key = RealtimeKey(api: endpoint.name, mode: mode)
        let authorization = try RealtimeAuthorization(
            endpoint: endpoint, mode: mode, credentials: credentials, clock: clock)
        let client = setup.withLock { setup -> RealtimeClient? in
            guard setup != nil else { return nil }
            if let client = setup?.realtime[key] { return client }
            // Subscriptions that wait for the network connect again as soon as the system has a way to the server.
            _ = watch(on: endpoint, &setup)
            let client = RealtimeClient(
                url: endpoint.realtimeURL, authorization: authorization, sockets: sockets, clock: clock,
                entropy: entropy, network: networkReturn)
            setup?.realtime[key] = client
            return client
        }
        guard let client else { throw unconfigured }
        return client
    }
}

extension AWSAPIPlugin {
    /// The watch on the network towards an API, begun by the first call for it.
    ///
    /// - Throws: `.invalidConfiguration` before `configure`, and if there is no such API.
    func reachability(of apiName: String?) throws(APIError) -> ReachabilityWatch {
        let endpoint = try apis.endpoint(named: apiName)
        let watch = setup.withLock { setup -> ReachabilityWatch? in
            setup == nil ? nil : self.watch(on: endpoint, &setup)
        }
        guard let watch else { throw unconfigured }
        return watch
    }

    private func watch(on endpoint: APIEndpoint, _ setup: inout Setup?) -> ReachabilityWatch {
        if let watch = setup?.reachability[endpoint.name] { return watch }
        let watch = ReachabilityWatch(network.states(towards: endpoint.url), network: networkReturn)
        setup?.reachability[endpoint.name] = watch
        return watch
    }

    private var unconfigured: APIError {
        .invalidConfiguration("The plugin \(key) is not configured", "Call Amplify.configure first")
    }
}

extension AWSAPIPlugin: AmplifyVersionable {}

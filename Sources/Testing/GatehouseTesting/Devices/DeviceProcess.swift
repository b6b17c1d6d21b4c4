// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSCognitoAuthPlugin
import AWSDataStorePlugin
import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto
import GatehouseSession

/// The models of a device's app.
struct DeviceModels: AmplifyModelRegistration, Sendable {
    let types: [any Model.Type]
    let version: String

    func registerModels(registry: ModelRegistry.Type) {
        for type in types { registry.register(modelType: type) }
    }
}

/// What all processes of a device's app have in common.
struct DeviceApp: Sendable {
    let models: DeviceModels
    let settings: DataStoreConfiguration
    let outputs: AmplifyOutputsData
    /// The path of the store's folder.
    let folder: String
    let credentials: InMemoryCredentialStore
    let network: DeviceNetwork
    let clock: ClientClock
    let entropy: Entropy
    let events: DeviceEvents
    /// Returns the token of the app's provider of OpenID Connect; nil for an app without one.
    let openIDToken: (@Sendable () async throws -> String)?
    /// The fault that a test has planted.
    let faults = PlantedFaults()
}

/// The app's source of tokens of OpenID Connect.
private final class OpenIDFactory: APIAuthProviderFactory {
    private struct Provider: AmplifyOIDCAuthProvider {
        let token: @Sendable () async throws -> String

        func getLatestAuthToken() async throws -> String { try await token() }
    }

    private let token: @Sendable () async throws -> String

    init(_ token: @escaping @Sendable () async throws -> String) {
        self.token = token
    }

    override func oidcAuthProvider() -> (any AmplifyOIDCAuthProvider)? { Provider(token: token) }
}

/// One process of a device's app: the plugins, from the launch to the end.
struct DeviceProcess: Sendable {
    let auth: AWSCognitoAuthPlugin
    let api: AWSAPIPlugin
    let dataStore: AWSDataStorePlugin
    /// The number of commits of the store after which the process dies.
    let writeLimit: WriteLimit

    /// Launches the app.
    /// - Throws: the error of a plugin that does not accept the configuration.
    init(_ app: DeviceApp) throws {
        let events = app.events
        let auth = AWSCognitoAuthPlugin(
            transport: app.network, clock: app.clock, entropy: app.entropy, events: AuthEvents { events.add($0) },
            openStore: { _ in app.credentials })
        let service = AWSAuthService { try await auth.fetchAuthSession() }
        let renewal = AWSAuthService { try await auth.fetchAuthSession(options: .forceRefresh()) }
        // Without a Hub: several devices share the process, and the app's Hub has nothing to do with them.
        let api = AWSAPIPlugin(
            apiAuthProviderFactory: app.openIDToken.map(OpenIDFactory.init), session: service, transport: app.network,
            sockets: app.network, network: app.network, clock: app.clock, entropy: app.entropy, hub: { _ in })
        try auth.configure(using: app.outputs)
        try api.configure(using: app.outputs)
        let openIDToken: @Sendable () async -> String? = { try? await app.openIDToken?() }
        let token: @Sendable (AWSAuthorizationType?) async -> String? = { mode in
            if mode != .openIDConnect, let token = try? await service.getUserPoolAccessToken() { return token }
            if mode == .amazonCognitoUserPools { return nil }
            return await openIDToken()
        }
        let renewedToken: @Sendable (AWSAuthorizationType) async -> String? = { mode in
            switch mode {
            case .awsIAM: return try? await renewal.fetchAWSCredentials().accessKeyId
            case .amazonCognitoUserPools: return try? await renewal.getUserPoolAccessToken()
            case .none, .apiKey, .openIDConnect, .function: return await openIDToken()
            }
        }
        let session = DataStoreSession(
            user: { try? await auth.getCurrentUser().userId },
            openIDToken: app.openIDToken == nil ? nil : openIDToken, token: token, renewedToken: renewedToken,
            changes: { events.signInChanges() })
        let limit = WriteLimit()
        writeLimit = limit
        dataStore = AWSDataStorePlugin(
            modelRegistration: app.models, configuration: app.settings, folder: app.folder,
            models: app.models.types.map { $0.schema }, api: api, session: session, clock: app.clock,
            entropy: app.entropy, writeLimit: limit, faults: app.faults, report: { events.add($0) })
        try dataStore.configure(using: nil)
        self.auth = auth
        self.api = api
    }

    /// Ends the app as a crash does.
    func die() async {
        await dataStore.abandon()
        await api.reset()
        await auth.reset()
    }
}

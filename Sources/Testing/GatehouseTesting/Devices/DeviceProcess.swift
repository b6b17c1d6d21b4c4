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
    /// The fault that a test has planted.
    let faults = PlantedFaults()
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
            session: service, transport: app.network, sockets: app.network, network: app.network, clock: app.clock,
            entropy: app.entropy, hub: { _ in })
        try auth.configure(using: app.outputs)
        try api.configure(using: app.outputs)
        let limit = WriteLimit()
        writeLimit = limit
        dataStore = AWSDataStorePlugin(
            modelRegistration: app.models, configuration: app.settings, folder: app.folder,
            models: app.models.types.map { $0.schema }, api: api,
            session: DataStoreSession(
                user: { try? await auth.getCurrentUser().userId },
                token: { _ in try? await service.getUserPoolAccessToken() },
                renewedToken: { mode in
                    if mode == .awsIAM { return try? await renewal.fetchAWSCredentials().accessKeyId }
                    return try? await renewal.getUserPoolAccessToken()
                },
                changes: { events.signInChanges() }),
            clock: app.clock, entropy: app.entropy, writeLimit: limit, faults: app.faults,
            report: { events.add($0) })
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

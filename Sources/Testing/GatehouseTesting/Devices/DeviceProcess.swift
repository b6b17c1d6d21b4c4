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

/// What all processes of a device's app have in common.
struct DeviceApp: Sendable {
    let models: [any Model.Type]
    /// The version of the models.
    let version: String
    let settings: DataStoreConfiguration
    let outputs: AmplifyOutputsData
    let place: StorePlace
    let credentials: InMemoryCredentialStore
    let network: DeviceNetwork
    let clock: ClientClock
    let entropy: Entropy
    let events: DeviceEvents
}

/// One process of a device's app: the plugins, from the launch to the end.
struct DeviceProcess: Sendable {
    let auth: AWSCognitoAuthPlugin
    let api: AWSAPIPlugin
    let dataStore: AWSDataStorePlugin

    /// Launches the app.
    /// - Throws: the error of a plugin that does not accept the configuration.
    init(_ app: DeviceApp) throws {
        let events = app.events
        let auth = AWSCognitoAuthPlugin(
            transport: app.network, clock: app.clock, entropy: app.entropy, events: AuthEvents { events.add($0) },
            openStore: { _ in app.credentials })
        let session: @Sendable () async throws -> any AuthSession = { try await auth.fetchAuthSession() }
        let api = AWSAPIPlugin(
            session: AWSAuthService(session: session), transport: app.network, sockets: app.network,
            network: app.network, clock: app.clock, entropy: app.entropy)
        try auth.configure(using: app.outputs)
        try api.configure(using: app.outputs)
        dataStore = AWSDataStorePlugin(
            models: app.models, version: app.version, configuration: app.settings, place: app.place, api: api,
            session: SignInState(session: session, changes: { events.signInChanges() }), hub: { events.add($0) },
            clock: app.clock, entropy: app.entropy)
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

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto

/// The exchange of a store's records with the service.
struct Exchange: Sendable {
    /// Reads the service's records and receives its changes.
    let engine: SyncEngine
    /// Sends the outbox.
    let sender: OutboxSender

    /// Makes the exchange of an open store.
    ///
    /// - Parameters:
    ///   - store: the records.
    ///   - opening: what the opening of the store has found.
    ///   - api: the API plugin.
    ///   - session: the source of the signed-in user.
    ///   - configuration: the settings.
    ///   - parts: the clock and the Hub.
    ///   - handlers: the app's handlers.
    init(
        _ store: LocalStore, _ opening: StoreOpening, _ api: any APICategoryPlugin, _ session: SignInState,
        _ configuration: DataStoreConfiguration, _ parts: DataStoreParts, _ handlers: DataStoreHandlers
    ) {
        let remote = RemoteModels(
            api: api, strategy: configuration.authModeStrategyType, session: session, clock: parts.clock,
            entropy: parts.entropy)
        let sender = OutboxSender(
            store: store, service: OutboxService(remote).with(parts.faults), handlers: handlers, reports: parts.reports,
            clock: parts.clock, entropy: parts.entropy, user: { await session.caller().key })
        self.sender = sender
        engine = SyncEngine(
            store: store, remote: remote,
            outbox: OutboxControl(run: { await sender.run() }, wake: { await sender.resume() }),
            handlers: handlers, reports: parts.reports, settings: SyncSettings(configuration),
            modelsToSync: opening.modelsToSync, network: { remote.networkStates() })
    }

    /// Starts the exchange, without waiting for an answer of the service.
    func start() async {
        // Weak, because the engine has the sender.
        await sender.whenSettled { [weak engine] model, key in await engine?.settled(model, key) }
        await engine.start()
    }

    /// Ends the exchange; returns when no request is under way.
    func stop() async { await engine.stop() }
}

extension SyncSettings {
    /// A hundred years, in seconds: a duration cannot have the infinity that an app may use for "never".
    private static let longestInterval = 3_155_760_000.0

    /// The settings of the app.
    init(_ configuration: DataStoreConfiguration) {
        self.init()
        interval = .seconds(min(max(0, configuration.syncInterval), Self.longestInterval))
        maximumRecords = Int(clamping: configuration.syncMaxRecords)
        pageSize = Int(clamping: configuration.syncPageSize)
        keepsUnseenRecords = configuration.keepsUnseenRecords
        disablesSubscriptions = configuration.disableSubscriptions
        let expressions = configuration.syncExpressions
        expression = { model in
            expressions.last { $0.modelSchema.name == model }?.modelPredicate()
        }
    }
}

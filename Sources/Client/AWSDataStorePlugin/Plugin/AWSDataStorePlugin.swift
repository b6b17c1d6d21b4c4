// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
package import GatehouseClient
package import GatehouseCrypto
import Synchronization

/// The DataStore category with a store on the device, and an exchange of its records with an API of AWS AppSync's kind.
///
/// Records are saved and read without a network. If the app has the plugin `awsAPIPlugin`, the first call starts the
/// exchange; otherwise, the records stay on the device.
public final class AWSDataStorePlugin: DataStoreCategoryPlugin, Sendable {
    /// `awsDataStorePlugin`.
    ///
    /// The plugin is found by the key that it has when it is added.
    public var key: PluginKey {
        get { name.withLock { $0 } }
        set { name.withLock { $0 = newValue } }
    }

    /// The app's settings.
    let configuration: DataStoreConfiguration
    let parts: DataStoreParts
    /// The open store and its exchange.
    let life: DataStoreLife
    private let isConfigured = Mutex(false)
    private let name = Mutex<PluginKey>("awsDataStorePlugin")

    /// Makes a plugin, to be added with `Amplify.add(plugin:)`.
    ///
    /// - Parameters:
    ///   - modelRegistration: the generated list of the app's models, which are registered at once.
    ///   - dataStoreConfiguration: the settings.
    public convenience init(
        modelRegistration: any AmplifyModelRegistration,
        configuration dataStoreConfiguration: DataStoreConfiguration = .default
    ) {
        var parts = DataStoreParts()
        parts.isOfApp = true
        self.init(dataStoreConfiguration, registering: modelRegistration, parts)
    }

    /// Makes a plugin with the caller's folder, API, session and clock.
    ///
    /// - Parameters:
    ///   - modelRegistration: the list of the app's models, which are registered at once.
    ///   - dataStoreConfiguration: the settings.
    ///   - folder: the folder of the store, for its owner only.
    ///   - models: the schemas of the store's models; nil for all registered models.
    ///   - api: the API plugin, which is configured; nil for records that stay on the device.
    ///   - session: the session of the device.
    ///   - clock: the clock for changes, pauses between attempts and batches of snapshots.
    ///   - entropy: the source of the ids of events and of random pauses.
    ///   - writeLimit: the number of commits after which the process of a test dies; nil for none.
    ///   - faults: the fault in the sender of a test's device; nil for none.
    ///   - report: receives the events of DataStore in place of `Amplify.Hub`.
    package convenience init(
        modelRegistration: any AmplifyModelRegistration,
        configuration dataStoreConfiguration: DataStoreConfiguration = .default,
        folder: String,
        models: [ModelSchema]? = nil,
        api: (any APICategoryPlugin)?,
        session: DataStoreSession,
        clock: ClientClock = .system,
        entropy: Entropy = .system,
        writeLimit: WriteLimit? = nil,
        faults: PlantedFaults? = nil,
        report: (@Sendable (HubPayload) -> Void)? = nil
    ) {
        var parts = DataStoreParts()
        parts.place = StorePlace(folder: folder, name: parts.place.name)
        parts.clock = clock
        parts.entropy = entropy
        parts.writeLimit = writeLimit
        parts.faults = faults
        parts.api = { api }
        parts.hasAuth = { true }
        parts.session = { _ in session.state }
        parts.isSignedOut = { await session.user() == nil }
        if let models { parts.models = { models } }
        if let report { parts.reports = HubReports(send: report) }
        self.init(dataStoreConfiguration, registering: modelRegistration, parts)
    }

    /// Makes a plugin of its parts.
    init(
        _ configuration: DataStoreConfiguration, registering registration: (any AmplifyModelRegistration)?,
        _ parts: DataStoreParts
    ) {
        registration?.registerModels(registry: ModelRegistry.self)
        var parts = parts
        if let registration { parts.version = registration.version }
        self.configuration = configuration
        self.parts = parts
        life = DataStoreLife(configuration, parts)
    }

    /// Takes up the configuration, of which the plugin needs no value.
    ///
    /// The store is opened by the first call.
    public func configure(using amplifyConfiguration: Any?) throws {
        // The records of the events that observers receive are decoded by the app.
        ModelListDecoderRegistry.registerDecoder(DataStoreListDecoder.self)
        ModelProviderRegistry.registerDecoder(DataStoreModelDecoder.self)
        isConfigured.withLock { $0 = true }
    }

    /// Ends the exchange and all observers, and closes the store.
    ///
    /// Records and unsent changes stay.
    public func reset() async {
        isConfigured.withLock { $0 = false }
        await life.reset()
    }

    /// Ends the plugin as the end of its process does: nothing more is written, and what is under way has no end.
    ///
    /// Later calls throw. A test opens the files with another plugin.
    package func abandon() async {
        isConfigured.withLock { $0 = false }
        await life.abandon()
    }

    /// The open store, whose exchange has begun unless it was stopped.
    ///
    /// - Throws: `.configuration` before `configure`, or if a plugin is missing. `.invalidDatabase` if the store cannot be
    ///   opened.
    func opened() async throws(DataStoreError) -> OpenStore {
        try requireConfiguration()
        let store = try await life.store()
        do throws(DataStoreError) {
            try requireConfiguration()
        } catch {
            // The plugin was reset in the meantime.
            await life.reset()
            throw error
        }
        return store
    }

    /// The open store and the values for a change by the signed-in user, whose store it is.
    ///
    /// - Throws: as ``opened()``.
    func openedForChange() async throws(DataStoreError) -> (open: OpenStore, use: OutboxUse) {
        while true {
            let open = try await opened()
            // Otherwise, another user has signed in, and the next turn opens that user's store.
            if let use = await open.outboxUse() { return (open, use) }
        }
    }

    /// - Throws: `.configuration` before `configure`.
    func requireConfiguration() throws(DataStoreError) {
        guard isConfigured.withLock({ $0 }) else {
            throw .configuration(
                "The plugin \(key) is not configured", "Call Amplify.configure before the first call of DataStore")
        }
    }
}

extension AWSDataStorePlugin: AmplifyVersionable {}

extension AWSDataStorePlugin: DefaultLogger {
    /// The plugin's logger.
    public static var log: any Logger {
        Amplify.Logging.logger(forCategory: CategoryType.dataStore.displayName, forNamespace: "\(self)")
    }

    /// The plugin's logger.
    public var log: any Logger { Self.log }
}

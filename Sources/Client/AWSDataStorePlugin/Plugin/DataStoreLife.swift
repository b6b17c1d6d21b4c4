// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto

/// The life of the store and of its exchange: opened by the first call, started, stopped, cleared, and changed for
/// another user.
///
/// Steps run one after the other. Calls that come during a step wait for its end: a record that is saved during `clear`
/// is in the emptied store.
actor DataStoreLife {
    /// The steps.
    ///
    /// `changeUser` opens the store of another user, or a store in place of a damaged one.
    private enum Step {
        case open, start, stop, clear, changeUser, reset, abandon
    }

    /// The state of the exchange of the open store.
    private enum ExchangeState {
        /// The next call starts it.
        case idle
        case running
        /// `start` starts it again.
        case stopped
    }

    /// The receivers of changes, which outlive a store.
    nonisolated let receivers = ChangeReceivers()

    private let configuration: DataStoreConfiguration
    private let parts: DataStoreParts
    private let handlers: DataStoreHandlers
    private var current: OpenStore?
    private var exchange = ExchangeState.idle
    /// Waits for events of the session, for the open store.
    private var sessionWatch: Task<Void, Never>?
    /// Whether the process has died, in a test, so that a later call does not open the store again.
    private var isAbandoned = false
    /// The number of resets.
    private var resets = 0
    /// The clock's uptime at the last replacement of a damaged store without a call of the app.
    private var lastReplacement: Duration?
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ configuration: DataStoreConfiguration, _ parts: DataStoreParts) {
        self.configuration = configuration
        self.parts = parts
        handlers = DataStoreHandlers(configuration)
    }

    /// The open store; the first call opens it and starts the exchange.
    ///
    /// - Throws: `.configuration` if a plugin is missing, `.invalidDatabase` if the store cannot be opened.
    func store() async throws(DataStoreError) -> OpenStore {
        var hasWaited = false
        while true {
            // A call waits for the steps before it, but once: it would wait for the calls behind it as well, which wait for
            // this one in turn.
            if !isBusy || hasWaited, exchange != .idle, let store = current, !store.store.isClosed {
                // Under the policies that keep users apart, an event of the session may not have arrived yet.
                if await store.isOfCurrentUser(), !store.store.isDamaged {
                    // A step may have closed the store in the meantime.
                    if !store.store.isClosed { return store }
                } else {
                    try await perform(.changeUser)
                }
            } else {
                try await perform(.open)
                hasWaited = true
            }
        }
    }

    /// Starts the exchange, if it does not run.
    ///
    /// - Throws: as `store`.
    func start() async throws(DataStoreError) { try await perform(.start) }

    /// Ends the exchange.
    ///
    /// - Throws: nothing in the present form.
    func stop() async throws(DataStoreError) { try await perform(.stop) }

    /// Ends the exchange and removes all records, metadata and unsent changes.
    ///
    /// The next call starts anew.
    ///
    /// - Throws: `.invalidDatabase` if the store cannot be opened or emptied.
    func clear() async throws(DataStoreError) { try await perform(.clear) }

    /// Ends the exchange and the observers, and closes the store.
    func reset() async {
        // The step throws nothing.
        try? await perform(.reset)
    }

    /// Closes the store in the middle of the exchange.
    func abandon() async {
        // The step throws nothing.
        try? await perform(.abandon)
    }

    /// The state of a model's exchange.
    func syncState(of model: ModelName) async throws(DataStoreError) -> ModelSyncState {
        let store = try await store()
        _ = try store.store.catalog.table(of: model)
        return await store.exchange?.engine.state(of: model) ?? .notSynced
    }
}

// MARK: - Steps

extension DataStoreLife {
    private func perform(_ step: Step) async throws(DataStoreError) {
        let resets = resets
        await enter()
        defer { leave() }
        // A call that has waited for the end of the plugin does not open the store again.
        guard resets == self.resets || step == .reset || step == .abandon else { throw Self.hasEnded }
        // Unstructured: a caller that is cancelled must not leave a step half done.
        let result = await Task { await self.result(of: step) }.value
        try result.get()
    }

    private func result(of step: Step) async -> Result<Void, DataStoreError> {
        do throws(DataStoreError) {
            switch step {
            case .open: try await begin(isExplicit: false)
            case .start: try await begin(isExplicit: true)
            case .stop:
                await endExchange()
                exchange = .stopped
            case .clear: try await empty()
            case .changeUser: try await changeUser()
            case .reset:
                resets += 1
                await close(isEnd: true)
            case .abandon:
                isAbandoned = true
                // First, so that the exchange writes nothing at its end.
                closeStore()
                await close(isEnd: true)
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private static var hasEnded: DataStoreError {
        .configuration(
            "The plugin was reset while the call waited",
            "Wait for the calls of DataStore before Amplify.reset, or call Amplify.configure again")
    }

    private func enter() async {
        guard isBusy else {
            isBusy = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets the next step begin, without a moment in which none is busy.
    private func leave() {
        if waiting.isEmpty {
            isBusy = false
        } else {
            waiting.removeFirst().resume()
        }
    }

    private func begin(isExplicit: Bool) async throws(DataStoreError) {
        if current == nil { try await openStore() }
        // The user of an OpenID Connect provider changes without an event.
        if isExplicit { await current?.noticeUser() }
        guard exchange == .idle || exchange == .stopped && isExplicit else { return }
        exchange = .running
        guard let started = current?.exchange else { return }
        parts.reports.synced.begin()
        await started.start()
    }

    private func openStore() async throws(DataStoreError) {
        guard !isAbandoned else { throw Self.hasEnded }
        let api = try exchangeableAPI()
        let store = try await OpenStore.open(configuration, parts, handlers, api: api) { [weak self] in
            Task { [weak self] in await self?.sessionHasChanged() }
        }
        current = store
        store.store.whenDamaged { [weak self] in
            Task { [weak self] in await self?.storeIsDamaged() }
        }
        if parts.isOfApp { StoreOrigin.current = StoreOrigin(store: store.store) }
        receivers.attach(store.store)
        let changes = store.sessionChanges()
        sessionWatch = Task { [weak self] in
            for await _ in changes { await self?.sessionHasChanged() }
        }
    }

    /// The API plugin, if records can be exchanged with it.
    ///
    /// - Throws: `.configuration` if the rules of the models need the Auth plugin, and the app does not have it.
    private func exchangeableAPI() throws(DataStoreError) -> (any APICategoryPlugin)? {
        guard let api = parts.api() else {
            AWSDataStorePlugin.log.info(
                "The app has no plugin \(NeededPlugins.api): the records of DataStore stay on the device.")
            return nil
        }
        let mode = try? (api as? any AWSAPIAuthInformation)?.defaultAuthType()
        let strategy = configuration.authModeStrategyType
        guard
            !NeededPlugins.needsAuth(parts.models(), strategy: strategy, apiDefault: mode) || parts.hasAuth()
        else { throw NeededPlugins.missingAuth }
        return api
    }

    private func endExchange() async {
        if exchange == .running { await current?.exchange?.stop() }
        exchange = .idle
        parts.reports.synced.removeAll()
    }

    private func empty() async throws(DataStoreError) {
        if let store = current, await !store.isOfCurrentUser() { await close(isEnd: false) }
        if current == nil { try await openStore() }
        await endExchange()
        do throws(DataStoreError) {
            try await current?.store.clear()
        } catch {
            guard current?.store.isDamaged == true else { throw error }
            // The next opening puts a new store in the place of the damaged one.
            await close(isEnd: false)
            try await openStore()
            try await current?.store.clear()
        }
        receivers.restart()
    }

    private func close(isEnd: Bool) async {
        sessionWatch?.cancel()
        sessionWatch = nil
        await endExchange()
        if isEnd { receivers.finish() } else { receivers.detach() }
        closeStore()
        current = nil
    }

    private func closeStore() {
        if parts.isOfApp { StoreOrigin.current = nil }
        do throws(DataStoreError) {
            try current?.store.close()
        } catch {
            // All is written already; what is left is released at the end of the process.
            AWSDataStorePlugin.log.error("The store could not be closed: \(error.errorDescription)")
        }
    }

    /// Changes the store if it is another user's now.
    private func sessionHasChanged() async {
        guard let store = current, await !store.isOfCurrentUser() else { return }
        do throws(DataStoreError) {
            try await perform(.changeUser)
        } catch {
            handlers.report(error)
        }
    }

    /// The shortest time between two replacements of damaged stores without a call of the app.
    private static let replacementPause = Duration.seconds(60)

    /// Replaces a damaged store at once: only the exchange may have met the damage, and no call of the app may follow.
    ///
    /// A disk that damages each new store waits for a call of the app.
    private func storeIsDamaged() async {
        guard let store = current, store.store.isDamaged else { return }
        let now = parts.clock.uptime()
        if let lastReplacement, now - lastReplacement < Self.replacementPause { return }
        lastReplacement = now
        do throws(DataStoreError) {
            try await perform(.changeUser)
        } catch {
            handlers.report(error)
        }
    }

    private func changeUser() async throws(DataStoreError) {
        guard let store = current else { return }
        let isOfUser = await store.isOfCurrentUser()
        guard !isOfUser || store.store.isDamaged else { return }
        let wasStopped = exchange == .stopped
        await close(isEnd: false)
        if wasStopped { exchange = .stopped }
        // Observers receive the records of the new user without a call of the app.
        try await begin(isExplicit: false)
    }
}

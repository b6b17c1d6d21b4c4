// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto

/// The sender of the outbox, as the exchange starts and ends it.
struct OutboxControl: Sendable {
    /// Sends changes until the task is cancelled.
    let run: @Sendable () async -> Void
    /// Ends the sender's pause, because the network works again.
    let wake: @Sendable () async -> Void
}

/// The exchange of all models with the service: subscriptions, syncs and the outbox, in the order of `SyncMachine`.
actor SyncEngine {
    let store: LocalStore
    let remote: RemoteModels
    let handlers: DataStoreHandlers
    let reports: HubReports
    let settings: SyncSettings
    let order: SyncOrder
    private let outbox: OutboxControl
    private let network: @Sendable () -> AsyncStream<Bool>

    private var machine: SyncMachine
    /// The action that runs.
    private var work: Task<Void, Never>?
    private var sending: Task<Void, Never>?
    private var watches: [Task<Void, Never>] = []
    /// Whether the service can be reached; nil before the first sign of it.
    private var isReachable: Bool?

    /// The subscriptions of each model.
    var lines: [ModelName: EventLine] = [:]
    /// The subscriptions that the service has neither accepted nor refused yet.
    var unready: Set<SubscriptionName> = []
    /// Receives the subscriptions that become ready, while the exchange waits for them.
    var readiness: AsyncStream<RemoteFailure?>.Continuation?

    /// The state of each model.
    var states: [ModelName: ModelSyncState] = [:]
    /// The sync expressions of the last syncs.
    var views: [ModelName: SyncView] = [:]
    /// The newest versions that the store has skipped because the outbox has an event of the record, by keys.
    var skipped: [ModelName: [String: Int]] = [:]
    /// The models whose next sync reads all records.
    var forced: Set<ModelName>
    /// The models that are synced again while the exchange is active, in their order.
    var repeated: [ModelSchema] = []
    /// Syncs the models of `repeated`.
    var repeating: Task<Void, Never>?

    /// Creates an exchange that is not started.
    ///
    /// - Parameters:
    ///   - store: the records.
    ///   - remote: the service.
    ///   - outbox: starts and ends the sending of changes.
    ///   - handlers: the app's error handler.
    ///   - reports: the events of the Hub.
    ///   - settings: the settings of syncs.
    ///   - modelsToSync: the models whose first sync reads all records, because the store has lost some.
    ///   - network: returns whether the network works, now and at each change.
    init(
        store: LocalStore, remote: RemoteModels, outbox: OutboxControl, handlers: DataStoreHandlers,
        reports: HubReports, settings: SyncSettings, modelsToSync: Set<ModelName> = [],
        network: @escaping @Sendable () -> AsyncStream<Bool>
    ) {
        self.store = store
        self.remote = remote
        self.outbox = outbox
        self.handlers = handlers
        self.reports = reports
        self.settings = settings
        self.network = network
        order = SyncOrder(store.catalog.ordered.filter(\.isSyncable))
        forced = modelsToSync
        machine = SyncMachine(entropy: remote.entropy)
    }

    /// The state of a model's exchange.
    func state(of model: ModelName) -> ModelSyncState {
        states[model] ?? .notSynced
    }

    /// The state of the exchange.
    var phase: SyncMachine.State { machine.state }

    /// Starts the exchange, unless it is started.
    func start() {
        if watches.isEmpty { watch() }
        handle(.start)
    }

    /// Ends the exchange.
    ///
    /// When it returns, nothing of the exchange runs. The store keeps its data.
    func stop() async {
        handle(.stop)
        while let running = work {
            await running.value
            if work == running { work = nil }
        }
    }

    /// Decides everything again, because requests may show another user now.
    ///
    /// The changes of the session lead here: the Hub's events of Auth, and what ``CallerWatch`` notices.
    func callerChanged() {
        remote.memory.forgetAll()
        handle(.callerChanged)
    }

    private func watch() {
        let changes = remote.session.changes()
        let states = network()
        watches = [
            Task { [weak self] in
                for await _ in changes { await self?.callerChanged() }
            },
            Task { [weak self] in
                for await isOnline in states { await self?.networkChanged(isOnline) }
            },
        ]
    }

    private func networkChanged(_ isOnline: Bool) async {
        setReachable(isOnline)
        guard isOnline else { return }
        // The provider of tokens may have another user by now.
        _ = await remote.session.caller()
        handle(.networkReturned)
        await outbox.wake()
    }

    /// Notes whether the service can be reached, and reports a change.
    func setReachable(_ isReachable: Bool) {
        guard self.isReachable != isReachable else { return }
        self.isReachable = isReachable
        reports.networkStatus(active: isReachable)
    }

    // MARK: - Actions

    func handle(_ input: SyncMachine.Input) {
        if case .failed(.network) = input { setReachable(false) }
        if let action = machine.handle(input, at: remote.clock.uptime()) { perform(action) }
    }

    /// Performs an action after the end of the one before, which is cancelled.
    private func perform(_ action: SyncMachine.Action) {
        let former = work
        former?.cancel()
        let generation = machine.generation
        work = Task {
            await former?.value
            guard !Task.isCancelled, let input = await run(action), generation == machine.generation else { return }
            handle(input)
        }
    }

    /// Performs an action.
    ///
    /// - Returns: the event at its end; nil if there is none, or if the task was cancelled.
    private func run(_ action: SyncMachine.Action) async -> SyncMachine.Input? {
        switch action {
        case .pauseSubscriptions: await endSubscriptions()
        case .pauseOutbox: await endSending()
        case .resetOutbox: return await resetOutbox()
        case .subscribe: return await subscribe()
        case .synchronize: return await synchronize()
        case .releaseEvents: releaseEvents()
        case .runOutbox: sending = Task { [outbox] in await outbox.run() }
        case .notifyStarted:
            reports.syncStarted()
            reports.ready()
        case .cleanUp:
            await endSubscriptions()
            await endSending()
        case .wait(let pause): return await wait(pause)
        case .terminate:
            for watch in watches { watch.cancel() }
            watches = []
            states = [:]
            skipped = [:]
            isReachable = nil
            return nil
        }
        return .done
    }

    private func wait(_ pause: Duration) async -> SyncMachine.Input? {
        do {
            try await remote.clock.sleep(pause)
            return .restartDue
        } catch {
            return nil
        }
    }

    private func endSending() async {
        sending?.cancel()
        await sending?.value
        sending = nil
    }

    private func resetOutbox() async -> SyncMachine.Input {
        do throws(DataStoreError) {
            // After a power failure, the next start does it again.
            try await store.write(.process) { writer in try writer.resetInProcess() }
            return .done
        } catch {
            handlers.report(error)
            return .failed(.other)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient
import Synchronization

/// The work behind one `observeQuery`: reads the records once, and afterwards only the changed ones.
final class QueryObservation<M: Model>: Sendable {
    /// The sequence of the app.
    typealias Snapshots = AsyncThrowingStream<DataStoreQuerySnapshot<M>, any Error>.Continuation

    private let query: ObservedQuery<M>
    private let snapshots: Snapshots
    private let synced: SyncedModels
    private let batchSize: Int
    private let clock: ClientClock
    private let waiting = Mutex(ObservedChanges())
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation

    /// The time after which a batch of changes is reported.
    private static var batchTime: Duration { .seconds(2) }

    /// Makes an observation.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - snapshots: receives the snapshots.
    ///   - synced: the models whose first exchange is complete.
    ///   - batchSize: the number of changes that are reported at once until then.
    ///   - clock: measures the time of a batch.
    init(
        _ query: ObservedQuery<M>, _ snapshots: Snapshots, synced: SyncedModels, batchSize: Int, clock: ClientClock
    ) {
        self.query = query
        self.snapshots = snapshots
        self.synced = synced
        self.batchSize = max(1, batchSize)
        self.clock = clock
        (wakeUps, wakeUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// The receiver of the changes of the models.
    var receiver: ChangeReceiver {
        ChangeReceiver(
            models: query.models,
            begin: { store in
                self.note { changes in
                    changes.store = store
                    changes.removeRecords()
                }
            },
            take: { change in self.note { $0.add(change, of: self.query.schema) } },
            overflow: { true },
            finish: { self.note { $0.isFinished = true } })
    }

    /// Notes that the first exchange of the model is complete, or that the model is no longer exchanged.
    func setSynced(_ isSynced: Bool) {
        note { $0.isNewlySynced = isSynced }
    }

    private func note(_ change: (inout ObservedChanges) -> Void) {
        waiting.withLock { change(&$0) }
        wakeUp.yield()
    }

    /// Reports snapshots until the changes end or the task is cancelled.
    func run() async {
        var state = State()
        defer { state.timer?.cancel() }
        for await _ in wakeUps {
            let changes = waiting.withLock { waiting in
                defer { waiting = ObservedChanges(isFinished: waiting.isFinished) }
                return waiting
            }
            do {
                try await apply(changes, to: &state)
            } catch {
                // The store of a user who has signed out is closed; the next one is on its way.
                guard state.store?.isClosed == true else { return snapshots.finish(throwing: error) }
                state.store = nil
            }
            if changes.isFinished {
                snapshots.finish()
                return
            }
        }
    }

    /// The result so far.
    private struct State {
        var store: LocalStore?
        var records: ObservedRecords<M>?
        /// The number of changes since the last snapshot.
        var unreported = 0
        /// Ends the batch.
        var timer: Task<Void, Never>?
    }

    private func apply(_ changes: ObservedChanges, to state: inout State) async throws(DataStoreError) {
        if let store = changes.store { state.store = store }
        guard let store = state.store else { return }
        if changes.needsQuery {
            // Changes that were noted since may be part of the result already; to apply them again is harmless.
            let query = query
            let order = try query.order(in: store)
            let rows = try await store.read { try query.rows($0) }
            state.records = ObservedRecords(rows, order: order)
            return report(&state)
        }
        if !changes.records.isEmpty { try await take(changes, from: store, to: &state) }
        if changes.isDue {
            state.timer = nil
            if state.unreported > 0 { report(&state) }
        }
    }

    private func take(
        _ changes: ObservedChanges, from store: LocalStore, to state: inout State
    ) async throws(DataStoreError) {
        let query = query
        let identifiers = Array(changes.identifiers.values)
        let current = try await store.read { try query.rows($0, among: identifiers) }
        let isBatching = synced.isExchanging && !synced.contains(query.schema.name)
        // All of these changes have arrived before the app can read a snapshot of the first one, so that earlier snapshots
        // would be unread. Each of them copies the list of the records.
        let firstRead = changes.records.count - ObservedChanges.unreadSnapshots
        for (number, id) in changes.records.enumerated() {
            if let row = current[id] {
                state.records?.put(row)
            } else {
                state.records?.remove(id)
            }
            state.unreported += 1
            if isBatching ? state.unreported >= batchSize : number >= firstRead { report(&state) }
        }
        if state.unreported > 0, state.timer == nil { state.timer = startTimer() }
    }

    private func report(_ state: inout State) {
        state.timer?.cancel()
        state.timer = nil
        state.unreported = 0
        snapshots.yield(
            DataStoreQuerySnapshot(
                items: state.records?.items ?? [], isSynced: synced.contains(query.schema.name)))
    }

    private func startTimer() -> Task<Void, Never> {
        Task { [self] in
            do { try await clock.sleep(Self.batchTime) } catch { return }
            guard !Task.isCancelled else { return }
            note { $0.isDue = true }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient

/// A model and the result of its sync.
private struct SyncedModel: Sendable {
    let schema: ModelSchema
    let result: Result<ModelSyncResult, ModelSyncFailure>
}

extension SyncEngine {
    /// Syncs all models, and waits for their ends.
    ///
    /// Models that the user may not read do not hold up the others. A model that the service cannot read at present does
    /// not end the syncs of the others, which would wait as long as it fails. Without a network, all syncs end.
    func synchronize() async -> SyncMachine.Input? {
        reports.syncQueriesStarted(order.models.map(\.name))
        var schedule = SyncSchedule(order, limit: settings.modelsAtOnce)
        var failure: SyncMachine.Reason?
        await withTaskGroup(of: SyncedModel.self) { group in
            while let schema = schedule.next() { group.addTask { await self.synchronized(schema) } }
            for await model in group {
                schedule.end(model.schema.name)
                if let reason = note(model.result, of: model.schema) {
                    failure = failure?.joined(with: reason) ?? reason
                    if reason == .network { group.cancelAll() }
                }
                while !group.isCancelled, let schema = schedule.next() {
                    group.addTask { await self.synchronized(schema) }
                }
            }
        }
        guard !Task.isCancelled else { return nil }
        if let failure { return .failed(failure) }
        reports.syncQueriesReady()
        return .done
    }

    /// Syncs a model again, after others that wait for it.
    ///
    /// - Parameters:
    ///   - schema: the model. Without effect before the end of the first syncs, and while the exchange ends.
    ///   - isForced: whether all records are read.
    func synchronizeAgain(_ schema: ModelSchema, isForced: Bool = false) {
        guard phase.isAfterSync else { return }
        if isForced { forced.insert(schema.name) }
        guard !repeated.contains(where: { $0.name == schema.name }) else { return }
        repeated.append(schema)
        guard repeating == nil else { return }
        repeating = Task {
            while !Task.isCancelled, let next = repeated.first {
                await repeatSync(next)
            }
            repeating = nil
        }
    }

    private func repeatSync(_ schema: ModelSchema) async {
        let inbox = lines[schema.name]?.inbox
        inbox?.update { $0.hold() }
        // Taken from the list here, so that what is lost from now on syncs the model once more.
        repeated.removeAll { $0.name == schema.name }
        let model = await synchronized(schema)
        guard !Task.isCancelled else { return }
        let reason = note(model.result, of: schema)
        inbox?.update { $0.release() }
        if let reason { handle(.failed(reason)) }
    }

    private func synchronized(_ schema: ModelSchema) async -> SyncedModel {
        states[schema.name] = .syncing
        let sync = ModelSync(store: store, remote: remote, settings: settings) { counts in
            await self.take(counts, of: schema)
        }
        do throws(ModelSyncFailure) {
            let result = try await sync.run(schema, isForced: forced.contains(schema.name))
            return SyncedModel(schema: schema, result: .success(result))
        } catch {
            return SyncedModel(schema: schema, result: .failure(error))
        }
    }

    /// Takes what a page or events have changed.
    func take(_ counts: ReconcileCounts, of schema: ModelSchema) {
        for event in counts.received { reports.syncReceived(event) }
        for version in counts.skipped {
            skipped[schema.name, default: [:]][version.modelId, default: 0].raise(to: version.version)
        }
    }

    /// Takes the end of an outbox event: changes of the record that the store has skipped because of it are read again.
    ///
    /// The device's own change often arrives as an event before its answer. The store has that version then.
    func settled(_ model: ModelName, _ key: String) async {
        guard skipped[model]?[key] != nil, let schema = order.models.first(where: { $0.name == model }) else { return }
        let stored = try? await store.read { reader in
            (
                version: try reader.metadata(of: model, key: key)?.version ?? 0,
                hasEvents: try reader.hasEvents(of: model, key: key)
            )
        }
        // The end of the last event counts.
        if let stored, stored.hasEvents { return }
        guard let missed = skipped[model]?.removeValue(forKey: key), missed > stored?.version ?? 0 else { return }
        synchronizeAgain(schema)
    }

    // MARK: - Results

    /// Notes the result of a sync.
    ///
    /// - Returns: the reason to start the exchange again; nil if the other syncs continue.
    private func note(
        _ result: Result<ModelSyncResult, ModelSyncFailure>, of schema: ModelSchema
    ) -> SyncMachine.Reason? {
        switch result {
        case .success(let result):
            note(result, of: schema)
            return nil
        case .failure(.store(let error)):
            states[schema.name] = .failed(error)
            handlers.report(error)
            return .other
        case .failure(.remote(let failure)):
            // Another model's failure or the end of the exchange has cancelled the sync.
            guard !failure.cause.isOperationCancelledError else {
                states[schema.name] = .notSynced
                return nil
            }
            return note(failure, of: schema)
        }
    }

    private func note(_ result: ModelSyncResult, of schema: ModelSchema) {
        setReachable(true)
        forced.remove(schema.name)
        views[schema.name] = SyncView(predicate: result.predicate, text: result.predicateText)
        states[schema.name] = .synced(at: remote.clock.now(), isComplete: result.isWhole && !result.isTruncated)
        if result.isTruncated {
            handlers.report(
                DataStoreError.sync(
                    "The service has more than \(settings.maximumRecords) records of \(schema.name), and the rest was "
                        + "not read",
                    "Set a larger syncMaxRecords, or a sync expression that fewer records meet"))
        }
        if !result.errors.isEmpty {
            handlers.report(DataStoreError.api(GraphQLResponseError<SyncQueryResult>.error(result.errors)))
        }
        reports.modelSynced(result.event)
    }

    private func note(_ failure: RemoteFailure, of schema: ModelSchema) -> SyncMachine.Reason? {
        let error = failure.dataStoreError()
        switch failure {
        case .signedOut:
            // Not an error of the app: the model waits for a sign-in.
            states[schema.name] = .unauthorized(error)
            return nil
        case .unauthorized:
            states[schema.name] = .unauthorized(error)
            handlers.report(error)
            return nil
        case .refused, .operationDisabled, .conflict, .conditionFailed, .partial:
            // The service does not have the model as the app has it. The same request fails each time.
            states[schema.name] = .failed(error)
            handlers.report(error)
            return nil
        case .undecodable:
            states[schema.name] = .failed(error)
            handlers.report(error)
            return SyncMachine.Reason(failure)
        case .network, .unavailable:
            states[schema.name] = .failed(error)
            return SyncMachine.Reason(failure)
        }
    }
}

extension Int {
    fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}

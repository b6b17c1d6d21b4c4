// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseClient

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension AWSDataStorePlugin: DataStoreSubscribeBehavior {
    /// Publishes the later changes of all models' records, by the app and by the service.
    ///
    /// Each subscriber receives the changes after its subscription, on any thread.
    public var publisher: AnyPublisher<MutationEvent, DataStoreError> { publisher(of: nil) }

    /// Publishes the later changes of a model's records, by the app and by the service.
    public func publisher(for modelName: ModelName) -> AnyPublisher<MutationEvent, DataStoreError> {
        publisher(of: [modelName])
    }

    private func publisher(of models: Set<ModelName>?) -> AnyPublisher<MutationEvent, DataStoreError> {
        Deferred { Amplify.Publisher.create(self.changes(of: models)) }
            .mapError { DataStoreError(error: $0) }
            .eraseToAnyPublisher()
    }

    /// The later changes of a model's records, by the app and by the service, in the order of their commits.
    ///
    /// The first call of the plugin, which this may be, starts the exchange.
    ///
    /// - Parameter modelType: the type of the records.
    /// - Returns: the changes, for one reader, until `Amplify.reset`. Reading throws `DataStoreError`. A reader that
    ///   has left more than 10,000 changes unread when further ones come gets an error after them.
    public func observe(_ modelType: (some Model).Type) -> AmplifyAsyncThrowingSequence<MutationEvent> {
        changes(of: [modelType.schema.name])
    }

    /// The records that meet a condition, now and after each change.
    ///
    /// The first snapshot has the records of the device. Until the first exchange of the model is complete, changes are
    /// reported together: after 2 seconds, or when there are `syncPageSize` of them. Then a snapshot follows each change.
    ///
    /// - Parameters:
    ///   - modelType: the type of the records.
    ///   - predicate: the condition; nil for all records.
    ///   - sortInput: the order; nil for the order of the keys.
    /// - Returns: the snapshots, for one reader, until `Amplify.reset`. Reading throws `DataStoreError`. A reader that
    ///   leaves more than 100 snapshots unread gets the newest ones.
    public func observeQuery<M: Model>(
        for modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil
    ) -> AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>> {
        let sequence = AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>>(
            bufferingPolicy: .bufferingNewest(ObservedChanges.unreadSnapshots))
        let snapshots = sequence.continuation
        let synced = parts.reports.synced
        let observation = QueryObservation(
            ObservedQuery<M>(where: predicate, sort: sortInput?.descriptors), snapshots, synced: synced,
            batchSize: Int(clamping: configuration.syncPageSize), clock: parts.clock)
        let observer = synced.observe(modelType.schema.name) { observation.setSynced($0) }
        // Unstructured: the work lasts as long as the app's sequence, whose end cancels it.
        let work = Task { await observation.run() }
        follow(observation.receiver, snapshots) {
            synced.remove(observer: observer)
            work.cancel()
        }
        return sequence
    }

    /// The later changes of some models' records; nil for all models.
    func changes(of models: Set<ModelName>?) -> AmplifyAsyncThrowingSequence<MutationEvent> {
        let sequence = AmplifyAsyncThrowingSequence<MutationEvent>(
            bufferingPolicy: .bufferingOldest(.max))
        let events = sequence.continuation
        let room = ReaderRoom()
        let receiver = ChangeReceiver(
            models: models, begin: { _ in },
            take: { change in
                let unread = events.yield(change.event).unread
                if !room.admits(change, unread: unread) { events.finish(throwing: Self.tooSlow) }
            },
            overflow: {
                events.finish(throwing: Self.tooSlow)
                return false
            },
            finish: { events.finish() })
        follow(receiver, events) {}
        return sequence
    }

    /// Adds a receiver of changes, opens the store, and removes the receiver at the end of its sequence.
    private func follow<Element: Sendable>(
        _ receiver: ChangeReceiver, _ elements: AsyncThrowingStream<Element, any Error>.Continuation,
        atEnd end: @escaping @Sendable () -> Void
    ) {
        let receivers = life.receivers
        // First, because the changes of a call that follows this one must not be missed.
        let id = receivers.add(receiver)
        elements.onTermination = { _ in
            receivers.remove(id)
            end()
        }
        Task {
            do throws(DataStoreError) {
                _ = try await opened()
            } catch {
                elements.finish(throwing: error)
            }
        }
    }

    private static var tooSlow: DataStoreError {
        .internalOperation(
            "The app has left \(ReaderRoom.limit) changes of records unread",
            "Read the changes as they arrive, or use observeQuery")
    }
}

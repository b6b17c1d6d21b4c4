// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// A change of a record, as observers get it.
struct RecordChange: Sendable {
    /// The side that has made a change.
    enum Origin: Sendable {
        /// A call of the app.
        case app

        /// The service: a sync, a subscription, or the answer to a mutation.
        case service
    }

    /// The change as an event: the kind, the record as JSON, and the version.
    let event: MutationEvent

    /// The record after the change; for a removal, the record that was removed.
    let record: any Model

    /// The side that has made the change.
    let origin: Origin
}

/// The changes of one write, which are given to the feed when the write is committed.
///
/// It belongs to one transaction and is used only there.
final class ChangeLog {
    /// The changes, in order.
    private(set) var changes: [RecordChange] = []

    /// Adds a change.
    func add(_ change: RecordChange) {
        changes.append(change)
    }
}

/// Tells a reader of changes whether it has got all of them.
final class FeedGap: Sendable {
    private let isThere = Atomic(false)

    /// Whether the stream has ended because its reader was too slow: the changes after its end were not delivered.
    var isSet: Bool { isThere.load(ordering: .acquiring) }

    fileprivate func set() { isThere.store(true, ordering: .releasing) }
}

/// The committed changes of a store, for any number of readers.
///
/// Each reader gets each change that is committed after its call, in the order of the commits.
final class ChangeFeed: Sendable {
    /// The changes that a reader may leave unread; after so many, its stream ends.
    static let limit = 10_000

    private struct Reader {
        let models: Set<ModelName>?
        let gap: FeedGap?
        let continuation: AsyncStream<RecordChange>.Continuation
    }

    private struct State {
        var readers: [Int: Reader] = [:]
        var next = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    /// The changes of some models from now on.
    ///
    /// - Parameters:
    ///   - models: the names of the models; nil for all.
    ///   - gap: is set if the stream ends because its reader has left 10,000 changes unread. The unread ones are still
    ///     delivered, then the reader has to query and to call again.
    /// - Returns: a stream that ends with the feed.
    func changes(of models: Set<ModelName>?, gap: FeedGap? = nil) -> AsyncStream<RecordChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RecordChange.self, bufferingPolicy: .bufferingOldest(Self.limit))
        let number: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.readers[state.next] = Reader(models: models, gap: gap, continuation: continuation)
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            // The reader is released outside of the lock: its continuation may have the last reference to other readers.
            _ = self?.state.withLock { $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Ends all streams, after the changes that they have.
    func finish() {
        let readers = state.withLock { state in
            defer { state.readers = [:] }
            state.isFinished = true
            return state.readers
        }
        for reader in readers.values { reader.continuation.finish() }
    }

    /// Gives changes to the readers; called for one commit after another.
    func send(_ changes: [RecordChange]) {
        guard !changes.isEmpty else { return }
        let readers = state.withLock { $0.readers }
        for (number, reader) in readers where !deliver(changes, to: reader) {
            _ = state.withLock { $0.readers.removeValue(forKey: number) }
            reader.gap?.set()
            reader.continuation.finish()
        }
    }

    /// Returns whether the reader has room for all changes.
    private func deliver(_ changes: [RecordChange], to reader: Reader) -> Bool {
        for change in changes {
            if let models = reader.models, !models.contains(change.event.modelName) { continue }
            if case .dropped = reader.continuation.yield(change) { return false }
        }
        return true
    }
}

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

    /// The number of changes of the commit that its reader gets, for the first one of them; 0 for the others.
    fileprivate(set) var commitSize = 0

    /// Makes a change, which the feed gives to its readers.
    init(event: MutationEvent, record: any Model, origin: Origin) {
        self.event = event
        self.record = record
        self.origin = origin
    }
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
    private struct Reader {
        let models: Set<ModelName>?
        let gap: FeedGap?
        let room = ReaderRoom()
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
    ///   - gap: is set if the stream ends because its reader has left too many changes unread. The unread ones are still
    ///     delivered, then the reader has to query and to call again.
    /// - Returns: a stream that ends with the feed.
    func changes(of models: Set<ModelName>?, gap: FeedGap? = nil) -> AsyncStream<RecordChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RecordChange.self, bufferingPolicy: .bufferingOldest(.max))
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

    /// Gives the changes of a commit to a reader, unless it has left too many of earlier commits unread.
    ///
    /// - Returns: whether the reader follows.
    private func deliver(_ changes: [RecordChange], to reader: Reader) -> Bool {
        var wanted = changes
        if let models = reader.models { wanted.removeAll { !models.contains($0.event.modelName) } }
        guard !wanted.isEmpty else { return true }
        wanted[0].commitSize = wanted.count
        guard reader.room.admits(wanted[0], unread: reader.continuation.yield(wanted[0]).unread) else { return false }
        for change in wanted.dropFirst() { reader.continuation.yield(change) }
        return true
    }
}

/// The changes that a reader may leave unread.
///
/// A commit can have more of them than the limit, such as the deletion of all records, and a reader of any speed gets
/// them at once. Until it has caught up, it has room for the limit beside them, but not for another such commit.
final class ReaderRoom: Sendable {
    /// The number of changes, without the ones of one large commit.
    static let limit = 10_000

    private let room = Mutex(ReaderRoom.limit)

    /// Takes note of a commit.
    ///
    /// - Parameters:
    ///   - change: the first change of the commit. Others are admitted without a look.
    ///   - unread: the number of unread changes, this one included.
    /// - Returns: whether the reader follows.
    func admits(_ change: RecordChange, unread: Int) -> Bool {
        guard change.commitSize > 0 else { return true }
        let before = unread - 1
        return room.withLock { room in
            if before <= Self.limit { room = Self.limit }
            guard change.commitSize > Self.limit else { return before <= room }
            guard before <= Self.limit else { return false }
            room = before + change.commitSize + Self.limit
            return true
        }
    }
}

extension AsyncStream.Continuation.YieldResult {
    /// The number of unread elements of a stream that keeps as many of the oldest as a number can say.
    fileprivate var unread: Int {
        if case .enqueued(remaining: let remaining) = self { Int.max - remaining } else { 0 }
    }
}

extension AsyncThrowingStream.Continuation.YieldResult {
    /// The number of unread elements of a stream that keeps as many of the oldest as a number can say.
    var unread: Int {
        if case .enqueued(remaining: let remaining) = self { Int.max - remaining } else { 0 }
    }
}

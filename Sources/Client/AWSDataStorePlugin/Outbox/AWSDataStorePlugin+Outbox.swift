// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation

/// A change of the app that the service has not accepted yet.
public struct DataStoreOutboxEntry: Sendable, Identifiable {
    /// The identifier of the change.
    public let id: String

    /// The name of the record's model.
    public let modelName: String

    /// The text of the record's key.
    public let modelId: String

    /// The kind of the change.
    public let mutationType: MutationEvent.MutationType

    /// The time of the change; of several changes in one entry, the first one's.
    public let waitingSince: Date

    /// How often the change was sent.
    public let attempts: Int

    /// Why the last attempt has failed; nil without a failure.
    public let lastError: String?

    /// The record of the change, as JSON.
    public let json: String

    /// Makes the value of an event; an event of an unknown kind counts as an update.
    init(_ entry: OutboxEntry, isReadable: Bool = true) {
        id = entry.event.id
        modelName = entry.event.modelName
        modelId = entry.event.modelId
        mutationType = entry.event.kind ?? .update
        waitingSince = entry.event.createdAt.foundationDate
        attempts = entry.attempts
        lastError = isReadable ? entry.lastError : "The app's models cannot read the record of the change"
        json = entry.event.json
    }
}

/// The outbox for the app: what waits, since when and why.
extension AWSDataStorePlugin {
    /// The changes that wait for the service, the oldest one first.
    ///
    /// - Throws: `DataStoreError` if the store cannot be opened or read.
    public var outbox: [DataStoreOutboxEntry] {
        get async throws {
            try await opened().store.read { reader in
                let waiting = try reader.nextEvents(limit: .max).map { ($0.sequence, DataStoreOutboxEntry($0)) }
                let unreadable = try reader.unreadableEvents().map {
                    ($0.sequence, DataStoreOutboxEntry($0, isReadable: false))
                }
                return (waiting + unreadable).sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
    }

    /// Sends what waits in the outbox without the rest of the present pause.
    ///
    /// The order of related changes stays: a change is sent after the ones before it.
    ///
    /// - Parameter id: the identifier of an entry. A change that has left the outbox is no error.
    /// - Throws: `DataStoreError` if the store cannot be opened or written.
    public func retryOutboxEntry(_ id: DataStoreOutboxEntry.ID) async throws {
        let open = try await opened()
        try await open.store.write { writer in try writer.retry(id) }
        await open.exchange?.sender.resume()
    }

    /// Removes a change from the outbox, so that it is not sent.
    ///
    /// The record stays in the store as the app has saved it.
    ///
    /// With a new record, the later changes of it are removed, too: the service does not have the record. A request that
    /// is under way may still change the service's record.
    ///
    /// - Parameter id: the identifier of an entry. A change that has left the outbox is no error.
    /// - Throws: `DataStoreError` if the store cannot be opened or written.
    public func dropOutboxEntry(_ id: DataStoreOutboxEntry.ID) async throws {
        let open = try await opened()
        guard let event = try await open.store.write(.power, { try $0.drop(id) }) else { return }
        await open.exchange?.sender.hasDropped(event)
    }
}

extension StoreWriter {
    /// Makes an event be read and sent anew.
    func retry(_ id: MutationEvent.EventIdentifier) throws {
        guard var entry = try reader.event(id: id) else { return }
        entry.lastError = nil
        try replace(entry)
        try setReadable(true, event: id)
    }

    /// Removes an event for the app; with a create, the later events of the record.
    ///
    /// - Returns: the event; nil if it has left the outbox.
    func drop(_ id: MutationEvent.EventIdentifier) throws -> MutationEvent? {
        guard let entry = try reader.event(id: id) else { return nil }
        try remove(event: id)
        guard entry.event.kind == .create else { return entry.event }
        for later in try reader.events(of: entry.event.modelName, key: entry.event.modelId)
        where later.sequence > entry.sequence {
            try remove(event: later.event.id)
        }
        return entry.event
    }
}

extension OutboxSender {
    /// Takes note of an event that the app has removed.
    func hasDropped(_ event: MutationEvent) async {
        forget(event.id)
        let statuses = statuses
        // A store that cannot be read is reported by the next step.
        if let status = try? await store.write(.process, { try statuses.status(after: $0) }) { report(status) }
        await settled(event.modelName, event.modelId)
        // Events of the group may have waited for this one.
        resume()
    }
}

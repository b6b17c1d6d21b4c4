// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The rule for a new event of a record whose earlier events wait in the outbox.
///
/// | waits | new | result |
/// | --- | --- | --- |
/// | none, or the new event has a condition | any | store |
/// | create | update | replace, stays a create |
/// | update | update, delete | replace |
/// | delete | delete | replace |
/// | create | delete | remove both |
/// | any | create | error |
/// | delete | update | error |
enum OutboxRule {
    /// What happens to the new event and to the earlier ones.
    enum Outcome: Sendable {
        /// The new event is added.
        case store
        /// An earlier event gets the content of the new one, and keeps its place. The others are removed.
        case replace(OutboxEntry, removing: [MutationEvent.EventIdentifier])
        /// The earlier events are removed, and the new one is not added: the service does not know the record.
        case removeAll([MutationEvent.EventIdentifier])
    }

    /// Decides about a new event.
    ///
    /// An event that was sent takes no new content: the service may have accepted it although its answer was lost, and the
    /// sender recognizes the record by the content of the event. The same holds for an event of another user.
    ///
    /// An event with a condition takes the content of a delete, but not of an update: the update would be lost if the
    /// condition does not hold.
    ///
    /// - Parameters:
    ///   - pending: the events of the record, the oldest one first.
    ///   - new: the new event.
    /// - Returns: what happens to the events.
    /// - Throws: `DataStoreError.unknown` for a create of a record that waits already, and for an update of one that
    ///   is removed.
    static func outcome(pending: [OutboxEntry], new: OutboxEntry) throws(DataStoreError) -> Outcome {
        let open = Array(pending.reversed().prefix { takesContent($0, of: new) }.reversed())
        guard new.event.graphQLFilterJSON == nil, let first = open.first, let last = open.last else { return .store }
        switch (last.event.kind, new.event.kind) {
        case (_, .create?):
            throw DataStoreError.unknown(
                "Received a create mutation for an item that has already been created",
                suggestion)
        case (.delete?, .update?):
            throw DataStoreError.unknown(
                "Received an update mutation for an item that has been marked as deleted",
                suggestion)
        case (_, .update?):
            guard last.event.graphQLFilterJSON == nil else { return .store }
            return .replace(replaced(last, by: new), removing: [])
        case (_, .delete?) where open.contains(where: { $0.event.kind == .create }):
            return .removeAll(open.map(\.event.id))
        case (_, .delete?):
            return .replace(replaced(first, by: new), removing: open.dropFirst().map(\.event.id))
        case (_, nil):
            return .store
        }
    }

    private static let suggestion =
        "Review your app code and ensure you are not issuing incorrect DataStore.save() calls for the same model."

    private static func takesContent(_ entry: OutboxEntry, of new: OutboxEntry) -> Bool {
        !entry.event.inProcess && entry.attempts == 0 && entry.user == new.user
    }

    /// The earlier event with the content of the new one; a create stays a create.
    private static func replaced(_ older: OutboxEntry, by new: OutboxEntry) -> OutboxEntry {
        var entry = older
        entry.event.json = new.event.json
        if older.event.kind != .create { entry.event.mutationType = new.event.mutationType }
        entry.event.graphQLFilterJSON = nil
        entry.event.version = [older.event.version, new.event.version].compactMap(\.self).max()
        entry.lastError = nil
        return entry
    }
}

extension MutationEvent {
    /// The kind of the change; nil for an unknown one.
    var kind: MutationType? { MutationType(rawValue: mutationType) }
}

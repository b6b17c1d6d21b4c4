// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataStores
import Synchronization

/// The record that a change is about: of an API, by the bytes of its key.
struct ChangedRecord: Hashable, Sendable {
    let api: String
    let model: String
    let key: KeyBytes

    init(_ api: String, _ record: UnjudgedRecord) {
        self.api = api
        model = record.model
        key = record.key
    }
}

/// The place of one mutation among the changes of its record, or in the change log.
///
/// It is there before the transaction begins, and every way out ends it.
final class EventPlace: Sendable {
    private let hub: DataEvents
    private let api: String
    private let generation: Int
    /// The number of the mutation, until it has ended.
    private let open: Mutex<Int?>
    private let taken = Mutex<(number: Int, record: ChangedRecord)?>(nil)

    init(hub: DataEvents, api: String, generation: Int, number: Int) {
        self.hub = hub
        self.api = api
        self.generation = generation
        open = Mutex(number)
    }

    deinit { leave() }

    /// Takes the place inside the transaction, after the write; a repeated transaction gives up its first place.
    ///
    /// - Returns: the place in the change log, in which the transaction writes the change; `nil` if the database has no
    ///   other process.
    @discardableResult
    func take(_ change: RecordChange) -> LoggedChange.Place? {
        if let node = hub.node {
            return open.withLock { $0 }.map { LoggedChange.Place(node: node, number: $0) }
        }
        settle(isCommitted: false)
        let record = ChangedRecord(api, change.record)
        let number = hub.take(change, record, generation: generation)
        taken.withLock { $0 = (number, record) }
        return nil
    }

    /// Gives up the place that an earlier run of the transaction took, because this run changes nothing.
    func withdraw() {
        settle(isCommitted: false)
    }

    /// Hands the change over, after the commit.
    func deliver() {
        settle(isCommitted: true)
        if let number = takeNumber() { hub.end(number, isCommitted: true) }
    }

    /// Drops the change, which was rolled back.
    func leave() {
        settle(isCommitted: false)
        if let number = takeNumber() { hub.end(number, isCommitted: false) }
    }

    /// Leaves a change that failed: on a database that other processes serve, too, it may still be committed, and then
    /// the log has it.
    func leaveInDoubt() {
        guard hub.node != nil else { return leave() }
        if let number = takeNumber() { hub.doubt(number) }
    }

    private func takeNumber() -> Int? {
        open.withLock { $0.take() }
    }

    private func settle(isCommitted: Bool) {
        let place = taken.withLock { taken in
            defer { taken = nil }
            return taken
        }
        if let place { hub.settle(place.number, place.record, isCommitted: isCommitted) }
    }
}

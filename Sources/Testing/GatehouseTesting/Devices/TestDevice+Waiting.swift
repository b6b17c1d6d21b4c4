// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSDataStorePlugin
public import Amplify

extension TestDevice {
    /// Waits until the exchange with the service is under way, and until the service has what the app has saved.
    ///
    /// Starts DataStore if no call has done so. It waits as long as the service refuses or does not answer, so tests have a
    /// time limit.
    ///
    /// - Throws: ``TestDeviceError`` without a network, the error of DataStore, or `CancellationError`.
    public func waitForSync() async throws {
        guard isOnline else { throw TestDeviceError("The device \(name) has no network. Call goOnline() first.") }
        let dataStore = dataStore
        try await dataStore.start()
        _ = try await event(HubPayload.EventName.DataStore.ready, from: mark)
        try await waitForOutbox { $0.isEmpty }
    }

    /// Waits until the changes that wait for the service are as a test expects.
    ///
    /// - Parameter isExpected: whether the changes are as expected; called now, and after each event of the Hub.
    /// - Throws: the error of DataStore, or `CancellationError`.
    package func waitForOutbox(until isExpected: ([DataStoreOutboxEntry]) -> Bool) async throws {
        let dataStore = dataStore
        while true {
            let seen = app.events.count
            if isExpected(try await dataStore.outbox) { return }
            _ = try await app.events.first(from: seen) { $0 }
        }
    }

    /// Starts the exchange with the service anew, as after a pause, and waits for it.
    ///
    /// After that, the device has the present records of the service.
    ///
    /// - Throws: as ``waitForSync()``.
    public func syncAgain() async throws {
        guard isOnline else { throw TestDeviceError("The device \(name) has no network. Call goOnline() first.") }
        try await dataStore.stop()
        markNow()
        try await waitForSync()
    }

    /// Waits until the records of a model on this device are as a test expects.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - predicate: the condition on the records; nil for all.
    ///   - isExpected: whether the records are as expected; called with those of the store now, and after each change.
    /// - Returns: the records.
    /// - Throws: the error of DataStore, or `CancellationError`.
    public func records<M: Model>(
        of model: M.Type, where predicate: (any QueryPredicate)? = nil, until isExpected: ([M]) -> Bool
    ) async throws -> [M] {
        let snapshots = dataStore.observeQuery(for: model, where: predicate, sort: nil)
        defer { snapshots.cancel() }
        for try await snapshot in snapshots where isExpected(snapshot.items) { return snapshot.items }
        throw CancellationError()
    }

    /// Waits for an event of the Hub, of all since an index.
    ///
    /// Each device has events of its own; they are not sent to `Amplify.Hub`.
    ///
    /// - Returns: the event.
    /// - Throws: `CancellationError`.
    package func event(_ name: String, from index: Int = 0) async throws -> HubPayload {
        try await app.events.first(from: index) { $0.eventName == name ? $0 : nil }
    }

    /// The names of the Hub's events of this device so far, from an index on.
    package func eventNames(from index: Int = 0) -> [String] {
        app.events.payloads(from: index).map(\.eventName)
    }

    /// The number of the Hub's events of this device so far.
    package var eventCount: Int { app.events.count }
}

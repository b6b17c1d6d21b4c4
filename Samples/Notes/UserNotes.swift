// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify

/// The exchange of the notes with the service.
enum UserNotes {
    /// The number of changes that wait to be sent.
    ///
    /// - Throws: `DataStoreError`.
    static func waiting() async throws -> Int {
        guard let plugin = try Amplify.DataStore.getPlugin(for: "awsDataStorePlugin") as? AWSDataStorePlugin else {
            return 0
        }
        return try await plugin.outbox.count
    }

    /// Waits until the device and the service have the same notes.
    ///
    /// Without a network, it waits until there is one.
    ///
    /// - Parameter report: called with each change of the network.
    /// - Throws: `DataStoreError`.
    static func sync(reporting report: (Bool) -> Void) async throws {
        let events = AsyncStream<HubPayload> { events in
            let listener = Amplify.Hub.listen(to: .dataStore) { events.yield($0) }
            events.onTermination = { _ in Amplify.Hub.removeListener(listener) }
        }
        // Saved notes start the exchange, too; without this call, a command that saves nothing would not.
        try await Amplify.DataStore.start()
        var isReady = false
        for await event in events {
            if let status = event.data as? NetworkStatusEvent { report(status.active) }
            if event.eventName == HubPayload.EventName.DataStore.ready { isReady = true }
            if isReady, try await waiting() == 0 { return }
        }
    }
}

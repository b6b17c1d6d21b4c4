// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSDataStorePlugin
import AWSPluginsCore
import Amplify

/// The changes of an outbox on their way to a service, beside the same mutations by the API plugin alone.
enum OutboxDrain {
    private static let perSecond = 500.0

    /// A service that answers at once over one connection, in a process of its own.
    static func alone() async throws -> Row {
        let source = try SourceProcess([NoteSource.command])
        defer { source.stop() }
        let address = "http://127.0.0.1:\(source.port)/graphql"
        return try await row("outbox of \(DataStoreSizes.changes.grouped) changes, sent", address, key: "da2-key")
    }

    /// The program with the records on its disk.
    static func served(binary: String) async throws -> Row {
        let server = try await VersionedAPI.start(binary: binary)
        defer { server.remove() }
        return try await row(
            "outbox of \(DataStoreSizes.changes.grouped) changes, sent to the server, on disk", server.address,
            key: server.key, promise: nil)
    }

    private static func row(
        _ name: String, _ address: String, key: String, promise: Double? = perSecond
    ) async throws -> Row {
        let plain = try await mutations(address, key: key)
        let own = try await drained(address, key: key)
        return Row(
            name: "DataStore: " + name, result: "\(own.rounded(0))/s",
            limit: "\(plain.rounded(0))/s (`mutate`, one by one)", ratio: "\((own / plain * 100).rounded(0)) %",
            promise: promise.map { "≥ \($0.rounded(0))/s" } ?? "none", holds: own >= promise ?? 0)
    }

    /// The changes of the outbox that are accepted in a second.
    private static func drained(_ address: String, key: String) async throws -> Double {
        let folder = try DeviceFolder()
        defer { folder.remove() }
        let count = DataStoreSizes.changes
        let events = AwaitedEvents(HubPayload.EventName.DataStore.outboxMutationProcessed, count)
        let device = try NoteDevice(folder, api: try ClientCalls.plugin(address, key: key), events: events)
        try await device.dataStore.stop()
        try await device.saveAtOnce(Note.made(count))
        let seconds = try await Stopwatch.seconds {
            try await device.dataStore.start()
            try await events.wait()
        }
        await device.end()
        return Double(count) / seconds
    }

    /// The mutations of one caller that are answered in a second.
    private static func mutations(_ address: String, key: String) async throws -> Double {
        let plugin = try ClientCalls.plugin(address, key: key)
        let notes = Note.made(max(1, DataStoreSizes.changes / 5))
        let seconds = try await Stopwatch.seconds {
            for note in notes {
                let answer = try await plugin.mutate(
                    request: GraphQLRequest<MutationSyncResult>.createMutation(of: note)
                ).get()
                guard answer.syncMetadata.version == 1 else { throw IncompleteAnswer(from: "a mutation") }
            }
        }
        await plugin.reset()
        return Double(notes.count) / seconds
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// The requests of the outbox.
struct OutboxService: Sendable {
    /// Sends the mutation of an event, and returns the service's record.
    let mutate: @Sendable (SentEvent) async throws(RemoteFailure) -> MutationSync<AnyModel>
    /// Reads the record of an event, or its tombstone; nil if the service has none for the user.
    let find: @Sendable (SentEvent) async throws(RemoteFailure) -> MutationSync<AnyModel>?

    /// Makes requests of closures.
    init(
        mutate: @escaping @Sendable (SentEvent) async throws(RemoteFailure) -> MutationSync<AnyModel>,
        find: @escaping @Sendable (SentEvent) async throws(RemoteFailure) -> MutationSync<AnyModel>?
    ) {
        self.mutate = mutate
        self.find = find
    }

    /// Makes the requests to a service.
    init(_ remote: RemoteModels) {
        mutate = { (sent) async throws(RemoteFailure) -> MutationSync<AnyModel> in
            try await remote.mutate(
                sent.entry, record: sent.record, schema: sent.schema, version: sent.version)
        }
        find = { (sent) async throws(RemoteFailure) -> MutationSync<AnyModel>? in
            try await Self.record(of: sent, remote)
        }
    }

    /// Reads pages of the model until the record is found. No other query has versions for every kind of key.
    private static func record(
        of sent: SentEvent, _ remote: RemoteModels
    ) async throws(RemoteFailure) -> MutationSync<AnyModel>? {
        let key = sent.record.identifier(schema: sent.schema)
        var token: String?
        var mode: SyncMode?
        repeat {
            let answer = try await remote.page(
                sent.schema, where: key.predicate, limit: 1_000, nextToken: token, lastSync: nil, mode: mode)
            let found = answer.page.items.first {
                $0.model.instance.identifier(schema: sent.schema).stringValue == key.stringValue
            }
            if let found { return found }
            (token, mode) = (answer.page.nextToken, answer.mode)
        } while token != nil
        return nil
    }
}

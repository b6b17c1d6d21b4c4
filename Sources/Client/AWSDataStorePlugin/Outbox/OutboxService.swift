// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation

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
                sent.entry, record: sent.record, schema: sent.schema, version: sent.version,
                keeping: sent.unknownNames)
        }
        find = { (sent) async throws(RemoteFailure) -> MutationSync<AnyModel>? in
            try await remote.record(like: sent.record, sent.schema)
        }
    }
}

extension RemoteModels {
    /// Reads the service's record with the key of a record.
    ///
    /// - Returns: the record, or its tombstone; nil if there is none.
    /// - Throws: `RemoteFailure`.
    func record(like record: any Model, _ schema: ModelSchema) async throws(RemoteFailure) -> MutationSync<AnyModel>? {
        let (answer, _) = try await firstSuccess(.record, schema, await modes(.record, of: schema)) {
            (type) async throws(AttemptFailure) -> Answer<MutationSyncResult?> in
            try await classified(of: schema) {
                try await api.query(
                    request: GraphQLRequest<MutationSyncResult>.query(
                        like: record, modelSchema: schema, authType: type))
            }
        }
        return answer.value
    }
}

extension GraphQLRequest {
    /// The request of an update, with names of enumerations' values where its record has none.
    ///
    /// The app's model does not know the names. Without them, the update would remove the service's values.
    ///
    /// - Parameter names: the names of the values by field.
    /// - Returns: the request.
    func keeping(_ names: [ModelFieldName: String]) -> GraphQLRequest {
        guard !names.isEmpty, var variables, var input = variables["input"] as? [String: Any] else { return self }
        for (field, name) in names where input[field] is NSNull { input[field] = name }
        variables["input"] = input
        return GraphQLRequest(
            apiName: apiName, document: document, variables: variables, responseType: responseType,
            decodePath: decodePath, authMode: authMode, options: options)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient

/// The one request for related records that all concurrent readers of a relation wait for.
///
/// The request is cancelled with its last reader, which frees its connection.
struct RelationFlight<Value: Sendable>: Sendable {
    private let flight = SingleFlight<Result<Value, any Error>>(whenAbandoned: .isCancelled)

    /// Waits for the request under way, or makes one.
    ///
    /// - Throws: the error of the request; `CoreError.listOperation` if the calling task is cancelled.
    func join(_ request: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let result = await flight.join {
            do {
                return .success(try await request())
            } catch {
                return .failure(error)
            }
        }
        guard let result else {
            throw CoreError.listOperation(
                "The request for related records was cancelled", "Read the relation again", CancellationError())
        }
        return try result.get()
    }
}

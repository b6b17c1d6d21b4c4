// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// Refuses an empty argument.
    func require(_ value: String, field: String) throws(SessionError) {
        if value.isEmpty { throw .validation(field: field, "\(field) is empty.", cure: "Give a value for \(field).") }
    }

    /// Runs one call of a service within the deadline.
    func using<Value: Sendable>(
        _ client: ServiceClient,
        _ body: @escaping @Sendable (ServiceClient) async throws(ServiceFault) -> Value
    ) async throws(SessionError) -> Value {
        try await withDeadline(deadline) { () async throws(SessionError) -> Value in
            try await asking { () throws(ServiceFault) in try await body(client) }
        }
    }
}

/// Runs a call of a service; converts faults and transport errors to a `SessionError`.
func asking<Answer>(
    _ call: () async throws(ServiceFault) -> Answer
) async throws(SessionError) -> Answer {
    do throws(ServiceFault) {
        return try await call()
    } catch {
        throw SessionError(error)
    }
}

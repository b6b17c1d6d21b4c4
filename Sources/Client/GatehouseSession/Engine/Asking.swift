// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

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

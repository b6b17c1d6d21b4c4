// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Runs a call of a service; what the service or the way to it objects becomes a `SessionError`.
func asking<Answer>(
    _ call: () async throws(ServiceFault) -> Answer
) async throws(SessionError) -> Answer {
    do throws(ServiceFault) {
        return try await call()
    } catch {
        throw SessionError(error)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

extension UserPools {
    /// Reads one consistent state.
    /// - Throws: the fault that `body` throws; anything else becomes an internal error with its cause.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        do {
            return try await store.read(body)
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    /// Changes the store; what `body` wrote is on disk when the call returns.
    /// - Throws: the fault that `body` throws; anything else becomes an internal error with its cause.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws(ServiceFault) -> Value {
        do {
            return try await store.write(body)
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    /// Does long arithmetic away from the threads that serve requests, or in a pool of its own.
    /// - Throws: the fault that `work` throws; anything else becomes an internal error with its cause.
    func compute<Value: Sendable>(
        in pool: ComputePool? = nil, _ work: @escaping @Sendable () throws -> Value
    ) async throws(ServiceFault) -> Value {
        do {
            return try await (pool ?? compute).run(work)
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }
}

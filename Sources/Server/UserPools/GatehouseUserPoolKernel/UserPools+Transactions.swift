// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPools {
    /// Reads from a consistent snapshot of the store.
    ///
    /// - Throws: the fault that `body` throws; every other error becomes an internal error with this cause.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        do {
            return try await store.read(body)
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    /// Runs `body` in a transaction; its changes are on disk when the call returns.
    ///
    /// - Throws: the fault that `body` throws; every other error becomes an internal error with this cause.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws(ServiceFault) -> Value {
        do {
            return try await store.write(body)
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }

    /// Runs a long computation outside the threads that serve requests, on `pool` or on the default compute pool.
    ///
    /// - Throws: the fault that `work` throws; every other error becomes an internal error with this cause.
    package func compute<Value: Sendable>(
        in pool: ComputePool? = nil, _ work: @escaping @Sendable () throws -> Value
    ) async throws(ServiceFault) -> Value {
        do {
            return try await (pool ?? compute).run(work)
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }
}

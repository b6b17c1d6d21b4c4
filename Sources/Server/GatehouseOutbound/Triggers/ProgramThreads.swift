// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseWire

/// The threads that wait for the programs of triggers, and refuse calls that would wait too long for one of them.
package struct ProgramThreads: Sendable {
    /// The threads of the process, and the largest number of calls that wait for one.
    static let shared = ProgramThreads(.bounded(threads: 32, places: 256, overload: .programs))

    private let pool: ComputePool

    /// Creates the threads from a bounded pool, whose overload is that of programs.
    package init(_ pool: ComputePool) {
        self.pool = pool
    }

    /// Waits for a program on one of the threads.
    /// - Throws: the failure that `work` throws, or the reason why it did not begin.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(TriggerFailure) -> Value {
        do {
            return try await pool.run(work)
        } catch let failure as TriggerFailure {
            throw failure
        } catch let fault as ServiceFault {
            throw fault.overload.map { .refused($0) } ?? .notCallable(.unavailable, fault.message)
        } catch {
            throw .notCallable(.unavailable, "the client has gone")
        }
    }
}

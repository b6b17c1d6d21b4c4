// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto
package import GatehouseWire

/// Runs long computations outside the threads that serve requests.
package struct Computation: Sendable {
    /// The compute pool for long computations.
    package let pool: ComputePool
    /// The arithmetic of SRP.
    package let arithmetic: any SRPArithmetic
    /// Computes the password hashes of other systems.
    let hasher: any PasswordHasher
    /// The compute pool for imported password hashes, which are so slow that they would delay every sign-in elsewhere.
    let hashing: ComputePool

    /// Runs a long computation.
    ///
    /// - Throws: the fault that `work` throws; every other error becomes an internal error with this cause.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating { try await pool.run(work) }
    }

    /// Returns whether a password is the one of an imported hash; a password that the hasher rejects is not.
    package func matches(
        _ password: String, _ hash: ImportedHash, inPool poolID: String
    ) async throws(ServiceFault) -> Bool {
        let hasher = hasher.inPool(poolID)
        return try await ServiceFault.translating {
            try await hashing.run { hash.matches(Secret(utf8: password), by: hasher) }
        }
    }
}

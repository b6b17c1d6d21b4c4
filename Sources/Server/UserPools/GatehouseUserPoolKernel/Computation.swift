// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto
package import GatehouseWire
import Synchronization

/// Runs long computations outside the threads that serve requests.
package struct Computation: Sendable {
    /// The compute pool for long computations.
    package let pool: ComputePool
    /// The arithmetic of SRP.
    package let arithmetic: any SRPArithmetic
    /// Computes the password hashes of other systems.
    let hasher: any PasswordHasher
    /// The compute pool for imported password hashes, which are slow: in another pool, they would delay every sign-in.
    let hashing: ComputePool
    private let hashed = HashedPools()

    init(pool: ComputePool, arithmetic: any SRPArithmetic, hasher: any PasswordHasher, hashing: ComputePool) {
        self.pool = pool
        self.arithmetic = arithmetic
        self.hasher = hasher
        self.hashing = hashing
    }

    /// Runs a long computation.
    ///
    /// - Throws: the fault that `work` throws; every other error becomes an internal error with this cause.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating { try await pool.run(work) }
    }

    /// Refuses a sign-in with a password while too many hashes wait, whether or not the user has one.
    ///
    /// A refusal of some users would show whose password was imported. Pools in which no hash was met are not affected.
    /// - Throws: the fault of the overload.
    package func requireHashing(inPool poolID: String) throws(ServiceFault) {
        if let overload = hashing.overload, hashed.contains(poolID) { throw overload.fault }
    }

    /// Returns whether a password is the one of an imported hash; a password that the hasher rejects is not.
    ///
    /// The caller has called ``requireHashing(inPool:)`` before it knew the user.
    package func matches(
        _ password: String, _ hash: ImportedHash, inPool poolID: String
    ) async throws(ServiceFault) -> Bool {
        let hasher = hasher.inPool(poolID)
        hashed.insert(poolID)
        return try await ServiceFault.translating {
            try await hashing.run(mayExceed: true) { hash.matches(Secret(utf8: password), by: hasher) }
        }
    }
}

/// The pools in which a user with an imported hash has signed in since the start.
private final class HashedPools: Sendable {
    private let ids = Mutex<Set<String>>([])

    func contains(_ poolID: String) -> Bool { ids.withLock { $0.contains(poolID) } }

    func insert(_ poolID: String) { ids.withLock { _ = $0.insert(poolID) } }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A store whose rows are reached inside transactions only.
///
/// A transaction is one synchronous closure, without suspension points. Each domain declares the methods of its
/// transactions in two protocols, one for reading and one for writing.
package protocol TransactionalStore<Reading, Writing>: Sendable {
    /// The methods of a transaction that reads.
    associatedtype Reading
    /// The methods of a transaction that reads and writes.
    associatedtype Writing

    /// Runs `body` on a consistent snapshot of the store.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Reading) throws -> Value) async throws -> Value

    /// Runs `body` in a transaction; its changes are on disk when the call returns, and are rolled back if `body`
    /// throws.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Writing) throws -> Value) async throws -> Value
}

/// The error of an insertion or change that operations turn into a fault.
package enum StoreConflict: Error, Equatable {
    /// Another record has this key or name.
    case taken(String)
}

/// An error of a store that can be an outage.
package protocol StoreFailure: Error {
    /// Whether the store cannot be used until its operator or its machine ends the outage; the call itself is valid.
    var isOutage: Bool { get }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// A database whose writes the other nodes can rely on.
///
/// A node that the others have missed for some seconds counts as ended: its lease may be another's, and a master key may
/// seal that it does not have. So it writes nothing until it was seen again. A write under a lease checks the lease in its
/// own transaction.
///
/// The process may be stopped while the body runs. So the body ends with the same check, and only a stop between it and the
/// COMMIT is not noticed: a value of that write has the former key, under which the nodes still open it.
struct FencedDatabase: SQLDatabase {
    private let base: any SQLDatabase
    private let node: DatabaseNode

    init(_ base: any SQLDatabase, of node: DatabaseNode) {
        self.base = base
        self.node = node
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLReader) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        let lease = Lease.current
        try await node.beSeen()
        return try await base.write { [node] connection in
            try node.requireSeen()
            if let lease { try connection.require(lease) }
            let value = try body(connection)
            try node.requireSeen()
            return value
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseStorage

/// How to find out whether a transaction was committed, if the answer to its COMMIT is lost.
///
/// The witness is a row with a random key of the transaction's own. A body whose INSERT has such a key names it. For every
/// other body that changes something, the driver adds a row to `used_ids` in the trip of the COMMIT. All runs of one body
/// have the same key, so a later run waits at the server for an earlier one that is still being committed.
struct CommitWitness {
    /// The INSERT of the driver's own row; `nil` if it is not needed.
    let insertion: SQL?
    /// The query that returns a row if the transaction was committed; `nil` if it has changed nothing.
    let query: SQL?

    /// The witness of a transaction whose body has run.
    init(_ transaction: PostgresTransaction, _ plan: TransactionPlan) {
        if let named = transaction.witness {
            insertion = nil
            query = named
        } else if let key = plan.key.map(Self.id), plan.migration == nil, transaction.hasChanged {
            // The purge removes the row a minute after its time, long after the last question for it.
            insertion = """
                INSERT INTO used_ids (id, expires_at)
                VALUES (\(key), CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT))
                """
            query = "SELECT 1 AS found FROM used_ids WHERE id = \(key)"
        } else {
            insertion = nil
            query = nil
        }
    }

    /// The id of the driver's own row.
    private static func id(_ key: [UInt8]) -> String { "commit " + Hex.encode(key) }
}

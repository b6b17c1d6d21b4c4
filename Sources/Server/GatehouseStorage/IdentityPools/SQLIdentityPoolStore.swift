// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseIdentityPools

/// The store of identity pools in the tables of ``IdentityPoolsSchema``.
package typealias SQLIdentityPoolStore = SQLStore<any IdentityPoolReading, any IdentityPoolWriting>

extension SQLStore: IdentityPoolStore where Reading == any IdentityPoolReading, Writing == any IdentityPoolWriting {
    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        let pools = RevisionCache<IdentityPoolRecord>()
        self.init(database) { sql in
            IdentityPoolReader(sql: sql, pools: pools)
        } writer: { connection in
            IdentityPoolWriter(connection: connection)
        }
    }
}

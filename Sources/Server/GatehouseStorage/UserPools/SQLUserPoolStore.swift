// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolModel

/// The store of user pools in the tables of ``UserPoolsSchema``.
package typealias SQLUserPoolStore = SQLStore<any UserPoolReading, any UserPoolWriting>

extension SQLStore: UserPoolStore where Reading == any UserPoolReading, Writing == any UserPoolWriting {
    /// Creates the store in a database whose migrations have run.
    package init(_ database: some SQLDatabase) {
        let caches = UserPoolCaches()
        self.init(database) { sql in
            UserPoolReader(sql: sql, caches: caches)
        } writer: { connection in
            UserPoolWriter(connection: connection)
        }
    }
}

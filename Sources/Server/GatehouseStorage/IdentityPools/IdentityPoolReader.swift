// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseIdentityPools

/// Reads rows by key.
protocol SQLIdentityPoolReading: IdentityPoolReading {
    var sql: any SQLReader { get }
}

extension SQLIdentityPoolReading {
    func identityPool(_ id: String) throws -> IdentityPoolRecord? {
        try IdentityPoolRow.find(sql, id: id)
    }

    func identityPools(inRegion region: String, after id: String?, limit: Int) throws -> [IdentityPoolRecord] {
        try IdentityPoolRow.list(sql, region: region, after: id, limit: limit)
    }

    func identity(_ id: String) throws -> IdentityRecord? {
        try IdentityRow.find(sql, id: id)
    }

    func identity(holding login: LinkedLogin, inPool poolID: String) throws -> IdentityRecord? {
        try IdentityRow.find(sql, holding: login, inPool: poolID)
    }

    func identities(inPool poolID: String, after id: String?, limit: Int) throws -> [IdentityRecord] {
        try IdentityRow.list(sql, poolID: poolID, after: id, limit: limit)
    }
}

/// Reads committed state; pools come from the cache if their revision is unchanged.
struct IdentityPoolReader: SQLIdentityPoolReading {
    let sql: any SQLReader
    let pools: RevisionCache<IdentityPoolRecord>

    func identityPool(_ id: String) throws -> IdentityPoolRecord? {
        try pools.record(id) {
            try IdentityPoolRow.revision(sql, id: id)
        } record: {
            try IdentityPoolRow.find(sql, id: id)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseIdentityPools

/// Reads on committed state; pools come from the cache where it is fresh.
struct IdentityPoolReader: IdentityPoolReading {
    let reader: any SQLReader
    let pools: RevisionCache<IdentityPoolRecord>

    func identityPool(_ id: String) throws -> IdentityPoolRecord? {
        try pools.record(id) {
            try IdentityPoolRow.revision(reader, id: id)
        } record: {
            try IdentityPoolRow.find(reader, id: id)
        }
    }

    func identityPools(inRegion region: String, after id: String?, limit: Int) throws -> [IdentityPoolRecord] {
        try IdentityPoolRow.list(reader, region: region, after: id, limit: limit)
    }

    func identity(_ id: String) throws -> IdentityRecord? {
        try IdentityRow.find(reader, id: id)
    }

    func identity(holding login: LinkedLogin, inPool poolID: String) throws -> IdentityRecord? {
        try IdentityRow.find(reader, holding: login, inPool: poolID)
    }

    func identities(inPool poolID: String, after id: String?, limit: Int) throws -> [IdentityRecord] {
        try IdentityRow.list(reader, poolID: poolID, after: id, limit: limit)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// The caches of pools, clients and signing keys.
struct UserPoolCaches: Sendable {
    let pools = RevisionCache<UserPoolRecord>()
    let clients = RevisionCache<AppClientRecord>()
    /// The signing keys by pool, whose revision changes with its keys.
    let signingKeys = RevisionCache<[SigningKeyRecord]>()
}

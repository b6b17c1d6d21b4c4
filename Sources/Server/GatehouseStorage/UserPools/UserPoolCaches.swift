// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// Pools and clients that were read before.
struct UserPoolCaches: Sendable {
    let pools = RevisionCache<UserPoolRecord>()
    let clients = RevisionCache<AppClientRecord>()
    /// By pool, whose revision grows when its keys change.
    let signingKeys = RevisionCache<[SigningKeyRecord]>()
}

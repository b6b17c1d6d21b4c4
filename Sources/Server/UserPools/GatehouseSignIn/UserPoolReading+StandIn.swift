// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

extension UserPoolReading {
    /// Reads another user's row, and groups if requested, in place of an unknown user's.
    ///
    /// A sign-in with an unknown name therefore reads as much as one with a known name, and takes as long. The result
    /// is not used. The row belongs to the next user after `sub` in the pool; `sub` is a random id.
    ///
    /// - Throws: the errors of the store.
    func readStandIn(near sub: String, inPool poolID: String, withGroups: Bool) throws {
        let next = try users(inPool: poolID, after: sub, limit: 1, filter: nil)
        let user = try next.first ?? users(inPool: poolID, after: nil, limit: 1, filter: nil).first
        guard let user, withGroups else { return }
        _ = try groups(ofUser: user.sub, inPool: poolID, after: nil, limit: GroupRecord.maximumPerUser)
    }
}

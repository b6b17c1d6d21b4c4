// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel

extension UserPoolReading {
    /// Reads another user's row, and groups if requested, in place of an unknown user's.
    ///
    /// A sign-in with an unknown name therefore reads as much as one with a known name, and takes as long. The result
    /// is not used. The row belongs to the next user after `sub` in the pool; `sub` is a random id.
    ///
    /// - Throws: the errors of the store.
    func readStandIn(near sub: String, inPool poolID: String, withGroups: Bool) throws {
        _ = try user(near: sub, inPool: poolID)
        if withGroups { _ = try groups(ofUserNear: sub, inPool: poolID, limit: GroupRecord.maximumPerUser) }
    }
}

// MARK: - Reading ahead

extension OfferedFactors {
    /// The search for the user with a typed name, whose stand-in is always the same for the same name.
    func search(for typedName: String, in pool: UserPoolRecord) -> SoughtUser {
        let name = pool.comparable(typedName)
        return SoughtUser(
            SignInName(.username, name), inPool: pool.id, orNear: decoyID(for: name, inPool: pool.id))
    }

    /// An id in the form of a `sub` for an unknown name, always the same for the same name.
    func decoyID(for comparableName: String, inPool poolID: String) -> String {
        let stable = sealer.mac(Array("\(poolID)|\(comparableName)".utf8), purpose: .decoyUserID)
        return Entropy { Array(stable.prefix($0)) }.uuid()
    }
}

extension UserPoolsService {
    /// The rows of a session's user, or as many rows of a stand-in; each step reads them.
    func rows(
        of session: SignInSession, in pool: UserPoolRecord, device key: String?
    ) -> [ExpectedRecord] {
        let limit = GroupRecord.maximumPerUser
        var rows: [ExpectedRecord] =
            session.isKnown
            ? [.user(session.sub, inPool: pool.id), .groups(ofUser: session.sub, inPool: pool.id, limit: limit)]
            : [.userNear(session.sub, inPool: pool.id), .groupsOfUserNear(session.sub, inPool: pool.id, limit: limit)]
        let subject = pools.counters.lockoutSubject(
            sub: session.isKnown ? session.sub : nil, typedName: session.typedName, in: pool,
            for: session.state.lockThatRefuses)
        rows.append(.failedAttempts(on: subject, inPool: pool.id))
        return rows + pool.expectedDevices(key ?? session.deviceKey, ofUser: session.sub)
    }
}

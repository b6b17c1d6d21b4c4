// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension SessionEngine {
    /// The signed-in user; no network, and no matter whether the session is expired.
    ///
    /// - Throws: `.signedOut`; `.invalidState` when federated or in the middle of a sign-in; `.configuration` without
    ///   user pool; `.storeUnreadable`.
    package func currentUser() throws(SessionError) -> SessionUser {
        _ = try requireUserPool()
        let snapshot = try holder.loaded()
        if snapshot.isUserSignedIn { return try snapshot.user.get() }
        switch ongoingSignIn.withLock({ $0 }) {
        case .none: return try snapshot.user.get()
        case .underWay, .showing: throw .invalidState("A sign-in is under way.", cure: "Wait until it has ended.")
        case .open:
            throw .invalidState("A sign-in waits for an answer.", cure: "Finish it with confirmSignIn.")
        }
    }

    /// The names of the signed-in user: as typed at the sign-in, and as the access token has it; none for a guest.
    ///
    /// - Throws: `.storeUnreadable`.
    package func currentNames() throws(SessionError) -> [String] {
        let user = try holder.loaded().record?.user
        return [user?.typedUsername, try? currentUser().username].compactMap(\.self)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

extension MobileSession {
    /// Reads configuration and store; no request is sent, and no listener is called.
    ///
    /// - Returns: the state, or why it is unknown; a second call returns the state of now.
    package func initialize() -> Result<UserState, any Error> {
        if isInitialized { return .success(state) }
        do {
            let loaded = loaded
            let marks = common.withLock(\.marks)
            let state = try storedState(loaded)
            return .success(
                common.withLock { common in
                    // Two first calls at the same time, or a sign-in or sign-out before the start.
                    if common.session.isInitialized || common.marks != marks { return common.session.settled() }
                    _ = common.session.take(.initialized(state))
                    return common.session.userState
                })
        } catch let error as SessionError {
            return .failure(appError(error))
        } catch {
            return .failure(error)
        }
    }

    private func storedState(_ loaded: MobileSetup) throws -> UserState {
        guard let engine = loaded.engine else { return .signedOut }
        guard let record = try engine.presentRecord() else {
            if case .storeUnreadable(let trouble)? = engine.damage {
                ClientLog.write("The stored session counts as none. \(trouble)")
            }
            return .signedOut
        }
        switch record {
        case .guest: return .guest
        case .userPool(let user), .userAndIdentityPool(let user, _):
            if user.method.isOnPages { try loaded.restorePages() }
            // A session that names no user is none.
            guard user.tokens.user != nil else {
                engine.signOutLocally()
                return .signedOut
            }
        case .federated(let login, _):
            if login.pages != nil { try loaded.restorePages() }
        }
        return .signedIn
    }
}

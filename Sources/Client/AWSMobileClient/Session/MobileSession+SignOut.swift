// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

extension MobileSession {
    /// Signs out on this device at once, without a request to a service.
    ///
    /// Listeners hear of it on this thread.
    package func signOut() {
        signIns.abandon()
        let loaded = loaded
        let wait = common.withLock { common in
            common.marks.signOuts += 1
            defer { common.wait = nil }
            return common.wait
        }
        loaded.engine?.signOutLocally()
        loaded.item?.forgetScopes()
        let notification = common.withLock { $0.take(.signedOut) }
        wait?.end(.abandoned)
        notification?.tell()
    }

    /// Signs out as the options say; after an error the session is what it was.
    package func signOut(options: SignOutOptions, anchor: AuthUIPresentationAnchor? = nil) async throws {
        guard let engine = loaded.engine, let record else { return await signOutInBackground() }
        if record.isOnPages {
            if options.invalidateTokens {
                try await showSignOutPage(engine, above: anchor)
                await engine.revokeTokens(of: record)
            }
        } else if record.user != nil {
            if options.signOutGlobally { try await endEverywhere(engine) }
            if options.signOutGlobally || options.invalidateTokens {
                await engine.revokeTokens(of: self.record ?? record)
            }
        }
        await signOutInBackground()
    }

    /// Deletes the user's account, and signs out.
    package func deleteUser() async throws {
        let record = record
        try await asUser { engine, _ in try await engine.deleteAccount() }
        if let engine = loaded.engine, let record { await engine.revokeTokens(of: record) }
        await signOutInBackground()
    }

    private func showSignOutPage(_ engine: SessionEngine, above anchor: AuthUIPresentationAnchor?) async throws {
        do {
            try await PageContext.$current.withValue(PageContext(anchor: anchor.map(AppOwned.init))) {
                try await engine.showSignOutPage()
            }
        } catch let error as SessionError {
            throw Self.errorOfPages(error)
        }
    }

    private func signOutInBackground() async {
        await AppCallbacks.run { [self] in signOut() }
    }

    /// `GlobalSignOut`; a refresh token that is dead starts no wait.
    private func endEverywhere(_ engine: SessionEngine) async throws {
        do throws(SessionError) {
            try await engine.endEverywhere(try await engine.freshTokens())
        } catch {
            throw error == .sessionExpired ? AWSMobileClientError.deadSession : error
        }
    }
}

extension SessionRecord {
    /// Whether the user signed in on hosted pages, so that a browser may be signed in.
    fileprivate var isOnPages: Bool {
        switch self {
        case .guest: false
        case .federated(let login, _): login.pages != nil
        case .userPool(let user), .userAndIdentityPool(let user, _): user.method.isOnPages
        }
    }
}

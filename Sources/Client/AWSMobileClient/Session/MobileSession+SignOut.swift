// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Synchronization

extension MobileSession {
    /// Signs out on this device at once, without a request to a service.
    ///
    /// Listeners are called on this thread.
    package func signOut() {
        let loaded = loaded
        // First, so that no call that it overtakes changes the state afterwards.
        loaded.engine?.signOutLocally()
        cancelOvertakenSignIn()
        loaded.item?.forgetScopes()
        environment.dropHandedTokens()
        logStoreTrouble()
        let (notification, wait) = common.withLock { common in
            defer { common.wait = nil }
            return (common.take(.signedOut), common.wait)
        }
        wait?.end(.abandoned)
        notification?.tell()
    }

    /// Signs out as the options say; after an error the session is unchanged.
    package func signOut(options: SignOutOptions, anchor: AuthUIPresentationAnchor? = nil) async throws {
        let call = CallMoment.present
        guard let engine = loaded.engine, let record else { return await signOutInBackground(nil, since: call) }
        if record.isOnPages {
            if options.invalidateTokens {
                try await showSignOutPage(engine, above: anchor)
                await engine.revokeTokens(of: present(record))
            }
        } else if record.user != nil {
            if options.signOutGlobally { try await endEverywhere(engine, record) }
            if options.signOutGlobally || options.invalidateTokens { await engine.revokeTokens(of: present(record)) }
        }
        await signOutInBackground(record, since: call)
    }

    /// Deletes the user's account, and signs out.
    package func deleteUser() async throws {
        let (record, call) = (record, CallMoment.present)
        try await asUser { try await $0.deleteAccount() }
        if let engine = loaded.engine, let record { await engine.revokeTokens(of: present(record)) }
        await signOutInBackground(record, since: call)
    }

    /// The session as it is now, if the user is still the same, else as it was.
    private func present(_ former: SessionRecord) -> SessionRecord {
        guard let record, record.subject == former.subject else { return former }
        return record
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

    /// Signs out, unless the app has done so during the call; a user who has signed in since then stays.
    private func signOutInBackground(_ former: SessionRecord?, since call: CallMoment) async {
        await AppCallbacks.run { [self] in
            if loaded.engine?.isOvertaken(call) == true { return }
            if let present = record?.subject, let former, present != former.subject { return }
            signOut()
        }
    }

    /// `GlobalSignOut`; a refresh token that is dead starts no wait.
    private func endEverywhere(_ engine: SessionEngine, _ record: SessionRecord) async throws {
        do throws(SessionError) {
            let tokens = try await engine.freshTokens()
            guard self.record?.subject == record.subject else { return }
            try await engine.endEverywhere(tokens)
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

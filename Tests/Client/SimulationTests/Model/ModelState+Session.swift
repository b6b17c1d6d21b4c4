// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension ModelState {
    /// The result of fetching the session, and the state after it.
    struct Look {
        var state: ModelState
        var tokens: Trouble?
        var identity: Trouble?
        var isSignedIn: Bool

        var outcome: ModelOutcome { .session(isSignedIn: isSignedIn, tokens: tokens, identity: identity) }
    }

    /// Looks at the session, renewing what must or shall be renewed.
    func look(force: Bool) -> Look {
        if setup == .unconfigured {
            return Look(state: self, tokens: .configuration, identity: .configuration, isSignedIn: false)
        }
        switch session {
        case .nobody: return guestLook(isNeeded: true)
        case .guest: return guestLook(isNeeded: force || isStale)
        case .user: return userLook(isNeeded: force || isStale)
        }
    }

    private func guestLook(isNeeded: Bool) -> Look {
        if !isNeeded { return Look(state: self, tokens: .signedOut, identity: nil, isSignedIn: false) }
        if !isOnline { return Look(state: self, tokens: .service, identity: .service, isSignedIn: false) }
        let renewed = with { state in
            state.session = .guest
            state.isStale = false
        }
        return Look(state: renewed, tokens: .signedOut, identity: nil, isSignedIn: false)
    }

    private func userLook(isNeeded: Bool) -> Look {
        if isExpired { return Look(state: self, tokens: .sessionExpired, identity: .sessionExpired, isSignedIn: true) }
        if !isNeeded { return Look(state: self, tokens: nil, identity: nil, isSignedIn: true) }
        if !isOnline { return Look(state: self, tokens: .service, identity: .service, isSignedIn: true) }
        if isRevoked {
            let expired = with { $0.isExpired = true }
            return Look(state: expired, tokens: .sessionExpired, identity: .sessionExpired, isSignedIn: true)
        }
        return Look(state: with { $0.isStale = false }, tokens: nil, identity: nil, isSignedIn: true)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSignIn
import GatehouseUserPoolModel

extension AuthorizeRequest {
    /// Whether a session can continue without another sign-in: the request demands none and no other provider, the
    /// session proves today what a new sign-in would, its proofs are recent enough, and it has reached one of the levels.
    func isSatisfied(by session: OpenBrowserSession, at now: Date) -> Bool {
        session.isComplete && accepts(session, at: now) && hasLevel(session.record)
    }

    /// Whether the session of a sign-in that the request has demanded can continue: `prompt` and `max_age` are fulfilled.
    func isSatisfied(bySignIn session: BrowserSessionRecord) -> Bool {
        isOfChosenProvider(session) && hasLevel(session)
    }

    /// Whether a session lacks only a second factor or a level, so that its proofs count.
    func lacksProof(_ session: OpenBrowserSession, at now: Date) -> Bool {
        accepts(session, at: now) && session.record.provider == nil && !session.record.signIn.methods.isEmpty
            && !isSatisfied(by: session, at: now)
    }

    private func accepts(_ session: OpenBrowserSession, at now: Date) -> Bool {
        guard !prompts.contains(.login), isOfChosenProvider(session.record) else { return false }
        // The oldest proof counts: a step-up does not make a password younger.
        return maximumAge.map { session.isRecent($0, at: now) } ?? true
    }

    private func isOfChosenProvider(_ session: BrowserSessionRecord) -> Bool {
        provider == nil || provider == session.choice
    }

    private func hasLevel(_ session: BrowserSessionRecord) -> Bool {
        levels.isEmpty || levels.contains { session.hasReached($0, in: pool) }
    }
}

extension BrowserSessionRecord {
    /// The provider of the sign-in, as requests name it.
    fileprivate var choice: ProviderChoice { provider.map { .named($0) } ?? .pool }

    /// Whether the session has reached a level.
    ///
    /// The level of a sign-in at an identity provider is the one in its tokens, or the lowest one if they have none.
    fileprivate func hasReached(_ level: AuthenticationLevel, in pool: UserPoolRecord) -> Bool {
        guard provider != nil else { return level.isReached(by: signIn.methods) }
        return level <= (signIn.levelName.flatMap { pool.levels(named: $0).first } ?? .one)
    }
}

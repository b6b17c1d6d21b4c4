// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

extension AuthorizeRequest {
    /// Whether a session can continue without another sign-in: the request demands none and no other provider, the
    /// proofs of the session are recent enough, and it has reached one of the levels.
    func isSatisfied(by session: BrowserSessionRecord, at now: Date) -> Bool {
        accepts(session, at: now) && (levels.isEmpty || levels.contains { $0.isReached(by: session.methods) })
    }

    /// Whether a session lacks only a level, so that its proofs count.
    func lacksLevel(_ session: BrowserSessionRecord, at now: Date) -> Bool {
        accepts(session, at: now) && session.provider == nil && !session.methods.isEmpty
            && !isSatisfied(by: session, at: now)
    }

    private func accepts(_ session: BrowserSessionRecord, at now: Date) -> Bool {
        guard !prompts.contains(.login), provider == nil || provider == session.choice else { return false }
        // The oldest proof counts: a step-up does not make a password younger.
        return maximumAge.map { now.timeIntervalSince(session.provedAt) <= Double($0) } ?? true
    }
}

extension BrowserSessionRecord {
    /// The provider of the sign-in, as requests name it.
    fileprivate var choice: ProviderChoice { provider.map { .named($0) } ?? .pool }
}

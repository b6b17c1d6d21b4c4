// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

extension AuthorizeRequest {
    /// Whether a session can continue without another sign-in: the request demands none, the session is recent enough,
    /// and it has reached one of the levels.
    func isSatisfied(by session: BrowserSessionRecord, at now: Date) -> Bool {
        guard !prompts.contains(.login) else { return false }
        if let maximumAge, now.timeIntervalSince(session.authTime) > Double(maximumAge) { return false }
        return levels.isEmpty || levels.contains { $0.isReached(by: session.methods) }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolModel
import GatehouseWire

extension HostedRequest {
    /// Sets the cookie of a new session.
    /// - Throws: `InternalErrorException` for a value that a cookie cannot have.
    func keep(_ session: NewBrowserSession, in reply: inout PageReply) throws(ServiceFault) {
        let lifetime = Int(session.record.expiresAt.timeIntervalSince(session.record.createdAt))
        guard let cookie = cookies.setting(.session, session.cookie, maximumAge: lifetime) else {
            throw ServiceFault(.internalError, "The session has no form as a cookie.")
        }
        reply.response.set(cookie)
    }
}

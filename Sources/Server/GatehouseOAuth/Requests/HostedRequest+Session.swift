// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension HostedRequest {
    /// Begins a session, ends the former one, and replies with its new cookie.
    ///
    /// `reply` makes the reply for the new session.
    func begin(
        _ authentication: HostedAuthentication, for client: AppClientRecord,
        then reply: (BrowserSessionRecord) async -> PageReply
    ) async throws(ServiceFault) -> PageReply {
        let (value, record) = try await service.beginBrowserSession(authentication, inPool: pool.id, for: client)
        if let former = cookies.value(.session) {
            try await service.endBrowserSession(former, inPool: pool.id)
        }
        let lifetime = Int(record.expiresAt.timeIntervalSince(record.createdAt))
        guard let cookie = cookies.setting(.session, value, maximumAge: lifetime) else {
            throw ServiceFault(.internalError, "The session has no form as a cookie.")
        }
        var reply = await reply(record)
        reply.response.set(cookie)
        return reply
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension HostedRequest {
    /// Begins a session with a new cookie, ends the former one, and leads the browser to a page of the domain.
    func begin(
        _ authentication: HostedAuthentication, for client: AppClientRecord, then path: String
    ) async throws(ServiceFault) -> PageReply {
        let (value, record) = try await service.beginBrowserSession(authentication, inPool: pool.id, for: client)
        if let former = cookies.value(.session) {
            try await service.endBrowserSession(former, inPool: pool.id)
        }
        let lifetime = Int(record.expiresAt.timeIntervalSince(record.createdAt))
        guard let cookie = cookies.setting(.session, value, maximumAge: lifetime) else {
            throw ServiceFault(.internalError, "The session has no form as a cookie.")
        }
        var reply = PageReply(.redirect(to: path, .seeOther))
        reply.response.set(cookie)
        return reply
    }
}

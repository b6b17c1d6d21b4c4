// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseWire

extension UserPools {
    /// Draws a code, keeps it in place of an older one, and sends it.
    /// - Throws: `LimitExceededException` when the allowance is used up, and `CodeDeliveryFailureException` when the
    ///   courier refuses.
    func sendCode(
        _ purpose: CodePurpose, kind: Message.Kind, to destination: DeliveryDestination, of user: UserRecord,
        in pool: UserPoolRecord, using allowance: Allowance? = nil, noting event: PendingAuthEvent? = nil
    ) async throws(ServiceFault) {
        let now = clock.now
        let (code, record) = codes.draw(purpose, for: user, to: destination, at: now)
        try await write { store in
            if let allowance { try store.use(allowance, at: now) }
            try store.put(record)
            try event?.save(.pass, in: store)
        }
        try await send(kind, code: code, to: destination, username: user.username, in: pool)
    }

    /// Sends one message in the pool's words.
    /// - Throws: `CodeDeliveryFailureException` when the courier refuses.
    func send(
        _ kind: Message.Kind, code: String, to destination: DeliveryDestination, username: String,
        in pool: UserPoolRecord
    ) async throws(ServiceFault) {
        let text = MessageText(kind, medium: destination.medium, in: pool)
        let message = Message(
            to: destination.value, medium: destination.medium, kind: kind, code: code, subject: text.subject,
            body: text.body(code: code, username: username), at: clock.now)
        do {
            try await courier.deliver(message)
        } catch {
            throw ServiceFault(.codeDeliveryFailure, "The message could not be delivered.", cause: error)
        }
    }
}

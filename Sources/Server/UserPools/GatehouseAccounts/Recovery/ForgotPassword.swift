// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Sends a code with which the user can set a new password.
    ///
    /// A client that hides unknown users gets the same response for every name, after the same steps, and never learns
    /// whether the message was delivered.
    package func forgotPassword(
        _ request: ForgotPasswordRequest
    ) async throws(ServiceFault) -> ForgotPasswordResponse {
        let recovery = try await recoveryRequest(
            clientID: request.clientId, username: request.username, secretHash: request.secretHash
        ).migrating(request.clientMetadata, with: pools)
        // In a pool where only administrators recover accounts, the request fails for every name.
        _ = try DeliveryDestination.recoveryAttributes(of: recovery.pool)
        let recipient = try recovery.recipient(sealer: pools.sealer)
        let (user, destination) = (recipient.user, recipient.destination)
        let occasion = recovery.occasion(to: recipient, metadata: request.clientMetadata)
        let event = pools.events.begin(
            .forgotPassword, of: recovery.user, in: recovery.pool,
            from: origin(.app(request.userContextData), by: recovery.client))
        let code = pools.messages.newCode(
            .passwordReset, as: .forgotPassword, to: destination, on: occasion, isDecoy: !recipient.isReachable,
            isSecret: recovery.client.hidesUnknownUsers)
        let now = pools.clock.now
        try await pools.write { store in
            try store.use(pools.counters.allowance(.recovery, of: user), at: now)
            try code.save(in: store)
            try event?.save(recipient.isReachable ? .inProgress : .fail, in: store)
        }
        try await pools.messages.send(code.message)
        let shown =
            recovery.client.hidesUnknownUsers ? destination.named(request.username, in: recovery.pool) : destination
        return ForgotPasswordResponse(codeDeliveryDetails: shown.details)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseWire

extension UserPoolsService {
    /// Sends a new sign-up code; the old one is void at once.
    package func resendConfirmationCode(
        _ request: ResendConfirmationCodeRequest
    ) async throws(ServiceFault) -> ResendConfirmationCodeResponse {
        let (client, pool, user) = try await pools.read { store in
            let (client, pool) = try store.existingClient(request.clientId)
            return (client, pool, try store.findUser(request.username, in: pool))
        }
        try pools.clientSecrets.checkHash(request.secretHash, usernames: [request.username], client: client)
        try pools.countRequest(about: user, named: pool.comparable(request.username), inPool: pool.id)
        guard let user else {
            guard client.hidesUnknownUsers else {
                throw ServiceFault(.userNotFound, "Username/client id combination not found.")
            }
            return ResendConfirmationCodeResponse(
                codeDeliveryDetails: DeliveryDestination.simulated(for: request.username).details)
        }
        guard user.status == .unconfirmed else {
            throw .invalidParameter("User is already confirmed.")
        }
        guard let destination = DeliveryDestination.forVerification(of: user.attributes, in: pool) else {
            throw ServiceFault(.notAuthorized, "Cannot resend codes. Auto verification not turned on.")
        }
        try await pools.sendCode(
            .signUp, kind: .resendCode, to: destination, of: user, in: pool,
            using: pools.allowance(.signUpCode, of: user),
            noting: pools.event(
                .resendCode, of: user, in: pool, from: origin(.app(request.userContextData), by: client)))
        return ResendConfirmationCodeResponse(codeDeliveryDetails: destination.details)
    }
}

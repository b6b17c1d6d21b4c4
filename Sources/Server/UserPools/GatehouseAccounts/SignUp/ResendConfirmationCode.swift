// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Sends a new sign-up code, which replaces the former one at once.
    package func resendConfirmationCode(
        _ request: ResendConfirmationCodeRequest
    ) async throws(ServiceFault) -> ResendConfirmationCodeResponse {
        try await resendConfirmationCode(request, hidingConfirmed: false)
    }

    /// Sends a new sign-up code, for the API or for a page.
    ///
    /// If the client hides unknown users, the response for an unknown name is the same as for an unconfirmed user; with
    /// `hidingConfirmed`, it is the same for a user who is confirmed.
    package func resendConfirmationCode(
        _ request: ResendConfirmationCodeRequest, hidingConfirmed: Bool
    ) async throws(ServiceFault) -> ResendConfirmationCodeResponse {
        let (client, pool, user) = try await records.read { store in
            let (client, pool) = try store.existingClient(request.clientId)
            return (client, pool, try store.findUser(request.username, in: pool))
        }
        try pools.clientSecrets.checkHash(request.secretHash, usernames: [request.username], client: client)
        try pools.requestLimits.countRequest(about: user, named: pool.comparable(request.username), inPool: pool.id)
        guard let user else {
            guard client.hidesUnknownUsers else { throw .unknownNameOrClient }
            return try await resendToDecoy(request, of: nil, by: client, in: pool)
        }
        guard user.status == .unconfirmed else {
            guard hidingConfirmed, client.hidesUnknownUsers else {
                throw .invalidParameter("User is already confirmed.")
            }
            return try await resendToDecoy(request, of: user, by: client, in: pool)
        }
        guard let destination = DeliveryDestination.forVerification(of: user.attributes, in: pool) else {
            guard client.hidesUnknownUsers else { throw .nothingToVerify }
            return try await resendToDecoy(request, of: user, by: client, in: pool)
        }
        let event = pools.events.begin(
            .resendCode, of: user, in: pool, from: origin(.app(request.userContextData), by: client))
        let occasion = MessageOccasion(to: user, in: pool, by: client, metadata: request.clientMetadata)
        let sent = try await resend(to: destination, on: occasion, isSecret: client.hidesUnknownUsers, noting: event)
        let shown = client.hidesUnknownUsers ? sent.named(request.username, in: pool) : sent
        return ResendConfirmationCodeResponse(codeDeliveryDetails: shown.details)
    }

    /// Simulates the sending of a code, for an unknown or confirmed user, or a user without a destination.
    ///
    /// The response has the destination of the user; the limit of messages to this destination is not used up.
    ///
    /// - Throws: `NotAuthorizedException` if the pool sends no sign-up codes.
    private func resendToDecoy(
        _ request: ResendConfirmationCodeRequest, of user: UserRecord?, by client: AppClientRecord,
        in pool: UserPoolRecord
    ) async throws(ServiceFault) -> ResendConfirmationCodeResponse {
        let (name, sealer) = (request.username, pools.sealer)
        let decoy = UserRecord.decoy(named: name, in: pool, sealer: sealer)
        guard
            let destination = DeliveryDestination.simulatedVerification(of: name, by: nil, in: pool, sealer: sealer),
            let shown = DeliveryDestination.simulatedVerification(of: name, by: user, in: pool, sealer: sealer)
        else { throw .nothingToVerify }
        let occasion = MessageOccasion(
            toDecoy: decoy, named: name, in: pool, by: client, metadata: request.clientMetadata)
        _ = try await resend(to: destination, on: occasion, isDecoy: true, isSecret: true)
        return ResendConfirmationCodeResponse(codeDeliveryDetails: shown.named(name, in: pool).details)
    }

    /// Saves and sends a code, and counts a message that its recipient may not have requested.
    ///
    /// If unknown users are hidden, a message beyond the limit is dropped silently, since a fault would reveal whose
    /// address it is.
    /// - Returns: the destination.
    private func resend(
        to destination: DeliveryDestination, on occasion: MessageOccasion, isDecoy: Bool = false, isSecret: Bool,
        noting event: PendingAuthEvent? = nil
    ) async throws(ServiceFault) -> DeliveryDestination {
        let now = pools.clock.now
        let code = try await records.write { store in
            let allowance = pools.counters.allowance(ofMessagesTo: destination, inPool: occasion.pool.id)
            let isAdmitted = try store.useIfLeft(allowance, at: now)
            guard isAdmitted || isSecret else { throw ServiceFault.attemptLimit }
            try store.use(pools.counters.allowance(.signUpCode, of: occasion.user), at: now)
            let code = pools.messages.newCode(
                .signUp, as: .resendCode, to: destination, on: occasion, isDecoy: isDecoy || !isAdmitted,
                isSecret: isSecret)
            try code.save(in: store)
            try event?.save(.pass, in: store)
            return code
        }
        try await pools.messages.send(code.message)
        return destination
    }
}

extension ServiceFault {
    fileprivate static let nothingToVerify = ServiceFault(
        .notAuthorized, "Cannot resend codes. Auto verification not turned on.")
}

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
            guard client.hidesUnknownUsers else { throw .unknownNameOrClient }
            return try await resendToNobody(request, by: client, in: pool)
        }
        guard user.status == .unconfirmed else {
            throw .invalidParameter("User is already confirmed.")
        }
        guard let destination = DeliveryDestination.forVerification(of: user.attributes, in: pool) else {
            throw .nothingToVerify
        }
        let event = pools.event(
            .resendCode, of: user, in: pool, from: origin(.app(request.userContextData), by: client))
        let isAdmitted = try await pools.admitsMessage(to: destination, inPool: pool.id)
        guard isAdmitted || client.hidesUnknownUsers else { throw .attemptLimit }
        let code = try await pools.keepCode(
            .signUp, to: destination, of: user, using: pools.allowance(.signUpCode, of: user), noting: event)
        let occasion = MessageOccasion(to: user, in: pool, by: client, metadata: request.clientMetadata)
        if client.hidesUnknownUsers {
            try await pools.post(.resendCode, code: code, to: destination, on: occasion, isDecoy: !isAdmitted)
        } else {
            try await pools.send(.resendCode, code: code, to: destination, on: occasion)
        }
        return ResendConfirmationCodeResponse(codeDeliveryDetails: destination.details)
    }

    /// Takes the steps that a code for somebody takes.
    private func resendToNobody(
        _ request: ResendConfirmationCodeRequest, by client: AppClientRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> ResendConfirmationCodeResponse {
        let name = request.username
        let decoy = UserRecord.decoy(named: name, in: pool, sealer: pools.sealer)
        guard
            let destination = DeliveryDestination.simulatedVerification(of: name, in: pool, sealer: pools.sealer)
        else { throw .nothingToVerify }
        _ = try await pools.admitsMessage(to: destination, inPool: pool.id)
        let code = try await pools.keepCode(
            .signUp, to: destination, of: decoy, using: pools.allowance(.signUpCode, of: decoy))
        let occasion = MessageOccasion(
            toDecoy: decoy, named: name, in: pool, by: client, metadata: request.clientMetadata)
        try await pools.post(.resendCode, code: code, to: destination, on: occasion, isDecoy: true)
        return ResendConfirmationCodeResponse(codeDeliveryDetails: destination.details)
    }
}

extension UserPools {
    /// Counts a message that nobody asked the addressee about.
    ///
    /// Where names are hidden, one too many is left out in silence: a refusal would tell whose address it is.
    fileprivate func admitsMessage(
        to destination: DeliveryDestination, inPool poolID: String
    ) async throws(ServiceFault) -> Bool {
        let allowance = allowance(ofMessagesTo: destination, inPool: poolID)
        let now = clock.now
        return try await write { try $0.useIfLeft(allowance, at: now) }
    }
}

extension ServiceFault {
    fileprivate static let nothingToVerify = ServiceFault(
        .notAuthorized, "Cannot resend codes. Auto verification not turned on.")
}

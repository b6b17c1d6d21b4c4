// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Registers a user and sends a code to the attribute that the pool verifies, unless the PreSignUp trigger confirms
    /// the user at once.
    package func signUp(
        _ request: SignUpRequest, sessions: some SignUpSessions
    ) async throws(ServiceFault) -> SignUpResponse {
        let (client, pool) = try await records.read { try $0.existingClient(request.clientId) }
        try pools.clientSecrets.checkHash(request.secretHash, usernames: [request.username], client: client)
        var user = try await newUser(request, client: client, in: pool)
        let trigger = try await pools.triggers.preSignUp(
            .signUp,
            of: TriggerSubject(userName: user.username, attributes: user.attributes, in: pool, by: client),
            validationData: request.validationData, metadata: request.clientMetadata)
        try trigger.apply(to: &user)
        let event = pools.events.begin(
            .signUp, of: user, in: pool, from: origin(.app(request.userContextData), by: client))
        let isConfirmed = trigger.confirmsUser
        let occasion = MessageOccasion(to: user, in: pool, by: client, metadata: request.clientMetadata)
        let code = (isConfirmed ? nil : DeliveryDestination.forVerification(of: user.attributes, in: pool))
            .map { pools.messages.newCode(.signUp, as: .signUp, to: $0, on: occasion) }
        let now = pools.clock.now
        try await pools.records.insert(user, typedName: request.username, in: pool) { [user] store in
            try store.checkBelongsToNoProvider(user.username, in: pool)
            if trigger != .nothing { try store.claimNames(of: user, in: pool, taking: trigger.proven) }
            if let code {
                try store.useFirst(pools.counters.allowance(ofMessagesTo: code.destination, inPool: pool.id), at: now)
                try code.save(in: store)
            }
            try event?.save(isConfirmed ? .pass : .inProgress, in: store)
        }
        if let code { try await pools.messages.send(code.message) }
        if isConfirmed {
            try await pools.triggers.postConfirmation(
                .confirmSignUp, of: user, in: pool, by: client, metadata: request.clientMetadata)
        }
        return SignUpResponse(
            userConfirmed: isConfirmed, codeDeliveryDetails: code?.destination.details, userSub: user.sub,
            // A user who was confirmed without a code has proved nothing that could count as a sign-in.
            session: isConfirmed
                ? nil : sessions.session(ofNewUser: user.sub, typedName: request.username, for: client))
    }

    private func newUser(
        _ request: SignUpRequest, client: AppClientRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> UserRecord {
        guard !pool.isClosed else {
            throw ServiceFault(.notAuthorized, "SignUp is not permitted for this user pool")
        }
        let sub = pools.entropy.uuid()
        let given = try UserAttributes.checked(request.userAttributes, for: pool, by: .client(client))
        try UserNames.checkGivenAtSignUp(given, in: pool)
        let (username, attributes) = try UserNames.resolve(request.username, attributes: given, sub: sub, in: pool)
        let password = request.password ?? ""
        if password.isEmpty {
            guard pool.admitsWithoutPassword(attributes) else { throw .passwordRequired }
        } else {
            try pool.passwordPolicy.check(password)
        }
        try UserAttributes.checkRequired(attributes, for: pool)
        let now = pools.clock.now
        return UserRecord(
            sub: sub, poolID: pool.id, username: username, status: .unconfirmed,
            attributes: attributes.merging(Self.unverified(attributes)) { given, _ in given },
            password: password.isEmpty
                ? nil : try await pools.newPasswords.sealed(password, sub: sub, username: username, in: pool),
            createdAt: now, modifiedAt: now)
    }

    /// Returns the verification flags of a new user's addresses and numbers, all `false`.
    private static func unverified(_ attributes: [String: String]) -> [String: String] {
        var flags: [String: String] = [:]
        for attribute in ["email", "phone_number"] where attributes[attribute] != nil {
            flags[attribute + "_verified"] = "false"
        }
        return flags
    }
}

extension UserPoolRecord {
    /// Returns whether a user with these attributes can sign in without a password, because the pool sends codes to one
    /// of them.
    func admitsWithoutPassword(_ attributes: [String: String]) -> Bool {
        firstFactors.contains(.emailOtp) && attributes["email"] != nil
            || firstFactors.contains(.smsOtp) && attributes["phone_number"] != nil
    }
}

extension ServiceFault {
    fileprivate static let passwordRequired = ServiceFault.invalidParameter(
        "A password is required: the user pool sends no sign-in codes to an attribute that was given.")
}

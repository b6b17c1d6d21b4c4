// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Creates a user with a temporary password and sends an invitation, or sends it again (`MessageAction` `RESEND`).
    ///
    /// A user that can sign in with codes alone gets no password, unless the request has one, and is confirmed at once.
    /// No invitation is sent by a medium for which the user has no attribute.
    package func adminCreateUser(
        _ request: AdminCreateUserRequest
    ) async throws(ServiceFault) -> AdminCreateUserResponse {
        try await adminCreateUser(request, sub: nil)
    }

    /// Creates a user with a given id, which no other user of the pool may have, or with a generated one.
    package func adminCreateUser(
        _ request: AdminCreateUserRequest, sub chosen: String?
    ) async throws(ServiceFault) -> AdminCreateUserResponse {
        let pool = try await records.read { try $0.existingPool(request.userPoolId) }
        let given = try temporaryPassword(request, in: pool)
        let (user, invitations) =
            request.messageAction == .resend
            ? try await renewedInvitation(request, password: given, in: pool)
            : try await newInvitedUser(request, sub: chosen, password: given, in: pool)
        try await pools.messages.send(invitations)
        return AdminCreateUserResponse(user: UserType(user))
    }

    /// Returns the temporary password of the request, if it has one.
    private func temporaryPassword(
        _ request: AdminCreateUserRequest, in pool: UserPoolRecord
    ) throws(ServiceFault) -> String? {
        guard let given = request.temporaryPassword, !given.isEmpty else { return nil }
        try pool.passwordPolicy.check(given, prefix: "Password did not conform with password policy: ")
        return given
    }

    /// Returns a generated temporary password; `nil` for a user that can sign in with codes alone.
    ///
    /// - Throws: `InvalidParameterException` if the pool allows sign-ins with codes only and the user has no attribute
    ///   for them, and for a missing required attribute of a user without a password: such a user cannot add it at the
    ///   first sign-in.
    private func drawnPassword(
        for attributes: [String: String], in pool: UserPoolRecord
    ) throws(ServiceFault) -> String? {
        if pool.admitsWithoutPassword(attributes) {
            try UserAttributes.checkRequired(attributes, for: pool)
            return nil
        }
        guard pool.firstFactors.contains(.password) || !pool.description.sendsSignInCodes else {
            throw .invalidParameter(
                "A user without a TemporaryPassword needs an attribute that the user pool sends sign-in codes to.")
        }
        return TemporaryPassword.draw(pools.entropy, policy: pool.passwordPolicy)
    }

    private func newInvitedUser(
        _ request: AdminCreateUserRequest, sub: String?, password chosen: String?, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> (UserRecord, invitations: [PreparedMessage]) {
        let sub = sub ?? pools.entropy.uuid()
        let given = try UserAttributes.checked(request.userAttributes, for: pool, by: .administrator)
        let (username, attributes) = try UserNames.resolve(request.username, attributes: given, sub: sub, in: pool)
        let password: String? = if let chosen { chosen } else { try drawnPassword(for: attributes, in: pool) }
        let now = pools.clock.now
        var user = UserRecord(
            sub: sub, poolID: pool.id, username: username, status: .confirmed, attributes: attributes,
            password: nil, createdAt: now, modifiedAt: now)
        if let password {
            user.status = .forceChangePassword
            user.password = try await pools.newPasswords.sealed(password, sub: sub, username: username, in: pool)
        }
        // Only a fault of the trigger matters here: a user that an administrator creates needs no code to be confirmed.
        _ = try await pools.triggers.preSignUp(
            .adminCreateUser,
            of: TriggerSubject(userName: user.username, attributes: user.attributes, in: pool, by: nil),
            validationData: request.validationData, metadata: request.clientMetadata)
        let taken: Set<SignInName.Kind> = request.forceAliasCreation == true ? [.email, .phoneNumber] : []
        let invitations = request.messageAction == .suppress ? [] : invitations(request, to: user, password, in: pool)
        try await pools.records.insert(
            user, typedName: request.username, in: pool,
            ifTaken: ServiceFault(.usernameExists, "User account already exists")
        ) { [user] store in
            try store.claimNames(of: user, in: pool, taking: taken, as: "the given")
            for invitation in invitations { try invitation.save(in: store) }
        }
        return (user, invitations)
    }

    private func renewedInvitation(
        _ request: AdminCreateUserRequest, password given: String?, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> (UserRecord, invitations: [PreparedMessage]) {
        let password = given ?? TemporaryPassword.draw(pools.entropy, policy: pool.passwordPolicy)
        let present = try await records.read { try $0.existingUser(request.username, in: pool) }
        let sealed = try await pools.newPasswords.sealed(
            password, sub: present.sub, username: present.username, in: pool)
        let now = pools.clock.now
        return try await records.write { store in
            var user = try store.existingUser(request.username, in: pool)
            guard user.status == .forceChangePassword else {
                throw ServiceFault(
                    .unsupportedUserState,
                    "Resend not possible. \(request.username) status is not FORCE_CHANGE_PASSWORD")
            }
            user.password = sealed
            user.modifiedAt = now
            try store.update(user)
            let invitations = invitations(request, to: user, password, in: pool)
            for invitation in invitations { try invitation.save(in: store) }
            return (user, invitations)
        }
    }

    /// Returns the invitation's messages, with the user name and, if there is one, the password.
    private func invitations(
        _ request: AdminCreateUserRequest, to user: UserRecord, _ password: String?, in pool: UserPoolRecord
    ) -> [PreparedMessage] {
        let occasion = MessageOccasion(to: user, in: pool, by: nil, metadata: request.clientMetadata)
        return DeliveryDestination.invitations(of: user.attributes, by: request.mediums)
            .map { pools.messages.prepared(.adminCreateUser, code: password ?? "", to: $0, on: occasion) }
    }
}

extension AdminCreateUserRequest {
    /// The mediums of the invitation, without duplicates.
    fileprivate var mediums: [DeliveryMediumType] {
        (desiredDeliveryMediums ?? [.sms]).reduce(into: []) { mediums, medium in
            if !mediums.contains(medium) { mediums.append(medium) }
        }
    }
}

extension DeliveryDestination {
    /// Returns the destinations of an invitation: the mediums for which the user has an attribute.
    fileprivate static func invitations(
        of attributes: [String: String], by mediums: [DeliveryMediumType]
    ) -> [DeliveryDestination] {
        mediums.compactMap { medium in
            let attribute = medium == .email ? "email" : "phone_number"
            return attributes[attribute].map { DeliveryDestination(attribute: attribute, value: $0) }
        }
    }
}

/// Generates passwords that satisfy every policy: they have all classes of characters and at least the required length.
private enum TemporaryPassword {
    private static let lower = "abcdefghijkmnopqrstuvwxyz"
    private static let upper = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    private static let digits = "23456789"
    private static let symbols = "!@#%&*-_=+"

    static func draw(_ entropy: Entropy, policy: PasswordPolicyType) -> String {
        let length = max(12, policy.minimumLength ?? 8)
        let certain = [lower, upper, digits, symbols].map { entropy.characters(1, from: $0) }.joined()
        return certain + entropy.characters(length - 4, from: lower + upper + digits)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Changes the user's attributes, if the client may write them, and sends codes to new addresses and phone numbers.
    ///
    /// An empty value deletes the attribute.
    package func updateUserAttributes(
        _ request: UpdateUserAttributesRequest
    ) async throws(ServiceFault) -> UpdateUserAttributesResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        let pool = try await records.read { try $0.existingPool(user.poolID) }
        try UserAttributes.checkMutable(request.userAttributes.map(\.name), in: pool)
        let values = try UserAttributes.changes(request.userAttributes, in: pool, by: .client(client))
        let sent = try await pools.attributeChanges.change(
            values, of: user, in: pool, by: client, metadata: request.clientMetadata)
        return UpdateUserAttributesResponse(
            codeDeliveryDetailsList: sent.isEmpty ? nil : sent.map(\.details))
    }
}

extension UserAttributes {
    /// Checks that users can change these attributes.
    ///
    /// - Throws: `InvalidParameterException` with the name of the first immutable attribute.
    fileprivate static func checkMutable(_ names: [String], in pool: UserPoolRecord) throws(ServiceFault) {
        let fixed = (pool.description.schemaAttributes ?? []).filter { $0.mutable == false }.compactMap(\.name)
        for name in names where fixed.contains(name) || ["email_verified", "phone_number_verified"].contains(name) {
            throw .invalidParameter("Cannot modify the non-mutable attribute \(name)")
        }
    }
}

extension UserPoolsService {
    /// Removes the user's attributes, if the client may write them.
    package func deleteUserAttributes(
        _ request: DeleteUserAttributesRequest
    ) async throws(ServiceFault) -> DeleteUserAttributesResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        let pool = try await records.read { try $0.existingPool(user.poolID) }
        try UserAttributes.checkMutable(request.userAttributeNames, in: pool)
        let removals = try UserAttributes.removals(request.userAttributeNames, in: pool)
        let emptied = removals.map { AttributeType(name: $0.key, value: $0.value) }
        _ = try UserAttributes.checked(emptied, for: pool, by: .client(client))
        _ = try await pools.attributeChanges.change(removals, of: user, in: pool, by: client)
        return DeleteUserAttributesResponse()
    }

    /// Changes attributes; an empty value deletes one.
    ///
    /// A new address or phone number gets a code if the pool verifies it, unless the request marks it as verified. An
    /// alias that the request marks as verified is taken from another user, whose attribute becomes unverified.
    package func adminUpdateUserAttributes(
        _ request: AdminUpdateUserAttributesRequest
    ) async throws(ServiceFault) -> AdminUpdateUserAttributesResponse {
        try await pools.attributeChanges.change(
            of: request.username, inPool: request.userPoolId, metadata: request.clientMetadata
        ) { pool in
            try UserAttributes.changes(request.userAttributes, in: pool, by: .administrator)
        }
        return AdminUpdateUserAttributesResponse()
    }

    /// Removes attributes of a user.
    package func adminDeleteUserAttributes(
        _ request: AdminDeleteUserAttributesRequest
    ) async throws(ServiceFault) -> AdminDeleteUserAttributesResponse {
        try await pools.attributeChanges.change(of: request.username, inPool: request.userPoolId) { pool in
            for name in request.userAttributeNames { try UserAttributes.refuseIdentities(name) }
            return try UserAttributes.removals(request.userAttributeNames, in: pool)
        }
        return AdminDeleteUserAttributesResponse()
    }
}

/// Saves changes of users' attributes, and sends the codes that they need.
struct AttributeChanges: Sendable {
    let records: UserPoolRecords
    let counters: AttemptCounters
    let messages: MessageSender
    let clock: WallClock

    /// Saves a user's change of their own attributes, then sends the codes that it needs.
    ///
    /// - Returns: The destinations of the codes.
    /// - Throws: `LimitExceededException` if the hour's codes are used up; nothing is changed then.
    func change(
        _ values: [String: String], of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord,
        metadata: [String: String]? = nil
    ) async throws(ServiceFault) -> [DeliveryDestination] {
        let now = clock.now
        let codes = try await records.write { store in
            guard let user = try store.user(user.sub, inPool: pool.id) else { throw ServiceFault.noSuchUser }
            let update = try AttributeUpdate(values, of: user, in: pool, at: now)
            let codes = try save(
                update, on: MessageOccasion(to: update.user, in: pool, by: client, metadata: metadata), in: store)
            if !codes.isEmpty { try store.use(counters.allowance(.attributeCode, of: user), at: now) }
            for code in codes {
                try store.use(counters.allowance(ofMessagesTo: code.destination, inPool: pool.id), at: now)
            }
            return codes
        }
        try await messages.send(codes.map(\.message))
        return codes.map(\.destination)
    }

    /// Saves an update of attributes with the codes that it needs.
    ///
    /// - Returns: The codes, whose messages are sent after the transaction.
    /// - Throws: the errors of ``AttributeUpdate/save(in:drawing:)``.
    func save(
        _ update: AttributeUpdate, on occasion: MessageOccasion, in store: any UserPoolWriting
    ) throws -> [NewCode] {
        try update.save(in: store) { destination in
            messages.newCode(.attribute(destination.attribute), as: .updateAttribute, to: destination, on: occasion)
        }
    }

    /// Saves an administrator's change, then sends the codes that it needs.
    ///
    /// An alias that the administrator declares as verified is taken from another user.
    func change(
        of username: String, inPool poolID: String, metadata: [String: String]? = nil,
        _ values: @escaping @Sendable (UserPoolRecord) throws -> [String: String]
    ) async throws(ServiceFault) {
        let now = clock.now
        let codes = try await records.write { store in
            let pool = try store.existingPool(poolID)
            let user = try store.existingUser(username, in: pool)
            let update = try AttributeUpdate(values(pool), of: user, in: pool, byAdministrator: true, at: now)
            let occasion = MessageOccasion(to: update.user, in: pool, by: nil, metadata: metadata)
            return try save(update, on: occasion, in: store)
        }
        try await messages.send(codes.map(\.message))
    }
}

extension UserPools {
    /// The changes of users' attributes.
    var attributeChanges: AttributeChanges {
        AttributeChanges(records: records, counters: counters, messages: messages, clock: clock)
    }
}

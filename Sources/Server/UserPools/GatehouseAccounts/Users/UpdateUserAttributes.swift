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
    /// Changes the user's attributes, if the client may write them, and sends codes to new addresses and phone numbers.
    ///
    /// An empty value deletes the attribute.
    package func updateUserAttributes(
        _ request: UpdateUserAttributesRequest
    ) async throws(ServiceFault) -> UpdateUserAttributesResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        let pool = try await pools.read { try $0.existingPool(user.poolID) }
        try UserAttributes.checkMutable(request.userAttributes.map(\.name), in: pool)
        let values = try UserAttributes.changes(request.userAttributes, in: pool, by: .client(client))
        let sent = try await pools.change(
            values, of: user, in: pool, by: client, metadata: request.clientMetadata)
        return UpdateUserAttributesResponse(
            codeDeliveryDetailsList: sent.isEmpty ? nil : sent.map(\.details))
    }
}

extension UserPools {
    /// Saves a user's change of their own attributes, then sends the codes that it needs.
    ///
    /// - Returns: The destinations of the codes.
    /// - Throws: `LimitExceededException` if the hour's codes are used up; nothing is changed then.
    func change(
        _ values: [String: String], of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord,
        metadata: [String: String]? = nil
    ) async throws(ServiceFault) -> [DeliveryDestination] {
        let now = clock.now
        let codes = try await write { store in
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
}

extension UserAttributes {
    /// Checks that users can change these attributes.
    ///
    /// - Throws: `InvalidParameterException` with the name of the first immutable attribute.
    static func checkMutable(_ names: [String], in pool: UserPoolRecord) throws(ServiceFault) {
        let fixed = (pool.description.schemaAttributes ?? []).filter { $0.mutable == false }.compactMap(\.name)
        for name in names where fixed.contains(name) || ["email_verified", "phone_number_verified"].contains(name) {
            throw .invalidParameter("Cannot modify the non-mutable attribute \(name)")
        }
    }
}

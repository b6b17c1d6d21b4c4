// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseWire

extension UserPoolsService {
    /// Changes attributes as far as the client may, and sends codes to new addresses and numbers.
    ///
    /// An empty value takes the attribute away.
    package func updateUserAttributes(
        _ request: UpdateUserAttributesRequest
    ) async throws(ServiceFault) -> UpdateUserAttributesResponse {
        let (user, client) = try await pools.authorizedUser(request.accessToken)
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
    /// Writes a user's own change of attributes, then sends the codes that it needs.
    /// - Returns: where codes went.
    /// - Throws: `LimitExceededException` when the codes of the hour are used up; the change is not made then.
    func change(
        _ values: [String: String], of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord,
        metadata: [String: String]? = nil
    ) async throws(ServiceFault) -> [DeliveryDestination] {
        let codes = codes
        let now = clock.now
        let (changed, messages) = try await write { store in
            guard let user = try store.user(user.sub, inPool: pool.id) else { throw ServiceFault.noSuchUser }
            let update = try AttributeUpdate(values, of: user, in: pool, at: now)
            let messages = try update.save(drawing: codes, at: now, in: store)
            if !messages.isEmpty { try store.use(allowance(.attributeCode, of: user), at: now) }
            for message in messages {
                try store.use(allowance(ofMessagesTo: message.destination, inPool: pool.id), at: now)
            }
            return (update.user, messages)
        }
        let occasion = MessageOccasion(to: changed, in: pool, by: client, metadata: metadata)
        for message in messages {
            try await send(.updateAttribute, code: message.code, to: message.destination, on: occasion)
        }
        return messages.map(\.destination)
    }
}

extension UserAttributes {
    /// - Throws: `InvalidParameterException` that names the first attribute that users never change.
    static func checkMutable(_ names: [String], in pool: UserPoolRecord) throws(ServiceFault) {
        let fixed = (pool.description.schemaAttributes ?? []).filter { $0.mutable == false }.compactMap(\.name)
        for name in names where fixed.contains(name) || ["email_verified", "phone_number_verified"].contains(name) {
            throw .invalidParameter("Cannot modify the non-mutable attribute \(name)")
        }
    }
}

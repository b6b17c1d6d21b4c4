// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

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

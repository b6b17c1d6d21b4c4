// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The effect of new attribute values on a user: some are set at once, others wait until the user enters a code.
///
/// A new address or phone number starts unverified, unless the same request marks it as verified. If the pool requires
/// verification first, the old value stays, and the code's record has the new one.
struct AttributeUpdate: Sendable {
    /// The user with the values that are set at once.
    private(set) var user: UserRecord
    /// The destinations of codes: the new values of attributes that the pool verifies.
    private(set) var destinations: [DeliveryDestination] = []
    private let before: UserRecord
    private let pool: UserPoolRecord
    /// The addresses and phone numbers in the request, whether they change or not.
    private let written: Set<String>
    /// The addresses and phone numbers that an administrator has declared as verified; as aliases, they are taken from
    /// other users.
    private let vouchedFor: Set<SignInName.Kind>

    /// Creates an update; `values` were checked before, and an empty one deletes.
    ///
    /// - Throws: `InvalidParameterException` if the user would have no name left to sign in with.
    init(
        _ values: [String: String], of user: UserRecord, in pool: UserPoolRecord, byAdministrator: Bool = false,
        at now: Date
    ) throws(ServiceFault) {
        let vouched = byAdministrator ? Self.channels.filter { values[$0.value]?.lowercased() == "true" } : [:]
        vouchedFor = Set(vouched.keys.compactMap(SignInName.Kind.init))
        self.user = user
        self.before = user
        self.pool = pool
        self.written = Set(values.keys).intersection(Self.channels.keys)
        self.user.modifiedAt = now
        for (name, value) in values where Self.channels[name] == nil {
            let isFlag = Self.channels.values.contains(name)
            self.user.attributes[name] = value.isEmpty ? nil : isFlag ? value.lowercased() : value
        }
        for (channel, flag) in Self.channels.sorted(by: { $0.key > $1.key }) {
            guard let value = values[channel], value != user.attributes[channel] ?? "" else { continue }
            change(channel, to: value, flag: flag, isVouchedFor: values[flag]?.lowercased() == "true")
        }
        try checkNameRemains()
    }

    /// Saves the update with the codes that it needs, and deletes codes for values that are no longer wanted.
    ///
    /// - Returns: The codes, whose messages are sent after the transaction.
    /// - Throws: `AliasExistsException` if a new value is a name of another user, and stays with that user.
    func save(
        in store: any UserPoolWriting, drawing newCode: (DeliveryDestination) -> NewCode
    ) throws -> [NewCode] {
        try store.update(user)
        try saveNames(in: store)
        for channel in written {
            let open = try store.code(.attribute(channel), ofUser: user.sub, inPool: pool.id)
            guard let open, open.destination != user.attributes[channel] else { continue }
            try store.deleteCode(.attribute(channel), ofUser: user.sub, inPool: pool.id)
        }
        let codes = destinations.map(newCode)
        for code in codes { try code.save(in: store) }
        return codes
    }

    /// The attributes that messages are sent to, with their verification flags.
    private static let channels = ["email": "email_verified", "phone_number": "phone_number_verified"]

    private mutating func change(_ channel: String, to value: String, flag: String, isVouchedFor: Bool) {
        guard !value.isEmpty else {
            user.attributes[channel] = nil
            user.attributes[flag] = nil
            return
        }
        let needsCode = !isVouchedFor && pool.autoVerifiedAttributes.contains(channel)
        if needsCode { destinations.append(DeliveryDestination(attribute: channel, value: value)) }
        guard !needsCode || !pool.attributesVerifiedBeforeUpdate.contains(channel) else {
            user.attributes[flag] = before.attributes[flag]
            return
        }
        user.attributes[channel] = value
        user.attributes[flag] = isVouchedFor ? "true" : "false"
    }

    /// Checks that a user with a username attribute keeps at least one of them.
    private func checkNameRemains() throws(ServiceFault) {
        let names = pool.usernameAttributes.filter { before.attributes[$0] != nil }
        guard names.isEmpty || names.contains(where: { user.attributes[$0] != nil }) else {
            throw .invalidParameter("The attribute that the user signs in with cannot be removed.")
        }
    }

    private func saveNames(in store: any UserPoolWriting) throws {
        let names = UserNames.active(for: user, in: pool)
        // A username attribute that waits for its code must be free now, because it becomes a name without a further
        // check.
        let waiting = destinations.filter { pool.usernameAttributes.contains($0.attribute) }
            .compactMap { destination in
                SignInName.Kind(rawValue: destination.attribute)
                    .map { SignInName($0, pool.comparable(destination.value)) }
            }
        for name in waiting {
            guard try store.user(named: name, inPool: pool.id).map({ $0.sub == user.sub }) ?? true else {
                throw Self.taken(name)
            }
        }
        guard names != UserNames.active(for: before, in: pool) else { return }
        do {
            try store.claimNames(of: user, in: pool, taking: vouchedFor, as: "the given")
        } catch StoreConflict.taken(let value) {
            throw Self.taken(names.first { $0.value == value } ?? SignInName(.username, value))
        }
    }

    private static func taken(_ name: SignInName) -> ServiceFault {
        ServiceFault(.aliasExists, "An account with the given \(name.kind.rawValue) already exists.")
    }
}

extension UserPoolRecord {
    /// The attributes whose new value is set only after verification.
    var attributesVerifiedBeforeUpdate: Set<String> {
        let settings = description.userAttributeUpdateSettings
        return Set((settings?.attributesRequireVerificationBeforeUpdate ?? []).map(\.rawValue))
    }
}

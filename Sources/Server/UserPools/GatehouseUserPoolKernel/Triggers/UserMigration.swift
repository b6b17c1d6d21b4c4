// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// The response of the UserMigration trigger: a user that it imports at the first sign-in or at a forgotten password.
package struct UserMigration: Sendable, Equatable {
    /// The operation of an unknown user.
    package enum Source: String, Sendable {
        case authentication = "UserMigration_Authentication"
        case forgotPassword = "UserMigration_ForgotPassword"
    }

    /// The attributes by their names in the API; may include `username`, the stored name in pools with aliases.
    var attributes: [String: String]
    /// Whether the user keeps the password of the request; otherwise the user must set a new one.
    var isConfirmed: Bool

    /// Returns the trigger's event, the only one that contains a password.
    static func event(
        _ source: Source, of subject: TriggerSubject, password: String?, validationData: [String: String]?,
        metadata: [String: String]?
    ) -> TriggerEvent {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["password"] = password.map(WireValue.string)
        request["validationData"] = validationData.map { .object(ofTexts: $0) } ?? .null
        return TriggerEvent(
            subject: subject, source: source.rawValue, request: request,
            response: [
                "userAttributes": nil, "finalUserStatus": nil, "messageAction": nil, "desiredDeliveryMediums": nil,
                "forceAliasCreation": nil, "enableSMSMFA": nil,
            ],
            showsAttributes: false)
    }
}

extension UserMigration {
    /// Creates the migrated user from the trigger's response.
    ///
    /// - Returns: `nil` for a response without attributes: the function does not know the user.
    init?(_ response: TriggerResponse) throws(ServiceFault) {
        guard let attributes = try response.texts("userAttributes"), !attributes.isEmpty else { return nil }
        // Only the types of these members are checked: the server sends no invitation, since the user has a password or
        // gets a code, and a migrated user takes no alias from another user, because no code has proved it.
        _ = (try response.text("messageAction"), try response.list("desiredDeliveryMediums"))
        _ = try response.flag("forceAliasCreation")
        self.init(
            attributes: attributes, isConfirmed: try response.text("finalUserStatus") == "CONFIRMED")
    }
}

/// Creates the users that the UserMigration trigger returns.
package struct UserMigrations: Sendable {
    let triggers: TriggerRunner
    let records: UserPoolRecords
    let passwords: NewPasswords
    let clock: WallClock
    let entropy: Entropy

    /// Calls the pool's trigger, if it has one, for an unknown user, and creates the user that it returns.
    ///
    /// - Returns: The user; `nil` if the pool has no such trigger, or if the trigger has no user and the client hides
    ///   unknown users.
    /// - Throws: `UserNotFoundException` if the trigger has no user or fails, and `AliasExistsException` if another
    ///   user has one of the names.
    package func migrate(
        _ source: UserMigration.Source, named typedName: String, password: String? = nil,
        validationData: [String: String]? = nil, in pool: UserPoolRecord, by client: AppClientRecord,
        metadata: [String: String]? = nil
    ) async throws(ServiceFault) -> UserRecord? {
        let subject = TriggerSubject(userName: typedName, attributes: [:], in: pool, by: client)
        let event = UserMigration.event(
            source, of: subject, password: password, validationData: validationData, metadata: metadata)
        let user: UserRecord
        do throws(ServiceFault) {
            guard let response = try await triggers.run(.userMigration, event) else { return nil }
            guard let found = try UserMigration(response) else { throw .userNotFound(migratedFor: client) }
            user = try await migratedUser(found, named: typedName, password: password, in: pool)
        } catch {
            guard !client.hidesUnknownUsers else { return nil }
            throw .userNotFound(migratedFor: client, cause: error)
        }
        return try await keep(user, typedName: typedName, in: pool)
    }

    private func migratedUser(
        _ migration: UserMigration, named typedName: String, password: String?, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> UserRecord {
        var given = migration.attributes
        let name = given.removeValue(forKey: "username") ?? typedName
        let sub = entropy.uuid()
        let list = given.sorted { $0.key < $1.key }.map { AttributeType(name: $0.key, value: $0.value) }
        let (username, attributes) = try UserNames.resolve(
            name, attributes: UserAttributes.checked(list, for: pool, by: .administrator), sub: sub, in: pool)
        try UserAttributes.checkRequired(attributes, for: pool)
        let now = clock.now
        var sealed: UserRecord.SealedPassword?
        if let password, migration.isConfirmed {
            sealed = try await passwords.sealed(password, sub: sub, username: username, in: pool)
        }
        return UserRecord(
            sub: sub, poolID: pool.id, username: username, status: migration.isConfirmed ? .confirmed : .resetRequired,
            attributes: attributes, password: sealed, createdAt: now, modifiedAt: now)
    }

    private func keep(
        _ user: UserRecord, typedName: String, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> UserRecord {
        do throws(ServiceFault) {
            try await records.insert(user, typedName: typedName, in: pool) { store in
                try store.claimNames(of: user, in: pool, as: "the given")
            }
            return user
        } catch {
            // Of two simultaneous requests for a user, the second uses the user that the first has created.
            guard error.code == .usernameExists,
                let first = try await records.read({ try $0.findUser(typedName, in: pool) })
            else { throw error }
            return first
        }
    }
}

extension ServiceFault {
    fileprivate static func userNotFound(
        migratedFor client: AppClientRecord, cause: ServiceFault? = nil
    ) -> ServiceFault {
        ServiceFault(
            .userNotFound, "Exception migrating user in app client \(client.id)", cause: cause?.cause ?? cause)
    }
}

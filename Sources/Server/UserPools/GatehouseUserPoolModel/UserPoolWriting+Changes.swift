// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
package import Foundation
import GatehouseWire

extension UserPoolWriting {
    /// Changes a pool and sets its date of last change.
    ///
    /// - Returns: The changed pool.
    /// - Throws: `ResourceNotFoundException` if there is no such pool, and the errors of `change`.
    @discardableResult
    package func changePool(
        _ id: String, at now: Date, _ change: (inout UserPoolRecord) throws -> Void
    ) throws -> UserPoolRecord {
        var pool = try existingPool(id)
        try change(&pool)
        pool.modifiedAt = now
        pool.description.lastModifiedDate = now
        try update(pool)
        return pool
    }
}

extension UserPoolWriting {
    /// Changes the user with a name and sets the date of last change.
    ///
    /// - Returns: The changed user.
    /// - Throws: `ResourceNotFoundException` if there is no such pool, `UserNotFoundException` if there is no such user,
    ///   and the errors of `change`.
    package func changeUser(
        _ username: String, inPool poolID: String, at now: Date, _ change: (inout UserRecord) throws -> Void
    ) throws -> UserRecord {
        var user = try existingUser(username, in: existingPool(poolID))
        try change(&user)
        user.modifiedAt = now
        try update(user)
        return user
    }
}

extension UserPoolReading {
    /// Returns the current state of a user that was read before this transaction.
    ///
    /// - Throws: `UserNotFoundException` if the user was deleted.
    package func present(_ user: UserRecord) throws -> UserRecord {
        guard let present = try self.user(user.sub, inPool: user.poolID) else { throw ServiceFault.noSuchUser }
        return present
    }
}

extension UserPoolWriting {
    /// Saves the MFA settings of a user that was read in this transaction.
    package func save(_ mfa: UserMFA, of user: UserRecord, at now: Date) throws {
        var user = user
        user.mfa = mfa
        user.modifiedAt = now
        try update(user)
    }
}

extension UserPoolWriting {
    /// Sets whether a device is remembered; a request without a status changes nothing.
    ///
    /// - Throws: `ResourceNotFoundException` if the user has no such device.
    package func setStatus(
        _ status: DeviceRememberedStatusType?, ofDevice key: String, of user: UserRecord, at now: Date
    ) throws {
        var device = try existingDevice(key, of: user)
        guard let status else { return }
        device.isRemembered = status == .remembered
        device.modifiedAt = now
        try update(device)
    }

    /// Removes a device with its refresh tokens; its access tokens remain valid until they expire.
    ///
    /// - Throws: `ResourceNotFoundException` if the user has no such device.
    package func forgetDevice(_ key: String, of user: UserRecord) throws {
        let device = try existingDevice(key, of: user)
        try deleteDevice(device.key, ofUser: user.sub, inPool: user.poolID)
    }

    /// Records a sign-in with a device.
    ///
    /// - Throws: `ResourceNotFoundException` if the device was removed in the meantime.
    package func noteSignIn(with known: DeviceRecord, from address: String, at now: Date) throws {
        guard var device = try device(known.key, ofUser: known.sub, inPool: known.poolID) else {
            throw ServiceFault.noSuchDevice
        }
        device.address = address
        device.authenticatedAt = now
        device.waiting = nil
        try update(device)
    }

    /// Replaces the user's names by the names that are active now.
    ///
    /// An alias of a `proven` kind is taken from another user: a code or an administrator has verified it. Every other
    /// name stays with its user, since any user can write it without proof. `article` is the word before the
    /// attribute's name in the fault's message, which differs between operations.
    ///
    /// - Throws: `AliasExistsException` if another user has one of the other names.
    package func claimNames(
        of user: UserRecord, in pool: UserPoolRecord, taking proven: Set<SignInName.Kind> = [],
        as article: String = "the"
    ) throws {
        let names = UserNames.active(for: user, in: pool)
        for name in names where name.kind != .username {
            guard let owner = try self.user(named: name, inPool: pool.id), owner.sub != user.sub else { continue }
            guard proven.contains(name.kind), pool.aliasAttributes.contains(name.kind.rawValue) else {
                throw ServiceFault(.aliasExists, "An account with \(article) \(name.kind.rawValue) already exists.")
            }
            try release(name.value, from: owner, in: pool)
        }
        try replaceNames(ofUser: user.sub, inPool: pool.id, with: names)
    }

    /// Takes a name from a user.
    ///
    /// An e-mail address or phone number becomes unverified. A preferred user name with the same value is removed,
    /// because it needs no verification and would be a name again.
    private func release(_ value: String, from owner: UserRecord, in pool: UserPoolRecord) throws {
        var owner = owner
        func holds(_ kind: SignInName.Kind) -> Bool {
            owner.attributes[kind.rawValue].map(pool.comparable) == value
        }
        for kind in [SignInName.Kind.email, .phoneNumber] where holds(kind) {
            owner.attributes[kind.rawValue + "_verified"] = "false"
        }
        if holds(.preferredUsername) { owner.attributes[SignInName.Kind.preferredUsername.rawValue] = nil }
        try update(owner)
        try replaceNames(ofUser: owner.sub, inPool: pool.id, with: UserNames.active(for: owner, in: pool))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Replaces the user's password, if the request contains the present one.
    ///
    /// A user without a password sets the first one, unless the user signs in with an identity provider. The user's other
    /// browser sessions end, unless the server is configured to keep them, and tokens remain valid, unless it is
    /// configured to end the user's other sessions. In the browser session that the token came from, the new password
    /// counts as proved: its user has entered the former one.
    package func changePassword(
        _ request: ChangePasswordRequest
    ) async throws(ServiceFault) -> ChangePasswordResponse {
        let caller = try await pools.callers.authorizedCaller(request.accessToken)
        let (user, client) = (caller.user, caller.client)
        let pool = try await records.read { try $0.existingPool(user.poolID) }
        try user.checkMayHavePassword()
        guard request.previousPassword != nil || user.password == nil else {
            throw .missingParameter("PreviousPassword")
        }
        try pool.passwordPolicy.check(request.proposedPassword)
        let origin = origin(.app(nil), by: client)
        try await countChange(by: request.previousPassword, of: user, in: pool, from: origin)
        try await pools.newPasswords.checkHistory(request.proposedPassword, of: user, in: pool)
        let password = try await pools.newPasswords.sealed(
            request.proposedPassword, sub: user.sub, username: user.username, in: pool)
        let event = pools.events.begin(.passwordChange, of: user, in: pool, from: origin)
        let now = pools.clock.now
        try await records.write { store in
            guard var stored = try store.user(user.sub, inPool: pool.id) else { throw ServiceFault.noSuchUser }
            guard stored.password == user.password else { throw ServiceFault.wrongCredentials }
            try stored.checkMayHavePassword()
            try store.replacePassword(of: &stored, by: password, checked: user, in: pool)
            stored.modifiedAt = now
            try store.update(stored)
            try pools.sessionEnding.endSessions(besides: caller.family, in: store, at: now)
            if let session = caller.family.sessionHash {
                try store.setProvedPassword(password.version, ofBrowserSession: session)
            }
            try event?.save(.pass, in: store)
        }
        return ChangePasswordResponse()
    }

    /// Counts the attempt before the result for the present password has any effect.
    ///
    /// - Throws: `LimitExceededException`, or `NotAuthorizedException` for a wrong password.
    private func countChange(
        by password: String?, of user: UserRecord, in pool: UserPoolRecord, from origin: CallOrigin
    ) async throws(ServiceFault) {
        let isRight = try await knows(password, user: user)
        let allowance = pools.counters.allowance(.changePassword, of: user)
        let event = pools.events.begin(.passwordChange, of: user, in: pool, from: origin)
        let now = pools.clock.now
        try await records.write { store in
            try store.use(allowance, at: now)
            if !isRight { try event?.save(.fail, in: store) }
        }
        guard isRight else { throw .wrongCredentials }
    }

    /// Returns whether a password is the user's; for a user without one, it must be `nil`.
    private func knows(_ password: String?, user: UserRecord) async throws(ServiceFault) -> Bool {
        guard let password, let present = user.password else { return password == nil && user.password == nil }
        let passwords = pools.passwords
        return try await pools.computation.run { try passwords.matches(password, present, of: user) }
    }
}

extension UserRecord {
    /// Checks that a user does not sign in with an identity provider: only an administrator gives these a password.
    ///
    /// - Throws: `NotAuthorizedException` for users of identity providers.
    fileprivate func checkMayHavePassword() throws(ServiceFault) {
        guard status != .externalProvider else {
            throw ServiceFault(.notAuthorized, "User password cannot be changed in the current state.")
        }
    }
}

extension UserPoolsService {
    /// Sets a password: a permanent one confirms the user; a temporary one must be changed at the next sign-in.
    ///
    /// The user's sessions end unless the server is configured to keep them.
    package func adminSetUserPassword(
        _ request: AdminSetUserPasswordRequest
    ) async throws(ServiceFault) -> AdminSetUserPasswordResponse {
        let (pool, user) = try await records.read { store in
            let pool = try store.existingPool(request.userPoolId)
            return (pool, try store.existingUser(request.username, in: pool))
        }
        try pool.passwordPolicy.check(request.password)
        if request.permanent == true { try await pools.newPasswords.checkHistory(request.password, of: user, in: pool) }
        let sealed = try await pools.newPasswords.sealed(
            request.password, sub: user.sub, username: user.username, in: pool)
        let now = pools.clock.now
        try await records.write { store in
            guard var stored = try store.user(user.sub, inPool: pool.id) else { throw ServiceFault.noSuchUser }
            try store.replacePassword(of: &stored, by: sealed, checked: user, in: pool)
            stored.status = request.permanent == true ? .confirmed : .forceChangePassword
            stored.modifiedAt = now
            try store.update(stored)
            try pools.sessionEnding.endSessions(ofReset: stored, in: store, at: now)
        }
        return AdminSetUserPasswordResponse()
    }

    /// Resets a user's password, and sends a code with which the user sets a new one.
    ///
    /// The old password is no longer valid for sign-ins, and the user's sessions end unless the server is configured to
    /// keep them.
    package func adminResetUserPassword(
        _ request: AdminResetUserPasswordRequest
    ) async throws(ServiceFault) -> AdminResetUserPasswordResponse {
        let now = pools.clock.now
        let code = try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            var user = try store.existingUser(request.username, in: pool)
            let destination = try user.requireReset(in: pool, at: now)
            let occasion = MessageOccasion(to: user, in: pool, by: nil, metadata: request.clientMetadata)
            let code = pools.messages.newCode(.passwordReset, as: .forgotPassword, to: destination, on: occasion)
            try store.update(user)
            try pools.sessionEnding.endSessions(ofReset: user, in: store, at: now)
            try code.save(in: store)
            return code
        }
        try await pools.messages.send(code.message)
        return AdminResetUserPasswordResponse()
    }
}

extension UserRecord {
    /// Sets the status of a user to `RESET_REQUIRED`.
    ///
    /// - Returns: The destination of the code.
    /// - Throws: the fault for a user whose status or attributes do not allow a reset.
    fileprivate mutating func requireReset(
        in pool: UserPoolRecord, at now: Date
    ) throws(ServiceFault) -> DeliveryDestination {
        guard isEnabled else { throw .disabledUser }
        guard status == .confirmed || status == .resetRequired else {
            throw ServiceFault(.notAuthorized, "User password cannot be reset in the current state.")
        }
        let destination = try DeliveryDestination.forRecovery(of: self, in: pool)
        status = .resetRequired
        modifiedAt = now
        return destination
    }
}

extension UserPoolsService {
    /// Sets a password hash of another system for a user, as an import job does; the user is confirmed and signs in
    /// with that password.
    ///
    /// - Throws: `InvalidParameterException` for a hash that the algorithm and its limits do not allow, and
    ///   `UserNotFoundException` for an unknown user.
    package func setPasswordHash(
        _ text: String, algorithm: PasswordHashingAlgorithmType, ofUser username: String, inPool poolID: String
    ) async throws(ServiceFault) {
        guard let hash = ImportedHash(text, algorithm: algorithm) else {
            throw .invalidParameter("The password hash is not one that \(algorithm.rawValue) and its limits allow.")
        }
        let now = pools.clock.now
        try await records.write { [pools] store in
            let pool = try store.existingPool(poolID)
            var user = try store.existingUser(username, in: pool)
            user.password = pools.passwords.keep(hash, poolID: pool.id, sub: user.sub, at: now)
            user.status = .confirmed
            user.modifiedAt = now
            try store.update(user)
        }
    }
}

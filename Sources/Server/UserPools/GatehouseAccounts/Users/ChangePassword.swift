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
        let pool = try await pools.read { try $0.existingPool(user.poolID) }
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
        try await pools.write { store in
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
        try await pools.write { store in
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

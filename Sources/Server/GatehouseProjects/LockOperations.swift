// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseProjectStores
package import GatehouseWire
package import ProjectShapes

// The locks of environments, by which two pushes do not overtake each other.
extension ProjectRecordKeeper {
    /// The random bytes of a lock's token.
    private static let tokenBytes = 32

    /// Holds an environment for ten minutes, and returns the token by which the lock is renewed and used.
    ///
    /// The holder of a lock takes it over with the client token of the request that took it: the answer to that request,
    /// which had the lock's token, may have been lost. The former token of the lock is worth nothing then.
    /// - Throws: `ResourceNotFoundException`, `ValidationException`, `EnvironmentLockedException` while another caller
    ///   holds it.
    package func lockEnvironment(
        _ request: LockEnvironmentRequest
    ) async throws(ServiceFault) -> LockEnvironmentResponse {
        try ForeignText.check(request.holder, member: "Holder")
        let now = records.clock.now
        let token = Base64URL.encode(records.entropy.bytes(Self.tokenBytes))
        let lock = StoredLock(
            tokenHash: StoredLock.hash(of: token), holder: request.holder, lockedAt: now,
            expiresAt: now.addingTimeInterval(ProjectLimits.lockLifetime),
            clientTokenHash: request.clientToken.map { StoredLock.hash(of: $0) })
        try await write { writer in
            let environment = try writer.knownEnvironment(request.environmentName, of: request.appId)
            if let held = environment.lock, held.isHeld(at: now), !held.isSameRequest(as: lock) {
                throw ServiceFault.locked(environment.name, by: held)
            }
            try writer.setLock(lock, of: request.environmentName, in: request.appId)
        }
        return LockEnvironmentResponse(lockToken: token, expiresAt: lock.expiresAt)
    }

    /// Holds an environment for ten minutes more.
    /// - Throws: `ResourceNotFoundException`, `LockLostException`.
    package func renewLock(_ request: RenewLockRequest) async throws(ServiceFault) -> RenewLockResponse {
        let now = records.clock.now
        let end = now.addingTimeInterval(ProjectLimits.lockLifetime)
        try await write { writer in
            let environment = try writer.knownEnvironment(request.environmentName, of: request.appId)
            var lock = try environment.checkLock(heldWith: request.lockToken, at: now)
            lock.expiresAt = end
            try writer.setLock(lock, of: request.environmentName, in: request.appId)
        }
        return RenewLockResponse(expiresAt: end)
    }

    /// Frees the environment, also if the lock has expired.
    ///
    /// Another token changes nothing, so that the end of a push that has lost its lock does not disturb the next one.
    /// - Throws: `ResourceNotFoundException`.
    package func unlockEnvironment(_ request: UnlockEnvironmentRequest) async throws(ServiceFault) {
        try await write { writer in
            let environment = try writer.knownEnvironment(request.environmentName, of: request.appId)
            guard let lock = environment.lock, lock.hasToken(request.lockToken) else { return }
            try writer.setLock(nil, of: request.environmentName, in: request.appId)
        }
    }
}

extension StoredEnvironment {
    /// The lock, which a token must hold at a time.
    /// - Throws: `LockLostException` if the lock has another token, has expired or does not exist.
    @discardableResult
    func checkLock(heldWith token: String, at now: Date) throws(ServiceFault) -> StoredLock {
        guard let lock, lock.hasToken(token), lock.isHeld(at: now) else { throw .lockLost(name) }
        return lock
    }
}

extension StoredLock {
    static func hash(of token: String) -> [UInt8] { sha256(Array(token.utf8)) }

    /// Whether a token is the lock's; the time of the comparison says nothing about the hash.
    func hasToken(_ token: String) -> Bool { constantTimeEqual(tokenHash, Self.hash(of: token)) }

    /// Whether another lock has the holder and the client token of this one; the time of the comparison says nothing
    /// about the hash.
    func isSameRequest(as other: StoredLock) -> Bool {
        guard let clientTokenHash, let hash = other.clientTokenHash, holder == other.holder else { return false }
        return constantTimeEqual(clientTokenHash, hash)
    }

    /// Whether the lock is held at a time.
    ///
    /// If the clock was set back since the lock was taken or renewed, the lock is free: else it would be held until the
    /// clock is there again.
    func isHeld(at now: Date) -> Bool {
        now < expiresAt && !expiresAt.addingTimeInterval(-ProjectLimits.lockLifetime).isInFuture(at: now)
    }
}

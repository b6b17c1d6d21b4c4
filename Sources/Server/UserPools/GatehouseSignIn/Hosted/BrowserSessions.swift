// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

/// Begins, finds and ends the sessions of browsers.
struct BrowserSessions: Sendable {
    /// The length of a cookie's value: 32 random bytes in Base64URL.
    private static let cookieLength = 43

    let records: UserPoolRecords
    let sealer: Sealer
    let entropy: Entropy
    let forwardClock: ForwardClock
    let limits: RequestLimits

    /// The hash under which a cookie's value is stored; `nil` for a text of another length.
    func hash(of cookie: String) -> [UInt8]? {
        guard cookie.utf8.count == Self.cookieLength else { return nil }
        return sealer.mac(Array(cookie.utf8), purpose: .browserSession)
    }

    /// Stores a new session in a transaction of its own, and ends the browser's former one.
    /// - Throws: `NotAuthorizedException` as ``NewBrowserSession/save(in:)``.
    func store(_ session: NewBrowserSession) async throws(ServiceFault) -> NewBrowserSession {
        session.stored(as: try await records.write { try session.save(in: $0) })
    }
}

/// A browser session that has not expired, with what it still proves about its user.
package struct OpenBrowserSession: Sendable {
    /// The session; its methods and its level are those that count today.
    package let record: BrowserSessionRecord
    /// The user.
    package let user: UserRecord
    /// Whether a new sign-in with the proofs of the session would be complete today; otherwise the session gives
    /// nothing, and the browser must prove what is missing.
    package let isComplete: Bool

    /// Whether the session would complete a new sign-in with proofs of the last `age` seconds.
    package func isComplete(within age: Int, at now: Date) -> Bool { isComplete && isRecent(age, at: now) }

    /// Whether the proofs of the session are at most `age` seconds old.
    ///
    /// After the clock was set back, proofs from a later time are of unknown age.
    package func isRecent(_ age: Int, at now: Date) -> Bool {
        !record.signIn.provedAt.isInFuture(at: now) && now.timeIntervalSince(record.signIn.provedAt) <= Double(age)
    }
}

extension UserPoolsService {
    /// Begins a browser session for a user who has just signed in, and ends the session of the cookie that the browser
    /// had.
    ///
    /// With a client, the session lasts as long as the client's setting says, otherwise for one hour.
    ///
    /// - Throws: `NotAuthorizedException` if the user was deleted, disabled or reset in the meantime.
    package func beginBrowserSession(
        _ authentication: HostedAuthentication, inPool poolID: String, for client: AppClientRecord? = nil,
        replacing former: String? = nil
    ) async throws(ServiceFault) -> NewBrowserSession {
        guard authentication.user.poolID == poolID else { throw .invalidSession }
        let sessions = pools.browserSessions
        return try await sessions.store(
            sessions.new(
                for: authentication, life: client?.browserSessionLife ?? BrowserSessionRecord.lifetime,
                replacing: former))
    }

    /// Finds the browser session of a cookie, and its user.
    ///
    /// With a client, a session is not found that is older than the client's setting allows, and neither is one of a
    /// sign-in with a provider that the client does not offer: its users do not sign in there.
    ///
    /// - Returns: `nil` for an unknown or expired session, and if the user was deleted, disabled or reset. The session may
    ///   be one that gives nothing: see ``OpenBrowserSession/isComplete``.
    package func browserSession(
        _ cookie: String, inPool poolID: String, for client: AppClientRecord? = nil
    ) async throws(ServiceFault) -> OpenBrowserSession? {
        guard let hash = pools.browserSessions.hash(of: cookie) else { return nil }
        let now = pools.forwardClock.now
        return try await records.read { store in
            guard let session = try store.openSession(hash, inPool: poolID, at: now),
                client.map({ $0.accepts(session.record, at: now) }) ?? true
            else { return nil }
            return session
        }
    }

    /// Returns a check for a transaction that adds or removes a factor on the pages: the session still proves enough, with
    /// proofs that are at most `age` seconds old.
    ///
    /// The check throws `NotAuthorizedException`.
    package func proof(
        of session: BrowserSessionRecord, notOlderThan age: Int
    ) -> @Sendable (any UserPoolReading) throws -> Void {
        let (now, forward) = (pools.clock.now, pools.forwardClock.now)
        return { store in
            let open = try store.openSession(session.hash, inPool: session.poolID, at: forward)
            guard open?.isComplete(within: age, at: now) == true else { throw ServiceFault.invalidSession }
        }
    }

    /// Ends the browser session of a cookie, with the codes that it has issued; an unknown session is not an error.
    package func endBrowserSession(_ cookie: String, inPool poolID: String) async throws(ServiceFault) {
        guard let hash = pools.browserSessions.hash(of: cookie) else { return }
        guard try await records.read({ try $0.browserSession(hash)?.poolID }) == poolID else { return }
        try await records.write { try $0.deleteBrowserSession(hash) }
    }
}

extension UserPoolReading {
    /// Returns a browser session that has not expired; `nil` if there is none or the user may not sign in.
    ///
    /// After a restart with a clock that was set back, a session from a later time has: it would be valid for longer than
    /// its lifetime.
    func openSession(_ hash: [UInt8], inPool poolID: String, at now: Date) throws -> OpenBrowserSession? {
        guard let session = try browserSession(hash), session.poolID == poolID, session.expiresAt > now,
            !session.createdAt.isInFuture(at: now)
        else { return nil }
        return try counted(session)
    }

    /// Returns a session with what it still proves, expired or not; `nil` if its user may not sign in, or no longer with
    /// the provider of the session.
    func counted(_ session: BrowserSessionRecord) throws -> OpenBrowserSession? {
        guard let user = try signedInUser(session.sub, inPool: session.poolID),
            let proofs = try count(session, of: user)
        else { return nil }
        var record = session
        if proofs.methods != session.signIn.methods {
            record.signIn.methods = proofs.methods
            let (pool, level) = (try existingPool(session.poolID), AuthenticationLevel(reachedBy: proofs.methods))
            record.signIn.levelName = session.signIn.levelName == nil ? nil : level.map(pool.name(of:))
        }
        return OpenBrowserSession(record: record, user: user, isComplete: proofs.isComplete)
    }

    /// Decides what a session proves about its user today; `nil` if the user does not sign in this way any more.
    fileprivate func count(_ session: BrowserSessionRecord, of user: UserRecord) throws -> CountedProofs? {
        guard try admits(user, from: session.provider) else { return nil }
        guard session.provider == nil else { return .ofProvider(session.signIn.methods) }
        return CountedProofs(of: session, for: user, in: try existingPool(session.poolID))
    }

    /// Returns a user who has signed in before; `nil` if the user was deleted, disabled or reset since.
    func signedInUser(_ sub: String, inPool poolID: String) throws -> UserRecord? {
        guard let user = try user(sub, inPool: poolID), user.isEnabled, user.status != .resetRequired,
            user.status != .unconfirmed
        else { return nil }
        return user
    }
}

extension UserPoolReading {
    /// Whether a user signs in at a provider that the pool has, or with `nil` at the pool itself.
    fileprivate func admits(_ user: UserRecord, from provider: String?) throws -> Bool {
        guard let provider else { return user.status != .externalProvider }
        guard try identityProvider(provider, inPool: user.poolID) != nil else { return false }
        return try federatedIdentities(ofUser: user.sub, inPool: user.poolID)
            .contains { $0.key.provider == provider && !$0.isDisabled }
    }
}

extension AppClientRecord {
    /// Whether users of the client can be in a session: by its age, and by the provider of its sign-in.
    fileprivate func accepts(_ session: BrowserSessionRecord, at now: Date) -> Bool {
        now < session.createdAt.addingTimeInterval(browserSessionLife) && offers(session.provider)
    }
}

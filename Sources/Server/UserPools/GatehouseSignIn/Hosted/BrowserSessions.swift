// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
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

    /// The hash under which a cookie's value is stored; `nil` for a text of another length.
    fileprivate func hash(of cookie: String) -> [UInt8]? {
        guard cookie.utf8.count == Self.cookieLength else { return nil }
        return sealer.mac(Array(cookie.utf8), purpose: .browserSession)
    }

    /// Stores a new session, unless the user was deleted, disabled or reset in the meantime, or may not sign in this way
    /// any more: triggers run between the last check of the sign-in and this one.
    fileprivate func begin(
        _ authentication: HostedAuthentication, life: Double
    ) async throws(ServiceFault) -> (cookie: String, record: BrowserSessionRecord) {
        let (user, now) = (authentication.user, forwardClock.now)
        let cookie = Base64URL.encode(entropy.bytes(32))
        let record = BrowserSessionRecord(
            hash: sealer.mac(Array(cookie.utf8), purpose: .browserSession), poolID: user.poolID, sub: user.sub,
            eventID: authentication.eventID, methods: authentication.methods, levelName: authentication.levelName,
            provedAt: authentication.provedAt, authTime: authentication.authTime, provider: authentication.provider,
            providerSession: authentication.providerSession, createdAt: now, expiresAt: now.addingTimeInterval(life))
        try await records.write { store in
            guard let present = try store.signedInUser(user.sub, inPool: user.poolID),
                try store.admits(present, from: authentication.provider)
            else { throw ServiceFault.invalidSession }
            try store.insert(record)
        }
        return (cookie, record)
    }
}

extension UserPoolsService {
    /// Begins a browser session for a user who has just signed in.
    ///
    /// With a client, the session lasts as long as the client's setting says, otherwise for one hour.
    ///
    /// - Returns: the new value of the browser's cookie, and the session.
    /// - Throws: `NotAuthorizedException` if the user was deleted, disabled or reset in the meantime.
    package func beginBrowserSession(
        _ authentication: HostedAuthentication, inPool poolID: String, for client: AppClientRecord? = nil
    ) async throws(ServiceFault) -> (cookie: String, record: BrowserSessionRecord) {
        guard authentication.user.poolID == poolID else { throw .invalidSession }
        return try await pools.browserSessions.begin(
            authentication, life: client?.browserSessionLife ?? BrowserSessionRecord.lifetime)
    }

    /// Finds the browser session of a cookie, and its user.
    ///
    /// With a client, a session is not found that is older than the client's setting allows, and neither is one of a
    /// sign-in with a provider that the client does not offer: its users do not sign in there.
    ///
    /// - Returns: `nil` for an unknown or expired session, and if the user was deleted, disabled or reset.
    package func browserSession(
        _ cookie: String, inPool poolID: String, for client: AppClientRecord? = nil
    ) async throws(ServiceFault) -> (record: BrowserSessionRecord, user: UserRecord)? {
        guard let hash = pools.browserSessions.hash(of: cookie) else { return nil }
        let now = pools.forwardClock.now
        return try await pools.read { store in
            guard let (session, user) = try store.openSession(hash, inPool: poolID, at: now),
                client.map({ $0.accepts(session, at: now) }) ?? true
            else { return nil }
            return (session, user)
        }
    }

    /// Ends the browser session of a cookie, with the codes that it has issued; an unknown session is not an error.
    package func endBrowserSession(_ cookie: String, inPool poolID: String) async throws(ServiceFault) {
        guard let hash = pools.browserSessions.hash(of: cookie) else { return }
        guard try await pools.read({ try $0.browserSession(hash)?.poolID }) == poolID else { return }
        try await pools.write { try $0.deleteBrowserSession(hash) }
    }
}

extension UserPoolReading {
    /// Returns a browser session that has not expired, and its user; `nil` if there is none or the user may not sign in.
    ///
    /// After a restart with a clock that was set back, a session from a later time has: it would be valid for longer than
    /// its lifetime.
    func openSession(
        _ hash: [UInt8], inPool poolID: String, at now: Date
    ) throws -> (session: BrowserSessionRecord, user: UserRecord)? {
        guard let session = try browserSession(hash), session.poolID == poolID, session.expiresAt > now,
            !session.createdAt.isInFuture(at: now), let user = try signedInUser(session.sub, inPool: poolID)
        else { return nil }
        return (session, user)
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
    /// Whether a user signs in at a provider, or with `nil` at the pool itself.
    fileprivate func admits(_ user: UserRecord, from provider: String?) throws -> Bool {
        guard let provider else { return user.status != .externalProvider }
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

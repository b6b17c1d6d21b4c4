// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
import GatehouseWire

/// A new session of a browser, and the code that the browser takes to the client.
///
/// It is drawn before the transaction that stores it.
package struct NewBrowserSession: Sendable {
    /// The value of the browser's cookie.
    package let cookie: String
    /// The session.
    package private(set) var record: BrowserSessionRecord
    /// The code of the authorization request that led to the sign-in; `nil` if the session does not satisfy the request,
    /// and if the code is to be issued later.
    package var code: String? { newCode?.text }

    /// What the user has proved at the sign-in.
    fileprivate let authentication: HostedAuthentication
    /// The hash of the session that the new one replaces.
    fileprivate let formerHash: [UInt8]?
    fileprivate var newCode: NewCode?
}

/// An authorization code that is drawn, and not stored yet.
struct NewCode: Sendable {
    let text: String
    let hash: [UInt8]
    let request: AuthorizedRequest
}

extension BrowserSessions {
    /// Draws the session that a sign-in begins.
    func new(
        for authentication: HostedAuthentication, life: Double, replacing former: String?
    ) -> NewBrowserSession {
        let (user, now) = (authentication.user, forwardClock.now)
        let cookie = Base64URL.encode(entropy.bytes(32))
        let record = BrowserSessionRecord(
            hash: sealer.mac(Array(cookie.utf8), purpose: .browserSession), poolID: user.poolID, sub: user.sub,
            signIn: authentication.signIn, provider: authentication.provider,
            providerSession: authentication.providerSession, createdAt: now, expiresAt: now.addingTimeInterval(life),
            factors: authentication.factors)
        return NewBrowserSession(
            cookie: cookie, record: record, authentication: authentication, formerHash: former.flatMap(hash))
    }

    /// Draws what a browser gets at the end of a sign-in; `nil` if the request expects another user.
    ///
    /// The code is drawn with the session unless its PreTokenGeneration trigger must be called before, or the account
    /// has had too many requests: then ``UserPoolsService/issueCode(for:_:)`` follows, or refuses.
    func new(for authentication: HostedAuthentication, endingIn destination: BrowserReturn) -> NewBrowserSession? {
        guard destination.expected.includes(authentication.user.sub) else { return nil }
        var session = new(
            for: authentication, life: destination.client.browserSessionLife, replacing: destination.formerCookie)
        let record = session.record
        guard let request = destination.request(record), request.client.poolID == record.poolID,
            Trigger.preTokenGeneration.function(in: request.pool) == nil,
            (try? limits.countRequest(about: nil, named: record.sub, inPool: record.poolID)) != nil
        else { return session }
        session.newCode = newCode(for: request)
        return session
    }

    /// Draws a code for a request.
    func newCode(for request: AuthorizedRequest) -> NewCode {
        let text = CodeGrants.draw(entropy)
        return NewCode(
            text: text, hash: sealer.mac(Array(text.utf8), purpose: .authorizationCode), request: request)
    }
}

extension NewBrowserSession {
    /// Stores the session with its code, and ends the browser's former one.
    ///
    /// - Throws: `NotAuthorizedException`, before it writes anything, if the user was deleted, disabled or reset, or
    ///   could not complete the same sign-in any more: triggers may have run since the last check of the sign-in.
    func save(in store: any UserPoolWriting) throws -> BrowserSessionRecord {
        var record = record
        record.factors = try store.factors(provedBy: authentication)
        guard let open = try store.counted(record), open.isComplete else { throw ServiceFault.invalidSession }
        try store.insert(record)
        if let formerHash, try store.browserSession(formerHash)?.poolID == record.poolID {
            try store.deleteBrowserSession(formerHash)
        }
        if let newCode { try newCode.save(from: open.record, override: nil, in: store, at: record.createdAt) }
        return record
    }

    /// The session as it was stored.
    func stored(as record: BrowserSessionRecord) -> NewBrowserSession {
        var session = self
        session.record = record
        return session
    }
}

extension NewCode {
    /// Stores the code for a browser session with the proofs that count today, and with the changes of the
    /// PreTokenGeneration trigger.
    func save(
        from session: BrowserSessionRecord, override: String?, in store: any UserPoolWriting, at now: Date
    ) throws {
        try store.insert(
            AuthorizationCodeRecord(
                hash: hash, poolID: session.poolID, clientID: request.client.id, sub: session.sub,
                redirectURI: request.redirectURI, hasRedirectURI: request.hasRedirectURI,
                grant: try store.current(request.grant, inPool: session.poolID), nonce: request.nonce,
                codeChallenge: request.codeChallenge, sessionHash: session.hash, signIn: session.signIn,
                override: override,
                expiresAt: now.addingTimeInterval(AuthorizationCodeRecord.lifetime)))
    }
}

extension HostedAuthentication {
    /// The versions of the factors that the sign-in has proved, without the factors of its browser's former session.
    fileprivate var factors: ProvedFactors {
        guard provider == nil else { return ProvedFactors() }
        return ProvedFactors(of: user, withPassword: signIn.methods.contains(.password) || former == .signUp)
    }
}

extension UserPoolReading {
    /// Returns the versions of the factors that a sign-in has proved.
    ///
    /// A step-up keeps the versions of its browser's session for the factors that it did not prove anew: the passkeys,
    /// and a password that is not among the methods because the user has chosen or changed it.
    fileprivate func factors(provedBy authentication: HostedAuthentication) throws -> ProvedFactors {
        let factors = authentication.factors
        guard case .browser(let hash)? = authentication.former, let former = try browserSession(hash)?.factors else {
            return factors
        }
        return ProvedFactors(
            password: factors.password ?? former.password, softwareToken: factors.softwareToken,
            passkeysRemovedAt: former.passkeysRemovedAt)
    }
}

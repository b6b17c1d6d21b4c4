// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel

/// A request for the tokens of an authorization code, by an authenticated client.
struct CodeAttempt: Sendable {
    let hash: [UInt8]
    let client: AppClientRecord
    /// The parameter `redirect_uri`.
    let redirectURI: String?
    /// The parameter `code_verifier`.
    let verifier: String?
}

/// A code that is unused, has not expired, and belongs to the client, redirect URI, verifier and user of a request.
struct VerifiedCode {
    let record: AuthorizationCodeRecord
    let user: UserRecord
    /// The session that the code came from, with the proofs that count today.
    let session: BrowserSessionRecord

    /// Verifies a code; `now` is the time of the forward clock, and `session` is `nil` for a user who may not sign in or
    /// could not complete the sign-in of the code today.
    ///
    /// What the code is bound to is checked before its use: only the holder of all of it can revoke the tokens of the
    /// first use with a second one.
    init(
        _ stored: AuthorizationCodeRecord?, from session: OpenBrowserSession?, _ attempt: CodeAttempt, at now: Date
    ) throws(GrantRefusal) {
        guard let stored, stored.clientID == attempt.client.id, stored.poolID == attempt.client.poolID else {
            throw .unknownCode
        }
        guard stored.isSent(to: attempt.redirectURI) else { throw .otherRedirectURI }
        guard stored.isProven(by: attempt.verifier) else { throw .wrongVerifier }
        guard stored.familyID == nil else { throw .usedCode }
        guard stored.isValid(at: now) else { throw .unknownCode }
        guard let session else { throw .inactiveUser }
        guard stored.grant.isReadable(by: attempt.client) else { throw .unreadableScope }
        (record, user, self.session) = (stored, session.user, session.record)
    }
}

extension AuthorizationCodeRecord {
    /// Whether the code has not expired; after a restart with a clock that was set back, a code from a later time has.
    fileprivate func isValid(at now: Date) -> Bool {
        expiresAt > now && !expiresAt.addingTimeInterval(-Self.lifetime).isInFuture(at: now)
    }

    /// Whether the redirect URI of a token request is the one of the authorization request (RFC 6749, section 4.1.3).
    ///
    /// It may be left out if the authorization request left it out.
    fileprivate func isSent(to address: String?) -> Bool {
        guard let address else { return !hasRedirectURI }
        return address.utf8.elementsEqual(redirectURI.utf8)
    }

    /// Whether a verifier belongs to the challenge (RFC 7636, section 4.6).
    ///
    /// A verifier without a challenge is refused, too: the challenge may have been removed on its way (RFC 9700, section
    /// 4.8.2).
    fileprivate func isProven(by verifier: String?) -> Bool {
        switch (codeChallenge, verifier) {
        case (nil, nil): true
        case (let challenge?, let verifier?):
            (43...128).contains(verifier.utf8.count)
                && constantTimeEqual(
                    Array(Base64URL.encode(sha256(Array(verifier.utf8))).utf8), Array(challenge.utf8))
        case (nil, _?), (_?, nil): false
        }
    }
}

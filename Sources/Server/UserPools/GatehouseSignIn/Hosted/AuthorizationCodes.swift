// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Issues an authorization code for a browser session.
    ///
    /// The PreTokenGeneration trigger is called before, so that its error reaches the redirect. The code permits no custom
    /// scope that no resource server has any more.
    ///
    /// - Throws: the faults of the trigger; `NotAuthorizedException` if the session or its user ended in the meantime, or
    ///   the session does not prove enough any more.
    package func issueCode(
        for session: BrowserSessionRecord, _ request: AuthorizedRequest
    ) async throws(ServiceFault) -> String {
        guard request.client.poolID == session.poolID else { throw .invalidSession }
        var override: String?
        if Trigger.preTokenGeneration.function(in: request.pool) == nil {
            try pools.requestLimits.countRequest(about: nil, named: session.sub, inPool: session.poolID)
        } else {
            override = try await changes(for: session, request).changes.document
        }
        let (code, now) = (pools.browserSessions.newCode(for: request), pools.forwardClock.now)
        try await records.write { [override] store in
            let present = try store.completeSession(session.hash, inPool: session.poolID, at: now).record
            try code.save(from: present, override: override, in: store, at: now)
        }
        return code.text
    }

    /// Issues the tokens of the implicit grant: an access token, and an ID token for the scope `openid`.
    ///
    /// - Throws: the errors of ``issueCode(for:_:)``.
    package func issueImplicitTokens(
        for session: BrowserSessionRecord, _ request: AuthorizedRequest
    ) async throws(ServiceFault) -> AuthenticationResultType {
        let (client, pool) = (request.client, request.pool)
        let (user, grant, tokenInputs, changes) = try await changes(for: session, request)
        let (origin, now) = (origin(.pages(), by: client), pools.forwardClock.now)
        let issue = try await records.write { [pools, familyID = pools.issuer.newFamilyID()] store in
            let present = try store.completeSession(session.hash, inPool: session.poolID, at: now).record
            let isFirst = try store.tokenFamily(ofEvent: present.signIn.eventID, inPool: pool.id) == nil
            let issue = pools.issuer.grantedTokens(
                grant, as: familyID,
                for: GrantedSignIn(present, eventID: isFirst ? present.signIn.eventID : pools.newID()), client: client,
                in: pool, from: origin, isRenewable: false)
            try issue.save(in: store)
            try issue.beginSession(in: store)
            return issue
        }
        return try await signed(
            issue, for: user, client: client, in: pool, tokenInputs: tokenInputs, nonce: request.nonce,
            changes: changes)
    }

    /// Exchanges an authorization code for tokens, once.
    ///
    /// The caller has authenticated the client. `redirectURI` and `verifier` are the parameters of the token request.
    /// A second use revokes the tokens of the first one.
    ///
    /// - Throws: ``GrantRefusal``.
    package func redeemCode(
        _ code: String, client: AppClientRecord, redirectURI: String?, verifier: String?
    ) async throws(GrantRefusal) -> AuthenticationResultType {
        let attempt = CodeAttempt(
            hash: pools.codeGrants.hash(of: code), client: client, redirectURI: redirectURI, verifier: verifier)
        // The commit is waited for where the tokens are signed, if nothing else is computed there.
        return try await pools.computation.pool.stayingIfFree {
            () async throws(GrantRefusal) -> AuthenticationResultType in
            try await tokens(of: pools.codeGrants.redeem(attempt, from: origin(.app(nil), by: client)))
        }
    }

    private func tokens(of redeemed: RedeemedCode) async throws(GrantRefusal) -> AuthenticationResultType {
        do throws(ServiceFault) {
            guard let changes = redeemed.code.override.map(PreTokenGeneration.init(document:)) ?? .nothing else {
                throw ServiceFault(.internalError, "The changes of the trigger cannot be read.")
            }
            return try await signed(
                redeemed.issue, for: redeemed.user, client: redeemed.client, in: redeemed.pool,
                tokenInputs: redeemed.tokenInputs, nonce: redeemed.code.nonce, changes: changes)
        } catch {
            throw .fault(error)
        }
    }

    /// Calls the PreTokenGeneration trigger for the tokens that a browser session will get.
    private func changes(
        for session: BrowserSessionRecord, _ request: AuthorizedRequest
    ) async throws(ServiceFault) -> (
        user: UserRecord, grant: TokenGrant, tokenInputs: TokenInputs, changes: PreTokenGeneration
    ) {
        guard request.client.poolID == session.poolID else { throw .invalidSession }
        let now = pools.forwardClock.now
        let (user, grant, tokenInputs) = try await records.read { store in
            let user = try store.completeSession(session.hash, inPool: session.poolID, at: now).user
            return (
                user, try store.current(request.grant, inPool: session.poolID),
                try store.tokenInputs(of: user, inPool: session.poolID)
            )
        }
        try pools.requestLimits.countRequest(about: user, named: user.sub, inPool: user.poolID)
        let changes = try await pools.issuer.changes(
            to: grant, for: user, client: request.client, in: request.pool, tokenInputs: tokenInputs)
        return (user, grant, tokenInputs, changes)
    }

    /// Signs tokens whose rows are stored, and revokes the rows if that fails.
    private func signed(
        _ issue: TokenIssue, for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord,
        tokenInputs: TokenInputs, nonce: String?, changes: PreTokenGeneration
    ) async throws(ServiceFault) -> AuthenticationResultType {
        do {
            return try await pools.issuer.signed(
                issue, for: user, client: client, in: pool, tokenInputs: tokenInputs,
                on: TokenOccasion(source: .hostedAuth, nonce: nonce, changes: changes))
        } catch {
            let now = pools.clock.now
            try await records.write { try issue.takeBack(in: $0, at: now) }
            throw error
        }
    }
}

extension UserPoolReading {
    /// Returns a browser session that has not expired and proves enough for tokens today.
    ///
    /// - Throws: `NotAuthorizedException` if there is none.
    fileprivate func completeSession(
        _ hash: [UInt8], inPool poolID: String, at now: Date
    ) throws -> OpenBrowserSession {
        guard let session = try openSession(hash, inPool: poolID, at: now), session.isComplete else {
            throw ServiceFault.invalidSession
        }
        return session
    }
}

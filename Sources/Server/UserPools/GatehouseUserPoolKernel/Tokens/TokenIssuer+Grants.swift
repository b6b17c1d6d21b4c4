// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

/// The tokens of sign-ins on the hosted pages, which obey a grant.
extension TokenIssuer {
    /// The rows of a sign-in's tokens, which are not signed yet.
    ///
    /// Without a refresh token, the family ends with its first tokens. Devices are remembered by the API only.
    package func grantedTokens(
        _ grant: TokenGrant, for proof: GrantedSignIn, client: AppClientRecord, in pool: UserPoolRecord,
        from origin: CallOrigin, isRenewable: Bool
    ) -> TokenIssue {
        let (now, lifetimes) = (clock.now, client.lifetimes)
        let life = isRenewable ? lifetimes.refresh : max(lifetimes.id, lifetimes.access)
        let family = TokenFamilyRecord(
            id: secrets.newFamilyID(at: now), poolID: pool.id, clientID: client.id, sub: proof.sub,
            eventID: proof.signIn.eventID, authTime: proof.signIn.authTime, expiresAt: now.addingTimeInterval(life),
            methods: proof.signIn.methods, levelName: proof.signIn.levelName, provedAt: proof.signIn.provedAt,
            grant: grant, sessionHash: proof.sessionHash)
        let refresh = isRenewable ? secrets.newRefreshToken(in: family, expiresAt: family.expiresAt) : nil
        return TokenIssue(
            result: AuthenticationResultType(refreshToken: refresh?.token), family: family,
            refreshToken: refresh?.record, rotated: nil,
            session: secrets.newSession(family, in: pool, from: origin, at: now)
                .map { ($0, pool.sessions.maximumPerUser) },
            device: nil)
    }

    /// The changes of the PreTokenGeneration trigger to tokens that are issued later.
    ///
    /// - Throws: the faults of the trigger.
    package func changes(
        to grant: TokenGrant, for user: UserRecord, client: AppClientRecord, in pool: UserPoolRecord,
        tokenInputs: TokenInputs
    ) async throws(ServiceFault) -> PreTokenGeneration {
        try await triggers.preTokenGeneration(
            .hostedAuth, of: user, in: pool, by: client, groups: tokenInputs.groups, scopes: grant.scopes,
            metadata: nil)
    }
}

/// The authentication that granted tokens come from: that of a browser session.
package struct GrantedSignIn: Sendable {
    let sub: String
    let signIn: CompletedSignIn
    let sessionHash: [UInt8]

    /// Creates the authentication of a browser session, with the proofs that count today.
    package init(_ session: BrowserSessionRecord, eventID: String) {
        var signIn = session.signIn
        signIn.eventID = eventID
        (sub, self.signIn) = (session.sub, signIn)
        sessionHash = session.hash
    }
}

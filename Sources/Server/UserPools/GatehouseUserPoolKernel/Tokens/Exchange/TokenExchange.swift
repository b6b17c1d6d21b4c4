// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Derives tokens from users' tokens (RFC 8693).
///
/// A derived token belongs to the sign-in of its subject and dies with it. It has no scope, no service and no time that
/// the subject's token does not have.
package struct TokenExchange: Sendable {
    let records: UserPoolRecords
    let tokens: TokenVerification
    let signer: TokenSigner
    let triggers: TriggerRunner
    let limits: RequestLimits
    let clock: WallClock
    /// Records the client and the subject of each exchange for the log; `nil` outside requests.
    let caller: ProvenCaller?

    /// Derives a token for a client that the caller has authenticated.
    ///
    /// - Throws: `InvalidParameterException`, `NotAuthorizedException` and `UserNotFoundException`, most with
    ///   ``TokenExchangeRefusal`` as the cause; the faults of the PreTokenGeneration trigger.
    package func derive(
        _ request: TokenExchangeRequest, for client: AppClientRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> DerivedToken {
        try check(request, for: client)
        guard let presented = tokens.token(request.subject.text) else { throw ExchangeParty.subject.invalid }
        let presentedActor = try presentedActor(request)
        let rows = try await records.read { store in
            try ExchangeRows(subject: presented, actor: presentedActor, request, for: client, in: store)
        }
        let subject = try tokens.exchanged(
            presented, as: request.subject.use, of: .subject, for: client, rows: rows.subject)
        guard let user = subject.user else { throw ExchangeParty.subject.invalid }
        let actor = try verifiedActor(presentedActor, request, for: client, rows: rows)
        try subject.checkActor(actor?.sub ?? client.id, of: client)
        try limits.countRequest(about: user, named: user.sub, inPool: pool.id)
        let grant = try Self.grant(request, of: subject, for: client, rows: rows)
        let override = try await triggers.preTokenGeneration(
            .refreshTokens, of: user, in: pool, by: client, groups: rows.groups,
            scopes: grant?.scopes ?? [], metadata: nil)
        let now = Int64(clock.now.timeIntervalSince1970.rounded(.down))
        let lifetime = request.requested == .idTokens ? client.lifetimes.id : client.lifetimes.access
        let ends = [subject.claims.expiry, actor?.claims.expiry, Double(now) + lifetime].compactMap(\.self)
        let claims = DerivedTokenClaims(
            subject: subject, actor: actor.map { ["sub": .string($0.sub), "client_id": .string(client.id)] },
            client: client, groups: override.groups ?? rows.groups, override: override, issuedAt: now,
            expiresAt: Int64(ends.min() ?? Double(now)))
        let token = try await signed(claims, grant, keys: rows.subject.keys)
        caller?.record(client: client.id, userID: user.sub)
        return token
    }

    private func presentedActor(_ request: TokenExchangeRequest) throws(ServiceFault) -> PresentedToken? {
        guard let actor = request.actor else { return nil }
        guard let token = tokens.token(actor.text) else { throw ExchangeParty.actor.invalid }
        return token
    }

    private func verifiedActor(
        _ token: PresentedToken?, _ request: TokenExchangeRequest, for client: AppClientRecord, rows: ExchangeRows
    ) throws(ServiceFault) -> ExchangedToken? {
        guard let token, let actor = request.actor, let actorRows = rows.actor else { return nil }
        return try tokens.exchanged(token, as: actor.use, of: .actor, for: client, rows: actorRows)
    }

    /// Signs an access token with a grant, or an ID token without one.
    private func signed(
        _ claims: DerivedTokenClaims, _ grant: TokenGrant?, keys records: [SigningKeyRecord]
    ) async throws(ServiceFault) -> DerivedToken {
        let use: SigningKeyRecord.Use = grant == nil ? .idTokens : .accessTokens
        let id = signer.ids.uuid()
        let new: (payload: [UInt8], scopes: [String]?) =
            if let grant {
                claims.accessToken(id: id, grant: grant)
            } else {
                (claims.idToken(id: id), nil)
            }
        guard new.scopes?.isEmpty != true else {
            throw TokenExchangeRefusal.scope.fault("The PreTokenGeneration trigger has removed all scopes.")
        }
        return DerivedToken(
            text: try await signer.sign(new.payload, use, keys: records), use: use,
            lifetime: Int(claims.expiresAt - claims.issuedAt), scopes: new.scopes)
    }

    private static func grant(
        _ request: TokenExchangeRequest, of subject: ExchangedToken, for client: AppClientRecord, rows: ExchangeRows
    ) throws(ServiceFault) -> TokenGrant? {
        guard request.requested == .accessTokens else { return nil }
        let bounds = ExchangeBounds(
            client: client, boundTo: subject.claims.string("aud"), subjectScopes: subject.scopes,
            existing: rows.existingScopes, hasTarget: rows.hasTarget)
        return try bounds.grant(request.scopes, for: request.target)
    }

    /// Checks what does not depend on the tokens: whether the client may exchange tokens in this way, and whether the
    /// request has a meaning.
    ///
    /// - Throws: `InvalidParameterException`.
    package func check(_ request: TokenExchangeRequest, for client: AppClientRecord) throws(ServiceFault) {
        let flow = request.actor == nil ? "IMPERSONATION" : "DELEGATION"
        guard client.allows(request.actor == nil ? .allowTokenExchangeImpersonation : .allowTokenExchangeDelegation)
        else {
            throw TokenExchangeRefusal.notEnabled.fault("TOKEN_EXCHANGE_\(flow) is not enabled for the client.")
        }
        guard request.requested == request.subject.use else {
            throw TokenExchangeRefusal.request.fault("The derived token must be of the same kind as the subject token.")
        }
        guard request.requested == .idTokens else { return }
        guard request.scopes == nil else {
            throw TokenExchangeRefusal.request.fault("An ID token has no scopes.")
        }
        guard request.target == nil || request.target == .audience(client.id) else {
            throw TokenExchangeRefusal.target.fault("An ID token is for the client itself.")
        }
    }
}

extension ExchangedToken {
    /// Checks that the claim `may_act` of the subject's token, if it has one, permits the acting party (RFC 8693, section
    /// 4.4).
    fileprivate func checkActor(_ sub: String, of client: AppClientRecord) throws(ServiceFault) {
        guard let permitted = claims["may_act"] else { return }
        let isPermitted = permitted.objectValue.map { party in
            (party["sub"] != nil || party["client_id"] != nil)
                && (party["sub"] ?? .string(sub)) == .string(sub)
                && (party["client_id"] ?? .string(client.id)) == .string(client.id)
        }
        guard isPermitted == true else {
            throw TokenExchangeRefusal.otherActor.fault("The Subject Token permits another actor only.")
        }
    }
}

/// The rows that decide about an exchange, read in one transaction.
private struct ExchangeRows: Sendable {
    let subject: TokenRows
    let actor: TokenRows?
    let groups: GroupClaims
    let existingScopes: Set<String>
    let hasTarget: Bool

    init(
        subject token: PresentedToken, actor actorToken: PresentedToken?, _ request: TokenExchangeRequest,
        for client: AppClientRecord, in store: any UserPoolReading
    ) throws {
        subject = try TokenRows(behind: token, in: store)
        actor = try actorToken.map { try TokenRows(behind: $0, in: store) }
        groups = try store.tokenInputs(of: subject.user, inPool: client.poolID).groups
        existingScopes = try store.existingCustomScopes(among: client.customScopes, inPool: client.poolID)
        // No stored identifier has a zero byte, with which a lookup may fail.
        if let name = request.target?.name, !name.utf8.contains(0) {
            hasTarget = try store.resourceServer(name, inPool: client.poolID) != nil
        } else {
            hasTarget = false
        }
    }
}

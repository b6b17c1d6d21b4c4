// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Verifies ID tokens of this server's user pools for identity pools.
///
/// A token of a disabled or deleted user, or of a session that was revoked, is never a login: the switch
/// `ServerSideTokenCheck` decides only about the pools of other servers.
struct UserPoolLoginVerifier: LoginVerifier {
    let records: UserPoolRecords
    let tokens: TokenVerification

    func handles(provider: String) -> Bool {
        Self.poolID(of: provider) != nil
    }

    func owns(provider: String) async throws(ServiceFault) -> Bool {
        guard let poolID = Self.poolID(of: provider) else { return false }
        return try await records.read { try $0.userPool(poolID) != nil }
    }

    func verify(
        token text: String, provider: String, checksRevocation: Bool
    ) async throws(ServiceFault) -> VerifiedLogin {
        guard let token = tokens.token(text) else {
            throw .invalidLogin("Not a valid OpenId Connect identity token.", .form)
        }
        guard token.poolID == Self.poolID(of: provider) else {
            throw .invalidLogin("Issuer doesn't match providerName", .issuer)
        }
        let rows = try await records.read { try TokenRows(behind: token, in: $0) }
        let claims = try tokens.loginClaims(of: token, rows: rows)
        try checkStanding(rows)
        guard let subject = claims.string("sub"), let audience = claims.string("aud") else {
            throw .invalidLogin("Missing a required claim: aud", .claims)
        }
        return VerifiedLogin(
            subject: subject, audience: audience,
            groups: claims["cognito:groups"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            roles: claims["cognito:roles"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            preferredRole: claims.string("cognito:preferred_role"), isStanding: true)
    }

    /// Checks that the user is enabled and that the token's session was not revoked.
    private func checkStanding(_ rows: TokenRows) throws(ServiceFault) {
        guard rows.user?.isEnabled == true, let family = rows.family, family.revokedAt == nil else {
            throw ServiceFault(.notAuthorized, "Token is inactive", cause: LoginRefusal.inactive)
        }
    }

    /// The pool that a key of `Logins` names: the last part of the key, if it has the form of a pool id.
    static func poolID(of provider: String) -> String? {
        let slash = UInt8(ascii: "/")
        guard provider.utf8.contains(slash), let last = provider.utf8.split(separator: slash).last else { return nil }
        let parts = last.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return String(Substring(last))
    }
}

extension ServiceFault {
    static func invalidLogin(_ text: String, _ refusal: LoginRefusal) -> ServiceFault {
        ServiceFault(.notAuthorized, "Invalid login token. \(text)", cause: refusal)
    }
}

/// The attributes of this server's user pools that users can set, at the sign-up or later.
struct UserPoolWrittenClaims: UserWrittenClaims {
    private static let page = 60

    let records: UserPoolRecords

    func claimsThatUsersWrite(
        among claims: Set<String>, provider: String
    ) async throws(ServiceFault) -> Set<String> {
        guard let poolID = UserPoolLoginVerifier.poolID(of: provider) else { return [] }
        return try await records.read { store in
            guard let pool = try store.userPool(poolID) else { return [] }
            let attributes = pool.attributesOfUsers.intersection(claims)
            guard !attributes.isEmpty else { return [] }
            var written: Set<String> = []
            var last: String?
            repeat {
                let clients = try store.appClients(ofPool: poolID, after: last, limit: Self.page)
                for client in clients { written.formUnion(attributes.filter(client.mayWrite)) }
                last = clients.count == Self.page ? clients.last?.id : nil
            } while last != nil && written != attributes
            return written
        }
    }
}

extension UserPoolRecord {
    /// The attributes that users can set if their app may write them: one that never changes only at the sign-up.
    fileprivate var attributesOfUsers: Set<String> {
        let attributes = (description.schemaAttributes ?? []).filter { attribute in
            attribute.developerOnlyAttribute != true && (attribute.mutable != false || !isClosed)
        }
        return Set(attributes.compactMap(\.name)).subtracting(AppClientRecord.unwritableAttributes)
    }
}

/// The reason why an ID token is no login at an identity pool, for the log.
enum LoginRefusal: String, RefusalReason {
    case form = "token_form"
    case signature = "token_signature"
    case issuer = "token_issuer"
    case claims = "token_claims"
    case expired = "token_expired"
    /// The user is disabled or deleted, or the session was revoked.
    case inactive = "token_inactive"

    var refusedBy: String { rawValue }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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

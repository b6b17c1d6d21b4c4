// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

/// A row of `authorization_codes`.
private enum AuthorizationCodeRow {
    static let columns: SQLFragment = """
        hash, pool_id, client_id, sub, redirect_uri, has_redirect_uri, scopes, audience, nonce, code_challenge,
        session_hash, event_id, methods, level_name, proved_at, auth_time, token_override, expires_at, family_id
        """

    static func record(_ row: SQLRow) throws -> AuthorizationCodeRecord {
        AuthorizationCodeRecord(
            hash: try row["hash"], poolID: try row["pool_id"], clientID: try row["client_id"], sub: try row["sub"],
            redirectURI: try row["redirect_uri"], hasRedirectURI: try row["has_redirect_uri"],
            grant: TokenGrant(text: try row["scopes"], audience: try row["audience"]), nonce: try row["nonce"],
            codeChallenge: try row["code_challenge"], sessionHash: try row["session_hash"],
            signIn: try CompletedSignIn(row), override: try row["token_override"], expiresAt: try row["expires_at"],
            familyID: try row["family_id"])
    }
}

extension SQLUserPoolReading {
    func authorizationCode(_ hash: [UInt8]) throws -> AuthorizationCodeRecord? {
        try sql.queryOne("SELECT \(AuthorizationCodeRow.columns) FROM authorization_codes WHERE hash = \(hash)")
            .map(AuthorizationCodeRow.record)
    }
}

extension UserPoolWriter {
    func insert(_ code: AuthorizationCodeRecord) throws {
        try connection.add(
            "authorization code",
            """
            INSERT INTO authorization_codes (\(AuthorizationCodeRow.columns))
            VALUES (\(code.hash), \(code.poolID), \(code.clientID), \(code.sub), \(code.redirectURI),
                \(code.hasRedirectURI), \(code.grant.text), \(code.grant.audience), \(code.nonce),
                \(code.codeChallenge), \(code.sessionHash), \(code.signIn.eventID), \(code.signIn.methods.text),
                \(code.signIn.levelName), \(code.signIn.provedAt), \(code.signIn.authTime), \(code.override),
                \(code.expiresAt), \(code.familyID))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func redeem(_ hash: [UInt8], as familyID: String) throws -> Bool {
        try connection.execute(
            "UPDATE authorization_codes SET family_id = \(familyID) WHERE hash = \(hash) AND family_id IS NULL") > 0
    }

    /// Removes the codes of a user that were not used yet.
    func deleteUnusedCodes(ofUser sub: String, inPool poolID: String) throws {
        try connection.execute(
            """
            DELETE FROM authorization_codes WHERE pool_id = \(poolID) AND sub = \(sub) AND family_id IS NULL
            """
        )
    }
}

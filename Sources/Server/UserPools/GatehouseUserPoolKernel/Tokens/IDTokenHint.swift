// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

/// The client and the user of an ID token that a request contains as a hint; the token may have expired.
package struct IDTokenHint: Sendable, Equatable {
    /// The client that the token was issued to.
    package let clientID: String
    /// The id of the user in the pool.
    package let sub: String
}

/// Reads ID tokens that requests contain as hints (OpenID Connect RP-Initiated Logout, section 2).
package struct IDTokenHints: Sendable {
    let records: UserPoolRecords
    let tokens: TokenVerification

    /// Returns the client and the user of a pool's ID token; `nil` for any other text.
    ///
    /// The pool must have signed the token with a key that still verifies; neither its expiry nor the user is checked.
    /// - Throws: the error of the store.
    package func hint(in text: String, ofPool poolID: String) async throws(ServiceFault) -> IDTokenHint? {
        guard let token = tokens.token(text), token.poolID == poolID else { return nil }
        let keys = try await records.read { try $0.signingKeys(ofPool: poolID) }
        guard let claims = try? token.verified(by: keys, tokens.keys, at: tokens.clock.now),
            claims.string("iss") == tokens.deployment.issuer(ofUserPool: poolID), claims.string("token_use") == "id",
            let clientID = claims.string("aud"), let sub = claims.string("sub")
        else { return nil }
        return IDTokenHint(clientID: clientID, sub: sub)
    }
}

extension UserPools {
    /// Reads ID tokens that requests contain as hints.
    package var idTokenHints: IDTokenHints { IDTokenHints(records: records, tokens: tokens) }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension UserPoolTokens {
    /// The claim `iss` of the access token, unverified: the address of the user pool that issued it.
    package var issuer: String? { TokenClaims(accessToken).issuer }

    /// The claim `client_id` of the access token, unverified.
    package var clientID: String? { TokenClaims(accessToken).clientID }
}

extension UserPoolTokens {
    /// The user of the tokens; nil if they name none.
    package var user: SessionUser? { UserClaims(self).user }

    /// When the access token expires; nil if it does not say.
    package var accessTokenExpiration: Date? { TokenClaims(accessToken).expiration }
}

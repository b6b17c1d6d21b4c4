// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto
import GatehouseWire

/// The three tokens of a signed-in user; they never print.
package struct UserPoolTokens: Sendable, Equatable, Codable {
    /// The id token, a JWT.
    package var idToken: String
    /// The access token, a JWT.
    package var accessToken: String
    /// The refresh token, an opaque text.
    package var refreshToken: String

    /// Creates a set of tokens.
    package init(idToken: String, accessToken: String, refreshToken: String) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }
}

extension UserPoolTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(user pool tokens)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

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

/// The claims that a client reads from a token it was given.
///
/// They are read, not verified: the services verify.
struct TokenClaims: Sendable, Equatable {
    /// Longer tokens are not looked into.
    private static let longestToken = 64 << 10

    var expiration: Date?
    var sub: String?
    var username: String?
    var issuer: String?
    var clientID: String?
    var nonce: String?

    /// Reads the claims that it can; a token that is not a JWT has no claims.
    init(_ token: String) {
        guard token.utf8.count <= Self.longestToken else { return }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(Substring(parts[1])),
            let claims = try? WireValue(json: Data(payload))
        else { return }
        sub = claims["sub"]?.stringValue
        issuer = claims["iss"]?.stringValue
        clientID = claims["client_id"]?.stringValue
        nonce = claims["nonce"]?.stringValue
        username = claims["username"]?.stringValue ?? claims["cognito:username"]?.stringValue
        expiration = claims["exp"]?.doubleValue.flatMap { seconds in
            (0...253_402_300_799).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
        }
    }
}

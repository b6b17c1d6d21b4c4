// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

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

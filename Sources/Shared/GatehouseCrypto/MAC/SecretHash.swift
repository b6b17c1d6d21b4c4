// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// `SECRET_HASH`, by which an app client proves that it knows its secret:
/// Base64 of HMAC-SHA256 over user name and client id, keyed with the client secret.
package func secretHash(username: String, clientID: String, clientSecret: borrowing Secret) -> String {
    clientSecret.withBytes { secret in
        Base64.encode(hmacSHA256(key: secret, Array(username.utf8) + Array(clientID.utf8)))
    }
}

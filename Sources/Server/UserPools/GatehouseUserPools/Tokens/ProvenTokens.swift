// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseUserPoolModel
import Synchronization

/// Remembers tokens whose signature was verified, by their digest: an app presents the same one until it expires.
///
/// A signature that was good stays good. Everything that can change, such as expiry, revocation and whether the key is
/// still the pool's, is checked each time.
final class ProvenTokens: Sendable {
    /// When it is full, it starts over.
    private static let capacity = 1_024

    private let tokens = Mutex<[[UInt8]: PresentedToken]>([:])

    /// The token, with the proof if there is one; `nil` for what is no token of a user pool.
    func token(_ text: String) -> PresentedToken? {
        guard text.utf8.count <= UnverifiedJWS.maximumLength else { return nil }
        let digest = sha256(Array(text.utf8))
        return tokens.withLock { $0[digest] } ?? PresentedToken(text, digest: digest)
    }

    /// Remembers a token that was verified.
    func insert(_ token: PresentedToken) {
        guard !token.isProven else { return }
        tokens.withLock { tokens in
            if tokens.count >= Self.capacity { tokens.removeAll() }
            tokens[token.digest] = token.proven
        }
    }
}

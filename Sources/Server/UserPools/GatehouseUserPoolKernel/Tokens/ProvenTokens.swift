// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
import GatehouseUserPoolModel
import GatehouseWire
import Synchronization

/// A cache of tokens with a verified signature, by their text: an app presents the same token until it expires.
///
/// A signature remains valid. Everything that can change is checked each time, such as expiry, revocation, and whether
/// the key still belongs to the pool.
final class ProvenTokens: Sendable {
    /// The maximum number of tokens; a full cache is emptied.
    private static let capacity = 1_024

    private let tokens = Mutex<[WireName: PresentedToken]>([:])

    /// The token, from the cache if it is there; `nil` if the text is not a token of a user pool.
    func token(_ text: String) -> PresentedToken? {
        guard text.utf8.count <= UnverifiedJWS.maximumLength else { return nil }
        return tokens.withLock { $0[WireName(text)] } ?? PresentedToken(text)
    }

    /// Adds a verified token.
    func insert(_ token: PresentedToken) {
        guard !token.isProven else { return }
        tokens.withLock { tokens in
            if tokens.count >= Self.capacity { tokens.removeAll() }
            tokens[token.text] = token.proven
        }
    }
}

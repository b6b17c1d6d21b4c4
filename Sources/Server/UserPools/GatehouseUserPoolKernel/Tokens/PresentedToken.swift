// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseText
import GatehouseUserPoolModel
import GatehouseWire
import Synchronization

/// A token of a user pool that a caller presented; it is not trusted before `verified` succeeds.
package struct PresentedToken {
    /// The claims that are used as keys for rows: no stored key contains a zero byte, so no valid token contains one
    /// here.
    private static let lookups = ["iss", "sub", "origin_jti", "event_id", "client_id", "aud"]

    let poolID: String
    /// The whole text.
    let text: String
    /// Whether the signature was verified earlier.
    private(set) var isProven = false
    private let jws: UnverifiedJWS
    private let claims: [WireName: WireValue]

    /// Reads a token without verifying it.
    /// - Returns: `nil` if the text is not a token of a user pool.
    package init?(_ text: String) {
        guard
            let jws = try? UnverifiedJWS(text),
            let claims = (try? WireValue(foreignJSON: jws.payload))?.objectValue,
            let issuer = claims["iss"]?.stringValue, let poolID = issuer.split(separator: "/").last,
            Self.lookups.allSatisfy({ claims[$0]?.stringValue?.utf8.contains(0) != true })
        else { return nil }
        self.text = text
        self.jws = jws
        self.claims = claims
        self.poolID = String(poolID)
    }

    /// The same token, marked as verified.
    var proven: PresentedToken {
        var token = self
        token.isProven = true
        return token
    }

    /// A claim that only selects the rows to read.
    var unverifiedSubject: String { claims["sub"]?.stringValue ?? "" }
    var unverifiedFamily: String? { claims["origin_jti"]?.stringValue }
    var unverifiedEvent: String? { claims["event_id"]?.stringValue }
    /// Whether the token names groups, so that those of the user must be read.
    var namesGroups: Bool { claims[Bearer.groupsClaim] != nil }
    var unverifiedClient: String { (claims["client_id"] ?? claims["aud"])?.stringValue ?? "" }

    /// The claims, if the pool signed them with a key that is still valid for verification.
    /// - Throws: `JWSError`.
    func verified(
        by records: [SigningKeyRecord], _ keys: SigningKeys, at now: Date
    ) throws(JWSError) -> VerifiedClaims {
        guard let record = records.first(where: { $0.id == jws.keyID }), record.verifies(at: now) else {
            throw .unknownKey
        }
        if !isProven { _ = try jws.verified(by: [record.id: keys.verificationKey(of: record)]) }
        return VerifiedClaims(keyID: jws.keyID, values: claims)
    }
}

/// Claims with a verified signature.
struct VerifiedClaims {
    let keyID: String
    fileprivate let values: [WireName: WireValue]

    fileprivate init(keyID: String, values: [WireName: WireValue]) {
        self.keyID = keyID
        self.values = values
    }

    /// All claims.
    var all: [WireName: WireValue] { values }

    subscript(_ name: String) -> WireValue? { values[name] }

    func string(_ name: String) -> String? { values[name]?.stringValue }

    /// `exp`, in seconds since 1970.
    var expiry: Double { values["exp"]?.doubleValue ?? 0 }
}

/// A cache of tokens with a verified signature, by their text: an app presents the same token until it expires.
///
/// A signature remains valid. Everything that can change is checked each time, such as expiry, revocation, and whether
/// the key still belongs to the pool.
final class ProvenTokens: Sendable {
    /// The maximum number of tokens; a full cache is emptied.
    private static let capacity = 1_024

    /// The text of a token, compared by its bytes.
    ///
    /// The hash is that of the end, which belongs to the signature: that of the whole text takes longer than the rest of
    /// the look-up. Only verified tokens are in the cache, so no caller chooses texts with the same end.
    private struct Key: Hashable {
        let text: String

        static func == (left: Key, right: Key) -> Bool { left.text.hasBytes(of: right.text) }

        func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher, last: 64) }
    }

    private let tokens = Mutex<[Key: PresentedToken]>([:])

    /// The token, from the cache if it is there; `nil` if the text is not a token of a user pool.
    func token(_ text: String) -> PresentedToken? {
        guard text.utf8.count <= UnverifiedJWS.maximumLength else { return nil }
        return tokens.withLock { $0[Key(text: text)] } ?? PresentedToken(text)
    }

    /// Adds a verified token.
    func insert(_ token: PresentedToken) {
        guard !token.isProven else { return }
        tokens.withLock { tokens in
            if tokens.count >= Self.capacity { tokens.removeAll() }
            tokens[Key(text: token.text)] = token.proven
        }
    }
}

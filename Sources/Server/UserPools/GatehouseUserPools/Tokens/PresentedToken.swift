// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// A token of a user pool as somebody presents it: read, but not believed until `verified` says so.
struct PresentedToken {
    /// The claims by which rows are looked for: no store keeps a zero byte in a key, so no token of ours has one.
    private static let lookups = ["iss", "sub", "origin_jti", "event_id", "client_id", "aud"]

    let poolID: String
    /// SHA-256 of the whole text.
    let digest: [UInt8]
    /// Whether the signature was found good before.
    private(set) var isProven = false
    private let jws: UnverifiedJWS
    private let claims: [WireName: WireValue]

    /// Reads a token without believing it.
    /// - Returns: `nil` for what is no token of a user pool.
    init?(_ text: String) {
        self.init(text, digest: sha256(Array(text.utf8)))
    }

    /// Reads a token whose digest is known already.
    init?(_ text: String, digest: [UInt8]) {
        guard
            let jws = try? UnverifiedJWS(text),
            let claims = (try? WireValue(foreignJSON: jws.payload))?.objectValue,
            let issuer = claims["iss"]?.stringValue, let poolID = issuer.split(separator: "/").last,
            Self.lookups.allSatisfy({ claims[$0]?.stringValue?.utf8.contains(0) != true })
        else { return nil }
        self.digest = digest
        self.jws = jws
        self.claims = claims
        self.poolID = String(poolID)
    }

    /// The same token, its signature found good.
    var proven: PresentedToken {
        var token = self
        token.isProven = true
        return token
    }

    /// A claim that decides only which rows are read.
    var unverifiedSubject: String { claims["sub"]?.stringValue ?? "" }
    var unverifiedFamily: String? { claims["origin_jti"]?.stringValue }
    var unverifiedEvent: String? { claims["event_id"]?.stringValue }
    var unverifiedClient: String { (claims["client_id"] ?? claims["aud"])?.stringValue ?? "" }

    /// The claims, if the pool signed them with a key that still verifies.
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

/// Claims whose signature was checked.
struct VerifiedClaims {
    let keyID: String
    fileprivate let values: [WireName: WireValue]

    fileprivate init(keyID: String, values: [WireName: WireValue]) {
        self.keyID = keyID
        self.values = values
    }

    subscript(_ name: String) -> WireValue? { values[name] }

    func string(_ name: String) -> String? { values[name]?.stringValue }

    /// `exp`, in seconds since 1970.
    var expiry: Double { values["exp"]?.doubleValue ?? 0 }
}

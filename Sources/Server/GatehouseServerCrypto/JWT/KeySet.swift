// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The public keys of an issuer (RFC 7517, section 5).
package struct KeySet: Sendable {
    /// The reason why a key set is refused as a whole.
    package enum Flaw: String, Error, Sendable {
        case notAKeySet = "the key set is not a JSON object with keys"
        case tooManyKeys = "the key set has too many keys"
        case secretKey = "the key set has a secret key"
        case repeatedKeyID = "the key set has two keys with one id"
        case noUsableKey = "the key set has no key that can verify a token"
    }

    /// The most bytes of a key set that are read.
    package static let maximumBytes = 262_144
    /// The most keys of a set.
    package static let maximumKeys = 64

    private struct Entry {
        let key: JWSVerificationKey
        /// The member `alg`, if the key has it: no other algorithm is accepted.
        let algorithm: String?
    }

    private let entries: [WireName: Entry]

    /// Reads a key set.
    ///
    /// Keys for other uses, of other kinds, without an id, or that are too weak are left out, so that no token verifies
    /// with them.
    /// - Throws: `Flaw`.
    package init(json: [UInt8]) throws(Flaw) {
        guard json.count <= Self.maximumBytes, let value = try? WireValue(unambiguousJSON: json),
            let keys = value["keys"]?.arrayValue
        else { throw .notAKeySet }
        guard keys.count <= Self.maximumKeys else { throw .tooManyKeys }
        var entries: [WireName: Entry] = [:]
        var ids: Set<WireName> = []
        for key in keys {
            guard let key = key.objectValue else { throw .notAKeySet }
            // `k` is a shared secret, `d` the private half of a key.
            guard key["kty"]?.stringValue != "oct", key["k"] == nil, key["d"] == nil else { throw .secretKey }
            guard let id = key["kid"]?.stringValue, Self.isForSignatures(key) else { continue }
            guard ids.insert(WireName(id)).inserted else { throw .repeatedKeyID }
            if let material = Self.material(of: key) {
                entries[WireName(id)] = Entry(key: material, algorithm: key["alg"]?.stringValue)
            }
        }
        guard !entries.isEmpty else { throw .noUsableKey }
        self.entries = entries
    }

    /// Returns the key with this id, if it may be used with this algorithm; `nil` otherwise.
    package func key(_ id: String, for algorithm: JWSAlgorithm) -> JWSVerificationKey? {
        guard let entry = entries[WireName(id)], entry.key.fits(algorithm),
            entry.algorithm == nil || entry.algorithm == algorithm.rawValue
        else { return nil }
        return entry.key
    }

    /// Whether the set has a key with this id.
    package func has(_ id: String) -> Bool { entries[WireName(id)] != nil }

    private static func isForSignatures(_ key: [WireName: WireValue]) -> Bool {
        if let use = key["use"], use.stringValue != "sig" { return false }
        if let operations = key["key_ops"] {
            return operations.arrayValue?.contains { $0.stringValue == "verify" } ?? false
        }
        return true
    }

    private static func material(of key: [WireName: WireValue]) -> JWSVerificationKey? {
        switch key["kty"]?.stringValue {
        case "RSA":
            guard let n = key["n"]?.stringValue, let e = key["e"]?.stringValue else { return nil }
            return try? JWSVerificationKey(n: n, e: e)
        case "EC":
            guard let curve = key["crv"]?.stringValue.flatMap(JWSVerificationKey.Curve.init),
                let x = key["x"]?.stringValue, let y = key["y"]?.stringValue
            else { return nil }
            return try? JWSVerificationKey(curve: curve, x: x, y: y)
        default: return nil
        }
    }
}

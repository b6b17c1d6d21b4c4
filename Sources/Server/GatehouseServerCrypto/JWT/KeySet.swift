// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
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

/// What is known of the keys of one issuer, with the rules for when to fetch them again and how long to use them.
///
/// A value without I/O: its owner makes the fetches, one at a time, and says how they ended.
package struct IssuerKeyRecord: Sendable {
    /// The seconds for which keys are used without a fetch.
    package static let lifetime: TimeInterval = 3_600
    /// The seconds for which keys are used if the issuer gives no answer.
    package static let longestUse: TimeInterval = 86_400
    /// The least seconds from the end of one fetch to the start of the next.
    package static let pause: TimeInterval = 10

    /// The reason why there is no key for a token.
    package enum Refusal: Error, Sendable, Equatable {
        /// The issuer has no such key.
        case unknownKey
        /// It is not known whether the issuer has the key, because the last fetch failed; the reason is for the log.
        case unavailable(String)
    }

    /// The end of the last fetch.
    package private(set) var attemptedAt: Date?
    private var keys: (set: KeySet, fetchedAt: Date)?
    /// The reason why the last fetch failed; `nil` after one that succeeded.
    private var failure: String?

    /// Creates the record of an issuer whose keys were never fetched.
    package init() {}

    /// Whether a key is known and needs no fetch.
    package func has(_ id: String, at now: Date) -> Bool {
        keys(at: now, atMost: Self.lifetime)?.has(id) ?? false
    }

    /// Whether the last fetch has just ended, so that no other one may begin.
    package func rests(at now: Date) -> Bool {
        attemptedAt.map { $0.age(at: now) < Self.pause } ?? false
    }

    /// Returns the key with an id, for an algorithm.
    /// - Throws: `Refusal`.
    package func key(_ id: String, for algorithm: JWSAlgorithm, at now: Date) throws(Refusal) -> JWSVerificationKey {
        guard let keys = keys(at: now, atMost: Self.longestUse) else {
            throw .unavailable(failure ?? "the issuer's keys are not known")
        }
        if let failure, !keys.has(id) { throw .unavailable(failure) }
        guard let key = keys.key(id, for: algorithm) else { throw .unknownKey }
        return key
    }

    /// Notes a fetch that succeeded.
    package mutating func succeed(with keys: KeySet, at now: Date) {
        self.keys = (keys, now)
        attemptedAt = now
        failure = nil
    }

    /// Notes a fetch that failed; the former keys stay.
    package mutating func fail(_ reason: String, at now: Date) {
        attemptedAt = now
        failure = reason
    }

    private func keys(at now: Date, atMost age: TimeInterval) -> KeySet? {
        guard let keys, keys.fetchedAt.age(at: now) < age else { return nil }
        return keys.set
    }
}

extension Date {
    /// The time by which a stored time may be later than the clock, in seconds: stored times are rounded, and clocks are
    /// adjusted by fractions of a second.
    private static let clockTolerance: TimeInterval = 1

    /// The seconds since this time; infinite for a time in the future, because the clock was set back.
    package func age(at now: Date) -> TimeInterval {
        let age = now.timeIntervalSince(self)
        return age < -Self.clockTolerance ? .infinity : age
    }
}

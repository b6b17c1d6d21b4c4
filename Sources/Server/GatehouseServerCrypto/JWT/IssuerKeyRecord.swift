// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

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

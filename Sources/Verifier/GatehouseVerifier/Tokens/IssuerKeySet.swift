// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto

/// The public keys of one issuer, fetched when they are needed and kept for an hour.
///
/// An unknown key id fetches them again, at most every ten seconds. While the issuer gives no answer, keys are used for
/// a day.
actor IssuerKeySet {
    /// The seconds for which keys are used without a fetch.
    static let lifetime: TimeInterval = 3_600
    /// The seconds for which keys are used if the issuer gives no answer.
    static let longestUse: TimeInterval = 86_400
    /// The least seconds from the end of one fetch to the start of the next.
    static let pause: TimeInterval = 10

    private let url: URL
    private let transport: any VerifierTransport
    private let now: @Sendable () -> Date
    private var keys: (set: KeySet, fetchedAt: Date)?
    private var attemptedAt: Date?
    private var failure = "the issuer's keys are not known"
    private var flight: Task<Void, Never>?

    init(url: URL, transport: any VerifierTransport, now: @escaping @Sendable () -> Date) {
        self.url = url
        self.transport = transport
        self.now = now
    }

    /// The key with an id.
    ///
    /// Throws `unknownKey` or `keysUnavailable`.
    func key(_ id: String) async throws(InvalidToken) -> JWSVerificationKey {
        if current(atMost: Self.lifetime)?.has(id) != true { await refresh() }
        guard let keys = current(atMost: Self.longestUse) else { throw .keysUnavailable(failure) }
        guard let key = keys.key(id, for: .rs256) else { throw .unknownKey }
        return key
    }

    private func current(atMost age: TimeInterval) -> KeySet? {
        guard let keys, keys.fetchedAt.age(at: now()) < age else { return nil }
        return keys.set
    }

    /// Fetches the keys for all callers that wait, unless the last fetch has just ended.
    private func refresh() async {
        if flight == nil {
            if let attemptedAt, attemptedAt.age(at: now()) < Self.pause { return }
            flight = Task { await self.fetch() }
        }
        await flight?.value
    }

    private func fetch() async {
        let request = VerifierRequest(
            method: "GET", url: url, headers: [(name: "accept", value: "application/json")],
            responseLimit: KeySet.maximumBytes)
        do {
            let response = try await transport.send(request)
            if response.status == 200 {
                keys = (try KeySet(json: Array(response.body)), now())
            } else {
                failure = "\(url.absoluteString) answers \(response.status)"
            }
        } catch {
            failure = "\(url.absoluteString): \(error)"
        }
        attemptedAt = now()
        flight = nil
    }
}

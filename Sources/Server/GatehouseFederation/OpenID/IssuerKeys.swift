// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseWire
import Synchronization

/// The key sets of issuers, kept for an hour each.
///
/// Every issuer is on its own: its record, its one fetch at a time, and its pause between two fetches. So tokens with
/// invented key ids make one fetch per pause of their own issuer, and delay the rotation of no other.
final class IssuerKeys: Sendable {
    /// The seconds for which a key set is used without a fetch.
    static let lifetime: TimeInterval = 3_600
    /// The seconds for which a key set is still used if the issuer does not answer.
    static let longestUse: TimeInterval = 86_400
    /// The least seconds from the end of one fetch of an issuer to the start of the next.
    static let pause: TimeInterval = 10
    /// The time limit for the discovery document, and again for the key set.
    static let timeLimit = Duration.seconds(5)
    /// The largest number of issuers whose keys are kept.
    static let maximumIssuers = 1_000

    private typealias Flight = Task<Void, Never>

    private struct Record {
        var keys: KeySet?
        var fetchedAt = Date.distantPast
        /// The end of the last fetch.
        var attemptedAt: Date?
        /// The reason why the last fetch failed; `nil` after one that succeeded.
        var failure: String?
        var flight: Flight?

        /// The keys, if they are at most this old.
        func keys(at now: Date, atMost age: TimeInterval) -> KeySet? {
            guard !fetchedAt.isInFuture(at: now), now.timeIntervalSince(fetchedAt) < age else { return nil }
            return keys
        }

        func rests(at now: Date) -> Bool {
            guard let attemptedAt, !attemptedAt.isInFuture(at: now) else { return false }
            return now.timeIntervalSince(attemptedAt) < IssuerKeys.pause
        }
    }

    private let fetch: any OutboundFetch
    private let clock: WallClock
    private let records = Mutex<[WireName: Record]>([:])

    init(fetch: any OutboundFetch, clock: WallClock) {
        self.fetch = fetch
        self.clock = clock
    }

    /// Returns the issuer's key with an id, for an algorithm; fetches the key set if it is unknown, old, or without the
    /// id.
    /// - Throws: `unverifiable` for a key that the issuer does not have, `providerUnavailable`.
    func key(
        _ id: String, for algorithm: JWSAlgorithm, of issuer: TrustedIssuer
    ) async throws(TokenRefusal) -> JWSVerificationKey {
        let name = WireName(issuer.url)
        let flight = records.withLock { records -> Flight? in
            let now = clock.now
            let record = records[name] ?? Record()
            if record.keys(at: now, atMost: Self.lifetime)?.has(id) == true { return nil }
            if let flight = record.flight { return flight }
            guard !record.rests(at: now) else { return nil }
            if records[name] == nil { Self.makeRoom(in: &records) }
            let flight = Task { await self.refresh(issuer) }
            records[name, default: Record()].flight = flight
            return flight
        }
        await flight?.value
        let now = clock.now
        let record = records.withLock { $0[name] }
        guard let keys = record?.keys(at: now, atMost: Self.longestUse) else {
            throw .providerUnavailable(record?.failure ?? "the issuer's keys are not known")
        }
        guard let key = keys.key(id, for: algorithm) else { throw .unverifiable }
        return key
    }

    /// Fetches the key set for all callers that wait; a failure keeps the former one.
    private func refresh(_ issuer: TrustedIssuer) async {
        var keys: KeySet?
        var failure: String?
        do {
            keys = try await fetchKeys(of: issuer)
        } catch {
            failure = "\(issuer.url): \(error.reason)"
        }
        records.withLock { records in
            var record = records[WireName(issuer.url)] ?? Record()
            let now = clock.now
            record.flight = nil
            record.attemptedAt = now
            record.failure = failure
            if let keys {
                record.keys = keys
                record.fetchedAt = now
            }
            records[WireName(issuer.url)] = record
        }
    }

    private func fetchKeys(of issuer: TrustedIssuer) async throws(FetchProblem) -> KeySet {
        let document = try await body(of: DiscoveryDocument.url(of: issuer), atMost: DiscoveryDocument.maximumBytes)
        let url: String
        do {
            url = try DiscoveryDocument(json: document, of: issuer).keySetURL
        } catch {
            throw FetchProblem(reason: error.rawValue)
        }
        let keys = try await body(of: url, atMost: KeySet.maximumBytes)
        do {
            return try KeySet(json: keys)
        } catch {
            throw FetchProblem(reason: error.rawValue)
        }
    }

    private func body(of url: String, atMost limit: Int) async throws(FetchProblem) -> [UInt8] {
        let request = OutboundRequest(
            url: url, headers: [OutboundHeader("Accept", "application/json")], bodyLimit: limit,
            timeLimit: Self.timeLimit)
        do {
            let response = try await fetch.fetch(request)
            guard response.status == 200 else { throw FetchProblem(reason: "\(request) answers \(response.status)") }
            return response.body
        } catch let problem as FetchProblem {
            throw problem
        } catch {
            throw FetchProblem(reason: "\(request): \(error)")
        }
    }

    /// Removes the record whose last fetch is the longest ago, if there is no room for another one.
    private static func makeRoom(in records: inout [WireName: Record]) {
        guard records.count >= maximumIssuers else { return }
        let idle = records.filter { $0.value.flight == nil }
        let oldest = idle.min { ($0.value.attemptedAt ?? .distantPast) < ($1.value.attemptedAt ?? .distantPast) }
        if let oldest { records[oldest.key] = nil }
    }
}

/// The reason why a key set could not be fetched, for the log.
private struct FetchProblem: Error {
    let reason: String
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire

/// A signing key that the server issued, with its holder.
struct IssuedKey: Sendable {
    let key: SigningKey
    let principal: SigningPrincipal
    let expiresAt: Date
}

/// The signing keys of a verifier.
///
/// A key is kept for a day at most and never beyond its credentials. After five minutes the server confirms it again,
/// so that a deleted access key ends; while the server gives no answer, the key stays valid. Requests for one key share
/// one call. Calls for unknown access keys are limited, and calls that confirm known ones are not. So a flood of
/// invented keys delays no known caller.
actor SigningKeyCache {
    /// The time after which the server confirms a key again, in seconds.
    static let confirmation: TimeInterval = 300
    /// The pause after a call without an answer, in seconds.
    static let pause: TimeInterval = 30
    /// The time for which a refusal is kept, in seconds.
    static let refusalLifetime: TimeInterval = 30
    /// The longest use of a key, in seconds.
    static let longestUse: TimeInterval = 86_400

    /// What a key depends on; the token by its digest, which is shorter.
    private struct Name: Hashable {
        let accessKeyID: String
        let scope: [String]
        let tokenDigest: [UInt8]

        init(_ request: SigningKeyRequest) {
            accessKeyID = request.accessKeyID
            scope = [request.day, request.region, request.service]
            tokenDigest = request.sessionToken.map { sha256(Array($0.utf8)) } ?? []
        }
    }

    private struct Entry {
        let issued: IssuedKey
        let issuedAt: Date
        /// From when the key is used without a call, for `rest` seconds.
        var confirmedAt: Date
        var rest = SigningKeyCache.confirmation

        func isUsable(at now: Date) -> Bool {
            now < issued.expiresAt && issuedAt.age(at: now) < SigningKeyCache.longestUse
        }

        func isConfirmed(at now: Date) -> Bool { confirmedAt.age(at: now) < rest }
    }

    private typealias Flight = Task<Result<IssuedKey, RequestRefusal>, Never>

    private let limits: SigningKeyLimits
    private let now: @Sendable () -> Date
    private let ask: @Sendable (SigningKeyRequest) async throws(RequestRefusal) -> SigningKeyResponse
    private var keys: RecentValues<Name, Entry>
    private var refusals: RecentValues<Name, (refusal: RequestRefusal, at: Date)>
    private var flights: [Name: Flight] = [:]
    private var unknownInFlight = 0
    private var budget: CallBudget

    init(
        limits: SigningKeyLimits, now: @escaping @Sendable () -> Date,
        ask: @escaping @Sendable (SigningKeyRequest) async throws(RequestRefusal) -> SigningKeyResponse
    ) {
        self.limits = limits
        self.now = now
        self.ask = ask
        keys = RecentValues(limit: limits.kept)
        refusals = RecentValues(limit: limits.kept)
        budget = CallBudget(perSecond: limits.unknownKeysPerSecond)
    }

    /// The key for a request.
    ///
    /// Throws `unknownKey`, `sessionExpired`, `busy` or `unavailable`.
    func key(for request: SigningKeyRequest) async throws(RequestRefusal) -> IssuedKey {
        let name = Name(request)
        let now = now()
        if let entry = keys.use(name) {
            if entry.isUsable(at: now) {
                if entry.isConfirmed(at: now) { return entry.issued }
                return try await flight(request, name, isKnown: true).value.get()
            }
            keys.remove(name)
        }
        if let kept = refusals.use(name), (0..<Self.refusalLifetime).contains(now.timeIntervalSince(kept.at)) {
            throw kept.refusal
        }
        if let flight = flights[name] { return try await flight.value.get() }
        guard unknownInFlight < limits.waiting, budget.allowsCall(at: now) else { throw .busy }
        return try await flight(request, name, isKnown: false).value.get()
    }

    /// The call for a key that is under way, or a new one.
    private func flight(_ request: SigningKeyRequest, _ name: Name, isKnown: Bool) -> Flight {
        if let flight = flights[name] { return flight }
        if !isKnown { unknownInFlight += 1 }
        let flight = Flight { await self.call(request, name, isKnown: isKnown) }
        flights[name] = flight
        return flight
    }

    private func call(
        _ request: SigningKeyRequest, _ name: Name, isKnown: Bool
    ) async -> Result<IssuedKey, RequestRefusal> {
        let result: Result<SigningKeyResponse, RequestRefusal>
        do throws(RequestRefusal) {
            result = .success(try await ask(request))
        } catch {
            result = .failure(error)
        }
        flights[name] = nil
        if !isKnown { unknownInFlight -= 1 }
        return settle(result, request, name)
    }

    private func settle(
        _ result: Result<SigningKeyResponse, RequestRefusal>, _ request: SigningKeyRequest, _ name: Name
    ) -> Result<IssuedKey, RequestRefusal> {
        let now = now()
        switch result {
        case .success(let response):
            let key = SigningKey(
                bytes: Array(response.key), day: request.day, region: request.region, service: request.service)
            guard let key, now < response.expiresAt else {
                return .failure(key == nil ? .unavailable("the signing key has another length") : .sessionExpired)
            }
            let issued = IssuedKey(key: key, principal: response.principal, expiresAt: response.expiresAt)
            keys.keep(Entry(issued: issued, issuedAt: now, confirmedAt: now), for: name)
            return .success(issued)
        case .failure(let refusal) where refusal.kind == .unavailable:
            guard var entry = keys.use(name), entry.isUsable(at: now) else { return .failure(refusal) }
            entry.confirmedAt = now
            entry.rest = Self.pause
            keys.keep(entry, for: name)
            return .success(entry.issued)
        case .failure(let refusal):
            keys.remove(name)
            refusals.keep((refusal, now), for: name)
            return .failure(refusal)
        }
    }
}

/// Calls that may be made: so many in a second, and as many at once after a pause.
private struct CallBudget: Sendable {
    private let perSecond: Double
    private var left: Double
    private var countedAt: Date?

    init(perSecond: Int) {
        self.perSecond = Double(max(1, perSecond))
        left = self.perSecond
    }

    /// Counts a call, if it may be made.
    fileprivate mutating func allowsCall(at now: Date) -> Bool {
        let passed = max(0, countedAt.map { now.timeIntervalSince($0) } ?? 0)
        left = min(perSecond, left + passed * perSecond)
        countedAt = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}

/// The limits of a verifier's requests for signing keys, and of the keys that it keeps.
public struct SigningKeyLimits: Sendable {
    /// The most keys that are kept, and as many refusals.
    public var kept = 10_000
    /// The most keys of unknown access keys that are requested in a second, and at once after a pause.
    public var unknownKeysPerSecond = 100
    /// The most requests for unknown access keys that wait for the server.
    public var waiting = 32

    /// Creates the limits.
    public init() {}
}

/// A table that keeps the recently used values: at most `limit`, and at least the last half of that.
///
/// The values are in two generations. When the young one is full, it becomes the old one, and the values that were not
/// used since are dropped with the former old one.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    init(limit: Int) {
        self.limit = max(2, limit)
    }

    var count: Int { young.count + old.count }

    /// The value of a key, which counts as used now.
    mutating func use(_ key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        keep(value, for: key)
        return value
    }

    /// Keeps a value.
    mutating func keep(_ value: Value, for key: Key) {
        old[key] = nil
        if young[key] == nil, young.count >= limit / 2 {
            old = young
            young = [:]
        }
        young[key] = value
    }

    mutating func remove(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }
}

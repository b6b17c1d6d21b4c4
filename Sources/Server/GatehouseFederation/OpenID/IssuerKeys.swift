// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseText
import GatehouseWire
import Synchronization

/// The key sets of issuers, kept as `IssuerKeyRecord` says.
///
/// Every issuer is on its own: its record, its one fetch at a time, and its pause between two fetches. So tokens with
/// invented key ids make one fetch per pause of their own issuer, and delay the rotation of no other.
final class IssuerKeys: Sendable {
    /// The time limit for the discovery document, and again for the key set.
    static let timeLimit = Duration.seconds(5)
    /// The largest number of issuers whose keys are kept.
    static let maximumIssuers = 1_000

    private typealias Flight = Task<Void, Never>

    private struct Record {
        var known = IssuerKeyRecord()
        var flight: Flight?
    }

    private let fetch: any OutboundFetch
    private let clock: WallClock
    private let report: @Sendable (ProviderFailure) -> Void
    private let records = Mutex<[WireName: Record]>([:])

    init(fetch: any OutboundFetch, clock: WallClock, report: @escaping @Sendable (ProviderFailure) -> Void) {
        self.fetch = fetch
        self.clock = clock
        self.report = report
    }

    /// Returns the issuer's key with an id, for an algorithm; fetches the key set if it is unknown, old, or without the
    /// id.
    /// - Throws: `unverifiable` for a key that the issuer does not have; `providerUnavailable` if it is not known whether
    ///   the issuer has the key, because the last fetch failed.
    func key(
        _ id: String, for algorithm: JWSAlgorithm, of issuer: TrustedIssuer
    ) async throws(TokenRefusal) -> JWSVerificationKey {
        let name = Self.name(of: issuer)
        let flight = records.withLock { records -> Flight? in
            let now = clock.now
            let record = records[name] ?? Record()
            if record.known.has(id, at: now) { return nil }
            if let flight = record.flight { return flight }
            guard !record.known.rests(at: now) else { return nil }
            if records[name] == nil { Self.makeRoom(in: &records) }
            // Others wait for it as well: it goes on when the client of this request has gone.
            let flight = ClientPresence.startTask { await self.refresh(issuer) }
            records[name, default: Record()].flight = flight
            return flight
        }
        await flight?.value
        let known = records.withLock { $0[name]?.known } ?? IssuerKeyRecord()
        do throws(IssuerKeyRecord.Refusal) {
            return try known.key(id, for: algorithm, at: clock.now)
        } catch {
            switch error {
            case .unknownKey: throw .unverifiable
            case .unavailable(let reason): throw .providerUnavailable(reason)
            }
        }
    }

    /// Fetches the key set for all callers that wait; a failure keeps the former one.
    private func refresh(_ issuer: TrustedIssuer) async {
        let outcome: Result<KeySet, FetchProblem>
        do throws(FetchProblem) {
            outcome = .success(try await fetchKeys(of: issuer))
        } catch {
            outcome = .failure(error)
            // Also while the former keys are used, so that an operator sees the outage before they are too old.
            report(ProviderFailure(provider: issuer.url, reason: error.reason))
        }
        records.withLock { records in
            let name = Self.name(of: issuer)
            var record = records[name] ?? Record()
            record.flight = nil
            switch outcome {
            case .success(let keys): record.known.succeed(with: keys, at: clock.now)
            case .failure(let problem): record.known.fail("\(issuer.url): \(problem.reason)", at: clock.now)
            }
            records[name] = record
        }
    }

    /// The name of an issuer's record.
    ///
    /// An issuer with another key set has a record of its own, so that the settings of one pool do not decide the keys
    /// of another one.
    private static func name(of issuer: TrustedIssuer) -> WireName {
        WireName(issuer.keySetURL.map { "\(issuer.url) \($0)" } ?? issuer.url)
    }

    private func fetchKeys(of issuer: TrustedIssuer) async throws(FetchProblem) -> KeySet {
        let url = if let set = issuer.keySetURL { set } else { try await discoveredKeySet(of: issuer) }
        let keys = try await body(of: url, atMost: KeySet.maximumBytes)
        do {
            return try KeySet(json: keys)
        } catch {
            throw FetchProblem(reason: error.rawValue)
        }
    }

    private func discoveredKeySet(of issuer: TrustedIssuer) async throws(FetchProblem) -> String {
        let document = try await body(of: DiscoveryDocument.url(of: issuer), atMost: DiscoveryDocument.maximumBytes)
        do {
            return try DiscoveryDocument(json: document, of: issuer).keySetURL
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
        let oldest = idle.min {
            ($0.value.known.attemptedAt ?? .distantPast) < ($1.value.known.attemptedAt ?? .distantPast)
        }
        if let oldest { records[oldest.key] = nil }
    }
}

/// The reason why a key set could not be fetched, for the log.
private struct FetchProblem: Error {
    let reason: String
}

/// The part of a discovery document that the server needs (OpenID Connect Discovery 1.0, section 3).
package struct DiscoveryDocument: Sendable, Equatable {
    /// The reason why a document is refused.
    package enum Flaw: String, Error, Sendable {
        case notAnObject = "the discovery document is not a JSON object"
        case otherIssuer = "the discovery document is another issuer's"
        case noKeySet = "the discovery document has no acceptable address of a key set"
    }

    /// The most bytes of a document that are read.
    package static let maximumBytes = 65_536
    /// The longest address of a key set, in bytes.
    private static let maximumAddress = ProviderAddress.maximumBytes

    /// The member `jwks_uri`.
    package let keySetURL: String
    /// The member `authorization_endpoint`; `nil` if it is missing or cannot be used, as with the two that follow.
    package let authorizationURL: String?
    /// The member `token_endpoint`.
    package let tokenURL: String?
    /// The member `userinfo_endpoint`.
    package let userInfoURL: String?

    /// Reads the document of an issuer.
    ///
    /// The issuer in it must be the expected one, but for one trailing slash. The key set of an issuer with `https` has
    /// `https`, too; which hosts and addresses are acceptable is for the fetch to decide.
    /// - Throws: `Flaw`.
    package init(json: [UInt8], of issuer: TrustedIssuer) throws(Flaw) {
        guard json.count <= Self.maximumBytes, let members = (try? WireValue(unambiguousJSON: json))?.objectValue else {
            throw .notAnObject
        }
        guard let name = members["issuer"]?.stringValue, issuer.hasName(name) else { throw .otherIssuer }
        let scheme = issuer.url.utf8.starts(with: "http://".utf8) ? "http" : "https://"
        guard let url = members["jwks_uri"]?.stringValue, url.utf8.count <= Self.maximumAddress,
            url.utf8.starts(with: scheme.utf8)
        else { throw .noKeySet }
        keySetURL = url
        func address(_ member: String) -> String? {
            members[member]?.stringValue.flatMap { address in
                address.utf8.starts(with: scheme.utf8) && ProviderAddress.isAbsolute(address) ? address : nil
            }
        }
        authorizationURL = address("authorization_endpoint")
        tokenURL = address("token_endpoint")
        userInfoURL = address("userinfo_endpoint")
    }

    /// The address of an issuer's document (section 4).
    package static func url(of issuer: TrustedIssuer) -> String {
        issuer.url + "/.well-known/openid-configuration"
    }
}

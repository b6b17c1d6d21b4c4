// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
import GatehouseCrypto
import GatehouseText
import Synchronization

/// The metadata of SAML providers: from the document that an administrator has given, or from its address.
///
/// What comes from an address is kept for six hours, or until ten minutes before its `validUntil`, so that sign-ins during
/// a fetch have valid metadata. It is fetched again after that; if the fetch fails, the former metadata serves for a day.
package final class SAMLMetadataSource: Sendable {
    /// The time after which metadata from an address is fetched again, in seconds.
    package static let lifetime: TimeInterval = 6 * 3_600
    /// The time for which metadata serves while its address gives none, in seconds.
    private static let longestUse: TimeInterval = 24 * 3_600
    /// The time before `validUntil` from which metadata is fetched again, in seconds.
    private static let margin: TimeInterval = 600
    /// The least time between two fetches of one address, in seconds.
    private static let pause: TimeInterval = 10
    private static let maximum = 1_000
    private static let timeLimit = Duration.seconds(5)

    private struct Entry {
        var metadata: SAMLMetadata?
        var fetchedAt = Date.distantPast
        var attemptedAt: Date

        /// Whether the metadata serves without another fetch.
        func isFresh(at now: Date) -> Bool {
            guard now.timeIntervalSince(fetchedAt) < SAMLMetadataSource.lifetime else { return false }
            return metadata?.validUntil.map { $0.timeIntervalSince(now) > SAMLMetadataSource.margin } ?? true
        }
    }

    /// The reason why an address gave no metadata.
    private struct Failure: Error {
        let reason: String
    }

    private let fetch: any OutboundFetch
    private let clock: WallClock
    private let report: @Sendable (ProviderFailure) -> Void
    private let documents = SAMLMetadataCache(maximum: maximum)
    private let entries = Mutex<[String: Entry]>([:])

    /// Creates a source; it fetches nothing before the first sign-in, and passes each failure to `report`.
    package init(
        fetch: any OutboundFetch, clock: WallClock, report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) {
        self.fetch = fetch
        self.clock = clock
        self.report = report
    }

    /// Returns the metadata in the details of a provider.
    ///
    /// `id` identifies the provider among all providers of all pools.
    /// - Throws: `misconfigured` for details without metadata that can be used, `unreachable` for an address that gives
    ///   none.
    package func metadata(
        _ details: [String: String], ofProvider id: String
    ) async throws(UpstreamFault) -> SAMLMetadata {
        guard let address = details["MetadataURL"] else {
            guard let file = details["MetadataFile"] else { throw .misconfigured }
            do throws(SAMLMetadataFlaw) {
                return try documents.metadata(ofProvider: id, document: file)
            } catch {
                report(ProviderFailure(provider: id, reason: "the metadata \(error)"))
                throw .misconfigured
            }
        }
        let now = clock.now
        let (known, isDue) = entries.withLock { entries -> (Entry?, Bool) in
            let known = entries[address]
            let isFresh = known.map { $0.isFresh(at: now) } ?? false
            let rests = known.map { now.timeIntervalSince($0.attemptedAt) < Self.pause } ?? false
            guard !isFresh, !rests else { return (known, false) }
            if entries.count >= Self.maximum, known == nil { entries = [:] }
            entries[address, default: Entry(attemptedAt: now)].attemptedAt = now
            return (known, true)
        }
        if isDue {
            do throws(Failure) {
                let metadata = try await fetched(address)
                entries.withLock {
                    $0[address] = Entry(metadata: metadata, fetchedAt: clock.now, attemptedAt: clock.now)
                }
                return metadata
            } catch {
                report(ProviderFailure(provider: id, reason: error.reason))
            }
        }
        guard let known, let metadata = known.metadata, now.timeIntervalSince(known.fetchedAt) < Self.longestUse else {
            throw .unreachable
        }
        return metadata
    }

    private func fetched(_ address: String) async throws(Failure) -> SAMLMetadata {
        let request = OutboundRequest(
            url: address, headers: [OutboundHeader("Accept", "application/samlmetadata+xml, application/xml")],
            bodyLimit: XMLLimits.metadata.bytes, timeLimit: Self.timeLimit)
        let response: OutboundResponse
        do throws(OutboundFailure) {
            response = try await fetch.fetch(request)
        } catch {
            throw Failure(reason: "\(request): \(error)")
        }
        guard response.status == 200 else { throw Failure(reason: "\(request) answers \(response.status)") }
        guard let document = String(validating: response.body, as: UTF8.self) else {
            throw Failure(reason: "\(request): the document is not UTF-8")
        }
        do throws(SAMLMetadataFlaw) {
            return try SAMLMetadata(document)
        } catch {
            throw Failure(reason: "\(request): the metadata \(error)")
        }
    }
}

/// Keeps the metadata of registered providers as it was read, so that a login does not read the document again.
package final class SAMLMetadataCache: Sendable {
    private struct Entry {
        let document: String
        let metadata: SAMLMetadata
    }

    /// More than an account can have; when it is passed, all are read again.
    private let maximum: Int
    private let entries = Mutex<[String: Entry]>([:])

    /// Creates an empty cache.
    package init(maximum: Int = 128) {
        self.maximum = maximum
    }

    /// The metadata of a provider's document; a document that changed is read again.
    /// - Throws: ``SAMLMetadataFlaw``.
    package func metadata(ofProvider arn: String, document: String) throws(SAMLMetadataFlaw) -> SAMLMetadata {
        if let entry = entries.withLock({ $0[arn] }), entry.document.hasBytes(of: document) { return entry.metadata }
        let metadata = try SAMLMetadata(document)
        entries.withLock { entries in
            if entries.count >= maximum { entries = [:] }
            entries[arn] = Entry(document: document, metadata: metadata)
        }
        return metadata
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseFederation
import Synchronization
import Testing

@Suite("Metadata of SAML providers from an address")
struct SAMLMetadataSourceTests {
    private static let address = "https://idp.example.com/metadata"
    /// The time of the clock at the beginning is 22:13:20.
    private static let end = #" validUntil="2023-11-14T23:13:20Z""#

    private let fetch = ScriptedFetch()
    private let clock = MovedClock()
    private let failures = Failures()

    private final class Failures: Sendable {
        private let list = Mutex<[ProviderFailure]>([])

        var reasons: [String] { list.withLock { $0.map { "\($0.provider) \($0.reason)" } } }

        @Sendable func add(_ failure: ProviderFailure) { list.withLock { $0.append(failure) } }
    }

    private var source: SAMLMetadataSource {
        SAMLMetadataSource(fetch: fetch, clock: clock.clock, report: failures.add)
    }

    private func read(_ source: SAMLMetadataSource) async -> Result<SAMLMetadata, UpstreamFault> {
        do throws(UpstreamFault) {
            return .success(try await source.metadata(["MetadataURL": Self.address], ofProvider: "pool/corp"))
        } catch {
            return .failure(error)
        }
    }

    @Test func `metadata is fetched again after six hours`() async throws {
        fetch.answer(Self.address, try SAMLFixtures.metadataText())
        let source = source
        for (seconds, count) in [(0.0, 1), (6 * 3_600 - 1, 1), (1, 2)] {
            clock.advance(by: seconds)
            await #expect(throws: Never.self) { try await read(source).get() }
            #expect(fetch.count(Self.address) == count)
        }
    }

    @Test func `metadata is fetched again ten minutes before it expires`() async throws {
        fetch.answer(Self.address, try SAMLFixtures.metadataText(attributes: Self.end))
        let source = source
        #expect(try await read(source).get().validUntil == clock.clock.now.addingTimeInterval(3_600))
        fetch.answer(Self.address, try SAMLFixtures.metadataText())
        clock.advance(by: 2_999)
        #expect(try await read(source).get().validUntil != nil)
        clock.advance(by: 1)
        #expect(try await read(source).get().validUntil == nil)
        #expect(fetch.count(Self.address) == 2)
    }

    @Test func `former metadata serves for a day, and each failed fetch is reported`() async throws {
        fetch.answer(Self.address, try SAMLFixtures.metadataText())
        let source = source
        await #expect(throws: Never.self) { try await read(source).get() }
        fetch.answer(Self.address, "", status: 503)
        clock.advance(by: 6 * 3_600)
        await #expect(throws: Never.self) { try await read(source).get() }
        // Within ten seconds, the address is not asked again.
        await #expect(throws: Never.self) { try await read(source).get() }
        fetch.fail(Self.address, .timedOut)
        clock.advance(by: 18 * 3_600)
        await #expect(throws: UpstreamFault.unreachable) { try await read(source).get() }
        fetch.answer(Self.address, "<html></html>")
        clock.advance(by: 10)
        await #expect(throws: UpstreamFault.unreachable) { try await read(source).get() }
        #expect(
            failures.reasons == [
                "pool/corp GET \(Self.address) answers 503", "pool/corp GET \(Self.address): timedOut",
                "pool/corp GET \(Self.address): the metadata \(SAMLMetadataFlaw.noEntity)",
            ])
    }
}

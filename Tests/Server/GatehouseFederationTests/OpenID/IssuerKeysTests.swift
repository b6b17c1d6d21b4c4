// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@Suite("Fetches of key sets", .hangLimit)
struct IssuerKeysTests {
    private static let rotated = #"{"alg": "RS256", "kid": "two"}"#

    @Test("Concurrent tokens of a new issuer cause one fetch")
    func singleFlight() async throws {
        let issuer = try TestIssuer()
        let (verifier, token) = (issuer.verifier(), try issuer.token())
        issuer.fetch.hold(issuer.url)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await #expect(throws: Never.self) { try await verifier.verify(token, from: issuer.trusted) }
                }
            }
            group.addTask { issuer.fetch.release() }
        }
        #expect(issuer.fetch.count(issuer.discoveryURL) == 1)
        #expect(issuer.fetch.count(issuer.keySetURL) == 1)
    }

    @Test("A key that the issuer adds later is found, after the pause between two fetches")
    func rotation() async throws {
        let issuer = try TestIssuer()
        let verifier = issuer.verifier()
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
        issuer.publish([
            TestIssuer.member(issuer.key, id: "one"), TestIssuer.member(issuer.otherKey, id: "two"),
        ])
        let token = try issuer.token(header: Self.rotated, key: issuer.otherKey)
        await #expect(throws: TokenRefusal.unverifiable) { try await verifier.verify(token, from: issuer.trusted) }
        issuer.clock.advance(by: 10)
        _ = try await verifier.verify(token, from: issuer.trusted)
        #expect(issuer.fetch.count(issuer.keySetURL) == 2)
    }

    @Test("A flood of unknown key ids of one issuer causes one fetch, and blocks no rotation of another issuer")
    func flood() async throws {
        let issuer = try TestIssuer()
        let other = try TestIssuer("https://other.example.com", fetch: issuer.fetch, clock: issuer.clock)
        let verifier = issuer.verifier()
        _ = try await verifier.verify(try other.token(), from: other.trusted)
        issuer.clock.advance(by: 10)
        for number in 0..<50 {
            let token = try issuer.token(header: #"{"alg": "RS256", "kid": "invented-\#(number)"}"#)
            await #expect(throws: TokenRefusal.unverifiable) { try await verifier.verify(token, from: issuer.trusted) }
        }
        #expect(issuer.fetch.count(issuer.keySetURL) == 1)
        other.publish([TestIssuer.member(other.otherKey, id: "two")])
        let token = try other.token(header: Self.rotated, key: other.otherKey)
        _ = try await verifier.verify(token, from: other.trusted)
    }

    @Test("A provider that does not answer delays no token of another one")
    func slowProvider() async throws {
        let slow = try TestIssuer()
        let other = try TestIssuer("https://other.example.com", fetch: slow.fetch, clock: slow.clock)
        let verifier = slow.verifier()
        slow.fetch.hold(slow.url)
        let token = try slow.token()
        let waiting = Task { try await verifier.verify(token, from: slow.trusted) }
        _ = try await verifier.verify(try other.token(), from: other.trusted)
        slow.fetch.release()
        _ = try await waiting.value
    }

    @Test("After a failed fetch the issuer has a pause, in which its tokens are refused at once")
    func pause() async throws {
        let issuer = try TestIssuer()
        issuer.fetch.fail(issuer.discoveryURL, .timedOut)
        let (verifier, token) = (issuer.verifier(), try issuer.token())
        for _ in 0..<3 {
            await #expect(throws: TokenRefusal.self) { try await verifier.verify(token, from: issuer.trusted) }
        }
        #expect(issuer.fetch.requests.count == 1)
        issuer.fetch.answer(issuer.discoveryURL, #"{"issuer": "\#(issuer.url)", "jwks_uri": "\#(issuer.keySetURL)"}"#)
        issuer.clock.advance(by: 10)
        _ = try await verifier.verify(token, from: issuer.trusted)
    }

    @Test("Known keys outlive an outage of their issuer by a day, and no longer")
    func outage() async throws {
        let issuer = try TestIssuer()
        let verifier = issuer.verifier()
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
        issuer.fetch.fail(issuer.discoveryURL, .timedOut)
        issuer.clock.advance(by: 86_399)
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
        issuer.clock.advance(by: 10)
        let token = try issuer.token()
        await #expect(throws: TokenRefusal.self) { try await verifier.verify(token, from: issuer.trusted) }
    }

    @Test("A token with a new key is no forgery while the issuer does not answer: the client may try it again")
    func rotationDuringOutage() async throws {
        let issuer = try TestIssuer()
        let verifier = issuer.verifier()
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
        issuer.fetch.fail(issuer.discoveryURL, .timedOut)
        issuer.clock.advance(by: 10)
        let new = try issuer.token(header: Self.rotated, key: issuer.otherKey)
        for _ in 0..<2 {
            await #expect(
                throws: TokenRefusal.providerUnavailable("\(issuer.url): GET \(issuer.discoveryURL): timedOut")
            ) { try await verifier.verify(new, from: issuer.trusted) }
        }
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
    }

    @Test("Each failed fetch is reported once with its reason, also while the former keys are used")
    func reports() async throws {
        let issuer = try TestIssuer()
        let failures = Mutex<[ProviderFailure]>([])
        let verifier = issuer.verifier { failure in failures.withLock { $0.append(failure) } }
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
        issuer.clock.advance(by: 3_600)
        issuer.fetch.answer(issuer.keySetURL, "<html>")
        for _ in 0..<3 { _ = try await verifier.verify(try issuer.token(), from: issuer.trusted) }
        issuer.clock.advance(by: 10)
        issuer.fetch.answer(issuer.discoveryURL, "", status: 503)
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
        let reported = failures.withLock { $0 }
        #expect(
            reported == [
                ProviderFailure(provider: issuer.url, reason: KeySet.Flaw.notAKeySet.rawValue),
                ProviderFailure(provider: issuer.url, reason: "GET \(issuer.discoveryURL) answers 503"),
            ])
    }

    @Test("A key that the issuer removed is refused after an hour")
    func removal() async throws {
        let issuer = try TestIssuer()
        let verifier = issuer.verifier()
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
        issuer.publish([TestIssuer.member(issuer.otherKey, id: "two")])
        issuer.clock.advance(by: 3_599)
        _ = try await verifier.verify(try issuer.token(), from: issuer.trusted)
        issuer.clock.advance(by: 1)
        let token = try issuer.token()
        await #expect(throws: TokenRefusal.unverifiable) { try await verifier.verify(token, from: issuer.trusted) }
    }
}

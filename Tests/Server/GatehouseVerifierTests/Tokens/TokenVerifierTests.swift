// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseVerifier
import GatehouseWire
import Testing

@Suite struct TokenVerifierTests {
    @Test func `an ID token and an access token are accepted for their own use`() async throws {
        let pool = try await SignedInPool()
        let id = try await pool.verifier.verify(pool.idToken, as: .id)
        #expect(id.use == .id)
        #expect(id.clientID == pool.client)
        #expect(id.username == "ada")
        #expect(id["email"] == "ada@example.com")
        #expect(id.expiresAt > pool.gatehouse.clock.now)
        let access = try await pool.verifier.verify(pool.accessToken, as: .access)
        #expect(access.subject == id.subject)
        #expect(access.username == "ada")
        #expect(access.scopes == ["aws.cognito.signin.user.admin"])
        #expect(access.groups.isEmpty)
        #expect(pool.server.calls == 1)
    }

    @Test func `an access token where an ID token is expected, and the reverse`() async throws {
        let pool = try await SignedInPool()
        #expect(await Self.reason(pool.verifier, pool.accessToken, .id) == .use)
        #expect(await Self.reason(pool.verifier, pool.idToken, .access) == .use)
    }

    @Test func `a token of another client`() async throws {
        let pool = try await SignedInPool()
        let other = try pool.verifier(clients: ["other"])
        #expect(await Self.reason(other, pool.idToken, .id) == .audience)
        #expect(await Self.reason(other, pool.accessToken, .access) == .audience)
    }

    @Test func `a token of another pool of the same server`() async throws {
        let pool = try await SignedInPool()
        let second = try await pool.gatehouse.makeUserPool(name: "second")
        let other = try pool.verifier(issuer: "http://localhost:9229/\(second)", clients: [pool.client])
        #expect([.unknownKey, .signature, .issuer].contains(await Self.reason(other, pool.idToken, .id)))
    }

    @Test func `an issuer that serves the same keys under another name`() async throws {
        let pool = try await SignedInPool()
        let other = try pool.verifier(issuer: "http://127.0.0.1:9229/\(pool.id)", clients: [pool.client])
        #expect(await Self.reason(other, pool.idToken, .id) == .issuer)
    }

    @Test func `an expired token, and one from the future`() async throws {
        let pool = try await SignedInPool()
        pool.gatehouse.clock.advance(by: -301)
        #expect(await Self.reason(pool.verifier, pool.idToken, .id) == .notYetValid)
        pool.gatehouse.clock.advance(by: 301 + 3_600)
        #expect(await Self.reason(pool.verifier, pool.idToken, .id) == .expired)
    }

    @Test func `an unsigned token, one with a shared secret, one with an extension, and a changed one`() async throws {
        let pool = try await SignedInPool()
        let parts = pool.idToken.split(separator: ".").map(String.init)
        let head = try WireValue(json: try #require(Base64URL.decode(parts[0])))
        let keyID = try #require(head["kid"]?.stringValue)
        func encoded(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }
        let none = encoded(#"{"alg":"none","kid":"\#(keyID)"}"#) + "." + parts[1]
        #expect(await Self.reason(pool.verifier, none, .id) == .malformed)
        #expect(await Self.reason(pool.verifier, none + ".", .id) == .algorithm)
        let confused = encoded(#"{"alg":"HS256","kid":"\#(keyID)"}"#) + "." + parts[1]
        let mac = Base64URL.encode(hmacSHA256(key: Array(keyID.utf8), Array(confused.utf8)))
        #expect(await Self.reason(pool.verifier, confused + "." + mac, .id) == .algorithm)
        let critical = encoded(#"{"alg":"RS256","kid":"\#(keyID)","crit":["b64"],"b64":false}"#)
        let extended = [critical, parts[1], parts[2]].joined(separator: ".")
        #expect(await Self.reason(pool.verifier, extended, .id) == .malformed)
        let payload = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
        let other = encoded(payload.replacing("ada@example.com", with: "eve@example.com"))
        let changed = [parts[0], other, parts[2]].joined(separator: ".")
        #expect(await Self.reason(pool.verifier, changed, .id) == .signature)
    }

    @Test(arguments: ["", ".", "..", "a.b.c", "é.é.é"])
    func `text in another form`(text: String) async throws {
        let pool = try await SignedInPool()
        #expect(await Self.reason(pool.verifier, text, .id) == .malformed)
        #expect(pool.server.calls == 0)
    }

    @Test func `a flood of unknown key ids fetches the keys once in ten seconds`() async throws {
        let pool = try await SignedInPool()
        for number in 0..<20 {
            let token = Self.token(pool.idToken, keyID: "\(number)")
            #expect(await Self.reason(pool.verifier, token, .id) == .unknownKey)
        }
        #expect(pool.server.calls == 1)
        #expect(await Self.reason(pool.verifier, pool.idToken, .id) == nil)
    }

    @Test func `known keys are used for a day while the issuer is down`() async throws {
        let pool = try await SignedInPool()
        #expect(await Self.reason(pool.verifier, pool.idToken, .id) == nil)
        pool.server.setReachable(false)
        pool.gatehouse.clock.advance(by: 3_599)
        #expect(await Self.reason(pool.verifier, pool.idToken, .id) == nil)
        pool.gatehouse.clock.advance(by: 90_000)
        #expect(await Self.reason(pool.verifier, pool.idToken, .id)?.status == 503)
    }

    @Test func `a token with a new key is not invalid while the issuer is down, and may be tried again`() async throws {
        let pool = try await SignedInPool()
        let new = Self.token(pool.idToken, keyID: "new")
        #expect(await Self.reason(pool.verifier, pool.idToken, .id) == nil)
        pool.server.setReachable(false)
        pool.gatehouse.clock.advance(by: 10)
        // The second one comes in the pause after the fetch that failed.
        for _ in 0..<2 { #expect(await Self.reason(pool.verifier, new, .id)?.status == 503) }
        #expect(pool.server.calls == 2)
        #expect(await Self.reason(pool.verifier, pool.idToken, .id) == nil)
        pool.server.setReachable(true)
        #expect(await Self.reason(pool.verifier, new, .id)?.status == 503)
        pool.gatehouse.clock.advance(by: 10)
        for _ in 0..<2 { #expect(await Self.reason(pool.verifier, new, .id) == .unknownKey) }
        #expect(pool.server.calls == 3)
    }

    @Test(arguments: ["http://example.com/pool", "example.com", "", "https://a/b?c"])
    func `an issuer whose keys cannot be trusted`(issuer: String) {
        #expect(throws: TokenVerifier.Flaw.self) { try TokenVerifier(issuer: issuer, clientIDs: ["a"]) }
    }

    @Test func `a verifier without clients`() {
        #expect(throws: TokenVerifier.Flaw.self) { try TokenVerifier(issuer: "https://a/b", clientIDs: []) }
    }

    /// The token with another key id in its header.
    private static func token(_ token: String, keyID: String) -> String {
        let header = Base64URL.encode(Array(#"{"alg":"RS256","kid":"\#(keyID)"}"#.utf8))
        return [header, String(token.drop { $0 != "." }.dropFirst())].joined(separator: ".")
    }

    /// The reason why a token is refused; `nil` if it is accepted.
    private static func reason(
        _ verifier: TokenVerifier, _ token: String, _ use: VerifiedToken.Use
    ) async -> InvalidToken? {
        do throws(InvalidToken) {
            _ = try await verifier.verify(token, as: use)
            return nil
        } catch {
            return error
        }
    }
}

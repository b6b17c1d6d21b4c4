// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccounts
import GatehouseCrypto
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct PasskeyListTests {
    /// A user with three passkeys, each registered a second after the other.
    private func threePasskeys() async throws -> (PoolFixture, token: String, ids: [String]) {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var ids: [String] = []
        for seed in 1...3 {
            var authenticator = TestAuthenticator(seed: UInt64(seed))
            try await fixture.register(&authenticator, token: token)
            ids += authenticator.passkeys.map { Base64URL.encode($0.id) }
            fixture.gatehouse.clock.advance(by: 1)
        }
        return (fixture, token, ids)
    }

    private func page(
        _ fixture: PoolFixture, _ token: String, after next: String? = nil, limit: Int? = 2
    ) async throws -> ListWebAuthnCredentialsResponse {
        try await fixture.anyone.listWebAuthnCredentials(
            ListWebAuthnCredentialsRequest(accessToken: token, nextToken: next, maxResults: limit))
    }

    @Test func `passkeys are listed page by page, the oldest first`() async throws {
        let (fixture, token, ids) = try await threePasskeys()
        let first = try await page(fixture, token)
        #expect(first.credentials.map(\.credentialId) == Array(ids[..<2]))
        // A passkey that is deleted between two pages does not shift the next page.
        try await fixture.deletePasskey(ids[1], token: token)
        let second = try await page(fixture, token, after: first.nextToken)
        #expect(second.credentials.map(\.credentialId) == [ids[2]])
        #expect(second.nextToken == nil)
        #expect(try await page(fixture, token, limit: 0).credentials.count == 2)
    }

    @Test func `the token of a page is good for one user`() async throws {
        let (fixture, token, _) = try await threePasskeys()
        try await fixture.makeUser("mallory")
        let next = try await page(fixture, token).nextToken
        let foreign = try await fixture.accessToken("mallory")
        #expect(try await fault { _ = try await page(fixture, foreign, after: next) }?.code == .invalidParameter)
    }

    @Test func `a passkey is deleted once`() async throws {
        let (fixture, token, ids) = try await threePasskeys()
        try await fixture.deletePasskey(ids[0], token: token)
        for id in [ids[0], "AAAA", "not base64!", ""] {
            #expect(try await fault { try await fixture.deletePasskey(id, token: token) }?.code == .resourceNotFound)
        }
        #expect(try await fixture.passkeys(token: token).map(\.credentialId) == Array(ids[1...]))
    }

    @Test func `a user can neither delete nor list another user's passkeys`() async throws {
        let (fixture, token, ids) = try await threePasskeys()
        try await fixture.makeUser("mallory")
        let foreign = try await fixture.accessToken("mallory")
        #expect(try await fault { try await fixture.deletePasskey(ids[0], token: foreign) }?.code == .resourceNotFound)
        #expect(try await fixture.passkeys(token: foreign).isEmpty)
        #expect(try await fixture.passkeys(token: token).count == 3)
    }

    @Test(arguments: [
        ("ea9b8d664d011d213ce4b6b48cb575d4", "Google Password Manager"),
        ("00000000000000000000000000000000", "Platform passkey"),
    ])
    func `a passkey has the name of its provider`(aaguid: String, name: String) async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        authenticator.aaguid = try #require(Hex.decode(aaguid))
        try await fixture.register(&authenticator, token: token)
        #expect(try await fixture.passkeys(token: token).map(\.friendlyCredentialName) == [name])
    }

    @Test func `a passkey of a roaming authenticator is named so`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        try await fixture.register(&authenticator, token: token) { credential in
            guard case .object(var members) = credential else { return }
            members["authenticatorAttachment"] = "cross-platform"
            credential = .object(members)
        }
        let passkey = try await fixture.passkeys(token: token).first
        #expect(passkey?.friendlyCredentialName == "Roaming passkey")
        #expect(passkey?.authenticatorAttachment == "cross-platform")
    }
}

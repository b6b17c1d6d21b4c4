// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWebAuthn
import GatehouseWire
import Testing

@Suite struct PasskeyRegistrationTests {
    @Test func `the options are those that browsers and apps take`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        let document = try await fixture.creationOptions(token: token)
        var options = try #require(document.objectValue)
        let challenge = try #require(options.removeValue(forKey: "challenge")?.stringValue)
        let signed = try #require(Base64URL.decode(challenge))
        #expect(signed.count >= 16)
        let sub = try await fixture.storedUser().sub
        #expect(
            WireValue.object(options) == [
                "authenticatorSelection": [
                    "requireResidentKey": true, "residentKey": "required", "userVerification": "preferred",
                ],
                "excludeCredentials": [],
                "pubKeyCredParams": [["alg": -7, "type": "public-key"], ["alg": -257, "type": "public-key"]],
                "rp": ["id": "localhost", "name": "localhost"], "timeout": 60_000,
                "user": [
                    "displayName": "alice", "id": .string(Base64URL.encode(Array(sub.utf8))), "name": "alice",
                ],
            ])
        let other = try await fixture.creationOptions(token: token)
        #expect(other["challenge"]?.stringValue != challenge)
    }

    @Test(arguments: [TestAuthenticator.Algorithm.es256, .rs256])
    func `a passkey is registered and listed`(_ algorithm: TestAuthenticator.Algorithm) async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator(algorithms: [algorithm])
        try await fixture.register(&authenticator, token: token)
        let listed = try await fixture.passkeys(token: token)
        let passkey = try #require(listed.first)
        #expect(listed.count == 1)
        #expect(passkey.credentialId == authenticator.passkeys.first.map { Base64URL.encode($0.id) })
        #expect(passkey.friendlyCredentialName == "Platform passkey")
        #expect(passkey.relyingPartyId == "localhost")
        #expect(passkey.authenticatorAttachment == "platform")
        #expect(passkey.authenticatorTransports == ["internal"])
        #expect(passkey.createdAt == fixture.gatehouse.clock.now)
        let options = try await fixture.creationOptions(token: token)
        #expect(options["excludeCredentials"]?.arrayValue?.first?["id"]?.stringValue == passkey.credentialId)
        #expect(throws: TestAuthenticatorError.alreadyRegistered) { try authenticator.register(options: options) }
    }

    @Test func `the credential may come as a string, with what browsers add`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        let credential = try authenticator.register(options: try await fixture.creationOptions(token: token))
        let body: WireValue = [
            "AccessToken": .string(token),
            "Credential": .string(String(decoding: credential.jsonBytes(), as: UTF8.self)),
        ]
        let answer = await fixture.gatehouse.send(
            .call(
                "AWSCognitoIdentityProviderService.CompleteWebAuthnRegistration",
                json: String(decoding: body.jsonBytes(), as: UTF8.self)))
        #expect(answer.status == 200)
        #expect(try await fixture.passkeys(token: token).count == 1)
    }

    @Test func `a pool without passkeys refuses both steps`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let token = try await fixture.accessToken()
        #expect(try await fault { _ = try await fixture.creationOptions(token: token) }?.code == .webAuthnNotEnabled)
        #expect(try await fault { try await fixture.complete([:], token: token) }?.code == .webAuthnNotEnabled)
        #expect(try await fixture.passkeys(token: token).isEmpty)
    }

    @Test func `a pool without a relying party refuses passkeys where the installation has none`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let pool = try await fixture.anyone.pools.records.read { [id = fixture.poolID] in try $0.existingPool(id) }
        #expect(
            try await fault { _ = try PasskeySettings(pool, deployment: Deployment()) }?.code
                == .webAuthnConfigurationMissing)
    }

    @Test func `the pool's settings determine the relying party and whether user verification is required`()
        async throws
    {
        let fixture = try await PoolFixture.withPasskeys(
            WebAuthnConfigurationType(relyingPartyId: "auth.example.com", userVerification: .required))
        let token = try await fixture.accessToken()
        let options = try await fixture.creationOptions(token: token)
        #expect(options["rp"] == ["id": "auth.example.com", "name": "auth.example.com"])
        #expect(options["authenticatorSelection"]?["userVerification"] == "required")
        var authenticator = TestAuthenticator(origin: "https://auth.example.com")
        authenticator.verifiesUser = false
        #expect(
            try await fault { try await fixture.register(&authenticator, token: token) }?.code
                == .webAuthnCredentialNotSupported)
        authenticator.verifiesUser = true
        authenticator.passkeys = []
        try await fixture.register(&authenticator, token: token)
    }

    @Test func `a challenge is good once`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        let options = try await fixture.creationOptions(token: token)
        let (first, second) = (
            try authenticator.register(options: options), try authenticator.register(options: options)
        )
        try await fixture.complete(first, token: token)
        for credential in [first, second] {
            #expect(
                try await fault { try await fixture.complete(credential, token: token) }?.code
                    == .webAuthnChallengeNotFound)
        }
        #expect(try await fixture.passkeys(token: token).count == 1)
    }

    @Test func `of parallel answers to a challenge one is accepted`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        let options = try await fixture.creationOptions(token: token)
        let credentials = try (0..<8).map { _ in try authenticator.register(options: options) }
        await withTaskGroup(of: Void.self) { group in
            for credential in credentials { group.addTask { try? await fixture.complete(credential, token: token) } }
        }
        #expect(try await fixture.passkeys(token: token).count == 1)
    }

    @Test func `a challenge is good for five minutes`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        let late = try authenticator.register(options: try await fixture.creationOptions(token: token))
        fixture.gatehouse.clock.advance(by: 1)
        let timely = try authenticator.register(options: try await fixture.creationOptions(token: token))
        fixture.gatehouse.clock.advance(by: 299)
        #expect(try await fault { try await fixture.complete(late, token: token) }?.code == .webAuthnChallengeNotFound)
        try await fixture.complete(timely, token: token)
    }

    @Test func `a challenge is good for the user and the client that asked`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        try await fixture.makeUser("mallory")
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        let credential = try authenticator.register(options: try await fixture.creationOptions(token: token))
        let foreign = try await fixture.accessToken("mallory")
        #expect(
            try await fault { try await fixture.complete(credential, token: foreign) }?.code
                == .webAuthnChallengeNotFound)
        let other = try await fixture.withAnotherClient().accessToken()
        #expect(
            try await fault { try await fixture.complete(credential, token: other) }?.code == .webAuthnClientMismatch)
        try await fixture.complete(credential, token: token)
    }

    @Test func `a challenge of another pool is unknown`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let other = try await PoolFixture.withPasskeys(on: fixture.gatehouse)
        var authenticator = TestAuthenticator()
        let options = try await fixture.creationOptions(token: fixture.accessToken())
        let credential = try authenticator.register(options: options)
        let token = try await other.accessToken()
        #expect(
            try await fault { try await other.complete(credential, token: token) }?.code == .webAuthnChallengeNotFound)
    }

    @Test func `a challenge that was made up is unknown`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        authenticator.forgery.clientData = ["challenge": "AAAAAAAAAAAAAAAAAAAAAA"]
        #expect(
            try await fault { try await fixture.register(&authenticator, token: token) }?.code
                == .webAuthnChallengeNotFound)
    }

    @Test(arguments: [
        ("https://evil.org", ServiceFault.Code.webAuthnOriginNotAllowed),
        ("http://127.0.0.1:9229", .webAuthnOriginNotAllowed), ("https://localhost.evil.org", .webAuthnOriginNotAllowed),
    ])
    func `a wrong origin is refused`(_ origin: String, code: ServiceFault.Code) async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator(origin: origin)
        #expect(try await fault { try await fixture.register(&authenticator, token: token) }?.code == code)
        #expect(try await fixture.passkeys(token: token).isEmpty)
    }

    @Test func `each wrong thing has its fault`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        func code(_ change: (inout CeremonyForgery) -> Void) async throws -> ServiceFault.Code? {
            var authenticator = TestAuthenticator()
            change(&authenticator.forgery)
            return try await fault { try await fixture.register(&authenticator, token: token) }?.code
        }
        #expect(try await code { $0.relyingPartyID = "evil.org" } == .webAuthnRelyingPartyMismatch)
        #expect(
            try await code { $0.flags = { $0.subtracting(.userPresent) } } == .webAuthnCredentialNotSupported)
        #expect(try await code { $0.clientData = ["crossOrigin": true] } == .webAuthnOriginNotAllowed)
        #expect(try await code { $0.clientData = ["type": "webauthn.get"] } == .invalidParameter)
        #expect(try await code { $0.attestationObject = { _ in [0xA0] } } == .invalidParameter)
        #expect(try await code { $0.attestationObject = { $0.dropLast() } } == .invalidParameter)
        for credential: WireValue in [[:], "text", ["id": "AA"]] {
            #expect(
                try await fault { try await fixture.complete(credential, token: token) }?.code == .invalidParameter)
        }
        var edwards = TestAuthenticator(algorithms: [.edDSA])
        edwards.forgery.ignoresAlgorithms = true
        #expect(
            try await fault { try await fixture.register(&edwards, token: token) }?.code
                == .webAuthnCredentialNotSupported)
        #expect(try await fixture.passkeys(token: token).isEmpty)
    }

    @Test func `7.1, step 26: a passkey that another user has registered is not registered again`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        try await fixture.makeUser("mallory")
        var authenticator = TestAuthenticator()
        try await fixture.register(&authenticator, token: try await fixture.accessToken())
        // The same seed draws the same id.
        var clone = TestAuthenticator()
        let token = try await fixture.accessToken("mallory")
        let refusal = try await fault { try await fixture.register(&clone, token: token) }
        #expect(refusal?.code == .invalidParameter)
        #expect(try await fixture.passkeys(token: token).isEmpty)
    }

    @Test func `7.1, step 27: a passkey is stored with the data that its authenticator signed`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        var authenticator = TestAuthenticator()
        authenticator.synchronises = true
        authenticator.aaguid = [UInt8](0..<16)
        authenticator.forgery.authenticatorData = { data in
            // The counter stands behind the hash and the flags.
            Array(data[..<33]) + [0, 0, 1, 2] + data[37...]
        }
        try await fixture.register(&authenticator, token: try await fixture.accessToken())
        let stored = try #require(try await fixture.storedPasskeys().first)
        let passkey = try #require(authenticator.passkeys.first)
        #expect(stored.credentialID == passkey.id)
        #expect(stored.publicKey == CBORWriter.bytes(.map(passkey.key.publicKey.map)))
        #expect(stored.signCount == 0x0102)
        #expect(stored.isBackupEligible && stored.isBackedUp)
        #expect(stored.aaguid == [UInt8](0..<16))
        #expect(stored.transports == ["internal"])
        #expect(stored.sub == (try await fixture.storedUser().sub))
    }

    @Test func `7.1, step 29: a failed registration stores nothing`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        for forge in [
            { $0.relyingPartyID = "evil.org" }, { $0.flags = { $0.subtracting(.userPresent) } },
            { $0.credentialID = { _ in [1] } }, { $0.attestationObject = { $0.dropLast() } },
        ] as [@Sendable (inout CeremonyForgery) -> Void] {
            var authenticator = TestAuthenticator()
            forge(&authenticator.forgery)
            #expect(try await fault { try await fixture.register(&authenticator, token: token) } != nil)
            #expect(try await fixture.storedPasskeys().isEmpty)
        }
    }

    @Test func `a user has twenty passkeys at most`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        let early = try await fixture.creationOptions(token: token)
        for _ in 0..<20 {
            var another = TestAuthenticator(seed: UInt64(authenticator.passkeys.count + 2))
            try await fixture.register(&another, token: token)
            authenticator.passkeys += another.passkeys
        }
        #expect(try await fault { _ = try await fixture.creationOptions(token: token) }?.code == .limitExceeded)
        var last = TestAuthenticator(seed: 99)
        let credential = try last.register(options: early)
        #expect(try await fault { try await fixture.complete(credential, token: token) }?.code == .limitExceeded)
        #expect(try await fixture.passkeys(token: token).count == 20)
    }

    @Test func `passkey operations without a valid access token are refused`() async throws {
        let fixture = try await PoolFixture.withPasskeys()
        for token in ["", "x.y.z"] {
            #expect(try await fault { _ = try await fixture.creationOptions(token: token) }?.code == .notAuthorized)
            #expect(try await fault { try await fixture.complete([:], token: token) }?.code == .notAuthorized)
            #expect(try await fault { _ = try await fixture.passkeys(token: token) }?.code == .notAuthorized)
            #expect(try await fault { try await fixture.deletePasskey("AA", token: token) }?.code == .notAuthorized)
        }
    }
}

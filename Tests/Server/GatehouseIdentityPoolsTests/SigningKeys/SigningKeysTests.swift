// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

/// Signing keys for services that verify requests themselves.
///
/// It is 2023-11-14, 22:13:20 UTC.
@Suite struct SigningKeysTests {
    private static let day = "20231114"
    private static let ordersOnly = #"""
        {"Effect":"Allow","Action":"gatehouse:GetSigningKey","Resource":"arn:aws:gatehouse:*:*:signing-key/orders"}
        """#
    private static let everything = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#

    @Test func `a verifier gets the key of vended credentials and learns their holder`() async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        let login = try house.issuer.login(as: "alice")
        let pool = try await house.makePool()
        let identity = try await house.id(in: pool, login)
        let given = try #require(try await house.credentials(identity, login).credentials)
        let answer = try await Self.ask(house, verifier, given.accessKeyId, given.sessionToken)
        let key = SigningKey(
            secretAccessKey: try #require(given.secretKey), day: Self.day, region: "us-east-1", service: "orders")
        #expect(answer.key == Data(key.bytes))
        #expect(answer.expiresAt == given.expiration)
        #expect(answer.principal.arn == "arn:aws:sts::123456789012:assumed-role/Users/CognitoIdentityCredentials")
        #expect(answer.principal.account == "123456789012")
        #expect(answer.principal.identityID == identity)
        #expect(answer.principal.identityPoolID == pool)
        #expect(answer.principal.authenticationMethods.first == "authenticated")
    }

    @Test func `the key of a user's access key is for a day at most`() async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        try await house.registerUser("ada")
        let key = try await house.pools.registry.createKey(forUser: "ada")
        let answer = try await Self.ask(house, verifier, key.id)
        #expect(answer.expiresAt == house.clock.now.addingTimeInterval(86_400))
        #expect(answer.principal.arn == "arn:aws:iam::123456789012:user/ada")
        #expect(answer.principal.identityID == nil)
        try await house.pools.registry.deleteKey(key.id)
        await Self.expect(.unknownAccessKey) { try await Self.ask(house, verifier, key.id) }
    }

    @Test func `a policy names the services of a verifier`() async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        let stranger = try await house.user("plain", registered: true)
        let key = try await house.pools.registry.createKey(forUser: "verifier")
        for (caller, service) in [(verifier, "invoices"), (stranger, "orders"), (.anonymous, "orders")] {
            await Self.expect(.accessDenied) { try await Self.ask(house, caller, key.id, service: service) }
        }
    }

    @Test(arguments: ["sts", "cognito-idp", "cognito-identity", "gatehouse", "iam", "appsync"])
    func `no key is issued for a service of the server, whatever a policy allows`(service: String) async throws {
        let house = try await House()
        try await house.registerUser("admin", allowing: Self.everything)
        let key = try await house.pools.registry.createKey(forUser: "admin")
        for caller in [try await house.user("admin"), .administrator(accessKeyID: "AKIATEST")] {
            await Self.expect(.accessDenied) { try await Self.ask(house, caller, key.id, service: service) }
        }
    }

    @Test func `a guest's session may not ask, whatever its role permits`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        try await house.registerRole("Guests", trust: House.trust(pool: pool), allowing: Self.everything)
        let given = try #require(try await house.credentials(house.id(in: pool)).credentials)
        let guest = try await house.principal(given.accessKeyId, given.sessionToken)
        await Self.expect(.accessDenied) {
            try await Self.ask(house, guest, given.accessKeyId, given.sessionToken)
        }
    }

    @Test func `a session token must be presented and be the key's`() async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        let pool = try await house.makePool()
        let identity = try await house.id(in: pool)
        let given = try #require(try await house.credentials(identity).credentials)
        let other = try #require(try await house.credentials(identity).credentials)
        for token in [nil, "", "AAAA", other.sessionToken] {
            await Self.expect(.unknownAccessKey) { try await Self.ask(house, verifier, given.accessKeyId, token) }
        }
        try await house.registerUser("ada")
        let key = try await house.pools.registry.createKey(forUser: "ada")
        await Self.expect(.unknownAccessKey) {
            try await Self.ask(house, verifier, key.id, given.sessionToken)
        }
    }

    @Test func `credentials that are over have no key`() async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        let pool = try await house.makePool()
        let given = try #require(try await house.credentials(house.id(in: pool)).credentials)
        house.clock.advance(by: 3_600)
        await Self.expect(.expiredSession) {
            try await Self.ask(house, verifier, given.accessKeyId, given.sessionToken)
        }
    }

    @Test(arguments: ["AKIATEST", "AKIAABCDEFGHIJKLMNOP", "ASIAABCDEFGHIJKLMNOP", "", "ä"])
    func `unknown keys and those of administrators have none`(id: String) async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        await Self.expect(.unknownAccessKey) { try await Self.ask(house, verifier, id) }
    }

    @Test(arguments: ["20231106", "20231116", "20231340", "2023111", "", "20231114 ", "2023111४"])
    func `a day that no valid request has is refused`(day: String) async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        let key = try await house.pools.registry.createKey(forUser: "verifier")
        await Self.expect(.validation) { try await Self.ask(house, verifier, key.id, day: day) }
    }

    @Test(arguments: ["20231107", "20231113", "20231115"])
    func `a day of a presigned address or of a fast clock is accepted`(day: String) async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        let key = try await house.pools.registry.createKey(forUser: "verifier")
        _ = try await Self.ask(house, verifier, key.id, day: day)
    }

    @Test(arguments: ["", "Orders", "orders/*", "orders:x", "*", "o\u{0}", String(repeating: "o", count: 65)])
    func `a service or region that a policy could misread is refused`(name: String) async throws {
        let house = try await House()
        let verifier = try await Self.verifier(house)
        await Self.expect(.validation) { try await Self.ask(house, verifier, "AKIA", service: name) }
        await Self.expect(.validation) { try await Self.ask(house, verifier, "AKIA", region: name) }
    }

    /// The principal of a user that may get signing keys for the service `orders`.
    private static func verifier(_ house: House) async throws -> Principal {
        try await house.registerUser("verifier", allowing: ordersOnly)
        return try await house.user("verifier")
    }

    private static func ask(
        _ house: House, _ caller: Principal, _ id: String?, _ token: String? = nil, day: String = day,
        region: String = "us-east-1", service: String = "orders"
    ) async throws(ServiceFault) -> SigningKeyAnswer {
        try await house.pools.signingKeys.answer(
            SigningKeyQuestion(
                accessKeyID: id ?? "", sessionToken: token, day: day, region: region, service: service),
            to: caller, from: "10.1.2.3", inRegion: "us-east-1")
    }

    private static func expect(
        _ code: ServiceFault.Code, sourceLocation: SourceLocation = #_sourceLocation,
        _ ask: () async throws -> SigningKeyAnswer
    ) async {
        do {
            _ = try await ask()
            Issue.record("A key was issued.", sourceLocation: sourceLocation)
        } catch {
            #expect((error as? ServiceFault)?.code == code, sourceLocation: sourceLocation)
        }
    }
}

extension House {
    fileprivate func user(_ name: String, registered: Bool) async throws -> Principal {
        try await registerUser(name)
        return try await user(name)
    }
}

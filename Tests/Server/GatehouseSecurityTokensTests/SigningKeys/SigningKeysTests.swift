// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

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
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        let given = try account.credentials(isGuest: false)
        let answer = try await Self.ask(account, verifier, given.id, given.token)
        let key = SigningKey(
            secretAccessKey: given.secret, day: Self.day, region: "us-east-1", service: "orders")
        #expect(answer.key == Data(key.bytes))
        #expect(answer.expiresAt == account.clock.now.addingTimeInterval(3_600))
        #expect(answer.principal.arn == "arn:aws:sts::123456789012:assumed-role/Guests/CognitoIdentityCredentials")
        #expect(answer.principal.account == "123456789012")
        #expect(answer.principal.identityID == Account.identity)
        #expect(answer.principal.identityPoolID == Account.pool)
        #expect(answer.principal.authenticationMethods.first == "authenticated")
    }

    @Test func `the key of a user's access key is for a day at most`() async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        try await account.registerUser("ada")
        let key = try await account.securityTokens.registry.createKey(forUser: "ada")
        let answer = try await Self.ask(account, verifier, key.id)
        #expect(answer.expiresAt == account.clock.now.addingTimeInterval(86_400))
        #expect(answer.principal.arn == "arn:aws:iam::123456789012:user/ada")
        #expect(answer.principal.identityID == nil)
        try await account.securityTokens.registry.deleteKey(key.id)
        await Self.expect(.unknownAccessKey) { try await Self.ask(account, verifier, key.id) }
    }

    @Test func `a policy names the services of a verifier`() async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        let stranger = try await account.user("plain", registered: true)
        let key = try await account.securityTokens.registry.createKey(forUser: "verifier")
        for (caller, service) in [(verifier, "invoices"), (stranger, "orders"), (.anonymous, "orders")] {
            await Self.expect(.accessDenied) { try await Self.ask(account, caller, key.id, service: service) }
        }
    }

    @Test(arguments: ["sts", "cognito-idp", "cognito-identity", "gatehouse", "iam", "appsync"])
    func `no key is issued for a service of the server, whatever a policy allows`(service: String) async throws {
        let account = try await Account()
        try await account.registerUser("admin", allowing: Self.everything)
        let key = try await account.securityTokens.registry.createKey(forUser: "admin")
        for caller in [try await account.user("admin"), .administrator(accessKeyID: "AKIATEST")] {
            await Self.expect(.accessDenied) { try await Self.ask(account, caller, key.id, service: service) }
        }
    }

    @Test func `a guest's session may not ask, whatever its role permits`() async throws {
        let account = try await Account()
        try await account.registerRole(
            "Guests", trust: Account.trust(pool: Account.pool), allowing: Self.everything)
        let given = try account.credentials()
        let guest = try await account.principal(given.id, given.token)
        await Self.expect(.accessDenied) { try await Self.ask(account, guest, given.id, given.token) }
    }

    @Test func `the sessions of a user and of a role that were deleted get no key`() async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        try await account.registerRole("Guests", trust: Account.trust(pool: Account.pool))
        // Without another role, none would be managed after the deletion.
        try await account.registerRole("Other", trust: Account.trust(pool: Account.pool))
        let guest = try account.credentials()
        try await account.registerUser("ada")
        let tokens = account.tokens(try await account.user("ada"))
        let ada = try #require(try await tokens.getSessionToken(GetSessionTokenRequest()).credentials)
        _ = try await Self.ask(account, verifier, guest.id, guest.token)
        _ = try await Self.ask(account, verifier, ada.accessKeyId, ada.sessionToken)
        try await account.securityTokens.registry.delete(.user, named: "ada")
        try await account.securityTokens.registry.delete(.role, named: "Guests")
        let given = [(guest.id, guest.token), (ada.accessKeyId, ada.sessionToken)]
        for (id, token) in given {
            await Self.expect(.unknownAccessKey) { try await Self.ask(account, verifier, id, token) }
        }
    }

    @Test func `without any role, sessions of AssumeRole get no key, and those of identity pools do`() async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        let guest = try account.credentials()
        try await account.registerRole(
            "Only", trust: #"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"*"}}"#)
        let tokens = account.tokens(.administrator(accessKeyID: "AKIATEST"))
        let chained = try #require(
            try await tokens.assumeRole(
                AssumeRoleRequest(roleArn: "arn:aws:iam::123456789012:role/Only", roleSessionName: "session")
            ).credentials)
        _ = try await Self.ask(account, verifier, chained.accessKeyId, chained.sessionToken)
        await Self.expect(.unknownAccessKey) { try await Self.ask(account, verifier, guest.id, guest.token) }
        try await account.securityTokens.registry.delete(.role, named: "Only")
        await Self.expect(.unknownAccessKey) {
            try await Self.ask(account, verifier, chained.accessKeyId, chained.sessionToken)
        }
        _ = try await Self.ask(account, verifier, guest.id, guest.token)
    }

    @Test func `a verifier learns that policies of its own restrict a session`() async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        try await account.registerRole(
            "Wide", trust: #"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"*"}}"#,
            allowing: Self.everything)
        let tokens = account.tokens(.administrator(accessKeyID: "AKIATEST"))
        let narrow = #"{"Version":"2012-10-17","Statement":\#(Self.ordersOnly)}"#
        for policy in [nil, narrow] {
            let request = AssumeRoleRequest(
                roleArn: "arn:aws:iam::123456789012:role/Wide", roleSessionName: "session", policy: policy)
            let given = try #require(try await tokens.assumeRole(request).credentials)
            let answer = try await Self.ask(account, verifier, given.accessKeyId, given.sessionToken)
            #expect(answer.principal.isRestricted == (policy != nil))
        }
        let federated = try #require(
            try await tokens.getFederationToken(GetFederationTokenRequest(name: "ada", policy: narrow)).credentials)
        let answer = try await Self.ask(account, verifier, federated.accessKeyId, federated.sessionToken)
        #expect(answer.principal.isRestricted)
    }

    @Test func `the policy that every guest has is no restriction of a session`() async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        let guest = try account.credentials()
        #expect(try await !Self.ask(account, verifier, guest.id, guest.token).principal.isRestricted)
    }

    @Test func `a server that does not say it counts as one that restricts`() {
        let members: WireValue = ["Arn": "a", "Account": "123456789012", "UserId": "AIDA"]
        let response = SigningKeyResponse(["SigningKey": "AAAA", "Expiration": 1, "Principal": members])
        #expect(response?.principal.isRestricted == true)
    }

    @Test func `a session token must be presented and be the key's`() async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        let (given, other) = (try account.credentials(), try account.credentials())
        for token in [nil, "", "AAAA", other.token] {
            await Self.expect(.unknownAccessKey) { try await Self.ask(account, verifier, given.id, token) }
        }
        try await account.registerUser("ada")
        let key = try await account.securityTokens.registry.createKey(forUser: "ada")
        await Self.expect(.unknownAccessKey) {
            try await Self.ask(account, verifier, key.id, given.token)
        }
    }

    @Test func `credentials that are over have no key`() async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        let given = try account.credentials()
        account.clock.advance(by: 3_600)
        await Self.expect(.expiredSession) { try await Self.ask(account, verifier, given.id, given.token) }
    }

    @Test(arguments: ["AKIATEST", "AKIAABCDEFGHIJKLMNOP", "ASIAABCDEFGHIJKLMNOP", "", "ä"])
    func `unknown keys and those of administrators have none`(id: String) async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        await Self.expect(.unknownAccessKey) { try await Self.ask(account, verifier, id) }
    }

    @Test(arguments: ["20231106", "20231116", "20231340", "2023111", "", "20231114 ", "2023111४"])
    func `a day that no valid request has is refused`(day: String) async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        let key = try await account.securityTokens.registry.createKey(forUser: "verifier")
        await Self.expect(.validation) { try await Self.ask(account, verifier, key.id, day: day) }
    }

    @Test(arguments: ["20231107", "20231113", "20231115"])
    func `a day of a presigned address or of a fast clock is accepted`(day: String) async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        let key = try await account.securityTokens.registry.createKey(forUser: "verifier")
        _ = try await Self.ask(account, verifier, key.id, day: day)
    }

    @Test(arguments: ["", "Orders", "orders/*", "orders:x", "*", "o\u{0}", String(repeating: "o", count: 65)])
    func `a service or region that a policy could misread is refused`(name: String) async throws {
        let account = try await Account()
        let verifier = try await Self.verifier(account)
        await Self.expect(.validation) { try await Self.ask(account, verifier, "AKIA", service: name) }
        await Self.expect(.validation) { try await Self.ask(account, verifier, "AKIA", region: name) }
    }

    /// The principal of a user that may get signing keys for the service `orders`.
    private static func verifier(_ account: Account) async throws -> Principal {
        try await account.registerUser("verifier", allowing: ordersOnly)
        return try await account.user("verifier")
    }

    private static func ask(
        _ account: Account, _ caller: Principal, _ id: String?, _ token: String? = nil, day: String = day,
        region: String = "us-east-1", service: String = "orders"
    ) async throws(ServiceFault) -> SigningKeyResponse {
        try await account.securityTokens.signingKeys.response(
            to: SigningKeyRequest(
                accessKeyID: id ?? "", sessionToken: token, day: day, region: region, service: service),
            by: caller, from: "10.1.2.3", inRegion: "us-east-1")
    }

    private static func expect(
        _ code: ServiceFault.Code, sourceLocation: SourceLocation = #_sourceLocation,
        _ ask: () async throws -> SigningKeyResponse
    ) async {
        do {
            _ = try await ask()
            Issue.record("A key was issued.", sourceLocation: sourceLocation)
        } catch {
            #expect((error as? ServiceFault)?.code == code, sourceLocation: sourceLocation)
        }
    }
}

extension Account {
    fileprivate func user(_ name: String, registered: Bool) async throws -> Principal {
        try await registerUser(name)
        return try await user(name)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("Attacks on users of identity providers")
struct FederatedLinkAttackTests {
    private static let verified: [WireName: WireValue] = ["email": "alice@example.com", "email_verified": true]

    private static func taken(_ name: String) -> ServiceFault {
        ServiceFault(.usernameExists, "Already found an entry for username \(name)")
    }

    @Test("A verified e-mail address at a provider leads to no user who has it, and takes no alias")
    func sameAddress() async throws {
        let fixture = try await PoolFixture.withProviders(pool: PoolFixture.request { $0.aliasAttributes = [.email] })
        try await fixture.map(["email": "email", "email_verified": "email_verified"])
        let result = try await fixture.federate(claims: Self.verified)
        #expect(result.user.username == "Google_g1")
        #expect(result.user.attributes["email_verified"] == "true")
        #expect(try await fixture.identities().isEmpty)
        // The alias still belongs to the user who has proved it.
        #expect(try await fixture.user("alice@example.com").username == "alice")
        #expect(try await fixture.attributes(of: "alice")["email_verified"] == "true")
        _ = try await fixture.signInWithPassword("alice@example.com")
    }

    @Test("An account that was prepared with an address does not get its owner's sign-in with a provider")
    func preparedAccount() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.signUp("mallory", email: "victim@example.com")
        try await fixture.map(["email": "email", "email_verified": "email_verified"])
        let claims: [WireName: WireValue] = ["email": "victim@example.com", "email_verified": true]
        #expect(try await fixture.federate(claims: claims).user.username == "Google_g1")
        #expect(try await fixture.user("mallory").userStatus == .unconfirmed)
        #expect(try await fixture.identities(of: "mallory").isEmpty)
    }

    @Test("A local user with the name of a provider's user is not taken over, and gets no identity")
    func localName() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.makeUser("Google_123")
        #expect(try await fault { _ = try await fixture.federate("Google", "123") } == Self.taken("Google_123"))
        #expect(try await fixture.identities(of: "Google_123").isEmpty)
        _ = try await fixture.signInWithPassword("Google_123")
    }

    @Test("A sign-up with a name that a provider's user gets is refused, in any case and with marks")
    func reservedName() async throws {
        let fixture = try await PoolFixture.withProviders()
        for name in [
            "Google_123", "google_123", "CORP_victim@example.com",
            // A mark after the underscore is one character with it; the others look like the name.
            "Google_\u{301}123", "Google_\u{FE0F}123", "Goo\u{34F}gle\u{FE0F}_123", "\u{FF27}oogle\u{FF3F}123",
            "Goo\u{3164}gle_123", "Google\u{FFA0}_123", "\u{2800}Google_123",
        ] {
            #expect(try await fault { try await fixture.signUp(name) }?.code == .invalidParameter, "\(name)")
        }
        try await fixture.signUp("Google123", email: "one@example.com")
        try await fixture.signUp("other_name", email: "two@example.com")
        #expect(try await fixture.federate("Google", "123").isFirst)
    }

    @Test("Provider a with the id b_c and provider a_b with the id c are two persons")
    func joinedName() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.addProvider("a")
        try await fixture.addProvider("a_b")
        let first = try await fixture.federate("a", "b_c")
        #expect(try await fault { _ = try await fixture.federate("a_b", "c") } == Self.taken("a_b_c"))
        #expect(try await fixture.federate("a", "b_c").user.sub == first.user.sub)
    }

    @Test("Ids that differ in case are two persons, also in a pool that ignores case")
    func caseOfIDs() async throws {
        let fixture = try await PoolFixture.withProviders(
            pool: PoolFixture.request { $0.usernameConfiguration = UsernameConfigurationType(caseSensitive: false) })
        let first = try await fixture.federate("corp", "Bob")
        #expect(try await fault { _ = try await fixture.federate("corp", "bob") } == Self.taken("corp_bob"))
        #expect(try await fixture.federate("corp", "Bob").user.sub == first.user.sub)
    }

    @Test("One id at two providers is two persons")
    func otherProvider() async throws {
        let fixture = try await PoolFixture.withProviders()
        let google = try await fixture.federate("Google", "1")
        let corp = try await fixture.federate("corp", "1")
        #expect(google.user.sub != corp.user.sub)
    }

    @Test("An alias does not move to a linked user who has another person's address at the provider")
    func movedAlias() async throws {
        let fixture = try await PoolFixture.withProviders(pool: PoolFixture.request { $0.aliasAttributes = [.email] })
        try await fixture.makeUser("bob")
        try await fixture.link(to: "bob")
        try await fixture.map(["email": "email", "email_verified": "email_verified"])
        let code = try await fault { _ = try await fixture.federate(claims: Self.verified) }?.code
        #expect(code == .aliasExists)
        #expect(try await fixture.user("alice@example.com").username == "alice")
        #expect(try await fixture.attributes(of: "bob")["email"] == "bob@example.com")
    }

    @Test("A link by a claim holds for that claim, and an attribute in the pool or a trigger's word is no claim")
    func linkedClaim() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link("corp", "e-77", by: "employee")
        #expect(try await fixture.federate("corp", "c1", claims: ["employee": "e-77"]).user.username == "alice")
        let spoken = try await fixture.federate("corp", "c2", spoken: ["employee": "e-77"])
        #expect(spoken.user.username == "corp_c2")
        let tokens = try await fixture.federate("corp", "c3", tokens: ["employee": "e-77"])
        #expect(tokens.user.username == "corp_c3")
        #expect(try await fixture.federate("corp", "c4", claims: ["other": "e-77"]).user.username == "corp_c4")
        let several = try await fixture.federate("corp", "c5", claims: ["employee": ["e-1", "e-77"]])
        #expect(several.user.username == "corp_c5")
    }

    @Test("A claim that is called like the provider's id is not the id")
    func claimCalledSubject() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link("corp", "c1")
        let result = try await fixture.federate("corp", "c2", claims: ["Cognito_Subject": "c1"])
        #expect(result.user.username == "corp_c2")
    }

    @Test(
        "A link by an address holds only where the provider of OpenID Connect has verified the address",
        arguments: [nil, false, "false"] as [WireValue?])
    func unverifiedAddress(_ flag: WireValue?) async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link("corp", "alice@example.com", by: "email")
        var claims = Self.verified
        claims["email_verified"] = flag
        #expect(try await fixture.federate("corp", "c1", claims: claims).user.username == "corp_c1")
    }

    @Test("A link by a verified address holds")
    func verifiedAddress() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link("corp", "alice@example.com", by: "email")
        #expect(try await fixture.federate("corp", "c1", claims: Self.verified).user.username == "alice")
    }

    @Test("Claims that are linked to two users sign in as neither")
    func ambiguous() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.makeUser("bob")
        try await fixture.link("corp", "1", by: "x")
        try await fixture.link("corp", "2", by: "y", to: "bob")
        let claims: [WireName: WireValue] = ["x": "1", "y": "2"]
        #expect(
            try await fault { _ = try await fixture.federate("corp", "c1", claims: claims) }?.code == .notAuthorized)
    }

    @Test("A social provider's person is found by its id alone")
    func socialClaims() async throws {
        let fixture = try await PoolFixture.withProviders()
        try await fixture.link("Google", "g1")
        let result = try await fixture.federate("Google", "g2", claims: ["sub": "g1", "Cognito_Subject": "g1"])
        #expect(result.user.username == "Google_g2")
    }

    @Test("A person does not sign in through the client of another pool")
    func otherPool() async throws {
        let one = try await PoolFixture.withProviders()
        let other = try await PoolFixture.make(on: one.gatehouse)
        let provider = try await one.administrator.pools.records.read { [id = one.poolID] store in
            try store.existingIdentityProvider("Google", inPool: id)
        }
        let person = FederatedPerson(provider: provider, subject: "g1", claims: [:], document: [:])
        let refusal = try await fault { _ = try await one.anyone.signIn(person, clientID: other.client.id) }
        #expect(refusal?.code == .resourceNotFound)
    }
}

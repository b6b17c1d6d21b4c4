// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("Triggers of sign-ins with identity providers")
struct FederationTriggerTests {
    /// A pool with Google, and a person who signs in with it.
    private func fixture(_ triggers: FederationTriggers) async throws -> PoolFixture {
        let pool = PoolFixture.request { $0.lambdaConfig = FederationTriggers.settings }
        let fixture = try await PoolFixture.make(pool: pool, on: TestGatehouse(triggers: triggers))
        _ = try await fixture.administrator.createIdentityProvider(
            CreateIdentityProviderRequest(
                userPoolId: fixture.poolID, providerName: "Google", providerType: .google,
                providerDetails: ["client_id": "app", "client_secret": "s", "authorize_scopes": "openid"],
                attributeMapping: ["name": "name"]))
        return fixture
    }

    private func signIn(_ fixture: PoolFixture) async throws -> FederatedSignIn {
        let provider = try await fixture.administrator.pools.records.read { [id = fixture.poolID] store in
            try store.existingIdentityProvider("Google", inPool: id)
        }
        let person = FederatedPerson(
            provider: provider, subject: "g1", claims: ["name": "Ada"],
            document: ["idToken": ["name": "Ada"], "userInfo": [:], "tokenResponse": [:]])
        return try await fixture.anyone.signIn(person, clientID: fixture.client.id)
    }

    @Test("The first sign-in and a later one call their triggers in the service's order")
    func order() async throws {
        let triggers = FederationTriggers()
        let fixture = try await fixture(triggers)
        _ = try await signIn(fixture)
        #expect(
            triggers.sources == [
                "InboundFederation_ExternalProvider", "PreSignUp_ExternalProvider", "PostConfirmation_ConfirmSignUp",
            ])
        _ = try await signIn(fixture)
        #expect(
            triggers.sources.dropFirst(3) == [
                "InboundFederation_ExternalProvider", "PreAuthentication_Authentication",
                "PostAuthentication_Authentication",
            ])
    }

    @Test("InboundFederation receives the provider's answers and no attributes, and can replace all claims")
    func inbound() async throws {
        let triggers = FederationTriggers([
            "InboundFederation_ExternalProvider": { _ in ["userAttributesToMap": ["name": "Grace"]] }
        ])
        let fixture = try await fixture(triggers)
        #expect(try await signIn(fixture).user.attributes["name"] == "Grace")
        let request = triggers.request("InboundFederation_ExternalProvider")
        #expect(request?["providerName"] == "Google")
        #expect(request?["providerType"] == "Google")
        #expect(request?["attributes"]?["idToken"]?["name"] == "Ada")
        #expect(request?["userAttributes"] == nil)
    }

    @Test("PreSignUp receives the name and the mapped attributes, and its refusal leaves no user")
    func refusal() async throws {
        let triggers = FederationTriggers([
            "PreSignUp_ExternalProvider": { _ throws(TriggerFailure) in throw .functionError("not you") }
        ])
        let fixture = try await fixture(triggers)
        let refusal = try await fault { _ = try await signIn(fixture) }
        #expect(refusal?.message == "PreSignUp failed with error not you.")
        #expect(triggers.events.last?["userName"] == "Google_g1")
        #expect(triggers.request("PreSignUp_ExternalProvider")?["userAttributes"]?["name"] == "Ada")
        #expect(try await fault { _ = try await fixture.user("Google_g1") }?.code == .userNotFound)
    }

    @Test("The flag of PreSignUp that confirms a user leaves the status of a provider's user")
    func confirmation() async throws {
        let triggers = FederationTriggers(["PreSignUp_ExternalProvider": { _ in ["autoConfirmUser": true] }])
        let fixture = try await fixture(triggers)
        #expect(try await signIn(fixture).user.status == .externalProvider)
    }

    @Test("A person that PreSignUp has linked gets an error, and signs in as the user the next time")
    func linkedByTrigger() async throws {
        let shared = LinkingPool()
        let triggers = FederationTriggers([
            "PreSignUp_ExternalProvider": { _ in
                await shared.link()
                return [:]
            }
        ])
        let fixture = try await fixture(triggers)
        try await fixture.makeUser("alice")
        await shared.use(fixture)
        let refusal = try await fault { _ = try await signIn(fixture) }
        #expect(refusal == ServiceFault(.usernameExists, "Already found an entry for username Google_g1"))
        #expect(try await signIn(fixture).user.username == "alice")
    }
}

/// The pool that a trigger calls back into.
private actor LinkingPool {
    private var fixture: PoolFixture?

    func use(_ fixture: PoolFixture) { self.fixture = fixture }

    func link() async {
        guard let fixture else { return }
        let request = AdminLinkProviderForUserRequest(
            userPoolId: fixture.poolID,
            destinationUser: ProviderUserIdentifierType(providerName: "Cognito", providerAttributeValue: "alice"),
            sourceUser: ProviderUserIdentifierType(
                providerName: "Google", providerAttributeName: "Cognito_Subject", providerAttributeValue: "g1"))
        _ = try? await fixture.administrator.adminLinkProviderForUser(request)
    }
}

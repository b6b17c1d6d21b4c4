// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// Federated sessions that are stored without a request.
@Suite(.hangLimit) struct AdoptedFederationTests {
    private static let login = FederatedLogin(provider: "graph.facebook.com", token: "token")

    private static func credentials(_ fixture: Fixture) -> [WireValue] {
        fixture.service.inputs(of: "GetCredentialsForIdentity")
    }

    @Test func `a login is stored as it is, and shown to the identity pool later`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try fixture.engine.adoptFederation(Self.login, identityID: nil)
        #expect(try fixture.restarted().engine.record() == .federated(login: Self.login, identity: nil))
        #expect(fixture.service.operations.isEmpty)
        #expect(try await fixture.engine.freshCredentials(validFor: .zero).identityID == "user-id")
        #expect(Self.credentials(fixture).map { $0["Logins"] } == [["graph.facebook.com": "token"]])
        #expect(try fixture.restarted().engine.record()?.identity?.identityID == "user-id")
    }

    @Test func `the identity of a guest or of a renewed login stays; credentials go`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.beGuest()
        try fixture.engine.adoptFederation(Self.login, identityID: nil)
        let kept = GrantedIdentity(identityID: "guest-id", credentials: nil)
        #expect(try fixture.engine.record() == .federated(login: Self.login, identity: kept))
        _ = try await fixture.engine.freshCredentials(validFor: .zero)
        let next = FederatedLogin(provider: "graph.facebook.com", token: "next")
        try fixture.engine.adoptFederation(next, identityID: nil)
        #expect(try fixture.engine.record() == .federated(login: next, identity: kept))
        try fixture.engine.adoptFederation(next, identityID: "given")
        #expect(try fixture.engine.record()?.identity == GrantedIdentity(identityID: "given", credentials: nil))
    }

    @Test(arguments: [SessionRules.mobileClient, .amplify])
    func `a custom role is sent with every fetch of either face, and kept by a login without one`(
        rules: SessionRules
    ) async throws {
        let fixture = try Fixture(rules: .mobileClient)
        let first = FederatedLogin(provider: "arn:saml", token: "t", customRoleARN: "arn:role")
        try fixture.engine.adoptFederation(first, identityID: nil)
        try fixture.engine.adoptFederation(FederatedLogin(provider: "arn:saml", token: "u"), identityID: nil)
        let engine = fixture.other(rules)
        #expect(await engine.fetchSession().credentials.isThere)
        fixture.expire()
        #expect(await engine.fetchSession().credentials.isThere)
        _ = try await fixture.other().freshCredentials(validFor: .seconds(7_200))
        #expect(Self.credentials(fixture).map { $0["CustomRoleArn"] } == ["arn:role", "arn:role", "arn:role"])
        #expect(Self.credentials(fixture)[0]["Logins"] == ["arn:saml": "u"])
        fixture.engine.signOutLocally()
        try fixture.engine.adoptFederation(FederatedLogin(provider: "arn:saml", token: "u"), identityID: nil)
        #expect(try fixture.engine.record()?.login?.customRoleARN == nil)
    }

    /// A token without a valid signature that names a user.
    private static func token(of subject: String) -> String {
        "e30.\(Base64URL.encode(Array(#"{"sub":"\#(subject)"}"#.utf8))).e30"
    }

    @Test(arguments: [("graph.facebook.com", "ada"), ("accounts.google.com", "grace")])
    func `another user, or one of another provider, takes over neither identity nor role`(
        provider: String, person: String
    ) async throws {
        let fixture = try Fixture(rules: .mobileClient)
        let first = FederatedLogin(
            provider: "accounts.google.com", token: Self.token(of: "ada"), customRoleARN: "arn:role")
        try fixture.engine.adoptFederation(first, identityID: "given")
        let same = FederatedLogin(provider: first.provider, token: Self.token(of: "ada") + "x")
        try fixture.engine.adoptFederation(same, identityID: nil)
        #expect(try fixture.engine.record()?.identity?.identityID == "given")
        #expect(try fixture.engine.record()?.login?.customRoleARN == "arn:role")
        let other = FederatedLogin(provider: provider, token: Self.token(of: person))
        try fixture.engine.adoptFederation(other, identityID: nil)
        #expect(try fixture.engine.record() == .federated(login: other, identity: nil))
    }

    @Test func `a stored identity that the pool refuses is replaced once by the login's`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try fixture.engine.adoptFederation(Self.login, identityID: "given")
        let clock = fixture.clock
        fixture.service.on("GetCredentialsForIdentity") { input in
            if input["IdentityId"] == "given" {
                return .fault("NotAuthorizedException")
            }
            return .answer(["IdentityId": input["IdentityId"] ?? .null, "Credentials": Fixture.credentials(clock)])
        }
        #expect(try await fixture.engine.freshCredentials(validFor: .zero).identityID == "user-id")
        #expect(Self.credentials(fixture).map { $0["IdentityId"] } == ["given", "user-id"])
        #expect(fixture.service.operations.count { $0 == "GetId" } == 1)
    }

    @Test func `a user of the user pool stays; it works without an identity pool`() async throws {
        let fixture = try Fixture(identityPool: false, rules: .mobileClient)
        try await fixture.signIn()
        let user = try fixture.engine.record()
        #expect(throws: SessionError.self) { try fixture.engine.adoptFederation(Self.login, identityID: nil) }
        #expect(try fixture.engine.record() == user)
        fixture.engine.signOutLocally()
        try fixture.engine.adoptFederation(Self.login, identityID: nil)
        #expect(try fixture.engine.record()?.login == Self.login)
        #expect(await fixture.other(.amplify).fetchSession().isSignedIn)
        #expect(fixture.service.operations.isEmpty)
    }

    @Test func `a federation that cannot be stored is not adopted`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(rules: .mobileClient, store: store)
        try await fixture.beGuest()
        store.fail(.write)
        #expect(throws: SessionError.storeFailed(StoreError(.writing, reason: "full"))) {
            try fixture.engine.adoptFederation(Self.login, identityID: nil)
        }
        #expect(try fixture.engine.record()?.login == nil)
    }

    @Test func `credentials that come for the former login are not stored for the next`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try fixture.engine.adoptFederation(Self.login, identityID: nil)
        let (engine, clock, barrier) = (fixture.engine, fixture.clock, Barrier())
        fixture.service.on("GetCredentialsForIdentity") { input in
            if input["Logins"]?["graph.facebook.com"] == "token" { await barrier.pass() }
            return .answer(["IdentityId": input["IdentityId"] ?? .null, "Credentials": Fixture.credentials(clock)])
        }
        async let credentials = engine.freshCredentials(validFor: .zero)
        await barrier.someone()
        try engine.adoptFederation(FederatedLogin(provider: "graph.facebook.com", token: "next"), identityID: nil)
        barrier.open()
        _ = try await credentials
        let tokens = Self.credentials(fixture).map { $0["Logins"]?["graph.facebook.com"] }
        #expect(tokens == ["token", "next"])
        #expect(try engine.record()?.login?.token == "next")
    }
}

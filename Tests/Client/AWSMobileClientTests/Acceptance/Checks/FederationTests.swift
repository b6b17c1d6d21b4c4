// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import CognitoAdminShapes
import Foundation
import GatehouseClient
import GatehouseCore
import GatehouseIdentityPools
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// A world whose identity pool accepts the tokens of an OpenID Connect provider.
struct FederatedWorld {
    let world: MobileWorld
    let issuer: TestOpenIDProvider
    /// The provider's name in the identity pool.
    let name: String

    init(_ address: String = "https://login.example.com/tenant") async throws {
        let issuer = try TestOpenIDProvider(address)
        let world = try await MobileWorld(on: TestGatehouse(fetch: issuer))
        self.world = world
        self.issuer = issuer
        name = try await world.gatehouse.register(issuer, clients: ["app"], forIdentityPool: world.identityPool)
    }

    /// A token that is valid for an hour.
    func token(of person: String = "ada") throws -> String {
        try issuer.token(for: "app", as: person, at: world.gatehouse.clock.now)
    }

    /// Lets the tokens and credentials of now expire; the server tolerates clocks that differ by five minutes.
    func expire() { world.gatehouse.clock.advance(by: 4_000) }
}

@Suite("12, 13: federation", .hangLimit) struct FederationTests {
    @Test func `12: calls wait while the token is refused, and a new token answers them with credentials`() async throws
    {
        let federated = try await FederatedWorld()
        let app = try await federated.world.phone(.both).started()
        let token = try federated.token()
        #expect(try await app.federatedSignIn(federated.name, token).value() == .signedIn)
        let signedIn = StateLog.Change(state: .signedIn, information: ["provider": federated.name, "token": token])
        #expect(app.log.changes == [signedIn])
        #expect(app.client.isSignedIn && app.client.username == nil && app.client.userSub == nil)
        let first = try await app.credentials().value()
        let id = app.client.identityId
        #expect(try await app.logins().value() == [federated.name: token])
        await app.expect([app.tokens()], fail: .notSignedIn)

        federated.expire()
        app.forget()
        let answers = (0..<50).map { _ in app.credentials() }
        await app.log.heard(.signedOutFederatedTokensInvalid)
        #expect(app.log.last?.information == ["provider": federated.name])
        #expect(answers.allSatisfy { !$0.isGiven } && app.client.isSignedIn)
        let renewed = try federated.token()
        #expect(try await app.federatedSignIn(federated.name, renewed).value() == .signedIn)
        var keys: Set<String> = []
        for answer in answers { keys.insert(try await answer.value().accessKey) }
        #expect(!keys.contains(first.accessKey))
        #expect(app.client.identityId == id && app.state == .signedIn)
        #expect(app.log.states == [.signedOutFederatedTokensInvalid, .signedIn])
        #expect(app.log.last?.information == ["provider": federated.name, "token": renewed])
        #expect(answers.allSatisfy { $0.count == 1 })
    }

    @Test func `releaseSignInWait and signOut end the wait of a federated session`() async throws {
        let federated = try await FederatedWorld()
        let app = try await federated.world.phone(.both).started()
        _ = try await app.federatedSignIn(federated.name, "no token").value()
        let first = app.credentials()
        await app.log.heard(.signedOutFederatedTokensInvalid)
        app.client.releaseSignInWait()
        let released = await first.error()
        #expect(released == .unableToSignIn)
        #expect((released as? AWSMobileClientError)?.message.contains("The service refused the session: ") == true)
        #expect(app.state == .signedOutFederatedTokensInvalid && app.client.isSignedIn)
        let second = app.credentials()
        await app.log.heard(.signedOutFederatedTokensInvalid, times: 2)
        app.client.signOut()
        await app.expect([second], fail: .unableToSignIn)
        #expect(app.state == .signedOut && !app.client.isSignedIn)
    }

    @Test func `another person gets another identity, and a second refusal is the error of the calls`() async throws {
        let federated = try await FederatedWorld()
        let app = try await federated.world.phone(.both).started()
        _ = try await app.federatedSignIn(federated.name, federated.token()).value()
        _ = try await app.credentials().value()
        let first = app.client.identityId
        let signedIn = app.federatedSignIn(federated.name, try federated.token(of: "grace"))
        // The session is stored already, before the completion.
        let credentials = app.credentials()
        #expect(try await signedIn.value() == .signedIn)
        #expect(try await credentials.value().sessionKey != nil)
        #expect(first != nil && app.client.identityId != nil && app.client.identityId != first)

        app.forget()
        _ = try await app.federatedSignIn(federated.name, "no token").value()
        let refused = app.credentials()
        await app.log.heard(.signedOutFederatedTokensInvalid)
        _ = try await app.federatedSignIn(federated.name, "no token either").value()
        let error = try #require(await refused.error())
        #expect(!(error is AWSMobileClientError))
        #expect(app.state == .signedIn)
    }

    @Test func `a restart keeps the federated session, also one that never had credentials`() async throws {
        let federated = try await FederatedWorld()
        let phone = federated.world.phone(.both)
        let app = try await phone.started()
        app.network.fail(.unreachable)
        let token = try federated.token()
        #expect(try await app.federatedSignIn(federated.name, token).value() == .signedIn)
        let next = phone.app()
        #expect(try await next.initialize().value() == .signedIn)
        #expect(next.client.identityId == nil)
        #expect(try await next.logins().value() == [federated.name: token])
        app.network.fail(nil)
        #expect(try await next.credentials().value().sessionKey != nil)
    }

    @Test func `a custom role goes with every request for credentials, and a sign-out forgets it`() async throws {
        let federated = try await FederatedWorld()
        let phone = federated.world.phone(.both)
        let app = try await phone.started()
        app.network.answer(Self.credentials(federated.world), to: "GetCredentialsForIdentity")
        let role = "arn:aws:iam::123456789012:role/own"
        _ = try await app.federatedSignIn(
            federated.name, federated.token(), FederatedSignInOptions(customRoleARN: role)
        ).value()
        _ = try await app.credentials().value()
        let next = try await phone.started()
        next.client.invalidateCachedTemporaryCredentials()
        _ = try await next.credentials().value()
        _ = try await next.federatedSignIn(federated.name, federated.token()).value()
        _ = try await next.credentials().value()
        let roles = phone.network.inputs("GetCredentialsForIdentity").map { $0["CustomRoleArn"]?.stringValue }
        #expect(roles.count >= 3 && roles.allSatisfy { $0 == role })
        next.client.signOut()
        phone.network.forget()
        _ = try await next.federatedSignIn(federated.name, federated.token()).value()
        _ = try await next.credentials().value()
        #expect(phone.network.inputs("GetCredentialsForIdentity").allSatisfy { $0["CustomRoleArn"] == nil })
    }

    private static func credentials(_ world: MobileWorld) -> TransportResponse {
        let end = world.gatehouse.clock.now.timeIntervalSince1970 + 3_600
        let body: WireValue = [
            "IdentityId": "us-east-1:11111111-2222-3333-4444-555555555555",
            "Credentials": [
                "AccessKeyId": "ASIA", "SecretKey": "secret", "SessionToken": "token", "Expiration": .double(end),
            ],
        ]
        return TransportResponse(status: 200, body: body.json())
    }

    @Test func `without an identity pool a federated sign-in succeeds, and credentials are refused`() async throws {
        let app = try await MobileWorld().phone(.userPoolOnly).started()
        #expect(try await app.federatedSignIn("graph.facebook.com", "token").value() == .signedIn)
        await app.expect([app.credentials()], fail: .cognitoIdentityPoolNotConfigured)
        #expect(app.state == .signedIn)
    }

    @Test func `13: a federated sign-in during a session of the user pool is refused, later`() async throws {
        let app = try await MobileWorld.withAda().phone(.both).signedIn()
        await app.expect([app.federatedSignIn("graph.facebook.com", "token")], fail: .federationProviderExists)
        #expect(app.state == .signedIn && app.client.username == "ada" && app.log.changes.isEmpty)
    }

    @Test func `13: the first developer identity needs an id, and a renewal does not`() async throws {
        let world = try await MobileWorld()
        try await world.gatehouse.changeIdentityPool(world.identityPool) {
            $0.developerProviderName = "login.example.app"
        }
        let app = try await world.phone(.both).started()
        let provider = IdentityProvider.developer.rawValue
        let (id, token) = try await Self.developerToken(world)
        await app.expect([app.federatedSignIn(provider, token)], fail: .invalidParameter)
        #expect(app.state == .signedOut)
        let options = FederatedSignInOptions(cognitoIdentityId: id)
        _ = try await app.federatedSignIn(provider, token, options).value()
        #expect(app.client.identityId == id)
        let first = try await app.credentials().value()
        world.gatehouse.clock.advance(by: 3_600)
        let waiting = app.credentials()
        await app.log.heard(.signedOutFederatedTokensInvalid)
        _ = try await app.federatedSignIn(provider, Self.developerToken(world).token).value()
        #expect(try await waiting.value().accessKey != first.accessKey)
        #expect(app.client.identityId == id)
    }

    private static func developerToken(_ world: MobileWorld) async throws -> (id: String, token: String) {
        let service = world.gatehouse.installation.identityPools.service(for: world.gatehouse.administration)
        let answer = try await service.getOpenIdTokenForDeveloperIdentity(
            GetOpenIdTokenForDeveloperIdentityInput(
                identityPoolId: world.identityPool, logins: ["login.example.app": "ada"]))
        return (try #require(answer.identityId), try #require(answer.token))
    }
}

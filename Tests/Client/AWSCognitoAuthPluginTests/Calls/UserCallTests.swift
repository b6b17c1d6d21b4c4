// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseTesting
import Testing

/// The calls in the name of the signed-in user, all of them.
enum UserCall: CaseIterable {
    case fetchUserAttributes, updateUserAttribute, updateUserAttributes, sendVerificationCode
    case confirmUserAttribute, updatePassword, deleteUser
    case setUpTOTP, verifyTOTPSetup, fetchMFAPreference, updateMFAPreference
    case fetchDevices, forgetDevice, associateWebAuthnCredential, listWebAuthnCredentials, deleteWebAuthnCredential

    func make(_ plugin: AWSCognitoAuthPlugin) async throws {
        let name = AuthUserAttribute(.name, value: "Ada")
        switch self {
        case .fetchUserAttributes: _ = try await plugin.fetchUserAttributes()
        case .updateUserAttribute: _ = try await plugin.update(userAttribute: name)
        case .updateUserAttributes: _ = try await plugin.update(userAttributes: [name])
        case .sendVerificationCode: _ = try await plugin.sendVerificationCode(forUserAttributeKey: .email)
        case .confirmUserAttribute: try await plugin.confirm(userAttribute: .email, confirmationCode: "123456")
        case .updatePassword: try await plugin.update(oldPassword: World.password, to: World.password + "2")
        case .deleteUser: try await plugin.deleteUser()
        case .setUpTOTP: _ = try await plugin.setUpTOTP()
        case .verifyTOTPSetup: try await plugin.verifyTOTPSetup(code: "123456")
        case .fetchMFAPreference: _ = try await plugin.fetchMFAPreference()
        case .updateMFAPreference: try await plugin.updateMFAPreference(sms: .enabled)
        case .fetchDevices: _ = try await plugin.fetchDevices()
        case .forgetDevice:
            try await plugin.forgetDevice(
                AWSAuthDevice(
                    id: "us-east-1_f47ac10b-58cc-4372-a567-0e02b2c3d479", name: "", attributes: nil, createdDate: nil,
                    lastAuthenticatedDate: nil, lastModifiedDate: nil))
        case .associateWebAuthnCredential: try await plugin.associateWebAuthnCredential()
        case .listWebAuthnCredentials: _ = try await plugin.listWebAuthnCredentials()
        case .deleteWebAuthnCredential: try await plugin.deleteWebAuthnCredential(credentialId: "AAAA")
        }
    }
}

@Suite struct UserCallTests {
    @Test(arguments: UserCall.allCases)
    func `a call without a signed-in user is refused with signedOut`(call: UserCall) async throws {
        let world = try await World()
        let app = try world.app()
        #expect(await failure { try await call.make(app.plugin) } == .anySignedOut)
        #expect(app.events.names.count == 1)
        let alone = try world.app(.userPoolOnly)
        #expect(await failure { try await call.make(alone.plugin) } == .anyConfiguration)
        #expect(alone.network.operations.isEmpty)
    }

    @Test(arguments: UserCall.allCases)
    func `without a user pool it is a matter of configuration`(call: UserCall) async throws {
        let app = try await World().app(.identityPoolOnly)
        #expect(await failure { try await call.make(app.plugin) } == .anyConfiguration)
        #expect(app.network.operations.isEmpty)
    }

    @Test(arguments: UserCall.allCases)
    func `before configuration there is nothing to call`(call: UserCall) async throws {
        let app = TestApp(network: TestNetwork(nil))
        #expect(await failure { try await call.make(app.plugin) } == .anyConfiguration)
    }

    @Test(arguments: UserCall.allCases)
    func `an expired session is refreshed first`(call: UserCall) async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        world.gatehouse.clock.advance(by: 3600)
        app.network.forget()
        let refused = await failure { try await call.make(app.plugin) }
        #expect(app.network.operations.first == "GetTokensFromRefreshToken")
        #expect(refused != .anySessionExpired && refused != .anySignedOut)
    }

    @Test(arguments: UserCall.allCases)
    func `a session that was ended elsewhere is expired, and stays so`(call: UserCall) async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        let other = try world.app()
        _ = try await other.plugin.signIn(username: "ada", password: World.password)
        world.gatehouse.clock.advance(by: 3600)
        _ = try await other.signOut(global: true)
        for _ in 1...2 {
            #expect(await failure { try await call.make(app.plugin) } == .anySessionExpired)
        }
        #expect(!app.events.names.contains("Auth.sessionExpired"))
    }

    @Test(arguments: UserCall.allCases)
    func `a failed renewal gives every call the error of a failed session renewal`(call: UserCall) async throws {
        let world = try await World()
        let app = try await world.signedInApp()
        world.gatehouse.clock.advance(by: 3600)
        app.network.answer(TransportResponse(status: 200, body: Data("<html>".utf8)), to: "GetTokensFromRefreshToken")
        #expect(await failure { try await call.make(app.plugin) }?.name == "unknown")
        app.network.answer(nil, to: "GetTokensFromRefreshToken")
        app.network.answer(.refusal("LimitExceededException"), to: "GetCredentialsForIdentity")
        #expect(await failure { try await call.make(app.plugin) }?.cause == .limitExceededException)
    }

    @Test(arguments: UserCall.allCases)
    func `offline the session stays`(call: UserCall) async throws {
        let app = try await World().signedInApp()
        app.network.fail(.unreachable)
        #expect(await failure { try await call.make(app.plugin) }?.cause == .network)
        #expect(try await app.plugin.getCurrentUser().username == "ada")
    }

    @Test(arguments: UserCall.allCases)
    func `no user is signed in while a sign-in is pending`(call: UserCall) async throws {
        let world = try await World()
        try await world.makeTemporaryUser("ada", password: "Temporary-1")
        let app = try world.app()
        _ = try await app.plugin.signIn(username: "ada", password: "Temporary-1")
        #expect(await failure { try await call.make(app.plugin) } == .anySignedOut)
        #expect(try await app.plugin.confirmSignIn(challengeResponse: World.password).isSignedIn)
    }
}

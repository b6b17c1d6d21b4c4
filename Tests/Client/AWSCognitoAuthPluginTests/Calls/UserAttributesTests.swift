// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct UserAttributesTests {
    @Test func `attributes are read as the service has them`() async throws {
        let (_, app) = try await Self.adasApp(["name": "Ada", "email_verified": "true"])
        let attributes = try await app.plugin.fetchUserAttributes()
        #expect(Self.value(.name, in: attributes) == "Ada")
        #expect(Self.value(.email, in: attributes) == "ada@example.com")
        #expect(Self.value(.emailVerified, in: attributes) == "true")
        #expect(Self.value(.sub, in: attributes) == (try await app.plugin.getCurrentUser().userId))
        let event = app.events.data(of: "Auth.fetchUserAttributesAPI") as? Result<[AuthUserAttribute], AuthError>
        #expect(event?.value?.count == attributes.count)
    }

    @Test func `an attribute that needs no proof has its new value at once`() async throws {
        let (world, app) = try await Self.adasApp()
        let result = try await app.plugin.update(userAttribute: AuthUserAttribute(.nickname, value: "Countess"))
        #expect(result.isUpdated)
        guard case .done = result.nextStep else {
            Issue.record("The step is \(result.nextStep)")
            return
        }
        #expect(try await world.attribute("nickname", of: "ada") == "Countess")
        #expect(app.events.names.last == "Auth.updateUserAttributeAPI")
    }

    @Test func `of several attributes, those that wait for a code say where it went`() async throws {
        let (world, app) = try await Self.adasApp()
        app.network.forget()
        let results = try await app.plugin.update(userAttributes: [
            AuthUserAttribute(.email, value: "lovelace@example.com"), AuthUserAttribute(.name, value: "Ada"),
        ])
        #expect(app.network.operations == ["UpdateUserAttributes"])
        #expect(results[.name]?.isUpdated == true)
        #expect(results[.email]?.isUpdated == false)
        guard case .confirmAttributeWithCode(let details, nil) = results[.email]?.nextStep else {
            Issue.record("The results are \(results)")
            return
        }
        #expect(details.attributeKey == .email)
        #expect(details.destination != .email("lovelace@example.com"))

        let code = try #require(world.gatehouse.messages(to: "lovelace@example.com").first?.code)
        let wrong = code == "000000" ? "000001" : "000000"
        let refused = await failure { try await app.plugin.confirm(userAttribute: .email, confirmationCode: wrong) }
        #expect(refused?.cause == .codeMismatch)
        try await app.plugin.confirm(userAttribute: .email, confirmationCode: code)
        #expect(try await world.attribute("email_verified", of: "ada") == "true")
        #expect(app.events.data(of: "Auth.confirmUserAttributesAPI") is Result<Void, AuthError>)
    }

    @Test func `a code for an attribute is sent on request`() async throws {
        let (world, app) = try await Self.adasApp()
        let details = try await app.plugin.sendVerificationCode(forUserAttributeKey: .email)
        #expect(details.attributeKey == .email)
        let code = try #require(world.gatehouse.messages(to: "ada@example.com").first?.code)
        try await app.plugin.confirm(userAttribute: .email, confirmationCode: code)
        #expect(try await world.attribute("email_verified", of: "ada") == "true")
        #expect(app.events.names.contains("Auth.sendUserAttributeVerificationCodeAPI"))
    }

    @available(*, deprecated)
    @Test(arguments: [false, true])
    func `the former name of the call still sends a code, with options of either name`(former: Bool) async throws {
        let (world, app) = try await Self.adasApp()
        let extra: Any =
            former
            ? AWSAttributeResendConfirmationCodeOptions(metadata: ["app": "7"])
            : AWSSendUserAttributeVerificationCodeOptions(metadata: ["app": "7"])
        app.network.forget()
        _ = try await app.plugin.resendConfirmationCode(
            forUserAttributeKey: .email,
            options: AuthAttributeResendConfirmationCodeRequest.Options(pluginOptions: extra)
        )
        #expect(world.gatehouse.messages(to: "ada@example.com").count == 1)
        #expect(app.network.inputs.last?["ClientMetadata"] == ["app": "7"])
        #expect(app.events.names.last == "Auth.attributeResendConfirmationCodeAPI")
    }

    @Test func `options of another call are ignored`() async throws {
        let (_, app) = try await Self.adasApp()
        _ = try await app.plugin.sendVerificationCode(
            forUserAttributeKey: .email,
            options: AuthSendUserAttributeVerificationCodeRequest.Options(
                pluginOptions: AWSAuthResetPasswordOptions(metadata: ["app": "7"])
            )
        )
        #expect(app.network.inputs.last?["ClientMetadata"] == nil)
    }

    @Test func `metadata goes with a change of attributes`() async throws {
        let (_, app) = try await Self.adasApp()
        let name = AuthUserAttribute(.name, value: "Ada")
        let one = AWSAuthUpdateUserAttributeOptions(metadata: ["a": "1"])
        _ = try await app.plugin.update(
            userAttribute: name,
            options: AuthUpdateUserAttributeRequest.Options(pluginOptions: one)
        )
        #expect(app.network.inputs.last?["ClientMetadata"] == ["a": "1"])
        let several = AWSAuthUpdateUserAttributesOptions(metadata: ["b": "2"])
        _ = try await app.plugin.update(
            userAttributes: [name],
            options: AuthUpdateUserAttributesRequest.Options(pluginOptions: several)
        )
        #expect(app.network.inputs.last?["ClientMetadata"] == ["b": "2"])
        _ = try await app.plugin.update(userAttribute: name)
        #expect(app.network.inputs.last?["ClientMetadata"] == nil)
    }

    @Test func `an attribute that the service refuses changes nothing`() async throws {
        let (world, app) = try await Self.adasApp()
        let refused = await failure {
            _ = try await app.plugin.update(userAttributes: [
                AuthUserAttribute(.name, value: "Ada"), AuthUserAttribute(.custom("unheard"), value: "of"),
            ])
        }
        #expect(refused?.cause == .invalidParameter || refused == .anyNotAuthorized)
        #expect(try await world.attribute("name", of: "ada") == nil)
    }

    private static func adasApp(_ attributes: [String: String] = [:]) async throws -> (World, TestApp) {
        let world = try await World()
        try await world.gatehouse.makeUser(
            "ada",
            password: World.password,
            inPool: world.pool,
            attributes: ["email": "ada@example.com"].merging(attributes) { $1 }
        )
        let app = try world.app()
        _ = try await app.plugin.signIn(username: "ada", password: World.password)
        return (world, app)
    }

    private static func value(_ key: AuthUserAttributeKey, in attributes: [AuthUserAttribute]) -> String? {
        attributes.first { $0.key == key }?.value
    }
}

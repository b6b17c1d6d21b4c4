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

/// Functions around sign-up and its confirmation.
@Suite(.hangLimit) struct SignUpTriggerTests {
    @Test func `the pre-sign-up trigger may confirm a user at once`() async throws {
        let triggers = ScriptedTriggers([
            .preSignUp: { _ in .response(["autoConfirmUser": true, "autoVerifyEmail": true]) },
            .postConfirmation: { _ in .response([:]) },
        ])
        let fixture = try await PoolFixture.make(triggers)
        let answer = try await fixture.anyone.signUp(
            SignUpRequest(
                clientId: fixture.client.id, username: "alice", password: PoolFixture.password,
                userAttributes: [AttributeType(name: "email", value: "alice@example.com")],
                validationData: [AttributeType(name: "captcha", value: "x")], clientMetadata: ["k": "v"]))
        #expect(answer.userConfirmed)
        #expect(answer.codeDeliveryDetails == nil)
        #expect(answer.session == nil)
        #expect(fixture.gatehouse.messages().isEmpty)
        #expect(triggers.sources == ["PreSignUp_SignUp", "PostConfirmation_ConfirmSignUp"])
        let asked = try #require(triggers.request("PreSignUp_SignUp"))
        #expect(asked["validationData"] == ["captcha": "x"])
        #expect(asked["clientMetadata"] == ["k": "v"])
        #expect(asked["userAttributes"] == ["email": "alice@example.com", "email_verified": "false"])
        let told = try #require(triggers.request("PostConfirmation_ConfirmSignUp"))
        #expect(told["clientMetadata"] == ["k": "v"])
        #expect(told["userAttributes"]?["cognito:user_status"] == "CONFIRMED")
        #expect(told["userAttributes"]?["email_verified"] == "true")
        _ = try await fixture.tokens()
    }

    @Test func `a user without the trigger's confirmation needs the code`() async throws {
        let triggers = ScriptedTriggers([.preSignUp: { _ in .response(["autoConfirmUser": false]) }])
        let fixture = try await PoolFixture.make(triggers)
        #expect(try await !fixture.signUp().userConfirmed)
        #expect(try await fixture.user().userStatus == .unconfirmed)
        try await fixture.confirm()
        #expect(try await fixture.user().userStatus == .confirmed)
    }

    @Test func `an attribute that is not there cannot be verified`() async throws {
        let triggers = ScriptedTriggers([.preSignUp: { _ in .response(["autoVerifyPhone": true]) }])
        let fixture = try await PoolFixture.make(triggers)
        #expect(try await fault { try await fixture.signUp() }?.code == .invalidLambdaResponse)
        #expect(try await fault { _ = try await fixture.user() }?.code == .userNotFound)
    }

    @Test func `an alias that the pre-sign-up trigger verifies moves to the new user`() async throws {
        let triggers = ScriptedTriggers([
            .preSignUp: { _ in .response(["autoConfirmUser": true, "autoVerifyEmail": true]) }
        ])
        let fixture = try await PoolFixture.make(triggers) { $0.aliasAttributes = [.email] }
        try await fixture.signUp("alice", email: "shared@example.com")
        try await fixture.signUp("bob", email: "shared@example.com")
        #expect(try await fixture.user("shared@example.com").username == "bob")
        let first = try await fixture.user("alice")
        #expect(first.userAttributes?.first { $0.name == "email_verified" }?.value == "false")
    }

    @Test func `the pre-sign-up trigger does not confirm an administrator's user, but may refuse the user`()
        async throws
    {
        let triggers = ScriptedTriggers([
            .preSignUp: { event in
                event["userName"] == "mallory"
                    ? .failure(.functionError("no")) : .response(["autoConfirmUser": true, "autoVerifyEmail": true])
            }
        ])
        let fixture = try await PoolFixture.make(triggers)
        func create(_ name: String) async throws {
            _ = try await fixture.administrator.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: fixture.poolID, username: name, messageAction: .suppress, clientMetadata: ["k": "v"]))
        }
        try await create("alice")
        #expect(try await fixture.user().userStatus == .forceChangePassword)
        #expect(triggers.request("PreSignUp_AdminCreateUser")?["clientMetadata"] == ["k": "v"])
        #expect(try await fault { try await create("mallory") }?.code == .userLambdaValidation)
        #expect(try await fault { _ = try await fixture.user("mallory") }?.code == .userNotFound)
    }

    @Test func `a confirmation stays in force when the post-confirmation trigger fails`() async throws {
        let triggers = ScriptedTriggers([.postConfirmation: { _ in .failure(.functionError("mail list is down")) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        #expect(
            try await fault { try await fixture.confirm() }
                == ServiceFault(
                    .userLambdaValidation, "PostConfirmation failed with error mail list is down."))
        #expect(try await fixture.user().userStatus == .confirmed)
    }

    @Test func `a wrong code does not call the post-confirmation trigger`() async throws {
        let triggers = ScriptedTriggers([.postConfirmation: { _ in .response([:]) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        #expect(try await fault { try await fixture.confirm(code: fixture.wrongCode) }?.code == .codeMismatch)
        #expect(triggers.events.isEmpty)
    }

    @Test func `each kind of confirmation calls the trigger once, with its request's client metadata`() async throws {
        let triggers = ScriptedTriggers([.postConfirmation: { _ in .response([:]) }])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        _ = try await fixture.administrator.adminConfirmSignUp(
            AdminConfirmSignUpRequest(
                userPoolId: fixture.poolID, username: "alice", clientMetadata: ["by": "admin"]))
        #expect(triggers.request("PostConfirmation_ConfirmSignUp")?["clientMetadata"] == ["by": "admin"])
        try await fixture.makeUser("bob")
        try await fixture.forgotPassword("bob")
        _ = try await fixture.anyone.confirmForgotPassword(
            ConfirmForgotPasswordRequest(
                clientId: fixture.client.id, username: "bob", confirmationCode: fixture.newestCode,
                password: PoolFixture.newPassword, clientMetadata: ["by": "code"]))
        #expect(triggers.request("PostConfirmation_ConfirmForgotPassword")?["clientMetadata"] == ["by": "code"])
        #expect(triggers.events.count == 2)
    }
}

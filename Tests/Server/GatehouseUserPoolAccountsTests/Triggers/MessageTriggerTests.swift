// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Functions that write messages, and functions that send them.
@Suite(.hangLimit) struct MessageTriggerTests {
    private static func writer(_ response: [WireName: WireValue]) -> ScriptedTriggers {
        ScriptedTriggers([.customMessage: { _ in .response(response) }])
    }

    @Test func `the message trigger's text replaces the pool's`() async throws {
        let triggers = Self.writer(["emailMessage": "<b>Hi</b> {####}", "emailSubject": "Hello"])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        let message = try #require(fixture.gatehouse.messages().first)
        #expect(message.body == "<b>Hi</b> \(message.code)")
        #expect(message.subject == "Hello")
        try await fixture.confirm()
    }

    @Test(
        arguments: [
            ["emailMessage": "no place for it"], ["emailMessage": ""], ["emailMessage": nil], ["smsMessage": "{####}"],
            [:],
        ] as [[WireName: WireValue]])
    func `a message text without a place for the code is not used`(_ response: [WireName: WireValue]) async throws {
        let fixture = try await PoolFixture.make(Self.writer(response))
        try await fixture.signUp()
        let message = try #require(fixture.gatehouse.messages().first)
        #expect(message.body == "Your verification code is \(message.code). ")
    }

    @Test(
        arguments: [
            ["emailMessage": ["{####}"]], ["smsMessage": 1], ["emailSubject": true],
            ["emailSubject": .string(String(repeating: "x", count: 141))],
            ["smsMessage": .string(String(repeating: "x", count: 141))],
        ] as [[WireName: WireValue]])
    func `a message text of the wrong type or length fails the call`(_ response: [WireName: WireValue]) async throws {
        let fixture = try await PoolFixture.make(Self.writer(response))
        #expect(try await fault { try await fixture.signUp() }?.code == .invalidLambdaResponse)
        #expect(fixture.gatehouse.messages().isEmpty)
    }

    @Test func `every message calls the trigger with the source of its purpose`() async throws {
        let triggers = Self.writer([:])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        _ = try await fixture.anyone.resendConfirmationCode(
            ResendConfirmationCodeRequest(
                clientId: fixture.client.id, username: "alice", clientMetadata: ["k": "resend"]))
        try await fixture.confirm()
        try await fixture.forgotPassword()
        let token = try await fixture.accessToken()
        try await fixture.update(["email": "new@example.com"], token: token)
        try await fixture.sendCode(token: token)
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "bob",
                userAttributes: [AttributeType(name: "email", value: "bob@example.com")],
                desiredDeliveryMediums: [.email]))
        #expect(
            triggers.sources == [
                "CustomMessage_SignUp", "CustomMessage_ResendCode", "CustomMessage_ForgotPassword",
                "CustomMessage_UpdateUserAttribute", "CustomMessage_VerifyUserAttribute",
                "CustomMessage_AdminCreateUser",
            ])
        #expect(triggers.request("CustomMessage_ResendCode")?["clientMetadata"] == ["k": "resend"])
    }

    @Test(arguments: [Trigger.customMessage, .customEmailSender], [false, true])
    func `trigger events contain the address of the message, also while it waits for verification`(
        _ trigger: Trigger, waits: Bool
    ) async throws {
        let triggers = ScriptedTriggers([trigger: { _ in .response([:]) }], key: Self.key)
        try await whileDispatching(triggers) { fixture in
            try await fixture.makeUser()
            if waits {
                try await fixture.anyone.pools.records.write { [poolID = fixture.poolID] store in
                    var pool = try store.existingPool(poolID)
                    pool.description.userAttributeUpdateSettings = UserAttributeUpdateSettingsType(
                        attributesRequireVerificationBeforeUpdate: [.email])
                    try store.update(pool)
                }
            }
            let token = try await fixture.accessToken()
            try await fixture.update(["email": "new@example.com"], token: token)
            try await fixture.sendCode(token: token)
            _ = try await fixture.administrator.adminUpdateUserAttributes(
                AdminUpdateUserAttributesRequest(
                    userPoolId: fixture.poolID, username: "alice",
                    userAttributes: [AttributeType(name: "email", value: "newer@example.com")]))
        }
        let told = triggers.events.map { $0["request"]?["userAttributes"] }
        // Several lanes call a sender, each as soon as it can.
        let addresses = told.compactMap { $0?["email"]?.stringValue }.sorted()
        #expect(addresses == ["new@example.com", "new@example.com", "newer@example.com"])
        #expect(told.allSatisfy { $0?["email_verified"] == "false" })
    }

    @Test func `no event shows a code`() async throws {
        let triggers = Self.writer([:])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.signUp()
        let event = String(decoding: try #require(triggers.events.first).jsonBytes(), as: UTF8.self)
        #expect(!event.contains(fixture.newestCode))
        #expect(!event.contains(PoolFixture.password))
    }

    @Test func `with hidden user names, the message trigger also runs for an unknown one`() async throws {
        let triggers = Self.writer([:])
        let fixture = try await PoolFixture.make(triggers, hiding: true)
        try await fixture.makeUser()
        for name in ["alice", "nobody"] { try await fixture.forgotPassword(name) }
        #expect(triggers.sources == ["CustomMessage_ForgotPassword", "CustomMessage_ForgotPassword"])
        #expect(triggers.events.map { $0["request"]?["userNotFound"] } == [nil, true])
        #expect(fixture.gatehouse.messages().count == 1)
    }

    @Test func `a failing message trigger fails the call for known and unknown user names alike`() async throws {
        let triggers = ScriptedTriggers([.customMessage: { _ in .failure(.functionError("no")) }])
        let fixture = try await PoolFixture.make(triggers, hiding: true)
        try await fixture.makeUser()
        for name in ["alice", "nobody"] {
            #expect(
                try await fault { try await fixture.forgotPassword(name) }
                    == ServiceFault(.userLambdaValidation, "CustomMessage failed with error no."))
        }
    }

    // MARK: - Senders

    private static let key = RawAESKey(namespace: "test", name: "codes", bytes: [UInt8](repeating: 7, count: 32))

    /// Runs `body` while the server's message dispatcher runs, which calls the functions that send.
    private func whileDispatching(
        _ triggers: ScriptedTriggers, hiding: Bool = false, _ body: (PoolFixture) async throws -> Void
    ) async throws {
        let fixture = try await PoolFixture.make(triggers, hiding: hiding)
        let dispatcher = try #require(fixture.gatehouse.installation.messageDispatcher)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await dispatcher.run() }
            defer { dispatcher.close() }
            try await body(fixture)
        }
    }

    @Test func `a sender trigger gets the code encrypted, and the server does not send it otherwise`() async throws {
        let triggers = ScriptedTriggers(
            [.customEmailSender: { _ in .output("whatever") }, .customMessage: { _ in .response([:]) }],
            key: Self.key)
        try await whileDispatching(triggers) { fixture in
            try await fixture.signUp()
            #expect(fixture.gatehouse.messages().isEmpty)
        }
        #expect(triggers.sources == ["CustomEmailSender_SignUp"])
        let request = try #require(triggers.request("CustomEmailSender_SignUp"))
        #expect(request["type"] == "customEmailSenderRequestV1")
        #expect(request["userAttributes"]?["email"] == "alice@example.com")
        let code = try #require(request["code"]?.stringValue.flatMap { Base64.decode($0) })
        #expect(Array(code.prefix(3)) == [2, 4, 0x78])
    }

    @Test func `a code for an unknown user name goes to no sender trigger`() async throws {
        let triggers = ScriptedTriggers([.customEmailSender: { _ in .response([:]) }], key: Self.key)
        try await whileDispatching(triggers, hiding: true) { fixture in
            try await fixture.forgotPassword("nobody")
            try await fixture.signUp()
        }
        #expect(triggers.sources == ["CustomEmailSender_SignUp"])
    }

    @Test func `a sender trigger that fails does not fail the call`() async throws {
        let triggers = ScriptedTriggers(
            [.customEmailSender: { _ in .failure(.functionError("provider is down")) }], key: Self.key)
        try await whileDispatching(triggers) { fixture in
            try await fixture.signUp()
            #expect(try await fixture.user().userStatus == .unconfirmed)
        }
        #expect(triggers.events.count == 1)
    }

    @Test func `a sender trigger without a key gets no code, and the message is not sent`() async throws {
        let triggers = ScriptedTriggers([.customEmailSender: { _ in .response([:]) }])
        try await whileDispatching(triggers) { fixture in
            let refusal = try await fault { try await fixture.signUp() }
            #expect(refusal?.code == .codeDeliveryFailure)
            #expect(try await fixture.user().userStatus == .unconfirmed)
        }
        #expect(triggers.events.isEmpty)
    }

    @Test func `a pool with a sender names a key`() async throws {
        let triggers = ScriptedTriggers([.customEmailSender: { _ in .response([:]) }])
        var settings = triggers.settings
        settings.kmsKeyID = nil
        #expect(
            try await fault { _ = try await PoolFixture.make(triggers) { $0.lambdaConfig = settings } }
                == ServiceFault(
                    .invalidParameter, "KMSKeyID is required for CustomEmailSender and CustomSMSSender."))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSession

/// The data about device and app that requests carry.
@Suite(.hangLimit) struct RequestMarksTests {
    private static let operations = [
        "SignUp", "ConfirmSignUp", "ResendConfirmationCode", "ForgotPassword", "ConfirmForgotPassword",
        "InitiateAuth", "RespondToAuthChallenge",
    ]

    @Test(arguments: operations)
    func `a request without a signed-in user carries signed device data`(operation: String) async throws {
        let fixture = try Fixture()
        try await Self.call(operation, fixture.engine, fixture.service)
        let input = try #require(fixture.service.inputs(of: operation).first)
        let context = try Context(input, clientID: "client")
        #expect(context.payload["username"] == "Ada")
        #expect(context.payload["userPoolId"] == .string(Fixture.userPoolID))
        let milliseconds = Int64(fixture.clock.clock.now().timeIntervalSince1970 * 1000)
        #expect(context.payload["timestamp"] == .string("\(milliseconds)"))
        #expect(context.deviceID?.count == 36)
        #expect(context.payload["contextData"]?["ApplicationName"] != nil)
        #expect(input["AnalyticsMetadata"] == nil)
    }

    @Test func `a device is the same for a user over restarts, and another one for another user`() async throws {
        let fixture = try Fixture()
        let names = ["Ada", "ada", "Bob"]
        var ids: [[String?]] = []
        for engine in [fixture.engine, try fixture.restarted().engine] {
            fixture.service.forget()
            for name in names { try await Self.call("ForgotPassword", engine, fixture.service, username: name) }
            ids.append(
                try fixture.service.inputs(of: "ForgotPassword").map { try Context($0, clientID: "client").deviceID })
        }
        #expect(ids[0] == ids[1])
        #expect(Set(ids[0]).count == names.count)
    }

    @Test(arguments: [FailingStore.Failing.read, .write])
    func `a store that fails costs the device its name, not the user the call`(
        failing: FailingStore.Failing
    ) async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        store.fail(failing)
        try await Self.call("ForgotPassword", fixture.engine, fixture.service)
        try await Self.call("ForgotPassword", fixture.engine, fixture.service)
        let ids = try fixture.service.inputs(of: "ForgotPassword").map { try Context($0, clientID: "client").deviceID }
        #expect(Set(ids).count == 2)
    }

    @Test func `an unreadable store keeps the name in it`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        for failing in [nil, FailingStore.Failing.read, nil] {
            store.fail(failing)
            try await Self.call("ForgotPassword", fixture.engine, fixture.service)
        }
        let ids = try fixture.service.inputs(of: "ForgotPassword").map { try Context($0, clientID: "client").deviceID }
        #expect(ids[0] == ids[2] && ids[0] != ids[1])
    }

    @Test(arguments: operations)
    func `an app that counts in Pinpoint names its endpoint, always the same`(operation: String) async throws {
        let fixture = try Fixture()
        let endpoint = try Endpoint("http://localhost:9229", key: "k")
        let configuration = try SessionConfiguration(
            userPool: UserPoolConfiguration(
                poolID: Fixture.userPoolID,
                clientID: "client",
                region: "us-east-1",
                endpoint: endpoint,
                defaultFlow: .userPassword,
                usesAnalytics: true
            )
        )
        let engine = SessionEngine(
            configuration: configuration,
            store: fixture.store,
            transport: fixture.service,
            clock: fixture.clock.clock,
            entropy: .seeded(3)
        )
        try await Self.call(operation, engine, fixture.service)
        try await Self.call("ForgotPassword", engine, fixture.service)
        let first = fixture.service.inputs(of: operation).first?["AnalyticsMetadata"]?["AnalyticsEndpointId"]
        let second = fixture.service.inputs(of: "ForgotPassword").last?["AnalyticsMetadata"]?["AnalyticsEndpointId"]
        #expect(first?.stringValue?.count == 36)
        #expect(first == second)
    }

    /// Makes the call behind an operation; what the service answers does not matter.
    private static func call(
        _ operation: String,
        _ engine: SessionEngine,
        _ service: ScriptedService,
        username: String = "Ada"
    ) async throws {
        for other in operations where other != "InitiateAuth" {
            service.on(other, .fault("CodeMismatchException"))
        }
        switch operation {
        case "SignUp": _ = try? await engine.signUp(username: "Ada", password: "pw")
        case "ConfirmSignUp": _ = try? await engine.confirmSignUp(username: "Ada", code: "1")
        case "ResendConfirmationCode": _ = try? await engine.resendSignUpCode(username: "Ada")
        case "ForgotPassword": _ = try? await engine.resetPassword(username: username)
        case "ConfirmForgotPassword":
            try? await engine.confirmResetPassword(username: "Ada", newPassword: "b", code: "1")
        case "InitiateAuth": _ = try await engine.signIn(username: "Ada", password: "pw")
        default:
            service.on(
                "InitiateAuth",
                .answer(["ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "s", "ChallengeParameters": [:]])
            )
            _ = try await engine.signIn(username: "Ada", password: "pw")
            _ = try? await engine.confirmSignIn(response: "new")
        }
    }

    /// `UserContextData` as the service reads it.
    private struct Context {
        let payload: WireValue

        init(_ input: WireValue, clientID: String) throws {
            let text = try #require(input["UserContextData"]?["EncodedData"]?.stringValue)
            let envelope = try WireValue(json: Data(try #require(Base64.decode(text))))
            let version = try #require(envelope["version"]?.stringValue)
            let payload = try #require(envelope["payload"]?.stringValue)
            let expected = hmacSHA256(key: Array(clientID.utf8), Array((version + payload).utf8))
            #expect(version == "IOS20171114")
            #expect(envelope["signature"] == .string(Base64.encode(expected)))
            self.payload = try WireValue(json: Data(payload.utf8))
        }

        var deviceID: String? { payload["contextData"]?["DeviceId"]?.stringValue }
    }
}

@Suite struct DeviceFactsTests {
    @Test(arguments: [
        (0, "+00:00"), (3600, "+01:00"), (-12_600, "-03:30"), (20_700, "+05:45"), (-36_000, "-10:00"),
    ])
    func `the time zone is an offset`(seconds: Int, text: String) throws {
        #expect(DeviceFacts.timeZone(try #require(TimeZone(secondsFromGMT: seconds))) == text)
    }
}

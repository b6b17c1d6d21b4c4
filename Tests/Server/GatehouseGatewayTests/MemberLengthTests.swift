// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// The maximum lengths of values that apps store with the service or pass to its triggers.
@Suite struct MemberLengthTests {
    /// A server with a pool that tracks devices, its client, and the tokens of a user.
    private func signedIn() async throws -> (TestGatehouse, client: String, tokens: WireValue) {
        let gatehouse = try await TestGatehouse()
        let request = TestRequest.call(
            "\(userPoolsTarget).CreateUserPool",
            json: #"{"PoolName":"p","DeviceConfiguration":{"ChallengeRequiredOnNewDevice":false}}"#)
        let made = await gatehouse.send(request.signed("cognito-idp", at: gatehouse.clock.now))
        let pool = try #require(made.json["UserPool"]?["Id"]?.stringValue)
        let client = try await gatehouse.makeClient(ofPool: pool)
        try await gatehouse.makeUser("ada", password: "Correct-Horse-7!", inPool: pool)
        let signIn: WireValue = [
            "AuthFlow": "USER_PASSWORD_AUTH", "ClientId": .string(client.id),
            "AuthParameters": ["USERNAME": "ada", "PASSWORD": "Correct-Horse-7!"],
        ]
        let answer = await call("InitiateAuth", signIn, on: gatehouse)
        return (gatehouse, client.id, try #require(answer.json["AuthenticationResult"]))
    }

    private func call(_ operation: String, _ members: WireValue, on gatehouse: TestGatehouse) async -> TestResponse {
        await gatehouse.send(
            .call("\(userPoolsTarget).\(operation)", json: String(decoding: members.json(), as: UTF8.self)))
    }

    @Test(arguments: [(0, false), (1, true), (1_024, true), (1_025, false)], ["a", "é"])
    func `a device's name has 1 to 1,024 characters`(_ length: (Int, Bool), _ letter: String) async throws {
        let (gatehouse, _, tokens) = try await signedIn()
        let device = try #require(tokens["NewDeviceMetadata"]?["DeviceKey"])
        let answer = await call(
            "ConfirmDevice",
            [
                "AccessToken": tokens["AccessToken"] ?? .null, "DeviceKey": device,
                "DeviceName": .string(String(repeating: letter, count: length.0)),
                "DeviceSecretVerifierConfig": ["PasswordVerifier": "Aw==", "Salt": "Aw=="],
            ], on: gatehouse)
        #expect((answer.status == 200) == length.1, "\(answer.text)")
        guard !length.1 else { return }
        #expect(answer.json["message"]?.stringValue?.contains("at 'deviceName' failed to satisfy constraint") == true)
    }

    @Test(arguments: [(2_048, true), (2_049, false)])
    func `an attribute's value has at most 2,048 characters`(_ length: Int, _ isTaken: Bool) async throws {
        let (gatehouse, _, tokens) = try await signedIn()
        let answer = await call(
            "UpdateUserAttributes",
            [
                "AccessToken": tokens["AccessToken"] ?? .null,
                "UserAttributes": [["Name": "name", "Value": .string(String(repeating: "a", count: length))]],
            ], on: gatehouse)
        #expect((answer.status == 200) == isTaken, "\(answer.text)")
        #expect(answer.json["message"]?.stringValue?.contains("'userAttributes.1.member.value'") ?? isTaken)
    }

    @Test(arguments: [(131_072, true), (131_073, false)], [true, false])
    func `a key and a value of metadata have at most 131,072 characters`(
        _ length: (Int, Bool), _ isKey: Bool
    ) async throws {
        let (gatehouse, client, _) = try await signedIn()
        let text = String(repeating: "a", count: length.0)
        let metadata = WireValue.object(ofTexts: isKey ? [text: "v"] : ["k": text])
        let answer = await call(
            "InitiateAuth",
            [
                "AuthFlow": "USER_PASSWORD_AUTH", "ClientId": .string(client), "ClientMetadata": metadata,
                "AuthParameters": ["USERNAME": "ada", "PASSWORD": "Correct-Horse-7!"],
            ], on: gatehouse)
        #expect((answer.status == 200) == length.1)
        guard !length.1 else { return }
        let message = try #require(answer.json["message"]?.stringValue)
        #expect(message.contains("at 'clientMetadata' failed to satisfy constraint"))
    }
}

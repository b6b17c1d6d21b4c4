// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountRateTests {
    private struct Stage {
        let gatehouse: TestGatehouse
        let clientID: String
        let token: String

        init(reads: Double = 10, writes: Double = 10) async throws {
            gatehouse = try await TestGatehouse(
                settings: GatewaySettings(
                    signaturePolicy: .anyAdministrator,
                    rates: RateLimits(
                        perAddress: RequestRate(perSecond: 1_000_000),
                        readsPerUser: RequestRate(perSecond: reads), writesPerUser: RequestRate(perSecond: writes)
                    )
                )
            )
            let pool = try await gatehouse.makeUserPool()
            clientID = try await gatehouse.makeClient(ofPool: pool).id
            try await gatehouse.makeUser("ada", password: "Correct-Horse-7!", inPool: pool)
            try await gatehouse.makeUser("bob", password: "Correct-Horse-7!", inPool: pool)
            let answer = await Self.signIn("ada", gatehouse, clientID)
            token = try #require(answer.json["AuthenticationResult"]?["AccessToken"]?.stringValue)
            gatehouse.clock.advance(by: 10)
        }

        func signIn(_ name: String, password: String = "Correct-Horse-7!") async -> String {
            let answer = await Self.signIn(name, password: password, gatehouse, clientID)
            return answer.fault ?? "OK"
        }

        func call(_ operation: String, _ members: [WireName: WireValue] = [:]) async -> String {
            let body = WireValue.object(["AccessToken": .string(token)].merging(members) { $1 })
            let json = String(decoding: body.json(), as: UTF8.self)
            return await gatehouse.send(.call("\(userPoolsTarget).\(operation)", json: json)).fault ?? "OK"
        }

        private static func signIn(
            _ name: String, password: String = "Correct-Horse-7!", _ gatehouse: TestGatehouse, _ clientID: String
        ) async -> TestResponse {
            let body: WireValue = [
                "ClientId": .string(clientID), "AuthFlow": "USER_PASSWORD_AUTH",
                "AuthParameters": ["USERNAME": .string(name), "PASSWORD": .string(password)],
            ]
            let json = String(decoding: body.json(), as: UTF8.self)
            return await gatehouse.send(.call("\(userPoolsTarget).InitiateAuth", json: json))
        }
    }

    @Test func `a user's account is read at most ten times a second, from any address`() async throws {
        let stage = try await Stage()
        for _ in 0..<9 { #expect(await stage.call("GetUser") == "OK") }
        #expect(await stage.signIn("ada") == "OK")
        #expect(await stage.call("GetUser") == "TooManyRequestsException")
        #expect(await stage.signIn("ada") == "TooManyRequestsException")
        #expect(await stage.signIn("bob") == "OK")
        stage.gatehouse.clock.advance(by: 0.15)
        #expect(await stage.call("GetUser") == "OK")
        #expect(await stage.call("GetUser") == "TooManyRequestsException")
    }

    @Test func `writing is counted apart from reading`() async throws {
        let stage = try await Stage(writes: 2)
        let change: [WireName: WireValue] = ["UserAttributes": [["Name": "name", "Value": "Ada"]]]
        for _ in 0..<2 { #expect(await stage.call("UpdateUserAttributes", change) == "OK") }
        #expect(await stage.call("UpdateUserAttributes", change) == "TooManyRequestsException")
        #expect(await stage.call("GetUser") == "OK")
    }

    @Test func `a request for a code counts as writing`() async throws {
        let stage = try await Stage(writes: 2)
        let attribute: [WireName: WireValue] = ["AttributeName": "name"]
        for _ in 0..<2 {
            #expect(await stage.call("GetUserAttributeVerificationCode", attribute) == "InvalidParameterException")
        }
        #expect(await stage.call("GetUserAttributeVerificationCode", attribute) == "TooManyRequestsException")
        #expect(await stage.call("GetUser") == "OK")
    }

    @Test func `a forged token does not use up the account's rate`() async throws {
        let stage = try await Stage()
        let parts = stage.token.split(separator: ".")
        let forged = "\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))"
        for _ in 0..<50 {
            #expect(await stage.call("GetUser", ["AccessToken": .string(forged)]) != "TooManyRequestsException")
        }
        #expect(await stage.call("GetUser") == "OK")
    }

    @Test func `an unknown user name is limited like a known one`() async throws {
        let stage = try await Stage(reads: 3)
        var known: [Bool] = []
        var unknown: [Bool] = []
        for _ in 0..<5 {
            known.append(await stage.signIn("bob", password: "Wrong-Horse-7!") == "TooManyRequestsException")
            unknown.append(await stage.signIn("nobody", password: "Wrong-Horse-7!") == "TooManyRequestsException")
        }
        #expect(known == [false, false, false, true, true])
        #expect(unknown == known)
    }
}

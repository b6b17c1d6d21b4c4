// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// Administration calls of users whose policies name resources: policies must judge the resource that the operation uses.
@Suite(.tags(.security)) struct ConfusedResourceTests {
    private static let prefix = "us-east-1:123456789012"

    /// Two user pools and two identity pools, of which a user may administer the first ones.
    private struct House {
        let gatehouse: TestGatehouse
        let userPools: [String]
        let identityPools: [String]

        init() async throws {
            gatehouse = try await TestGatehouse(verifiesSignatures: true)
            var (userPools, identityPools) = ([String](), [String]())
            for name in ["own", "other"] {
                let pool = try await gatehouse.makeUserPool(name: name)
                let client = try await gatehouse.makeClient(ofPool: pool)
                userPools.append(pool)
                identityPools.append(try await gatehouse.makeIdentityPool(userPool: pool, client: client))
            }
            (self.userPools, self.identityPools) = (userPools, identityPools)
        }

        func arn(ofUserPool index: Int) -> String {
            "arn:aws:cognito-idp:\(ConfusedResourceTests.prefix):userpool/\(userPools[index])"
        }

        func arn(ofIdentityPool index: Int) -> String {
            "arn:aws:cognito-identity:\(ConfusedResourceTests.prefix):identitypool/\(identityPools[index])"
        }

        /// The fault of a call by the holder of a key; `nil` for a call that succeeds.
        func fault(
            _ operation: String, _ members: WireValue, target: String = identityPoolsTarget,
            by key: (keyID: String, secret: String)
        ) async -> String? {
            let json = String(decoding: members.json(), as: UTF8.self)
            let service = target == userPoolsTarget ? "cognito-idp" : "cognito-identity"
            let answer = await gatehouse.send(
                TestRequest.call("\(target).\(operation)", json: json).signed(
                    service, at: gatehouse.clock.now, keyID: key.keyID, secret: key.secret))
            return answer.status == 200 ? nil : answer.fault ?? "no fault"
        }
    }

    @Test func `a pool that the operation ignores does not permit a call about other resources`() async throws {
        let house = try await House()
        let (pool, identityPool) = (WireValue.string(house.userPools[0]), WireValue.string(house.identityPools[0]))
        let key = try await house.gatehouse.registerUser(
            "ada",
            policy: #"""
                {"Effect":"Allow","Action":"cognito-idp:*","Resource":"\#(house.arn(ofUserPool: 0))"},
                {"Effect":"Allow","Action":"cognito-identity:*","Resource":"\#(house.arn(ofIdentityPool: 0))"}
                """#)
        #expect(await house.fault("DescribeIdentityPool", ["IdentityPoolId": identityPool], by: key) == nil)
        let identity = WireValue.string("us-east-1:7d6a3b0e-6f0b-4b5c-9c57-0d7f2a5b3c11")
        for (operation, members) in [
            ("DescribeIdentity", ["IdentityId": identity]),
            ("DeleteIdentities", ["IdentityIdsToDelete": [identity]]),
            ("ListIdentityPools", ["MaxResults": 1]),
            ("CreateIdentityPool", ["IdentityPoolName": "new", "AllowUnauthenticatedIdentities": false]),
            ("ListTagsForResource", ["ResourceArn": .string(house.arn(ofIdentityPool: 1))]),
        ] as [(String, [WireName: WireValue])] {
            let confused = members.merging(["IdentityPoolId": identityPool]) { $1 }
            #expect(await house.fault(operation, .object(confused), by: key) == "AccessDeniedException")
        }
        for (operation, members) in [
            ("ListUserPools", ["MaxResults": 1]), ("CreateUserPool", ["PoolName": "new"]),
            ("ListTagsForResource", ["ResourceArn": .string(house.arn(ofUserPool: 1))]),
            ("TagResource", ["ResourceArn": .string(house.arn(ofUserPool: 1)), "Tags": ["a": "b"]]),
        ] as [(String, [WireName: WireValue])] {
            let confused = WireValue.object(members.merging(["UserPoolId": pool]) { $1 })
            #expect(
                await house.fault(operation, confused, target: userPoolsTarget, by: key) == "AccessDeniedException")
        }
    }

    @Test func `a pool that the operation ignores does not hide the one that a Deny names`() async throws {
        let house = try await House()
        let key = try await house.gatehouse.registerUser(
            "ada",
            policy: #"""
                {"Effect":"Allow","Action":"*","Resource":"*"},
                {"Effect":"Deny","Action":"*","Resource":"\#(house.arn(ofIdentityPool: 1))"}
                """#)
        func fault(_ index: Int) async -> String? {
            await house.fault(
                "DescribeIdentityPool",
                ["IdentityPoolId": .string(house.identityPools[index]), "UserPoolId": "us-east-1_Aa1"], by: key)
        }
        #expect(await fault(0) == nil)
        #expect(await fault(1) == "AccessDeniedException")
    }

    @Test func `a group gets a role only from a caller who may pass it`() async throws {
        let house = try await House()
        let role = "arn:aws:iam::123456789012:role/boss"
        let own = #"{"Effect":"Allow","Action":"cognito-idp:*","Resource":"\#(house.arn(ofUserPool: 0))"}"#
        let passing = #"""
            {"Effect":"Allow","Action":"iam:PassRole","Resource":"\#(role)",
             "Condition":{"StringEquals":{"iam:PassedToService":"cognito-idp.amazonaws.com"}}}
            """#
        let ada = try await house.gatehouse.registerUser("ada", policy: own)
        let eve = try await house.gatehouse.registerUser("eve", policy: own + "," + passing)
        let (pool, group) = (WireValue.string(house.userPools[0]), WireValue.string("staff"))
        let plain: WireValue = ["UserPoolId": pool, "GroupName": group]
        let powerful: WireValue = ["UserPoolId": pool, "GroupName": group, "RoleArn": .string(role)]
        #expect(
            await house.fault("CreateGroup", powerful, target: userPoolsTarget, by: ada) == "AccessDeniedException")
        #expect(await house.fault("CreateGroup", plain, target: userPoolsTarget, by: ada) == nil)
        #expect(
            await house.fault("UpdateGroup", powerful, target: userPoolsTarget, by: ada) == "AccessDeniedException")
        #expect(await house.fault("UpdateGroup", powerful, target: userPoolsTarget, by: eve) == nil)
    }
}

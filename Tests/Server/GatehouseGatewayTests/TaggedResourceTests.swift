// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// Administration calls of users whose policies compare the tags of pools and of requests.
@Suite(.tags(.security)) struct TaggedResourceTests {
    private static let allow = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#

    private static func deny(
        _ key: String, _ value: String, by name: String = "StringEquals"
    ) -> String {
        #"{"Effect":"Deny","Action":"*","Resource":"*","Condition":{"\#(name)":{"\#(key)":"\#(value)"}}}"#
    }

    /// Two user pools and two identity pools, of which the second ones are tagged.
    private struct House {
        let gatehouse: TestGatehouse
        private(set) var userPools: [String] = []
        private(set) var identityPools: [String] = []
        private(set) var key: (keyID: String, secret: String) = ("", "")

        init(_ statements: String...) async throws {
            gatehouse = try await TestGatehouse(verifiesSignatures: true)
            key = try await gatehouse.registerUser(
                "ada", policy: ([TaggedResourceTests.allow] + statements).joined(separator: ","))
            for name in ["plain", "tagged"] {
                let pool = try await gatehouse.makeUserPool(name: name)
                let client = try await gatehouse.makeClient(ofPool: pool)
                userPools.append(pool)
                identityPools.append(try await gatehouse.makeIdentityPool(userPool: pool, client: client))
            }
            for (target, arn) in [(userPoolsTarget, arn(ofUserPool: 1)), (identityPoolsTarget, arn(ofIdentityPool: 1))]
            {
                let members: WireValue = ["ResourceArn": .string(arn), "Tags": ["Stage": "prod"]]
                let answer = await send("TagResource", members, target: target, keyID: nil)
                #expect(answer.status == 200)
            }
        }

        func arn(ofUserPool index: Int) -> String {
            "arn:aws:cognito-idp:us-east-1:123456789012:userpool/\(userPools[index])"
        }

        func arn(ofIdentityPool index: Int) -> String {
            "arn:aws:cognito-identity:us-east-1:123456789012:identitypool/\(identityPools[index])"
        }

        /// Sends a call that the administrator signs, or the holder of a key.
        func send(
            _ operation: String, _ members: WireValue, target: String, keyID: String?, secret: String = ""
        ) async -> TestResponse {
            let call = TestRequest.call("\(target).\(operation)", json: String(decoding: members.json(), as: UTF8.self))
            let service = target == userPoolsTarget ? "cognito-idp" : "cognito-identity"
            guard let keyID else { return await gatehouse.send(call.signed(service, at: gatehouse.clock.now)) }
            return await gatehouse.send(
                call.signed(service, at: gatehouse.clock.now, keyID: keyID, secret: secret))
        }

        /// The answer to the user whose policy this is.
        func answer(
            _ operation: String, _ members: WireValue, target: String = identityPoolsTarget
        ) async -> TestResponse {
            await send(operation, members, target: target, keyID: key.keyID, secret: key.secret)
        }

        /// Whether a call of the user is denied.
        func isDenied(
            _ operation: String, _ members: WireValue, target: String = identityPoolsTarget
        ) async -> Bool {
            let answer = await answer(operation, members, target: target)
            #expect(answer.status == 200 || answer.fault == "AccessDeniedException", "\(answer.text)")
            return answer.fault == "AccessDeniedException"
        }

        static func json(_ answer: TestResponse) throws -> WireValue { try WireValue(json: Data(answer.text.utf8)) }

        /// A guest of a pool.
        func guest(in index: Int) async throws -> WireValue {
            let members: WireValue = ["IdentityPoolId": .string(identityPools[index])]
            let answer = await gatehouse.send(
                .call("\(identityPoolsTarget).GetId", json: String(decoding: members.json(), as: UTF8.self)))
            return .string(try #require(try Self.json(answer)["IdentityId"]?.stringValue))
        }
    }

    @Test(arguments: ["aws:ResourceTag/Stage", "AWS:resourcetag/stage"])
    func `a Deny on a tag denies the pools that have it`(key: String) async throws {
        let house = try await House(Self.deny(key, "prod"))
        for index in [0, 1] {
            let (pool, identityPool) = (
                WireValue.string(house.userPools[index]), WireValue.string(house.identityPools[index])
            )
            #expect(
                await house.isDenied("DescribeUserPool", ["UserPoolId": pool], target: userPoolsTarget) == (index == 1))
            #expect(await house.isDenied("DescribeIdentityPool", ["IdentityPoolId": identityPool]) == (index == 1))
            #expect(
                await house.isDenied(
                    "ListTagsForResource", ["ResourceArn": .string(house.arn(ofUserPool: index))],
                    target: userPoolsTarget) == (index == 1))
        }
        #expect(await !house.isDenied("ListUserPools", ["MaxResults": 1], target: userPoolsTarget))
    }

    @Test func `a Deny unless a tag has a value denies the pools without the tag`() async throws {
        let house = try await House(Self.deny("aws:ResourceTag/Stage", "prod", by: "StringNotEquals"))
        for index in [0, 1] {
            let pool: WireValue = ["UserPoolId": .string(house.userPools[index])]
            #expect(await house.isDenied("DescribeUserPool", pool, target: userPoolsTarget) == (index == 0))
        }
    }

    @Test func `a Deny on tags of requests counts where pools are tagged`() async throws {
        let house = try await House(
            Self.deny("aws:RequestTag/Owner", "root"),
            Self.deny("aws:TagKeys", "Locked", by: "ForAnyValue:StringEquals"))
        func tagging(_ key: WireName, _ value: String) -> [(String, WireValue, String)] {
            let tags: WireValue = .object([key: .string(value)])
            return [
                ("TagResource", ["ResourceArn": .string(house.arn(ofUserPool: 0)), "Tags": tags], userPoolsTarget),
                (
                    "TagResource", ["ResourceArn": .string(house.arn(ofIdentityPool: 0)), "Tags": tags],
                    identityPoolsTarget
                ),
                ("CreateUserPool", ["PoolName": "new", "UserPoolTags": tags], userPoolsTarget),
                (
                    "CreateIdentityPool",
                    ["IdentityPoolName": "new", "AllowUnauthenticatedIdentities": false, "IdentityPoolTags": tags],
                    identityPoolsTarget
                ),
            ]
        }
        for (operation, members, target) in tagging("Owner", "root") + tagging("Locked", "") {
            #expect(await house.isDenied(operation, members, target: target), "\(operation)")
        }
        for (operation, members, target) in tagging("Owner", "ada") {
            #expect(await !house.isDenied(operation, members, target: target), "\(operation)")
        }
        for (keys, isDenied) in [(["Locked", "a"], true), (["a"], false)] as [([String], Bool)] {
            let list = WireValue.array(keys.map { .string($0) })
            #expect(
                await house.isDenied(
                    "UntagResource", ["ResourceArn": .string(house.arn(ofUserPool: 0)), "TagKeys": list],
                    target: userPoolsTarget) == isDenied)
        }
    }

    @Test func `a Deny for a user pool, by its ARN or its tag, also counts for its domain`() async throws {
        for deny in [
            Self.deny("aws:ResourceTag/Stage", "prod"),
            #"""
            {"Effect":"Deny","Action":"cognito-idp:*","Resource":"arn:aws:cognito-idp:*:*:userpool/*",
             "Condition":{"StringEquals":{"aws:ResourceTag/Stage":"prod"}}}
            """#,
        ] {
            let house = try await House(deny)
            for (index, domain) in ["open", "closed"].enumerated() {
                let members: WireValue = ["UserPoolId": .string(house.userPools[index]), "Domain": .string(domain)]
                let answer = await house.send("CreateUserPoolDomain", members, target: userPoolsTarget, keyID: nil)
                #expect(answer.status == 200)
                #expect(
                    await house.isDenied("DescribeUserPoolDomain", ["Domain": .string(domain)], target: userPoolsTarget)
                        == (index == 1))
            }
            #expect(await !house.isDenied("DescribeUserPoolDomain", ["Domain": "none"], target: userPoolsTarget))
        }
    }

    @Test func `a Deny for an identity pool, by its ARN or its tag, also counts for its identities`() async throws {
        for byTag in [true, false] {
            var house = try await House(Self.deny("aws:ResourceTag/Stage", "prod"))
            if !byTag {
                house = try await House(
                    #"""
                    {"Effect":"Deny","Action":"cognito-identity:*",
                     "Resource":"arn:aws:cognito-identity:*:*:identitypool/*","Condition":
                     {"StringEquals":{"aws:ResourceTag/Stage":"prod"}}}
                    """#)
            }
            let (open, closed) = (try await house.guest(in: 0), try await house.guest(in: 1))
            #expect(await !house.isDenied("DescribeIdentity", ["IdentityId": open]))
            #expect(await house.isDenied("DescribeIdentity", ["IdentityId": closed]))
            let deletion = await house.answer("DeleteIdentities", ["IdentityIdsToDelete": [open, closed]])
            #expect(
                try House.json(deletion)["UnprocessedIdentityIds"] == [
                    ["ErrorCode": "AccessDenied", "IdentityId": closed]
                ])
            for (identity, status) in [(open, 400), (closed, 200)] {
                let left = await house.send(
                    "DescribeIdentity", ["IdentityId": identity], target: identityPoolsTarget, keyID: nil)
                #expect(left.status == status)
            }
        }
    }
}

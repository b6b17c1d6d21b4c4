// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseIdentityPools
import GatehouseWire
import Testing

@Suite struct ResourceTagTests {
    @Test func `tags of a pool are added, replaced, listed and removed`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let arn = Deployment().arn(ofIdentityPool: pool)
        #expect(try await Self.tags(house, arn) == [:])
        _ = try await house.service.tagResource(TagResourceInput(resourceArn: arn, tags: ["a": "1", "b": "2"]))
        _ = try await house.service.tagResource(TagResourceInput(resourceArn: arn, tags: ["b": "3"]))
        #expect(try await Self.tags(house, arn) == ["a": "1", "b": "3"])
        let described = try await house.service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: pool))
        #expect(described.identityPoolTags == ["a": "1", "b": "3"])
        _ = try await house.service.untagResource(UntagResourceInput(resourceArn: arn, tagKeys: ["a", "none"]))
        #expect(try await Self.tags(house, arn) == ["b": "3"])
    }

    @Test func `the fifty-first tag is refused`() async throws {
        let house = try await House()
        let arn = Deployment().arn(ofIdentityPool: try await house.makePool())
        let fifty = Dictionary(uniqueKeysWithValues: (0..<50).map { ("k\($0)", "v") })
        _ = try await house.service.tagResource(TagResourceInput(resourceArn: arn, tags: fifty))
        let fault = try await DeveloperIdentityTests.fault {
            try await house.service.tagResource(TagResourceInput(resourceArn: arn, tags: ["one more": ""]))
        }
        #expect(fault == .invalidParameter)
        #expect(try await Self.tags(house, arn) == fifty)
    }

    @Test(arguments: [
        "arn:aws:cognito-identity:us-east-1:123456789012:identitypool/us-east-1:0",
        "arn:aws:cognito-identity:us-east-1:999999999999:identitypool/POOL",
        "arn:aws:cognito-identity:eu-west-1:123456789012:identitypool/POOL",
        "arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_Pool", "identitypool/POOL", ":identitypool/",
    ])
    func `another resource is not found`(_ arn: String) async throws {
        let house = try await House()
        let arn = arn.replacing("POOL", with: try await house.makePool())
        #expect(try await DeveloperIdentityTests.fault { try await Self.tags(house, arn) } == .resourceNotFound)
    }

    static func tags(_ house: House, _ arn: String) async throws -> [String: String]? {
        try await house.service.listTagsForResource(ListTagsForResourceInput(resourceArn: arn)).tags
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct TagTests {
    private func arn(_ poolID: String) -> String {
        "arn:aws:cognito-idp:us-east-1:123456789012:userpool/\(poolID)"
    }

    @Test func `tags are added, overwritten and removed`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "x", userPoolTags: ["team": "a"]))
        let service = fixture.administrator
        let pool = arn(fixture.poolID)
        _ = try await service.tagResource(TagResourceRequest(resourceArn: pool, tags: ["team": "b", "cost": "7"]))
        _ = try await service.untagResource(UntagResourceRequest(resourceArn: pool, tagKeys: ["cost", "none"]))
        let tags = try await service.listTagsForResource(ListTagsForResourceRequest(resourceArn: pool)).tags
        #expect(tags == ["team": "b"])
        let tooMany = Dictionary(uniqueKeysWithValues: (1...50).map { ("key\($0)", "") })
        let refusal = try await fault {
            _ = try await service.tagResource(TagResourceRequest(resourceArn: pool, tags: tooMany))
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `an ARN that names no pool is not found`() async throws {
        let fixture = try await PoolFixture.make()
        let elsewhere = "arn:aws:cognito-idp:eu-west-1:123456789012:userpool/\(fixture.poolID)"
        for name in [arn("us-east-1_None"), elsewhere, "arn:aws:s3:::/"] {
            let refusal = try await fault {
                _ = try await fixture.administrator.listTagsForResource(
                    ListTagsForResourceRequest(resourceArn: name))
            }
            #expect(refusal?.code == .resourceNotFound)
        }
    }
}

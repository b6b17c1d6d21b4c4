// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct UserPoolTests {
    @Test func `a pool has Cognito's defaults`() async throws {
        let fixture = try await PoolFixture.make(pool: CreateUserPoolRequest(poolName: "shop"))
        try await fixture.makeUser()
        let pool = try #require(
            try await fixture.administrator.describeUserPool(
                DescribeUserPoolRequest(userPoolId: fixture.poolID)
            ).userPool)
        #expect(pool.name == "shop" && pool.mfaConfiguration == .off && pool.userPoolTier == .essentials)
        #expect(pool.arn == "arn:aws:cognito-idp:us-east-1:123456789012:userpool/\(fixture.poolID)")
        #expect(pool.policies?.passwordPolicy?.minimumLength == 8)
        #expect(pool.policies?.signInPolicy?.allowedFirstAuthFactors == [.password])
        #expect(pool.deletionProtection == .inactive && pool.estimatedNumberOfUsers == 1)
        #expect(pool.schemaAttributes?.count == 21 && pool.userPoolTags == [:])
        #expect(pool.adminCreateUserConfig?.unusedAccountValidityDays == 7)
    }

    @Test func `the region of the request's signature is the pool's`() async throws {
        let fixture = try await PoolFixture.make()
        let context = RequestContext(
            requestID: "test", region: "eu-central-1", principal: .administrator(accessKeyID: "AKIA"))
        let service = fixture.gatehouse.installation.userPools.service(for: context)
        let pool = try await service.createUserPool(CreateUserPoolRequest(poolName: "shop")).userPool
        #expect(pool?.id?.hasPrefix("eu-central-1_") == true && pool?.arn?.contains(":eu-central-1:") == true)
    }

    @Test(arguments: [
        (
            SchemaAttributeType(name: "x", attributeDataType: .string, required: true),
            "Required custom attributes are not supported currently."
        ),
        (
            SchemaAttributeType(name: "x"),
            "Invalid AttributeDataType input, consider using the provided AttributeDataType enum."
        ),
        (
            SchemaAttributeType(name: "email", attributeDataType: .number),
            "You can not change AttributeDataType or set developerOnlyAttribute for standard schema attribute email"
        ),
        (
            SchemaAttributeType(
                name: "x", attributeDataType: .string,
                stringAttributeConstraints: StringAttributeConstraintsType(minLength: "5", maxLength: "4")),
            "user.custom:x: Max length cannot be less than min length."
        ),
    ])
    func `an impossible schema is refused with Cognito's error text`(
        _ attribute: SchemaAttributeType, _ message: String
    ) async throws {
        let request = CreateUserPoolRequest(poolName: "test", schema: [attribute])
        let refusal = try await fault { _ = try await PoolFixture.make(pool: request) }
        #expect(refusal == .invalidParameter(message))
    }

    @Test func `aliases and user-name attributes exclude each other`() async throws {
        let request = CreateUserPoolRequest(
            poolName: "test", aliasAttributes: [.email], usernameAttributes: [.email])
        let refusal = try await fault { _ = try await PoolFixture.make(pool: request) }
        #expect(
            refusal?.message
                == "Only one of the aliasAttributes or usernameAttributes can be set in a user pool.")
    }

    @Test func `the fault of an operation that is not built names it and its service`() async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await fault {
            _ = try await fixture.administrator.listUserPoolReplicas(
                ListUserPoolReplicasRequest(userPoolId: fixture.poolID))
        }
        #expect(refusal?.message == "Gatehouse does not have ListUserPoolReplicas of cognito-idp yet.")
    }
}

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

@Suite struct UpdateUserPoolTests {
    private func described(_ fixture: PoolFixture) async throws -> UserPoolType {
        try #require(
            try await fixture.administrator.describeUserPool(
                DescribeUserPoolRequest(userPoolId: fixture.poolID)
            ).userPool)
    }

    private func update(_ request: UpdateUserPoolRequest, in fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.updateUserPool(request)
    }

    @Test func `a member that an update omits gets the default, and fixed members stay`() async throws {
        let policy = PasswordPolicyType(minimumLength: 20)
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "shop", policies: UserPoolPolicyType(passwordPolicy: policy),
                deletionProtection: .active, autoVerifiedAttributes: [.email], aliasAttributes: [.email],
                userPoolTags: ["team": "a"],
                schema: [SchemaAttributeType(name: "size", attributeDataType: .string)],
                usernameConfiguration: UsernameConfigurationType(caseSensitive: false)))
        let before = try await described(fixture)
        fixture.gatehouse.clock.advance(by: 60)
        try await update(
            UpdateUserPoolRequest(
                userPoolId: fixture.poolID,
                adminCreateUserConfig: AdminCreateUserConfigType(allowAdminCreateUserOnly: true)),
            in: fixture)
        let after = try await described(fixture)
        #expect(after.policies?.passwordPolicy?.minimumLength == 8)
        #expect(after.deletionProtection == .inactive && after.autoVerifiedAttributes == nil)
        #expect(after.userPoolTags == [:] && after.adminCreateUserConfig?.allowAdminCreateUserOnly == true)
        #expect(after.name == "shop" && after.id == before.id && after.arn == before.arn)
        #expect(after.schemaAttributes == before.schemaAttributes && after.aliasAttributes == [.email])
        #expect(after.usernameConfiguration?.caseSensitive == false)
        #expect(after.creationDate == before.creationDate)
        #expect(after.lastModifiedDate == fixture.gatehouse.clock.now)
    }

    @Test func `the next operation follows the new settings`() async throws {
        let fixture = try await PoolFixture.make()
        try await update(
            UpdateUserPoolRequest(
                userPoolId: fixture.poolID,
                adminCreateUserConfig: AdminCreateUserConfigType(allowAdminCreateUserOnly: true)),
            in: fixture)
        #expect(try await fault { try await fixture.signUp() }?.code == .notAuthorized)
    }

    @Test func `an attribute that waits for its code must be one that gets a code`() async throws {
        let fixture = try await PoolFixture.make()
        var request = UpdateUserPoolRequest(
            userPoolId: fixture.poolID,
            userAttributeUpdateSettings: UserAttributeUpdateSettingsType(
                attributesRequireVerificationBeforeUpdate: [.email]))
        #expect(try await fault { try await update(request, in: fixture) }?.code == .invalidParameter)
        request.autoVerifiedAttributes = [.email]
        try await update(request, in: fixture)
    }

    @Test func `a pool that is not there cannot be changed`() async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await fault {
            try await update(UpdateUserPoolRequest(userPoolId: "us-east-1_None"), in: fixture)
        }
        #expect(refusal == .noSuchUserPool("us-east-1_None"))
    }
}

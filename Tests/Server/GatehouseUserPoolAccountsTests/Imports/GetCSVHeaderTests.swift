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

@Suite struct GetCSVHeaderTests {
    @Test func `the pool's own attributes stand between the standard ones and the name`() async throws {
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(
                poolName: "test",
                schema: [
                    SchemaAttributeType(name: "badge", attributeDataType: .string),
                    SchemaAttributeType(name: "email", required: true),
                ]))
        let answer = try await fixture.administrator.getCSVHeader(GetCSVHeaderRequest(userPoolId: fixture.poolID))
        #expect(answer.userPoolId == fixture.poolID)
        #expect(answer.csvHeader?.first == "name" && answer.csvHeader?.count == 23)
        #expect(
            answer.csvHeader?.suffix(5) == [
                "updated_at", "custom:badge", "cognito:mfa_enabled", "cognito:username", "password_hash",
            ])
    }
}

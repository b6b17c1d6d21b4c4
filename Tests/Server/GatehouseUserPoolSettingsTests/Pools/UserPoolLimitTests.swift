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

@Suite struct UserPoolLimitTests {
    @Test func `a region has at most a thousand pools, and another one has its own`() async throws {
        let gatehouse = try await TestGatehouse()
        let pools = gatehouse.installation.userPools
        func service(_ region: String) -> UserPoolsService {
            pools.service(
                for: RequestContext(requestID: "test", region: region, principal: .administrator(accessKeyID: "AKIA")))
        }
        try await pools.records.write { store in
            for number in 0..<999 {
                try store.insert(
                    UserPoolRecord(
                        id: "eu-west-1_\(number)", description: UserPoolType(), createdAt: pools.clock.now,
                        modifiedAt: pools.clock.now))
            }
        }
        let request = CreateUserPoolRequest(poolName: "one")
        let last = try #require(try await service("eu-west-1").createUserPool(request).userPool?.id)
        let refusal = try await fault { _ = try await service("eu-west-1").createUserPool(request) }
        #expect(refusal == ServiceFault(.limitExceeded, "A region can have at most 1000 user pools."))
        _ = try await service("eu-west-2").createUserPool(request)
        _ = try await service("eu-west-1").deleteUserPool(DeleteUserPoolRequest(userPoolId: last))
        _ = try await service("eu-west-1").createUserPool(request)
    }
}

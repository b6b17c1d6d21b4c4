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

@Suite struct ListUserPoolsTests {
    @Test func `the pools of the caller's region come in pages`() async throws {
        let gatehouse = try await TestGatehouse()
        let pools = gatehouse.installation.userPools
        for (region, names) in [("eu-west-1", ["a", "b", "c"]), ("eu-west-10", ["d"]), ("eu-west-2", [])] {
            let context = RequestContext(
                requestID: "test", region: region, principal: .administrator(accessKeyID: "AKIA"))
            let service = pools.service(for: context)
            for name in names { _ = try await service.createUserPool(CreateUserPoolRequest(poolName: name)) }
            var found: [String?] = []
            var token: String?
            repeat {
                let page = try await service.listUserPools(
                    ListUserPoolsRequest(nextToken: token, maxResults: 2))
                found += (page.userPools ?? []).map(\.name)
                token = page.nextToken
            } while token != nil
            #expect(found.compactMap(\.self).sorted() == names)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ProvisionedLimitTests {
    private let gatehouse: TestGatehouse

    init() async throws {
        gatehouse = try await TestGatehouse()
    }

    private func service(_ region: String) -> UserPoolsService {
        gatehouse.installation.userPools.service(for: RequestContext(requestID: "test", region: region))
    }

    private func definition(_ category: String) -> LimitDefinitionType {
        LimitDefinitionType(limitClass: .apiCategory, attributes: ["Category": category])
    }

    private func limit(of category: String, in region: String = "us-east-1") async throws -> LimitType {
        try await service(region).getProvisionedLimit(
            GetProvisionedLimitRequest(limitDefinition: definition(category))
        ).limit
    }

    @discardableResult
    private func set(_ category: String, to limit: Int, in region: String = "us-east-1") async throws -> LimitType {
        try await service(region).updateProvisionedLimit(
            UpdateProvisionedLimitRequest(limitDefinition: definition(category), requestedLimitValue: limit)
        ).limit
    }

    @Test func `a limit has its free value at first, and a provisioned value is kept until the next one`() async throws
    {
        let free = LimitType(
            limitDefinition: definition("UserRead"), provisionedLimitValue: 120, freeLimitValue: 120)
        #expect(try await limit(of: "UserRead") == free)
        for value in [121, 1_000_000, 120] {
            let answer = try await set("UserRead", to: value)
            #expect(answer.provisionedLimitValue == value && answer.freeLimitValue == 120)
            #expect(try await limit(of: "UserRead") == answer)
        }
    }

    @Test func `each category and each region has its own`() async throws {
        try await set("UserRead", to: 500)
        #expect(try await limit(of: "UserRead", in: "eu-west-1").provisionedLimitValue == 120)
        #expect(try await limit(of: "UserToken").provisionedLimitValue == 120)
        try await set("UserRead", to: 200, in: "eu-west-1")
        #expect(try await limit(of: "UserRead").provisionedLimitValue == 500)
    }

    @Test(arguments: [("UserRead", 119), ("UserRead", 0), ("UserRead", -1), ("UserRead", Int.min), ("UserList", 29)])
    func `a limit below the free value is refused`(_ category: String, _ value: Int) async throws {
        try await set("UserRead", to: 500)
        let refusal = try await fault { try await set(category, to: value) }
        let free = category == "UserRead" ? 120 : 30
        #expect(refusal == .invalidParameter("RequestedLimitValue must be \(free), the free limit, or more."))
        #expect(try await limit(of: "UserRead").provisionedLimitValue == 500)
    }

    @Test(arguments: [("UserRead", 1_000_001), ("UserRead", Int.max), ("UserList", 31)])
    func `a limit above the highest value, or above the free one of a fixed category, is refused`(
        _ category: String, _ value: Int
    ) async throws {
        #expect(try await fault { try await set(category, to: value) }?.code == .serviceQuotaExceeded)
        #expect(try await set("UserList", to: 30).provisionedLimitValue == 30)
    }

    @Test func `a category that there is not has no limit`() async throws {
        let unknown = ServiceFault(.resourceNotFound, "API category UserBreathing does not exist.")
        #expect(try await fault { _ = try await limit(of: "UserBreathing") } == unknown)
        #expect(try await fault { try await set("UserBreathing", to: 1) } == unknown)
    }
}

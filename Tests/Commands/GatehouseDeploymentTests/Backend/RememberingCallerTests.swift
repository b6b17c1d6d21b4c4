// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import CognitoAdminShapes
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// The requests that a plan saves, and those that it must not save.
@Suite(.hangLimit)
struct RememberingCallerTests {
    @Test func `each answer is requested once, until a change`() async throws {
        let bench = try await UserPoolBench()
        let ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth()))
        let id = try #require(ids[UserPoolBench.resource, OutputName.userPoolID])
        let reader = bench.backend.remembering()
        bench.transport.lose(nil)
        let pool = try #require(try await reader.userPool(id))
        #expect(try await reader.userPool(id) == pool)
        #expect(bench.transport.operations == ["DescribeUserPool"])
        // Another input is another question, and a fault is no answer.
        for _ in 1...2 { #expect(try await reader.userPool("us-east-1_Another01") == nil) }
        #expect(bench.transport.operations.count == 3)
        _ = try await reader.userPools.tagResource(
            TagResourceRequest(resourceArn: pool.arn ?? "", tags: ["team": "a"]))
        #expect(try await reader.userPool(id)?.userPoolTags?["team"] == "a")
        #expect(bench.transport.operations.suffix(2) == ["TagResource", "DescribeUserPool"])
    }

    @Test func `a change that failed is taken for one`() async throws {
        let bench = try await UserPoolBench()
        let ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth()))
        let id = try #require(ids[UserPoolBench.resource, OutputName.userPoolID])
        let reader = bench.backend.remembering()
        bench.transport.lose(nil)
        _ = try await reader.userPool(id)
        await #expect(throws: ServiceFault.self) {
            try await reader.userPools.deleteGroup(DeleteGroupRequest(groupName: "None", userPoolId: id))
        }
        _ = try await reader.userPool(id)
        #expect(bench.transport.operations == ["DescribeUserPool", "DeleteGroup", "DescribeUserPool"])
    }

    @Test func `services share a memory, and plans do not`() async throws {
        let bench = try await UserPoolBench()
        let ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth()))
        let id = try #require(ids[UserPoolBench.resource, OutputName.userPoolID])
        let trust = RoleTrust.text(RoleTrust.document(forPool: nil, isForGuests: false))
        _ = try await bench.backend.roles.createRole(
            CreateRoleRequest(roleName: "app", assumeRolePolicyDocument: trust))
        let reader = bench.backend.remembering()
        bench.transport.lose(nil)
        for _ in 1...2 {
            #expect(try await reader.role(named: "app")?.roleName == "app")
            _ = try await reader.userPool(id)
        }
        #expect(bench.transport.operations.count == 2)
        _ = try await reader.remembering().role(named: "app")
        _ = try await bench.backend.role(named: "app")
        #expect(bench.transport.operations.count == 4)
        // A change of roles may concern pools.
        try await reader.roles.tagRole(TagRoleRequest(roleName: "app", tags: ["team": "a"].roleTags))
        _ = try await reader.userPool(id)
        #expect(bench.transport.operations.count == 6)
    }

    @Test func `the version is requested only of a server without project records`() async throws {
        let bench = try await UserPoolBench()
        let records = ProjectRecords(bench.backend)
        let unknown = try await Machine.fault { _ = try await records.environment("dev", of: "dabcdefghijklm") }
        #expect(unknown.kind == .refused && unknown.text.contains("Another server"))
        #expect(bench.transport.operations == ["DescribeEnvironment"])

        bench.transport.answer(
            "DescribeEnvironment", status: 400,
            #"{"__type":"UnknownOperationException","message":"There is no such operation."}"#)
        let older = try await Machine.fault { _ = try await records.environment("dev", of: "dabcdefghijklm") }
        let version = try await bench.backend.version()
        #expect(older.kind == .refused && older.text.contains("it is older than this tool"))
        #expect(older.text.hasSuffix("Its version is \(version)."))
        #expect(older.cure?.hasPrefix("Update the server") == true)
    }
}

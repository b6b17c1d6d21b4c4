// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

/// The first role that a call of IAM registers, on a server whose identity pools have roles that are not registered.
@Suite struct FirstRoleTests {
    private static let guests = ManagementBench.account + "role/test-unauthenticated"

    /// A server with an identity pool of another project, and the calls of IAM.
    private struct House {
        let bench: ManagementBench
        let userPool: String
        let client: TestAppClient
        let identityPool: String

        init() async throws {
            bench = try await ManagementBench()
            userPool = try await bench.gatehouse.makeUserPool()
            client = try await bench.gatehouse.makeClient(ofPool: userPool)
            identityPool = try await bench.gatehouse.makeIdentityPool(userPool: userPool, client: client)
        }

        /// An administration call of the JSON services.
        func administer(_ target: String, _ members: WireValue, service: String) async -> TestResponse {
            let request = TestRequest.call(target, json: String(decoding: members.json(), as: UTF8.self))
            return await bench.gatehouse.send(request.signed(service, at: bench.gatehouse.clock.now))
        }

        func setRoles(_ roles: WireValue, mappings: WireValue = [:]) async -> TestResponse {
            await administer(
                "\(identityPoolsTarget).SetIdentityPoolRoles",
                ["IdentityPoolId": .string(identityPool), "Roles": roles, "RoleMappings": mappings],
                service: "cognito-identity")
        }

        /// The status of the credentials of a new guest.
        func guestStatus() async throws -> Int {
            let identity = await bench.gatehouse.send(
                .call("\(identityPoolsTarget).GetId", json: #"{"IdentityPoolId":"\#(identityPool)"}"#))
            let id = try #require(identity.json["IdentityId"]?.stringValue)
            return await bench.gatehouse.send(
                .call("\(identityPoolsTarget).GetCredentialsForIdentity", json: #"{"IdentityId":"\#(id)"}"#)
            ).status
        }

        func roles() async throws -> [String] {
            ManagementBench.texts(try await bench.call("ListRoles")["Roles"], "RoleName")
        }
    }

    @Test func `the roles of the identity pools of other projects are registered with it`() async throws {
        let house = try await House()
        try await house.bench.makeRole("app")
        #expect(try await house.roles() == ["app", "test-authenticated", "test-unauthenticated"])
        #expect(try await house.guestStatus() == 200)
        let role = try await house.bench.call("GetRole", [("RoleName", "test-unauthenticated")])["Role"]
        #expect(role?["Arn"] == .string(Self.guests))
        let statement = try ManagementBench.document(role?["AssumeRolePolicyDocument"])["Statement"]?.arrayValue?.first
        let condition = statement?["Condition"]
        #expect(
            condition?["StringEquals"]?["cognito-identity.amazonaws.com:aud"] == [.string(house.identityPool)])
        #expect(
            condition?["ForAnyValue:StringLike"]?["cognito-identity.amazonaws.com:amr"] == "unauthenticated")
        let policies = try await house.bench.call("ListRolePolicies", [("RoleName", "test-unauthenticated")])
        #expect(policies["PolicyNames"]?.arrayValue == nil)
    }

    @Test func `a second role registers no further ones, and a new pool needs registered roles`() async throws {
        let house = try await House()
        try await house.bench.makeRole("app")
        let refused = await house.setRoles(["unauthenticated": .string(ManagementBench.account + "role/new")])
        #expect(refused.status == 400)
        try await house.bench.makeRole("other")
        #expect(try await house.roles() == ["app", "other", "test-authenticated", "test-unauthenticated"])
    }

    @Test func `a role registered with the first one is created again once, by its own project`() async throws {
        let house = try await House()
        try await house.bench.makeRole("app")
        try await house.bench.makeRole("test-unauthenticated", [("Description", "own")])
        let role = try await house.bench.call("GetRole", [("RoleName", "test-unauthenticated")])["Role"]
        #expect(role?["Description"] == "own")
        let again = [("RoleName", "test-unauthenticated"), ("AssumeRolePolicyDocument", ManagementBench.trust)]
        #expect(await house.bench.refusal("CreateRole", again) == "409 EntityAlreadyExists")
        // The trust policy is that of the request now, and does not name the pool.
        #expect(try await house.guestStatus() == 400)
    }

    @Test func `a role registered with the first one becomes an ordinary one by a change`() async throws {
        let house = try await House()
        try await house.bench.makeRole("app")
        let name = ("RoleName", "test-unauthenticated")
        try await house.bench.call("UpdateRole", [name, ("MaxSessionDuration", "7200")])
        #expect(try await house.guestStatus() == 200)
        let again = [name, ("AssumeRolePolicyDocument", ManagementBench.trust)]
        #expect(await house.bench.refusal("CreateRole", again) == "409 EntityAlreadyExists")
    }

    @Test func `the roles of groups are registered where their tokens choose the role`() async throws {
        let house = try await House()
        let group = await house.administer(
            "\(userPoolsTarget).CreateGroup",
            [
                "UserPoolId": .string(house.userPool), "GroupName": "admins",
                "RoleArn": .string(ManagementBench.account + "role/team/admins"),
            ],
            service: "cognito-idp")
        #expect(group.status == 200)
        let key = house.bench.gatehouse.installation.deployment.loginKey(ofUserPool: house.userPool)
        let mapping: WireValue = ["Type": "Token", "AmbiguousRoleResolution": "AuthenticatedRole"]
        let set = await house.setRoles(
            ["unauthenticated": .string(Self.guests)],
            mappings: .object([WireName("\(key):\(house.client.id)"): mapping]))
        #expect(set.status == 200)
        try await house.bench.makeRole("app")
        #expect(try await house.roles() == ["admins", "app", "test-unauthenticated"])
        let role = try await house.bench.call("GetRole", [("RoleName", "admins")])["Role"]
        #expect(role?["Path"] == "/team/")
    }

    @Test(arguments: [
        "arn:aws:iam::210987654321:role/elsewhere", "arn:aws:iam::123456789012:role/team/app",
        "arn:aws:iam::123456789012:role/APP",
    ])
    func `a role that would cut off a pool for good is refused, and the pool still gives credentials`(
        other: String
    ) async throws {
        let house = try await House()
        #expect(await house.setRoles(["unauthenticated": .string(other)]).status == 200)
        let answer = await house.bench.send(
            "CreateRole", [("RoleName", "app"), ("AssumeRolePolicyDocument", ManagementBench.trust)])
        #expect(answer.status == 400)
        #expect(answer.text.contains("<Code>InvalidInput</Code>"))
        #expect(answer.text.contains("The identity pool \(house.identityPool) has the role \(other), which cannot"))
        #expect(try await house.roles().isEmpty)
        #expect(try await house.guestStatus() == 200)
    }

    @Test func `a change of a role of dev registers the roles of identity pools, too`() async throws {
        let house = try await House()
        let trust = try WireValue(json: Data(ManagementBench.trust.utf8))
        try await house.bench.gatehouse.installation.securityTokens.registry.provide(
            Role(name: "dev", document: ["trustPolicy": trust]))
        #expect(try await house.roles() == ["dev"])
        try await house.bench.call(
            "TagRole", [("RoleName", "dev"), ("Tags.member.1.Key", "a"), ("Tags.member.1.Value", "1")])
        #expect(try await house.roles() == ["dev", "test-authenticated", "test-unauthenticated"])
        #expect(try await house.guestStatus() == 200)
    }

    @Test func `a role of a pool that the request itself creates has the trust of the request`() async throws {
        let house = try await House()
        try await house.bench.makeRole("test-unauthenticated")
        #expect(try await house.roles() == ["test-authenticated", "test-unauthenticated"])
        #expect(try await house.guestStatus() == 400)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// The calls of IAM for roles.
@Suite struct RoleCallTests {
    @Test func `a role is created with its path, duration, description and tags, and described`() async throws {
        let bench = try await ManagementBench()
        let created = try await bench.call(
            "CreateRole",
            [
                ("RoleName", "app"), ("Path", "/team/"), ("AssumeRolePolicyDocument", ManagementBench.trust),
                ("MaxSessionDuration", "7200"), ("Description", "The app."), ("Tags.member.1.Key", "Stage"),
                ("Tags.member.1.Value", "test"),
            ])
        let found = try await bench.call("GetRole", [("RoleName", "app")])
        #expect(found == created)
        let role = try #require(found["Role"])
        #expect(role["Arn"] == .string(ManagementBench.account + "role/team/app"))
        #expect(role["RoleId"]?.stringValue?.hasPrefix("AROA") == true)
        #expect(role["Path"] == "/team/" && role["MaxSessionDuration"] == "7200" && role["Description"] == "The app.")
        #expect(role["Tags"] == [["Key": "Stage", "Value": "test"]])
        #expect(role["CreateDate"]?.stringValue?.hasSuffix("Z") == true)
        let trust = try ManagementBench.document(role["AssumeRolePolicyDocument"])
        #expect(try trust == WireValue(json: Data(ManagementBench.trust.utf8)))
    }

    @Test func `the answer has the name space of IAM and the id of the request`() async throws {
        let bench = try await ManagementBench()
        let answer = await bench.send("ListRoles")
        #expect(answer.header("content-type") == "text/xml")
        #expect(answer.text.contains(#"<ListRolesResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/">"#))
        #expect(answer.text.contains("<RequestId>\(answer.header("x-amzn-requestid") ?? "?")</RequestId>"))
        let refused = await bench.send("GetRole", [("RoleName", "none")])
        #expect(refused.text.contains(#"<ErrorResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/">"#))
        #expect(refused.text.contains("<Message>The role with name none cannot be found.</Message>"))
    }

    @Test func `roles are listed in pages below a path`() async throws {
        let bench = try await ManagementBench()
        for name in ["c", "a", "d", "b"] { try await bench.makeRole(name, [("Path", name == "d" ? "/" : "/team/")]) }
        let first = try await bench.call("ListRoles", [("PathPrefix", "/team"), ("MaxItems", "2")])
        #expect(ManagementBench.texts(first["Roles"], "RoleName") == ["a", "b"])
        #expect(first["IsTruncated"] == "true")
        let marker = try #require(first["Marker"]?.stringValue)
        let second = try await bench.call(
            "ListRoles", [("PathPrefix", "/team"), ("MaxItems", "2"), ("Marker", marker)])
        #expect(ManagementBench.texts(second["Roles"], "RoleName") == ["c"])
        #expect(second["IsTruncated"] == "false" && second["Marker"] == nil)
    }

    @Test func `the description, the duration and the trust of a role change each by itself`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app", [("Description", "first")])
        try await bench.call("UpdateRole", [("RoleName", "app"), ("MaxSessionDuration", "7200")])
        var role = try await bench.call("GetRole", [("RoleName", "app")])["Role"]
        #expect(role?["MaxSessionDuration"] == "7200" && role?["Description"] == "first")
        try await bench.call("UpdateRole", [("RoleName", "app"), ("Description", "second")])
        let described = try await bench.call(
            "UpdateRoleDescription", [("RoleName", "app"), ("Description", "third")])
        #expect(described["Role"]?["Description"] == "third")
        let trust = ManagementBench.trust.replacing("AssumeRole\"", with: "TagSession\"")
        try await bench.call("UpdateAssumeRolePolicy", [("RoleName", "app"), ("PolicyDocument", trust)])
        role = try await bench.call("GetRole", [("RoleName", "app")])["Role"]
        #expect(role?["MaxSessionDuration"] == "7200" && role?["Description"] == "third")
        #expect(
            try ManagementBench.document(role?["AssumeRolePolicyDocument"]) == WireValue(json: Data(trust.utf8)))
    }

    @Test func `tags are set, replaced whatever the case of their keys, listed in pages and removed`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        let tags = [
            ("Tags.member.1.Key", "b"), ("Tags.member.1.Value", "1"), ("Tags.member.2.Key", "a"),
            ("Tags.member.2.Value", ""),
        ]
        try await bench.call("TagRole", [("RoleName", "app")] + tags)
        try await bench.call(
            "TagRole", [("RoleName", "app"), ("Tags.member.1.Key", "B"), ("Tags.member.1.Value", "2")])
        let first = try await bench.call("ListRoleTags", [("RoleName", "app"), ("MaxItems", "1")])
        #expect(first["Tags"] == [["Key": "B", "Value": "2"]] && first["IsTruncated"] == "true")
        let marker = try #require(first["Marker"]?.stringValue)
        let second = try await bench.call("ListRoleTags", [("RoleName", "app"), ("Marker", marker)])
        #expect(second["Tags"] == [["Key": "a", "Value": ""]] && second["IsTruncated"] == "false")
        try await bench.call(
            "UntagRole", [("RoleName", "app"), ("TagKeys.member.1", "b"), ("TagKeys.member.2", "none")])
        let rest = try await bench.call("ListRoleTags", [("RoleName", "app")])
        #expect(ManagementBench.texts(rest["Tags"], "Key") == ["a"])
    }

    @Test func `a policy of the role alone is put, read, listed and deleted`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        for name in ["own", "other"] {
            try await bench.call(
                "PutRolePolicy",
                [("RoleName", "app"), ("PolicyName", name), ("PolicyDocument", ManagementBench.permission)])
        }
        let shown = try await bench.call("GetRolePolicy", [("RoleName", "app"), ("PolicyName", "own")])
        #expect(shown["RoleName"] == "app" && shown["PolicyName"] == "own")
        #expect(
            try ManagementBench.document(shown["PolicyDocument"])
                == WireValue(json: Data(ManagementBench.permission.utf8)))
        #expect(try await bench.call("ListRolePolicies", [("RoleName", "app")])["PolicyNames"] == ["other", "own"])
        try await bench.call("DeleteRolePolicy", [("RoleName", "app"), ("PolicyName", "other")])
        #expect(try await bench.call("ListRolePolicies", [("RoleName", "app")])["PolicyNames"] == ["own"])
        for action in ["GetRolePolicy", "DeleteRolePolicy"] {
            #expect(
                await bench.refusal(action, [("RoleName", "app"), ("PolicyName", "other")]) == "404 NoSuchEntity")
        }
    }

    @Test func `a policy of the registry is attached twice, listed and detached once`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        let arn = try await bench.makePolicy("readers", [("Path", "/team/")])
        let names = [("RoleName", "app"), ("PolicyArn", arn)]
        try await bench.call("AttachRolePolicy", names)
        try await bench.call("AttachRolePolicy", names)
        let attached = try await bench.call("ListAttachedRolePolicies", [("RoleName", "app")])
        #expect(attached["AttachedPolicies"] == [["PolicyArn": .string(arn), "PolicyName": "readers"]])
        let elsewhere = try await bench.call(
            "ListAttachedRolePolicies", [("RoleName", "app"), ("PathPrefix", "/other/")])
        #expect(ManagementBench.texts(elsewhere["AttachedPolicies"], "PolicyName").isEmpty)
        try await bench.call("DetachRolePolicy", names)
        #expect(await bench.refusal("DetachRolePolicy", names) == "404 NoSuchEntity")
    }

    @Test func `a role has no instance profiles`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        let profiles = try await bench.call("ListInstanceProfilesForRole", [("RoleName", "app")])
        #expect(profiles["IsTruncated"] == "false")
        #expect(
            await bench.refusal("ListInstanceProfilesForRole", [("RoleName", "none")]) == "404 NoSuchEntity")
    }

    @Test func `a role with policies is not deleted, and one without them is`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        let arn = try await bench.makePolicy("readers")
        try await bench.call("AttachRolePolicy", [("RoleName", "app"), ("PolicyArn", arn)])
        #expect(await bench.refusal("DeleteRole", [("RoleName", "app")]) == "409 DeleteConflict")
        try await bench.call("DetachRolePolicy", [("RoleName", "app"), ("PolicyArn", arn)])
        try await bench.call(
            "PutRolePolicy",
            [("RoleName", "app"), ("PolicyName", "own"), ("PolicyDocument", ManagementBench.permission)])
        #expect(await bench.refusal("DeleteRole", [("RoleName", "app")]) == "409 DeleteConflict")
        try await bench.call("DeleteRolePolicy", [("RoleName", "app"), ("PolicyName", "own")])
        try await bench.call("DeleteRole", [("RoleName", "app")])
        #expect(await bench.refusal("GetRole", [("RoleName", "app")]) == "404 NoSuchEntity")
        #expect(await bench.refusal("DeleteRole", [("RoleName", "app")]) == "404 NoSuchEntity")
    }

    @Test func `a role that exists, also in other case, is not created again`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        for name in ["app", "APP"] {
            let fields = [("RoleName", name), ("AssumeRolePolicyDocument", ManagementBench.trust)]
            #expect(await bench.refusal("CreateRole", fields) == "409 EntityAlreadyExists")
        }
    }

    @Test(arguments: [
        ("{", "400 MalformedPolicyDocument"), ("{}", "400 MalformedPolicyDocument"),
        (#"{"Version":"2012-10-17","Version":"2012-10-17","Statement":[]}"#, "400 MalformedPolicyDocument"),
        (ManagementBench.permission, "400 MalformedPolicyDocument"),
        // Every client of every identity pool would get the role.
        (
            #"{"Statement":{"Effect":"Allow","Action":"sts:AssumeRoleWithWebIdentity","#
                + #""Principal":{"Federated":"cognito-identity.amazonaws.com"}}}"#, "400 MalformedPolicyDocument"
        ),
        // The Deny would apply to nothing.
        (
            #"{"Statement":{"Effect":"Deny","Action":"sts:AssumeRole","Principal":{"Service":"ec2.amazonaws.com"}}}"#,
            "400 MalformedPolicyDocument"
        ),
        (ManagementBench.trust + String(repeating: " ", count: 40_000), "409 LimitExceeded"),
        ("", "400 ValidationError"),
    ])
    func `a trust policy that gatehouse iam refuses is refused`(document: String, refusal: String) async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        let created = await bench.refusal(
            "CreateRole", [("RoleName", "other"), ("AssumeRolePolicyDocument", document)])
        #expect(created == refusal)
        let updated = await bench.refusal(
            "UpdateAssumeRolePolicy", [("RoleName", "app"), ("PolicyDocument", document)])
        #expect(updated == refusal)
        let roles = try await bench.call("ListRoles")
        #expect(ManagementBench.texts(roles["Roles"], "RoleName") == ["app"])
    }

    private static let refused: [[(String, String)]] = [
        [("PermissionsBoundary", ManagementBench.account + "policy/readers")], [("MaxSigninSessionDuration", "3600")],
        [
            ("Tags.member.1.Key", "a"), ("Tags.member.1.Value", ""), ("Tags.member.2.Key", "A"),
            ("Tags.member.2.Value", ""),
        ],
        [("Tags.member.1.Key", "aws:stage"), ("Tags.member.1.Value", "")],
    ]

    @Test(arguments: refused.indices)
    func `a member that the server does not have, and an invalid tag, are refused`(index: Int) async throws {
        let fields = Self.refused[index]
        let bench = try await ManagementBench()
        let role = [("RoleName", "app"), ("AssumeRolePolicyDocument", ManagementBench.trust)]
        #expect(await bench.refusal("CreateRole", role + fields) == "400 InvalidInput")
    }

    private static let beyondModel: [[(String, String)]] = [
        [("RoleName", "a b")], [("RoleName", String(repeating: "a", count: 65))], [("RoleName", "")], [],
        [("RoleName", "app"), ("MaxSessionDuration", "60")], [("RoleName", "app"), ("Path", "team")],
    ]

    @Test(arguments: beyondModel.indices)
    func `a request beyond the model is refused in the words of the services`(index: Int) async throws {
        let fields = Self.beyondModel[index]
        let bench = try await ManagementBench()
        let answer = await bench.send("CreateRole", fields + [("AssumeRolePolicyDocument", ManagementBench.trust)])
        #expect(answer.status == 400)
        #expect(answer.text.contains("<Code>ValidationError</Code>"))
        #expect(answer.text.contains("validation error"))
    }

    @Test func `policies of a role beyond the quota are refused`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        let action = String(repeating: "a", count: 6_000)
        let large = #"{"Statement":{"Effect":"Allow","Action":"x:\#(action)","Resource":"*"}}"#
        let fields = [("RoleName", "app"), ("PolicyDocument", large)]
        try await bench.call("PutRolePolicy", fields + [("PolicyName", "one")])
        #expect(await bench.refusal("PutRolePolicy", fields + [("PolicyName", "two")]) == "409 LimitExceeded")
        for number in 1...21 {
            let arn = try await bench.makePolicy("policy\(number)")
            let names = [("RoleName", "app"), ("PolicyArn", arn)]
            if number <= 20 {
                try await bench.call("AttachRolePolicy", names)
            } else {
                #expect(await bench.refusal("AttachRolePolicy", names) == "409 LimitExceeded")
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

/// The calls of IAM for policies of the registry.
@Suite struct PolicyCallTests {
    private static let other = ManagementBench.permission.replacing("a:List*", with: "b:Get*")

    @Test func `a policy is created, described and listed with the number of its holders`() async throws {
        let bench = try await ManagementBench()
        let arn = try await bench.makePolicy(
            "readers",
            [
                ("Path", "/team/"), ("Description", "For lists."), ("Tags.member.1.Key", "Stage"),
                ("Tags.member.1.Value", "test"),
            ])
        #expect(arn == ManagementBench.account + "policy/team/readers")
        _ = try await bench.makePolicy("writers")
        try await bench.makeRole("app")
        try await bench.call("AttachRolePolicy", [("RoleName", "app"), ("PolicyArn", arn)])
        let policy = try #require(try await bench.call("GetPolicy", [("PolicyArn", arn)])["Policy"])
        #expect(policy["PolicyName"] == "readers" && policy["Path"] == "/team/" && policy["DefaultVersionId"] == "v1")
        #expect(policy["AttachmentCount"] == "1" && policy["IsAttachable"] == "true")
        #expect(policy["Description"] == "For lists." && policy["Tags"] == [["Key": "Stage", "Value": "test"]])
        #expect(policy["PolicyId"]?.stringValue?.hasPrefix("ANPA") == true)
        let all = try await bench.call("ListPolicies", [("Scope", "Local"), ("MaxItems", "1")])
        #expect(ManagementBench.texts(all["Policies"], "PolicyName") == ["readers"])
        #expect(all["IsTruncated"] == "true")
        let attached = try await bench.call("ListPolicies", [("OnlyAttached", "true")])
        #expect(ManagementBench.texts(attached["Policies"], "PolicyName") == ["readers"])
        for fields in [[("Scope", "AWS")], [("PolicyUsageFilter", "PermissionsBoundary")], [("PathPrefix", "/x/")]] {
            let none = try await bench.call("ListPolicies", fields)
            #expect(ManagementBench.texts(none["Policies"], "PolicyName").isEmpty)
        }
    }

    @Test func `a new version is in force when the request says so, and numbers are not used again`() async throws {
        let bench = try await ManagementBench()
        let arn = try await bench.makePolicy("readers")
        let name = [("PolicyArn", arn)]
        let second = try await bench.call("CreatePolicyVersion", name + [("PolicyDocument", Self.other)])
        #expect(
            second["PolicyVersion"]?["VersionId"] == "v2" && second["PolicyVersion"]?["IsDefaultVersion"] == "false")
        let third = try await bench.call(
            "CreatePolicyVersion", name + [("PolicyDocument", Self.other), ("SetAsDefault", "true")])
        #expect(third["PolicyVersion"]?["IsDefaultVersion"] == "true")
        #expect(try await bench.call("GetPolicy", name)["Policy"]?["DefaultVersionId"] == "v3")
        let first = try await bench.call("GetPolicyVersion", name + [("VersionId", "v1")])
        #expect(
            try ManagementBench.document(first["PolicyVersion"]?["Document"])
                == WireValue(json: Data(ManagementBench.permission.utf8)))
        try await bench.call("SetDefaultPolicyVersion", name + [("VersionId", "v2")])
        try await bench.call("DeletePolicyVersion", name + [("VersionId", "v3")])
        let fourth = try await bench.call("CreatePolicyVersion", name + [("PolicyDocument", Self.other)])
        #expect(fourth["PolicyVersion"]?["VersionId"] == "v4")
        let versions = try await bench.call("ListPolicyVersions", name)
        #expect(ManagementBench.texts(versions["Versions"], "VersionId") == ["v4", "v2", "v1"])
        #expect(ManagementBench.texts(versions["Versions"], "IsDefaultVersion") == ["false", "true", "false"])
        let page = try await bench.call("ListPolicyVersions", name + [("MaxItems", "2")])
        let marker = try #require(page["Marker"]?.stringValue)
        let rest = try await bench.call("ListPolicyVersions", name + [("Marker", marker)])
        #expect(ManagementBench.texts(rest["Versions"], "VersionId") == ["v1"])
    }

    @Test func `the version in force decides about requests`() async throws {
        let bench = try await ManagementBench()
        let arn = try await bench.makePolicy("readers")
        let key = try await bench.gatehouse.registerUser(
            "ada", policy: #"{"Effect":"Allow","Action":"a:None","Resource":"*"}"#)
        let registry = bench.gatehouse.installation.securityTokens.registry
        try await registry.update(.user, named: "ada", document: ["attachedPolicies": ["readers"]])
        #expect(await bench.refusal("ListRoles", by: key) == "403 AccessDenied")
        let document = ManagementBench.permission.replacing("a:List*", with: "iam:List*")
        try await bench.call(
            "CreatePolicyVersion", [("PolicyArn", arn), ("PolicyDocument", document), ("SetAsDefault", "true")])
        #expect(await bench.send("ListRoles", by: key).status == 200)
        try await bench.call("SetDefaultPolicyVersion", [("PolicyArn", arn), ("VersionId", "v1")])
        #expect(await bench.refusal("ListRoles", by: key) == "403 AccessDenied")
    }

    @Test func `versions beyond five, the default one and unknown ones are refused`() async throws {
        let bench = try await ManagementBench()
        let name = [("PolicyArn", try await bench.makePolicy("readers"))]
        for _ in 2...5 { try await bench.call("CreatePolicyVersion", name + [("PolicyDocument", Self.other)]) }
        let sixth = await bench.refusal("CreatePolicyVersion", name + [("PolicyDocument", Self.other)])
        #expect(sixth == "409 LimitExceeded")
        #expect(await bench.refusal("DeletePolicyVersion", name + [("VersionId", "v1")]) == "409 DeleteConflict")
        for action in ["GetPolicyVersion", "DeletePolicyVersion", "SetDefaultPolicyVersion"] {
            #expect(await bench.refusal(action, name + [("VersionId", "v9")]) == "404 NoSuchEntity")
            #expect(await bench.refusal(action, name + [("VersionId", "9")]) == "400 ValidationError")
        }
    }

    @Test func `a policy with holders or with several versions is not deleted`() async throws {
        let bench = try await ManagementBench()
        let arn = try await bench.makePolicy("readers")
        try await bench.makeRole("app")
        try await bench.call("AttachRolePolicy", [("RoleName", "app"), ("PolicyArn", arn)])
        #expect(await bench.refusal("DeletePolicy", [("PolicyArn", arn)]) == "409 DeleteConflict")
        try await bench.call("DetachRolePolicy", [("RoleName", "app"), ("PolicyArn", arn)])
        try await bench.call("CreatePolicyVersion", [("PolicyArn", arn), ("PolicyDocument", Self.other)])
        #expect(await bench.refusal("DeletePolicy", [("PolicyArn", arn)]) == "409 DeleteConflict")
        try await bench.call("DeletePolicyVersion", [("PolicyArn", arn), ("VersionId", "v2")])
        try await bench.call("DeletePolicy", [("PolicyArn", arn)])
        #expect(await bench.refusal("GetPolicy", [("PolicyArn", arn)]) == "404 NoSuchEntity")
    }

    @Test func `the roles and users that have a policy are listed`() async throws {
        let bench = try await ManagementBench()
        let arn = try await bench.makePolicy("readers")
        for name in ["b", "a"] {
            try await bench.makeRole(name)
            try await bench.call("AttachRolePolicy", [("RoleName", name), ("PolicyArn", arn)])
        }
        try await bench.gatehouse.installation.securityTokens.registry.create(
            .user, named: "ada", document: ["attachedPolicies": ["readers"]])
        let all = try await bench.call("ListEntitiesForPolicy", [("PolicyArn", arn)])
        #expect(ManagementBench.texts(all["PolicyRoles"], "RoleName") == ["a", "b"])
        #expect(ManagementBench.texts(all["PolicyUsers"], "UserName") == ["ada"])
        let users = try await bench.call("ListEntitiesForPolicy", [("PolicyArn", arn), ("EntityFilter", "User")])
        #expect(ManagementBench.texts(users["PolicyRoles"], "RoleName").isEmpty)
        #expect(ManagementBench.texts(users["PolicyUsers"], "UserName") == ["ada"])
        let first = try await bench.call("ListEntitiesForPolicy", [("PolicyArn", arn), ("MaxItems", "2")])
        let marker = try #require(first["Marker"]?.stringValue)
        let rest = try await bench.call("ListEntitiesForPolicy", [("PolicyArn", arn), ("Marker", marker)])
        #expect(ManagementBench.texts(rest["PolicyUsers"], "UserName") == ["ada"])
    }

    @Test func `tags of a policy are set, listed and removed`() async throws {
        let bench = try await ManagementBench()
        let name = [("PolicyArn", try await bench.makePolicy("readers"))]
        try await bench.call("TagPolicy", name + [("Tags.member.1.Key", "a"), ("Tags.member.1.Value", "1")])
        #expect(try await bench.call("ListPolicyTags", name)["Tags"] == [["Key": "a", "Value": "1"]])
        try await bench.call("UntagPolicy", name + [("TagKeys.member.1", "a")])
        let rest = try await bench.call("ListPolicyTags", name)
        #expect(ManagementBench.texts(rest["Tags"], "Key").isEmpty)
    }

    @Test(arguments: [
        "{", #"{"Statement":{"Effect":"Allow","Action":"*"}}"#, ManagementBench.trust,
        #"{"Statement":{"Effect":"Deny","Action":"*","Resource":"*","Condition":{"Bool":{"aws:Nothing":"true"}}}}"#,
    ])
    func `a document that gatehouse iam refuses is refused`(document: String) async throws {
        let bench = try await ManagementBench()
        let arn = try await bench.makePolicy("readers")
        try await bench.makeRole("app")
        for (action, fields) in [
            ("CreatePolicy", [("PolicyName", "new")]), ("CreatePolicyVersion", [("PolicyArn", arn)]),
            ("PutRolePolicy", [("RoleName", "app"), ("PolicyName", "own")]),
        ] as [ManagementBench.Call] {
            let refusal = await bench.refusal(action, fields + [("PolicyDocument", document)])
            #expect(refusal == "400 MalformedPolicyDocument", "\(action)")
        }
    }

    @Test func `a policy that exists, also in other case, is not created again`() async throws {
        let bench = try await ManagementBench()
        _ = try await bench.makePolicy("readers")
        for name in ["readers", "Readers"] {
            let fields = [("PolicyName", name), ("PolicyDocument", ManagementBench.permission)]
            #expect(await bench.refusal("CreatePolicy", fields) == "409 EntityAlreadyExists")
        }
    }

    @Test(arguments: [
        ("arn:aws:iam::210987654321:policy/readers", "404 NoSuchEntity"),
        ("arn:aws:iam::aws:policy/AdministratorAccess", "404 NoSuchEntity"),
        ("arn:aws:iam::123456789012:policy/none", "404 NoSuchEntity"),
        // The path is a part of the ARN.
        ("arn:aws:iam::123456789012:policy/team/readers", "404 NoSuchEntity"),
        ("arn:aws:iam::123456789012:role/readers", "400 InvalidInput"),
        ("arn:aws:sts::123456789012:policy/readers", "400 InvalidInput"),
        ("readers-readers-readers", "400 InvalidInput"),
        ("short", "400 ValidationError"),
    ])
    func `the ARN of another account, of nothing and of something else is refused`(
        arn: String, refusal: String
    ) async throws {
        let bench = try await ManagementBench()
        _ = try await bench.makePolicy("readers")
        try await bench.makeRole("app")
        let version = [("PolicyArn", arn), ("VersionId", "v1")]
        for (action, fields) in [
            ("GetPolicy", [("PolicyArn", arn)]), ("DeletePolicy", [("PolicyArn", arn)]), ("GetPolicyVersion", version),
            ("SetDefaultPolicyVersion", version), ("DeletePolicyVersion", version),
            ("ListPolicyVersions", [("PolicyArn", arn)]), ("ListEntitiesForPolicy", [("PolicyArn", arn)]),
            ("ListPolicyTags", [("PolicyArn", arn)]), ("AttachRolePolicy", [("RoleName", "app"), ("PolicyArn", arn)]),
            ("DetachRolePolicy", [("RoleName", "app"), ("PolicyArn", arn)]),
        ] as [ManagementBench.Call] {
            #expect(await bench.refusal(action, fields) == refusal, "\(action)")
        }
    }
}

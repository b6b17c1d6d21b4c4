// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

/// The callers that may call the operations of IAM.
@Suite(.tags(.security)) struct ManagementPermissionTests {
    /// A call of each kind.
    private static let calls: [ManagementBench.Call] = [
        ("ListRoles", []), ("GetRole", [("RoleName", "app")]),
        ("CreateRole", [("RoleName", "new"), ("AssumeRolePolicyDocument", ManagementBench.trust)]),
        (
            "PutRolePolicy",
            [("RoleName", "app"), ("PolicyName", "own"), ("PolicyDocument", ManagementBench.permission)]
        ),
        ("CreatePolicy", [("PolicyName", "new"), ("PolicyDocument", ManagementBench.permission)]),
        ("CreateOpenIDConnectProvider", [("Url", "https://login.example.com")]),
        ("DeleteRole", [("RoleName", "app")]),
    ]

    @Test func `a request without a signature is refused before its members are read`() async throws {
        let bench = try await ManagementBench()
        for (action, fields) in Self.calls + [("CreateRole", [])] {
            let answer = await bench.gatehouse.send(ManagementBench.form(action, fields))
            #expect(answer.status == 403, "\(action)")
            #expect(answer.text.contains("<Code>MissingAuthenticationToken</Code>"), "\(action)")
        }
    }

    @Test func `a wrong secret, an unknown key and the scope of another service are refused`() async throws {
        let bench = try await ManagementBench()
        let administrator = TestGatehouse.administratorKeyID
        let wrong = await bench.refusal("ListRoles", by: (administrator, "wrong"))
        #expect(wrong == "403 SignatureDoesNotMatch")
        #expect(await bench.refusal("ListRoles", by: ("AKIANOBODY", "wrong")) == "403 InvalidClientTokenId")
        let scope = await bench.gatehouse.send(
            ManagementBench.form("ListRoles").signed("sts", at: bench.gatehouse.clock.now))
        #expect(scope.status == 403 && scope.text.contains("<Code>SignatureDoesNotMatch</Code>"))
        let old = await bench.gatehouse.send(
            ManagementBench.form("ListRoles").signed("iam", at: bench.gatehouse.clock.now.addingTimeInterval(-600)))
        #expect(old.status == 403 && old.text.contains("<Code>SignatureDoesNotMatch</Code>"))
    }

    @Test func `a guest of an identity pool reaches none of the operations`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let guest = try await GuestCredentials(gatehouse)
        for (action, fields) in Self.calls {
            let answer = await gatehouse.send(guest.sign(ManagementBench.form(action, fields), for: "iam"))
            #expect(answer.status == 403, "\(action)")
            #expect(answer.text.contains("<Code>AccessDenied</Code>"), "\(action)")
        }
    }

    @Test func `a user without a policy reaches none, and one with the action reaches it`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app")
        let key = try await bench.gatehouse.registerUser(
            "eve", policy: #"{"Effect":"Allow","Action":"iam:Get*","Resource":"*"}"#)
        for (action, fields) in Self.calls where action != "GetRole" {
            #expect(await bench.refusal(action, fields, by: key) == "403 AccessDenied", "\(action)")
        }
        let answer = await bench.send("ListRoles", by: key)
        #expect(
            answer.text.contains(
                "User: arn:aws:iam::123456789012:user/eve is not authorized to perform: iam:ListRoles on resource: *"))
        #expect(await bench.send("GetRole", [("RoleName", "app")], by: key).status == 200)
    }

    @Test func `a policy for the roles of one path permits nothing outside of it`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("other", [("Path", "/other/")])
        let key = try await bench.gatehouse.registerUser(
            "eve",
            policy: #"""
                {"Effect":"Allow","Action":"iam:*","Resource":[
                 "arn:aws:iam::123456789012:role/team/*","arn:aws:iam::123456789012:policy/team/*",
                 "arn:aws:iam::123456789012:oidc-provider/login.example.com"]}
                """#)
        let trust = ("AssumeRolePolicyDocument", ManagementBench.trust)
        let document = ("PolicyDocument", ManagementBench.permission)
        let permitted: [ManagementBench.Call] = [
            ("CreateRole", [("RoleName", "app"), ("Path", "/team/"), trust]),
            // The path of a role that exists is the registry's, not one that the request adds.
            ("PutRolePolicy", [("RoleName", "app"), ("PolicyName", "own"), document]),
            ("CreatePolicy", [("PolicyName", "readers"), ("Path", "/team/"), document]),
            ("CreateOpenIDConnectProvider", [("Url", "https://login.example.com/")]),
            ("GetPolicy", [("PolicyArn", ManagementBench.account + "policy/team/readers")]),
        ]
        for (action, fields) in permitted {
            #expect(await bench.send(action, fields, by: key).status == 200, "\(action)")
        }
        let refused: [ManagementBench.Call] = [
            ("CreateRole", [("RoleName", "new"), trust]),
            ("CreateRole", [("RoleName", "n"), ("Path", "/other/"), trust]),
            ("GetRole", [("RoleName", "other"), ("Path", "/team/")]), ("DeleteRole", [("RoleName", "other")]),
            ("PutRolePolicy", [("RoleName", "other"), ("PolicyName", "own"), document]),
            ("CreatePolicy", [("PolicyName", "new"), document]),
            ("CreateOpenIDConnectProvider", [("Url", "https://b.example.com")]),
            ("GetRole", [("RoleName", "none")]), ("ListRoles", []), ("ListPolicies", []),
        ]
        for (action, fields) in refused {
            #expect(await bench.refusal(action, fields, by: key) == "403 AccessDenied", "\(action)")
        }
    }

    @Test func `conditions compare the tags of a request and of a role`() async throws {
        let bench = try await ManagementBench()
        for stage in ["prod", "test"] {
            try await bench.makeRole(stage, [("Tags.member.1.Key", "Stage"), ("Tags.member.1.Value", stage)])
        }
        let key = try await bench.gatehouse.registerUser(
            "eve",
            policy: #"""
                {"Effect":"Allow","Action":"iam:*","Resource":"*"},
                {"Effect":"Deny","Action":"*","Resource":"*",
                 "Condition":{"StringEquals":{"aws:ResourceTag/stage":"prod"}}},
                {"Effect":"Deny","Action":"iam:TagRole","Resource":"*",
                 "Condition":{"StringEquals":{"aws:RequestTag/stage":"prod"}}}
                """#)
        #expect(await bench.refusal("GetRole", [("RoleName", "prod")], by: key) == "403 AccessDenied")
        #expect(await bench.send("GetRole", [("RoleName", "test")], by: key).status == 200)
        func tag(_ value: String) -> [(String, String)] {
            [("RoleName", "test"), ("Tags.member.1.Key", "Stage"), ("Tags.member.1.Value", value)]
        }
        #expect(await bench.refusal("TagRole", tag("prod"), by: key) == "403 AccessDenied")
        #expect(await bench.send("TagRole", tag("dev"), by: key).status == 200)
    }

    @Test func `the entries of the documented file are read, and not changed`() async throws {
        let bench = try await ManagementBench()
        let json = #"""
            {"roles":{"app":{"trustPolicy":\#(ManagementBench.trust)}},
             "policies":{"readers":{"document":\#(ManagementBench.permission)}},
             "openIdProviders":[{"url":"https://login.example.com"}]}
            """#
        try await bench.gatehouse.installation.securityTokens.registry.apply(
            AccessDocument(json: Array(json.utf8)) { _ throws(AccessFlaw) in "" })
        let policy = [("PolicyArn", ManagementBench.account + "policy/readers")]
        let provider = [("OpenIDConnectProviderArn", ManagementBench.account + "oidc-provider/login.example.com")]
        let role = [("RoleName", "app")]
        for (action, fields) in [("GetRole", role), ("GetPolicy", policy), ("GetOpenIDConnectProvider", provider)] {
            #expect(await bench.send(action, fields).status == 200, "\(action)")
        }
        let tags = [("Tags.member.1.Key", "a"), ("Tags.member.1.Value", "1")]
        for (action, fields) in [
            ("UpdateRole", role + [("MaxSessionDuration", "7200")]), ("DeleteRole", role), ("TagRole", role + tags),
            ("AttachRolePolicy", role + policy), ("DeletePolicy", policy), ("TagPolicy", policy + tags),
            ("CreatePolicyVersion", policy + [("PolicyDocument", ManagementBench.permission)]),
            ("AddClientIDToOpenIDConnectProvider", provider + [("ClientID", "a")]),
            ("DeleteOpenIDConnectProvider", provider),
        ] as [ManagementBench.Call] {
            #expect(await bench.refusal(action, fields) == "400 UnmodifiableEntity", "\(action)")
        }
    }

    @Test func `gatehouse iam shows the entries of calls, and calls show those of gatehouse iam`() async throws {
        let bench = try await ManagementBench()
        try await bench.makeRole("app", [("Description", "The app.")])
        let registry = bench.gatehouse.installation.securityTokens.registry
        let shown = try await registry.details(of: .role, named: "app", inAccount: "123456789012")
        #expect(shown["Role"]?["Description"] == "The app." && shown["Role"]?["Origin"] == "command")
        let id = try await bench.call("GetRole", [("RoleName", "app")])["Role"]?["RoleId"]
        #expect(shown["Role"]?["RoleId"] == id)
        let arn = try await bench.makePolicy("readers", [("Description", "For lists.")])
        let document = try WireValue(json: Data(ManagementBench.permission.utf8))
        try await registry.update(.policy, named: "readers", document: ["document": document])
        let policy = try await bench.call("GetPolicy", [("PolicyArn", arn)])["Policy"]
        #expect(policy?["DefaultVersionId"] == "v2" && policy?["Description"] == "For lists.")
    }

    @Test(arguments: [
        ("Action=ListUsers&Version=2010-05-08", "InvalidAction"),
        ("Action=ListRoles&Version=2011-06-15", "InvalidAction"), ("Version=2010-05-08", "MissingAction"),
    ])
    func `an action that the server does not have is named as IAM names it`(form: String, code: String) async throws {
        let bench = try await ManagementBench()
        let answer = await bench.gatehouse.send(
            TestRequest.form(form).signed("iam", at: bench.gatehouse.clock.now))
        #expect(answer.status == 400)
        #expect(answer.text.contains("<Code>\(code)</Code>"))
    }
}

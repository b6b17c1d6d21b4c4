// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseFederation
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

/// Statements that deny less than they read, in the registry, in the documented file and in policies of sessions.
@Suite struct NarrowDenialRegistryTests {
    private static let everything = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#
    private static let narrow = #"""
        {"Effect":"Deny","Action":"*","Resource":"*","Condition":{"Bool":{"aws:MultiFactorAuthPresent":"false"}}}
        """#
    private static let wide = narrow.replacing(#""Bool""#, with: #""BoolIfExists""#)

    private static func policy(_ statement: String) throws -> WireValue {
        try WireValue(accessJSON: Array(#"{"Version":"2012-10-17","Statement":[\#(statement)]}"#.utf8))
    }

    /// The documents of a policy, of a user and of a role with a statement.
    private static func documents(_ statement: String) throws -> [(AccessKind, WireValue)] {
        let policy = try policy(statement)
        let trust = try Self.policy(
            #"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"123456789012"}}"#)
        return [
            (.policy, ["document": policy]), (.user, ["policies": ["own": policy]]),
            (.role, ["trustPolicy": trust, "policies": ["own": policy]]),
            (
                .role,
                [
                    "trustPolicy": try Self.policy(
                        statement.replacing(#""Resource":"*""#, with: #""Principal":"*""#))
                ]
            ),
        ]
    }

    @Test func `the registry takes no new entry with a Deny that cannot apply, and one that applies without the key`()
        async throws
    {
        let account = try await Account()
        let registry = account.securityTokens.registry
        for (kind, document) in try Self.documents(Self.narrow) {
            await #expect(throws: AccessFlaw.self) {
                try await registry.create(kind, named: "entry", document: document)
            }
        }
        for (index, (kind, document)) in try Self.documents(Self.wide).enumerated() {
            try await registry.create(kind, named: "entry\(index)", document: document)
        }
        let (kind, narrow) = try Self.documents(Self.narrow)[0]
        await #expect(throws: AccessFlaw.self) { try await registry.update(kind, named: "entry0", document: narrow) }
        #expect(try await registry.narrowDenials().isEmpty)
    }

    @Test func `a stored entry with a Deny that cannot apply stays in force and is named`() async throws {
        let account = try await Account()
        let (registry, now) = (account.securityTokens.registry, account.clock.now)
        let stored = try User(
            name: "ada", document: ["policies": ["own": try Self.policy(Self.everything + "," + Self.narrow)]])
        let attached = try User(name: "bob", document: ["attachedPolicies": ["gone"]])
        try await account.access.write { store in
            for user in [stored, attached] {
                try store.insert(AccessRecord(user, origin: .command, createdAt: now, modifiedAt: now))
            }
        }
        let places = try await registry.narrowDenials().map { denial in
            "\(denial.kind.rawValue) \(denial.name) \(denial.flaw.place.joined(separator: " "))"
        }
        #expect(
            places == [
                "user ada policies own Statement [1] Condition Bool aws:MultiFactorAuthPresent",
                "user bob attachedPolicies",
            ])
        let verdict = try await account.securityTokens.authority.verdict(
            on: "cognito-idp:ListUserPools", resource: "*", by: account.user("ada"), from: "10.1.2.3",
            inRegion: "us-east-1")
        #expect(verdict == .allowed)
    }

    @Test func `the file may keep an entry that denies less than it reads, and gets no new one`() async throws {
        let account = try await Account()
        let (registry, now) = (account.securityTokens.registry, account.clock.now)
        func document(_ names: [String]) throws -> AccessDocument {
            let entries = try names.map { #""\#($0)":{"document":\#(try Self.policy(Self.narrow).text)}"# }
            let json = #"{"policies":{\#(entries.joined(separator: ","))}}"#
            return try AccessDocument(json: Array(json.utf8)) { _ throws(AccessFlaw) in "" }
        }
        let old = try document(["old"])
        let refusal = await #expect(throws: AccessRegistryRefusal.self) { try await registry.apply(old) }
        #expect(refusal?.description.hasPrefix("The policy old in the file of GATEHOUSE_ACCESS has a Deny") == true)
        // As a release without the check stored it.
        try await account.access.write {
            try $0.insert(AccessRecord(old.policies[0], origin: .file, createdAt: now, modifiedAt: now))
        }
        try await registry.apply(old)
        #expect(try await registry.narrowDenials().map(\.name) == ["old"])
        await #expect(throws: AccessRegistryRefusal.self) { try await registry.apply(document(["new", "old"])) }
    }

    @Test func `a policy that the file loses while a user of a command has it stops the start`() async throws {
        let account = try await Account()
        let registry = account.securityTokens.registry
        let json = #"{"policies":{"shared":{"document":\#(try Self.policy(Self.wide).text)}}}"#
        try await registry.apply(try AccessDocument(json: Array(json.utf8)) { _ throws(AccessFlaw) in "" })
        try await registry.create(.user, named: "ada", document: ["attachedPolicies": ["shared"]])
        await #expect(throws: AccessRegistryRefusal.attachedFromFile("shared", to: "ada")) {
            try await registry.apply(.empty)
        }
        #expect(try await registry.list(.policy).map(\.name) == ["shared"])
        try await registry.update(.user, named: "ada", document: [:])
        try await registry.apply(.empty)
        #expect(try await registry.list(.policy).isEmpty)
    }

    @Test func `the policy of a session with a Deny that cannot apply is malformed`() async throws {
        let account = try await Account()
        try await account.registerUser("ada", allowing: Self.everything)
        let ada = try await account.user("ada")
        for (statement, isAccepted) in [(Self.narrow, false), (Self.wide, true)] {
            let request = GetFederationTokenRequest(name: "eve", policy: try Self.policy(statement).text)
            do {
                _ = try await account.tokens(ada).getFederationToken(request)
                #expect(isAccepted)
            } catch {
                #expect(!isAccepted && error.code == "MalformedPolicyDocument")
                #expect(error.message.contains("Statement[0].Condition.Bool.aws:MultiFactorAuthPresent"))
            }
        }
    }

    @Test func `a session whose policy was deleted permits nothing, also by its other policies`() async throws {
        let account = try await Account()
        let registry = account.securityTokens.registry
        try await registry.create(.policy, named: "all", document: ["document": try Self.policy(Self.everything)])
        let deny = #"{"Effect":"Deny","Action":"cognito-idp:Admin*","Resource":"*"}"#
        try await registry.create(.policy, named: "deny", document: ["document": try Self.policy(deny)])
        try await account.registerUser("ada", allowing: Self.everything)
        let arns = ["all", "deny"].map { PolicyDescriptorType(arn: "arn:aws:iam::123456789012:policy/\($0)") }
        let answer = try await account.tokens(account.user("ada")).getFederationToken(
            GetFederationTokenRequest(name: "eve", policyArns: arns))
        let eve = try await account.principal(answer.credentials?.accessKeyId, answer.credentials?.sessionToken)
        func verdict(_ action: String) async throws -> AccessVerdict {
            try await account.securityTokens.authority.verdict(
                on: action, resource: "*", by: eve, from: "10.1.2.3", inRegion: "us-east-1")
        }
        #expect(try await verdict("cognito-idp:ListUsers") == .allowed)
        #expect(
            try await verdict("cognito-idp:AdminGetUser") == .denied(AccessRefusal(.session, isExplicit: true)))
        try await registry.delete(.policy, named: "deny")
        for action in ["cognito-idp:AdminGetUser", "cognito-idp:ListUsers"] {
            #expect(try await verdict(action) == .denied(AccessRefusal(.session, isExplicit: false)))
        }
    }

    @Test func `a Deny for a user keeps the user's federated users from the role`() async throws {
        let account = try await Account()
        let role = "arn:aws:iam::123456789012:role/Deploy"
        for name in ["ada", "bob"] { try await account.registerUser(name, allowing: Self.everything) }
        try await account.registerRole(
            "Deploy",
            trust: #"""
                {"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"123456789012"}},
                {"Effect":"Deny","Action":"sts:*","Principal":{"AWS":"arn:aws:iam::123456789012:user/ada"}}
                """#)
        for (name, isAdmitted) in [("ada", false), ("bob", true)] {
            let answer = try await account.tokens(account.user(name)).getFederationToken(
                GetFederationTokenRequest(name: "x", policy: try Self.policy(Self.everything).text))
            let x = try await account.principal(answer.credentials?.accessKeyId, answer.credentials?.sessionToken)
            let request = AssumeRoleRequest(roleArn: role, roleSessionName: "session")
            if isAdmitted {
                _ = try await account.tokens(x).assumeRole(request)
            } else {
                await #expect(throws: ServiceFault.self) { try await account.tokens(x).assumeRole(request) }
            }
        }
    }

    @Test func `a Deny of sts:TagSession keeps tags from a federated user`() async throws {
        let account = try await Account()
        let deny = #"""
            {"Effect":"Deny","Action":"sts:TagSession","Resource":"*",
             "Condition":{"StringEquals":{"aws:RequestTag/team":"root"}}}
            """#
        try await account.registerUser("ada", allowing: Self.everything + "," + deny)
        let ada = try await account.user("ada")
        func token(_ team: String?) async throws {
            _ = try await account.tokens(ada).getFederationToken(
                GetFederationTokenRequest(name: "x", tags: team.map { [Tag(key: "team", value: $0)] }))
        }
        try await token(nil)
        try await token("blue")
        await #expect(throws: ServiceFault.self) { try await token("root") }
    }

    @Test func `a provider whose name differs from a registered one by case alone is refused`() async throws {
        let account = try await Account()
        let registry = account.securityTokens.registry
        func create(_ issuer: String) async throws {
            let provider = try OpenIDProvider(issuer: issuer, clientIDs: ["app"])
            try await registry.create(.openIDProvider, named: provider.name, document: provider.document)
        }
        try await create("https://login.example.com/TenantA")
        let refusal = AccessRegistryRefusal.otherCase(
            .openIDProvider, "login.example.com/tenanta", "login.example.com/TenantA")
        await #expect(throws: refusal) { try await create("https://login.example.com/tenanta") }
        try await create("https://login.example.com/tenantb")
    }

    @Test func `the condition keys of SAML assertions are known to policies`() throws {
        let others = ["aud", "iss", "sub", "sub_type", "doc", "namequalifier"]
        let attributes = SAMLAssertion.keysOfAttributes.values
        #expect(attributes.count == 30)
        for key in (others + attributes).map({ "saml:" + $0 }) {
            let deny = #"{"Effect":"Deny","Action":"*","Principal":"*","Condition":{"StringEquals":{"\#(key)":"a"}}}"#
            let trust = try Policy(json: #"{"Statement":[\#(deny)]}"#, for: .trust)
            #expect(trust.narrowDenials.isEmpty, "\(key)")
        }
    }
}

extension WireValue {
    fileprivate var text: String { String(decoding: json(), as: UTF8.self) }
}

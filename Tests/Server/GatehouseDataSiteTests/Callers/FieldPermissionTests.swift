// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

/// What roles and users may do with fields: by the rules of the schema, and by their policies.
@Suite struct FieldPermissionTests {
    private static let schema = """
        type Open @model @auth(rules: [{ allow: public, provider: iam }]) { id: ID! }
        type Inner @model @auth(rules: [{ allow: private, provider: iam }]) { id: ID! text: String secret: String }
        type Query { hello: String @aws_iam }
        """
    private static let list = "query { listInners { items { id secret } } }"

    /// The ARN of fields of the API, such as `Inner/fields/id`.
    private static func arn(_ fields: String) -> String {
        "arn:aws:appsync:us-east-1:123456789012:apis/abcdefghijklmnopqrstuvwxyz/types/\(fields)"
    }

    private static func policy(_ statements: [(effect: String, fields: [String])]) -> WireValue {
        let elements = statements.map { effect, fields -> WireValue in
            [
                "Effect": .string(effect), "Action": "appsync:GraphQL",
                "Resource": .array(fields.map { .string(arn($0)) }),
            ]
        }
        return ["Version": "2012-10-17", "Statement": .array(elements)]
    }

    // MARK: - Identity pools

    @Test func `a registered role may use what rules admit, except for what a policy denies`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let visitors = try await Visitors(bench)
        try await visitors.register(
            "authenticated", Self.policy([("Deny", ["Inner/fields/secret", "Mutation/fields/create*"])]))
        let user = try await visitors.user()
        let made = try await bench.execute(
            "mutation { createInner(input: { text: \"x\" }) { id } }", signedBy: user)
        #expect(
            made["errors"]?.arrayValue?.first?["message"] == "Not Authorized to access createInner on type Mutation")
        let administrator = Signer(TestGatehouse.administratorKeyID, TestGatehouse.administratorSecret)
        let created = try await bench.execute(
            "mutation { createInner(input: { text: \"x\", secret: \"s\" }) { id secret } }", signedBy: administrator)
        let id = created["data"]?["createInner"]?["id"] ?? .null
        let answer = try await bench.execute(Self.list, signedBy: user)
        #expect(answer["data"]?["listInners"]?["items"] == [["id": id, "secret": .null]])
        #expect(answer["errors"]?.arrayValue?.count == 1)
        let error = answer["errors"]?.arrayValue?.first
        #expect(error?["message"] == "Not Authorized to access secret on type Inner")
        #expect(error?["errorType"] == "Unauthorized")
        #expect(error?["path"] == ["listInners", "items", 0, "secret"])
    }

    @Test func `a field that a policy denies cannot be searched by`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let visitors = try await Visitors(bench)
        try await visitors.register(
            "authenticated", Self.policy([("Deny", ["Inner/fields/secret"])]))
        let answer = try await bench.execute(
            "query { listInners(filter: { secret: { beginsWith: \"s\" } }) { items { id secret } } }",
            signedBy: try await visitors.user())
        #expect(answer["errors"]?.arrayValue?.first?["message"] == "Unauthorized on [secret]")
        #expect(answer["data"]?["listInners"] == .null)
        // Nor where the document does not select it.
        let blind = try await bench.execute(
            "query { listInners(filter: { secret: { beginsWith: \"s\" } }) { items { id } } }",
            signedBy: try await visitors.user())
        #expect(blind["errors"]?.arrayValue?.first?["message"] == "Unauthorized on [secret]")
    }

    // MARK: - Users and sessions

    @Test func `the permission of a registered user opens fields without rules, within its session's policies`()
        async throws
    {
        let bench = try await DataBench(schema: Self.schema)
        let tokens = bench.gatehouse.installation.securityTokens
        try await tokens.registry.create(
            .user, named: "ada",
            document: [
                "policies": [
                    "all": [
                        "Version": "2012-10-17",
                        "Statement": [
                            "Effect": "Allow", "Action": ["appsync:GraphQL", "sts:GetFederationToken"],
                            "Resource": "*",
                        ],
                    ]
                ]
            ])
        try await tokens.registry.create(.user, named: "bob", document: [:])
        let ada = Signer(try await tokens.registry.createKey(forUser: "ada"))
        let bob = Signer(try await tokens.registry.createKey(forUser: "bob"))
        #expect(try await bench.execute("{ hello }", signedBy: ada)["errors"] == nil)
        // Policies alone are not enough where rules are.
        #expect(try await bench.execute(Self.list, signedBy: ada)["errors"] != nil)
        let refused = try await bench.execute("{ hello }", signedBy: bob)
        #expect(
            refused["errors"]?.arrayValue?.first?["message"] == "Not Authorized to access hello on type Query")
        let principal = try await bench.principal(of: ada)
        let service = tokens.service(for: RequestContext(requestID: "test", principal: principal))
        for (fields, isAdmitted) in [("Query/fields/hello", true), ("Query/fields/other", false)] {
            let text = String(decoding: Self.policy([("Allow", [fields])]).jsonBytes(), as: UTF8.self)
            let credentials = try #require(
                try await service.getFederationToken(GetFederationTokenRequest(name: "eve", policy: text)).credentials)
            let eve = Signer(
                credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken)
            #expect((try await bench.execute("{ hello }", signedBy: eve)["errors"] == nil) == isAdmitted)
        }
    }
}

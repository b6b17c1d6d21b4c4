// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Functions of fields behind the gateway: what they learn of requests, and schemas that name them.
@Suite(.hangLimit) struct FunctionRequestTests {
    private static let schema = """
        type Query {
          whoami: AWSJSON @function(name: "whoami") @aws_cognito_user_pools @aws_api_key @aws_iam @aws_lambda
        }
        type Todo @model @auth(rules: [{ allow: owner }]) { id: ID! content: String }
        """

    /// A function that returns its event.
    private func bench(_ modes: [AuthorizationMode] = [.apiKey, .iam]) async throws -> DataBench {
        try await DataBench(
            schema: Self.schema, modes: modes, authorizer: AuthorizerSource(function: "arn:authorizer"),
            functions: ScriptedFunctions { event throws(TriggerFailure) in
                guard event["authorizationToken"] == nil else {
                    return ["isAuthorized": true, "resolverContext": ["tenant": "one"]]
                }
                return event
            })
    }

    private func event(
        _ bench: DataBench, _ headers: [(String, String)], _ body: String? = nil
    ) async throws -> WireValue {
        let response = await bench.post(body ?? DataBench.body("{ whoami }"), headers)
        let text = try #require(response.json["data"]?["whoami"]?.stringValue, "\(response.json)")
        return try WireValue(foreignJSON: text.utf8)
    }

    @Test func `a function learns the headers of the request and the user of its token`() async throws {
        let bench = try await bench()
        let alice = try await bench.user("alice")
        let event = try await event(bench, alice + [("X-One", "1"), ("X-One", "2")])
        #expect(event["request"]?["headers"]?["x-one"] == "1, 2")
        #expect(event["request"]?["headers"]?["host"] == .string(DataBench.host))
        #expect(event["identity"]?["username"] == "alice")
        #expect(event["identity"]?["sourceIp"] == ["127.0.0.1"])
        #expect(event["identity"]?["claims"]?["token_use"] == "access")
        #expect(event["typeName"] == "Query" && event["source"] == .null)
    }

    @Test func `a function learns no identity of an API key, and the context of an authorizer`() async throws {
        let bench = try await bench([.apiKey, .function])
        #expect(try await event(bench, bench.withKey)["identity"] == .null)
        #expect(
            try await event(bench, [("Authorization", "token")])["identity"] == ["resolverContext": ["tenant": "one"]])
    }

    @Test func `a function learns the ARN of a signer`() async throws {
        let bench = try await bench()
        let body = DataBench.body("{ whoami }")
        let headers = bench.signature(DataBench.request("POST", "/graphql", [], body: body)).map { ($0.name, $0.value) }
        let identity = try await event(bench, headers, body)["identity"]
        #expect(identity?["userArn"]?.stringValue?.hasPrefix("arn:aws:iam::123456789012:user/") == true)
        #expect(identity?["accountId"] == "123456789012")
        #expect(identity?["username"] == .string(TestGatehouse.administratorKeyID))
    }

    @Test func `a guest of an identity pool is one for functions`() {
        let session = RoleSession(
            roleID: "AROAX", roleARN: "arn:aws:iam::123456789012:role/guests", name: "CognitoIdentityCredentials",
            identityID: "us-east-1:i", identityPoolID: "us-east-1:p",
            authenticationMethods: ["authenticated", "issuer", "issuer:sub"])
        let attributes = Principal.role(session).attributes(arn: "arn:aws:sts::123456789012:assumed-role/guests/s")
        #expect(attributes["username"]?.text == "AROAX:CognitoIdentityCredentials")
        #expect(attributes["cognitoIdentityId"]?.text == "us-east-1:i")
        #expect(attributes["cognitoIdentityPoolId"]?.text == "us-east-1:p")
        #expect(attributes["cognitoIdentityAuthType"]?.text == "authenticated")
        #expect(attributes["cognitoIdentityAuthProvider"]?.text == #""issuer","issuer:sub""#)
        #expect(attributes["accountId"]?.text == "123456789012")
    }

    @Test func `a schema that names an unknown function is refused, and its status has the place`() async throws {
        let bench = try await DataBench(
            functions: ScriptedFunctions(knowing: ["arn:aws:lambda:us-east-1:123456789012:function:known"]) { _ in .null
            })
        let known = DataBench.todos + "\ntype Query { a: String @function(name: \"known\") }"
        #expect(await bench.pushSchema(known, to: bench.id)["status"] == "SUCCESS")
        let unknown = DataBench.todos + "\ntype Query { a: String @function(name: \"unknown\") }"
        let refused = await bench.pushSchema(unknown, to: bench.id)
        #expect(refused["status"] == "FAILED")
        #expect(
            refused["details"] == """
                5:24: Query.a calls the function unknown, which the server does not have: add \
                "arn:aws:lambda:us-east-1:123456789012:function:unknown": {"program": "…"} to "functions" in the \
                functions file, which GATEHOUSE_TRIGGERS names; for gatehouse dev, that is triggers.json in the data \
                folder.
                """)
    }
}

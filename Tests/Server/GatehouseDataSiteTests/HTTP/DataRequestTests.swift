// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseStorage
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseDataSite

/// Requests over HTTP, with the statuses and the texts that clients of AppSync know.
@Suite struct DataRequestTests {
    @Test func `an owner makes and reads records, and another user does not read them`() async throws {
        let bench = try await DataBench()
        let (alice, bob) = (try await bench.user("alice"), try await bench.user("bob"))
        let todo = try await bench.create("Write", as: alice)
        #expect(todo["owner"] == "alice")
        let id = try #require(todo["id"]?.stringValue)
        let get = #"query { getTodo(id: "\#(id)") { content } }"#
        #expect(try await bench.execute(get, as: alice) == ["data": ["getTodo": ["content": "Write"]]])
        let refused = try await bench.execute(get, as: bob)
        #expect(refused["data"] == ["getTodo": nil])
        #expect(refused["errors"]?.arrayValue?.first?["errorType"] == "Unauthorized")
        #expect(
            refused["errors"]?.arrayValue?.first?["message"] == "Not Authorized to access getTodo on type Query")
        #expect(try await bench.execute(DataBench.list, as: bob)["data"] == ["listTodos": ["items": []]])
        let own = try await bench.execute(DataBench.list, as: alice, path: "/apis/\(bench.id)/graphql")
        #expect(own["data"]?["listTodos"]?["items"]?.arrayValue?.count == 1)
    }

    @Test func `a caller that no rule admits gets the error of a field, and no record`() async throws {
        let bench = try await DataBench()
        let answer = try await bench.execute(DataBench.create, ["content": "x"], as: bench.withKey)
        #expect(answer["data"] == ["createTodo": nil])
        #expect(answer["errors"]?.arrayValue?.first?["errorType"] == "Unauthorized")
        #expect(answer["errors"]?.arrayValue?.first?["path"] == ["createTodo"])
    }

    @Test func `every response has a request id and can be read by pages`() async throws {
        let bench = try await DataBench()
        for headers in [bench.withKey, []] {
            let response = await bench.post(DataBench.body(DataBench.list), headers)
            #expect(response.header("x-amzn-RequestId")?.isEmpty == false)
            #expect(response.header("Access-Control-Allow-Origin") == "*")
        }
        let preflight = await bench.gateway.respond(to: DataBench.request("OPTIONS", "/graphql", []))
        #expect(preflight.header("Access-Control-Allow-Headers")?.contains("x-api-key") == true)
    }

    @Test func `an invalid body is refused with status 400`() async throws {
        let bench = try await DataBench()
        for (body, type, message) in [
            ("", "MalformedHttpRequestException", "Request body is empty."),
            ("{}", "MalformedHttpRequestException", "Unable to parse GraphQL query."),
            ("[]", "MalformedHttpRequestException", "Unable to parse GraphQL query."),
            (DataBench.body("query A { a } query B { b }"), "BadRequestException", "Missing operation name."),
        ] {
            let response = await bench.post(body, bench.withKey)
            #expect(response.status == 400 && response.refusal == [type, message])
            #expect(response.header("x-amzn-ErrorType") == type)
        }
    }

    @Test func `errors of a document come with status 200`() async throws {
        let bench = try await DataBench()
        let answer = try await bench.execute("query { x }", as: bench.withKey)
        #expect(answer["data"]?.isNull == true)
        #expect(
            answer["errors"]?.arrayValue?.first?["message"]
                == "Validation error of type FieldUndefined: Field 'x' in type 'Query' is undefined @ 'x'")
        let subscription = try await bench.execute("subscription { onCreateTodo { id } }", as: bench.withKey)
        #expect(subscription["errors"]?.arrayValue?.first?["errorType"] == "OperationNotSupported")
    }

    @Test func `queries may be sent with GET, and mutations are not executed so`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        try await bench.create("Write", as: alice)
        func get(_ query: String) async throws -> WireValue {
            let response = await bench.gateway.respond(
                to: DataBench.request("GET", "/graphql", query: query, alice))
            #expect(response.status == 200)
            return try WireValue(json: response.body)
        }
        let listed = try await get(
            "query=query(%24l:Int)%7BlistTodos(limit:%24l)%7Bitems%7Bcontent%7D%7D%7D&variables=%7B%22l%22:1%7D")
        #expect(listed == ["data": ["listTodos": ["items": [["content": "Write"]]]]])
        let mutation = try await get("query=mutation%7BcreateTodo(input:%7Bcontent:%22x%22%7D)%7Bid%7D%7D")
        #expect(mutation["errors"]?.arrayValue?.first?["errorType"] == "OperationNotSupported")
        let items = try await bench.execute(DataBench.list, as: alice)["data"]?["listTodos"]?["items"]
        #expect(items?.arrayValue?.count == 1)
    }

    @Test func `an API that does not exist, and a default API where there is none, get status 404`() async throws {
        let bench = try await DataBench(isDefault: false)
        // The only API of a server is the default one.
        let only = await bench.post(DataBench.body(DataBench.list), bench.withKey)
        #expect(only.status == 200)
        _ = await bench.newAPI()
        for path in ["/graphql", "/apis/zzzzzzzzzzzzzzzzzzzzzzzzzz/graphql"] {
            let response = await bench.post(DataBench.body(DataBench.list), bench.withKey, path: path)
            #expect(response.status == 404 && response.refusal.first == "NotFoundException")
        }
        _ = try await bench.execute(DataBench.list, as: bench.withKey, path: "/apis/\(bench.id)/graphql")
    }

    @Test func `an API whose schema does not compile has none`() async throws {
        let bench = try await DataBench()
        try await bench.gatehouse.installation.dataAPIs.write { [id = bench.id] writing in
            guard var api = try writing.api(id) else { return }
            api.schema = "type"
            try writing.put(api, expecting: api.revision)
        }
        try await bench.apis.reload()
        let response = await bench.post(DataBench.body(DataBench.list), bench.withKey)
        #expect(response.status == 502)
        #expect(response.refusal == ["GraphQLSchemaException", "No schema definition exists."])
        // The operator learns why.
        let reported = Mutex<[String]>([])
        let apis = StoredDataAPIs(
            bench.gatehouse.installation.dataAPIs, report: { api, _ in reported.withLock { $0.append(api.id) } },
            makeService: bench.service)
        for _ in 1...2 { #expect(try await apis.api(bench.id)?.problem != nil) }
        #expect(reported.withLock { $0 } == [bench.id])
        let status = await bench.call("GET", "/v1/apis/\(bench.id)/schemacreation").json
        let details = try #require(status["details"]?.stringValue)
        #expect(status["status"] == "FAILED" && !details.isEmpty)
        let schema = await bench.call("GET", "/v1/apis/\(bench.id)/schema", query: "format=SDL")
        #expect(schema.controlRefusal == "400 GraphQLSchemaException")
        #expect(schema.json["message"]?.stringValue?.hasSuffix("\n" + details) == true)
    }

    @Test func `refusals of the gateway have the form of the site`() async throws {
        let bench = try await DataBench(
            settings: GatewaySettings(rates: RateLimits(perAddress: RequestRate(perSecond: 0.001, burst: 1))))
        let long = await bench.post(String(repeating: " ", count: 1_048_577), bench.withKey)
        #expect(long.status == 413 && long.refusal.first == "RequestEntityTooLarge")
        let second = await bench.post(DataBench.body(DataBench.list), bench.withKey)
        #expect(second.status == 429 && second.refusal == ["ThrottlingException", "Rate exceeded"])
        #expect(second.header("Retry-After").flatMap { Int($0) } != nil)
    }
}

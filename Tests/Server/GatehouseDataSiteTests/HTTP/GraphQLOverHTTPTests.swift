// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseGraphQL
import GatehouseSites
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Requests of GraphQL in bodies and addresses.
@Suite struct GraphQLOverHTTPTests {
    private static func request(_ body: String) throws(RequestRefusal) -> DataRequest {
        try GraphQLOverHTTP.request(inBody: Data(body.utf8))
    }

    @Test func `a body has a document, and may have variables and the name of an operation`() throws {
        let request = try Self.request(#"{"query":"q","variables":{"b":1,"a":[null]},"operationName":"n","x":1}"#)
        #expect(request.query == "q" && request.operationName == "n")
        #expect(request.variables == ["a": .list([.null]), "b": .int(1)])
        let short = try Self.request(#"{"query":"","variables":null,"operationName":null}"#)
        #expect(short.query.isEmpty && short.operationName == nil && short.variables.isEmpty)
    }

    @Test func `an empty body is refused with its own text`() {
        let refusal = #expect(throws: RequestRefusal.self) { try Self.request("") }
        #expect(refusal?.status == 400 && refusal?.errorType == "MalformedHttpRequestException")
        #expect(refusal?.message == "Request body is empty.")
    }

    @Test(arguments: [
        "{", "{}", "[]", "x", "null", #"[{"query":"{ a }"}]"#,
        #"{"query":"\uD800"}"#, #"{"query":"q","variables":{"a":"\uDC00"}}"#, #"{"query":"q","variables":{"a":NaN}}"#,
        #"{"query":"q","variables":{"a":1e999}}"#,
        #"{"query":"q","variables":{"a":""# + String(repeating: #"\u0301"#, count: 31) + #""}}"#,
    ])
    func `an invalid body is refused`(body: String) {
        let refusal = #expect(throws: RequestRefusal.self) { try Self.request(body) }
        #expect(refusal?.status == 400 && refusal?.message == "Unable to parse GraphQL query.")
    }

    @Test(arguments: [
        (#"{"variables":{}}"#, "The request has no member 'query' with a text."),
        (#"{"query":1}"#, "The request has no member 'query' with a text."),
        (#"{"query":"q","variables":[]}"#, "The member 'variables' of the request is not an object."),
        (#"{"query":"q","variables":"{}"}"#, "The member 'variables' of the request is not an object."),
        (#"{"query":"q","operationName":1}"#, "The member 'operationName' of the request is not a text."),
    ])
    func `a body with a missing or wrong member is refused with the name of the member`(body: String, message: String) {
        let refusal = #expect(throws: RequestRefusal.self) { try Self.request(body) }
        #expect(refusal?.status == 400 && refusal?.errorType == "MalformedHttpRequestException")
        #expect(refusal?.message == message)
    }

    @Test func `a body over the limit is refused`() {
        let body = Data(repeating: 0x20, count: GraphQLOverHTTP.longestBody + 1)
        let refusal = #expect(throws: RequestRefusal.self) { try GraphQLOverHTTP.request(inBody: body) }
        #expect(refusal?.status == 413 && refusal?.errorType == "RequestEntityTooLarge")
    }

    @Test func `a refusal is a list of errors, with its type in a header`() throws {
        let response = RequestRefusal.unauthorized(.notAuthorized).response
        #expect(response.status == 401)
        #expect(response.header("x-amzn-ErrorType") == "UnauthorizedException")
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == #"{"errors":[{"errorType":"UnauthorizedException","message":"You are not authorized to make "#
                + #"this call."}]}"#)
    }

    @Test func `a refusal of the gateway has the form of GraphQL, and a pause where one helps`() throws {
        let throttled = RequestRefusal.response(to: .rateExceeded, status: 429)
        let json = try WireValue(json: throttled.body)
        #expect(json["errors"] == [["errorType": "ThrottlingException", "message": "Rate exceeded"]])
        #expect(throttled.header("Retry-After") == "1" && throttled.status == 429)
        let long = RequestRefusal.response(
            to: ServiceFault("RequestEntityTooLargeException", "The body is longer."), status: 413)
        #expect(long.header("x-amzn-ErrorType") == "RequestEntityTooLarge" && long.header("Retry-After") == nil)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// The callers that the control plane admits.
@Suite(.hangLimit)
struct ControlAccessTests {
    @Test
    func `a call without a signature, or with a wrong one, is refused`() async throws {
        let bench = try await DataBench()
        let bare = await bench.gateway.respond(to: DataBench.request("GET", "/v1/apis", []))
        #expect(bare.status == 403 && bare.json["graphqlApis"] == nil)
        let wrong = await bench.call("GET", "/v1/apis", secret: "wrong")
        #expect(wrong.controlRefusal == "403 InvalidSignatureException")
        let unknown = await bench.call("GET", "/v1/apis", keyID: "AKIAUNKNOWN000000000")
        #expect(unknown.controlRefusal == "403 UnrecognizedClientException")
        // A key of an API is not a key of its owner.
        let withKey = await bench.gateway.respond(to: DataBench.request("GET", "/v1/apis", bench.withKey))
        #expect(withKey.status == 403)
    }

    @Test
    func `a signature for another service is refused`() async throws {
        let bench = try await DataBench()
        var request = DataBench.request("GET", "/v1/apis", [])
        request.headers += bench.signature(request, service: "cognito-idp")
        #expect(await bench.gateway.respond(to: request).status == 403)
    }

    @Test
    func `a user may do what policies permit on the API that they name`() async throws {
        let bench = try await DataBench()
        let other = await bench.newAPI()
        let policy = """
            {"Effect": "Allow", "Action": "appsync:GetGraphqlApi",
             "Resource": "arn:aws:appsync:us-east-1:123456789012:apis/\(bench.id)"}
            """
        let user = try await bench.gatehouse.registerUser("ada", policy: policy)
        func call(_ method: String, _ path: String) async -> GatewayResponse {
            await bench.call(method, path, keyID: user.keyID, secret: user.secret)
        }
        #expect(await call("GET", "/v1/apis/\(bench.id)").status == 200)
        for (method, path) in [
            ("GET", "/v1/apis/\(other)"), ("GET", "/v1/apis"), ("DELETE", "/v1/apis/\(bench.id)"),
            ("GET", "/v1/apis/\(bench.id)/apikeys"),
        ] {
            #expect(await call(method, path).controlRefusal == "403 AccessDeniedException")
        }
    }
}

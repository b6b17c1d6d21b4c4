// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import Testing

@Suite struct CORSTests {
    @Test(arguments: ["/", "/us-east-1_abcdefghi/.well-known/jwks.json", "/anything"])
    func `a preflight request learns what is allowed`(path: String) async throws {
        let gatehouse = try await TestGatehouse()
        let answer = await gatehouse.send(TestRequest(method: "OPTIONS", path: path))
        #expect(answer.status == 200)
        #expect(answer.header("access-control-allow-methods")?.contains("POST") == true)
        #expect(answer.header("access-control-max-age") == "172800")
        let headers = answer.header("access-control-allow-headers") ?? ""
        for name in [
            "content-type", "x-amz-target", "x-amz-user-agent", "amz-sdk-request", "amz-sdk-invocation-id",
            "authorization", "x-amz-date", "x-amz-security-token", "cache-control", "x-api-key",
        ] {
            #expect(headers.contains(name))
        }
    }

    @Test(arguments: [
        TestRequest(path: "/health"), TestRequest(path: "/nowhere"), TestRequest(method: "DELETE", path: "/"),
        TestRequest(path: "/us-east-1_abcdefghi/.well-known/openid-configuration"), .call("Nothing"),
        .form("Action=GetCallerIdentity&Version=2011-06-15"),
    ])
    func `every answer can be read by a browser`(request: TestRequest) async throws {
        let answer = await (try await TestGatehouse()).send(request)
        #expect(answer.header("access-control-allow-origin") == "*")
        #expect(
            answer.header("access-control-expose-headers")
                == "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date"
        )
    }

    @Test(arguments: ["", "format=json"])
    func `no page of another origin reads the outbox`(query: String) async throws {
        let request = TestRequest(path: "/dev/outbox", query: query)
        let answer = await (try await TestGatehouse()).send(request)
        #expect(answer.status == 200)
        #expect(answer.header("access-control-allow-origin") == nil)
    }
}

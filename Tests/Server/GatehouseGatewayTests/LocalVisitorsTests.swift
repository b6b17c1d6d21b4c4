// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import Testing

@Suite struct LocalVisitorsTests {
    private static let call = TestRequest.call(
        "AWSCognitoIdentityProviderService.ListUsers", json: #"{"UserPoolId":"us-east-1_Nowhere00"}"#)

    private static func named(_ host: String, _ request: TestRequest = TestRequest(path: "/dev/outbox")) -> TestRequest
    {
        var request = request
        request.headers = request.headers.filter { $0.name != "host" } + [("host", host)]
        return request
    }

    @Test(arguments: ["localhost:9229", "LOCALHOST", "127.0.0.1:9229", "[::1]:9229", "[::1]"])
    func `an open server answers under its own names`(host: String) async throws {
        #expect(await (try await TestGatehouse()).send(Self.named(host)).status == 200)
    }

    @Test(arguments: ["evil.example", "evil.example:9229", "localhost.evil.example", "127.0.0.1.evil.example", ""])
    func `a request under a foreign host name is refused`(host: String) async throws {
        #expect(await (try await TestGatehouse()).send(Self.named(host)).status == 403)
    }

    @Test(arguments: ["https://evil.example", "http://localhost.evil.example:3000", "null"])
    func `a page of another origin administers nothing while any key is accepted`(origin: String) async throws {
        let gatehouse = try await TestGatehouse()
        var request = Self.call.signed("cognito-idp", at: gatehouse.clock.now, secret: "any")
        request.headers.append(("origin", origin))
        let answer = await gatehouse.send(request)
        #expect(answer.header("x-amzn-errortype")?.hasPrefix("AccessDeniedException") == true)
    }

    @Test func `a page of this machine may administer, and a page of any origin where keys are verified`() async throws
    {
        for (origin, verifies) in [("http://localhost:3000", false), ("https://admin.example", true)] {
            let gatehouse = try await TestGatehouse(verifiesSignatures: verifies)
            var request = Self.call.signed("cognito-idp", at: gatehouse.clock.now)
            request.headers.append(("origin", origin))
            let answer = await gatehouse.send(request)
            #expect(answer.header("x-amzn-errortype")?.hasPrefix("ResourceNotFoundException") == true)
        }
    }
}

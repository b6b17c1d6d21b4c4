// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import Testing

@Suite struct LocalVisitorsTests {
    private static let call = TestRequest.call(
        "AWSCognitoIdentityProviderService.ListUsers", json: #"{"UserPoolId":"us-east-1_Nowhere00"}"#)

    /// A key that the server does not know.
    private static let anyKey = "AKIAANYKEY"

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

    @Test(
        .tags(.security),
        arguments: [
            "https://evil.example", "http://localhost.evil.example:3000", "null", "", "http://localhost:3000",
            "http://localhost", "https://localhost", "http://127.0.0.1:9229", "http://127.0.0.1:3000",
            "http://[::1]:9229", "http://localhost:9229.evil.example", "http://evil@localhost:9229",
        ])
    func `a page of another origin administers nothing while any key is accepted`(origin: String) async throws {
        let gatehouse = try await TestGatehouse()
        var request = Self.call.signed("cognito-idp", at: gatehouse.clock.now, keyID: Self.anyKey)
        request.headers.append(("origin", origin))
        let answer = await gatehouse.send(request)
        #expect(answer.header("x-amzn-errortype")?.hasPrefix("AccessDeniedException") == true)
    }

    @Test(arguments: [
        (nil, "localhost:9229", false), ("http://localhost:9229", "localhost:9229", false),
        ("HTTP://LOCALHOST:9229", "localhost:9229", false), ("https://127.0.0.1:9229", "127.0.0.1:9229", false),
        ("http://localhost", "localhost", false), ("https://admin.example", "localhost:9229", true),
        ("http://localhost:3000", "localhost:9229", true),
    ])
    func `a program and the server's own pages administer with any key, and every page where keys are verified`(
        origin: String?, host: String, verifies: Bool
    ) async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: verifies)
        let key = verifies ? TestGatehouse.administratorKeyID : Self.anyKey
        var request = Self.named(host, Self.call).signed("cognito-idp", at: gatehouse.clock.now, keyID: key)
        request.headers += origin.map { [("origin", $0)] } ?? []
        let answer = await gatehouse.send(request)
        #expect(answer.header("x-amzn-errortype")?.hasPrefix("ResourceNotFoundException") == true)
    }

    @Test func `a page of another port calls with the credentials of its guest, whose signature is verified`()
        async throws
    {
        let gatehouse = try await TestGatehouse()
        let guest = try await GuestCredentials(gatehouse)
        let call = TestRequest.form("Action=GetCallerIdentity&Version=2011-06-15")
        var request = guest.sign(call, for: "sts")
        request.headers.append(("origin", "http://localhost:3000"))
        let answer = await gatehouse.send(request)
        #expect(answer.status == 200)
        #expect(answer.text.contains(":assumed-role/test-unauthenticated/"))
        // With an unknown key, a program may call, and the page may not.
        var administrator = call.signed("sts", at: gatehouse.clock.now, keyID: Self.anyKey)
        #expect(await gatehouse.send(administrator).status == 200)
        administrator.headers.append(("origin", "http://localhost:3000"))
        #expect(await gatehouse.send(administrator).status == 403)
    }
}

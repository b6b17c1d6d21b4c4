// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTesting
import GatehouseVerifier
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An API beside an app: it verifies what the app gets, with nothing but public declarations.
@Suite(.ownsAmplify) struct VerifierTests {
    @Test func `an API verifies the requests and the tokens of a signed-in app`() async throws {
        let gatehouse = try await TestGatehouse(clock: TestClock(Date()))
        try await gatehouse.makeUser("ada")
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())
        _ = try await Amplify.Auth.signIn(username: "ada", password: TestGatehouse.password)
        let session = try await Amplify.Auth.fetchAuthSession()
        let identity = try #require(session as? any AuthCognitoIdentityProvider).getIdentityId().get()
        let tokens = try #require(session as? any AuthCognitoTokensProvider).getCognitoTokens().get()

        // A server for tests accepts any key of an administrator.
        let connection = try GatehouseConnection(
            url: gatehouse.baseURL, accessKeyID: "AKIAEXAMPLE", secretAccessKey: "any",
            transport: InProcess(gatehouse: gatehouse))
        let signatures = RequestVerifier(
            rules: RequestVerifier.Rules(service: "orders", hosts: ["orders.example.com"]), gatehouse: connection)
        var order = URLRequest(url: try #require(URL(string: "https://orders.example.com/orders?page=2")))
        order.httpMethod = "POST"
        order.httpBody = Data("{}".utf8)
        let sent = try await AWSRequestSigner(service: "orders", region: "us-east-1").sign(order)
        var headers = (sent.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
        headers.append((name: "Host", value: "orders.example.com"))
        var request = SignedRequest(method: "POST", target: "/orders?page=2", headers: headers, body: Data("{}".utf8))
        #expect(try await signatures.verify(request).identityID == identity)
        request.body = Data()
        await #expect(throws: RequestRefusal.self) { _ = try await signatures.verify(request) }

        let claims = try AWSAuthService().getTokenClaims(tokenString: tokens.idToken).get()
        let verifier = try TokenVerifier(
            issuer: try #require(claims["iss"] as? String), clientIDs: [try #require(claims["aud"] as? String)],
            transport: InProcess(gatehouse: gatehouse))
        #expect(try await verifier.verify(tokens.idToken, as: .id).username == "ada")
        await #expect(throws: InvalidToken.use) { _ = try await verifier.verify(tokens.accessToken, as: .id) }
        await Amplify.reset()
    }
}

/// Hands the verifier's requests to the server in this process.
private struct InProcess: VerifierTransport {
    let gatehouse: TestGatehouse

    func send(_ request: VerifierRequest) async throws -> VerifierResponse {
        let host = request.url.host() ?? ""
        let answer = await gatehouse.send(
            TestRequest(
                method: request.method, path: request.url.path(percentEncoded: true),
                headers: [(name: "Host", value: request.url.port.map { "\(host):\($0)" } ?? host)] + request.headers,
                body: request.body))
        return VerifierResponse(status: answer.status, body: answer.body)
    }
}

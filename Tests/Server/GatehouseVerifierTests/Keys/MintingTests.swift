// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseWire
import Testing

/// What an attacker can do who controls a verifier: its access key, and every signing key that it gets.
@Suite struct MintingTests {
    private static let day = "20260101"
    private static let identityCall = "Action=GetCallerIdentity&Version=2011-06-15"

    @Test(arguments: ["sts", "cognito-identity", "cognito-idp", "gatehouse", "invoices"])
    func `a verifier gets no key for a service of the server or of others`(name: String) async throws {
        let service = try await OrderService()
        let guest = try await service.guest().credentials
        let answer = try await Self.ask(service, guest, service: name)
        #expect(answer.status == 400)
        #expect(answer.value["__type"] == "AccessDeniedException")
        #expect(answer.value["SigningKey"] == nil)
    }

    @Test func `the key of a verifier signs no call of the server`() async throws {
        let service = try await OrderService()
        let guest = try await service.guest().credentials
        let answer = try await Self.ask(service, guest, service: "orders")
        let bytes = try #require(answer.value["SigningKey"]?.stringValue.flatMap(Base64.decode))
        // With the scope that the key was derived for, with that of STS, and as if the key were a secret.
        let own = try #require(SigningKey(bytes: bytes, day: Self.day, region: "us-east-1", service: "orders"))
        let mislabelled = try #require(SigningKey(bytes: bytes, day: Self.day, region: "us-east-1", service: "sts"))
        let derived = SigningKey(
            secretAccessKey: Base64.encode(bytes), day: Self.day, region: "us-east-1", service: "sts")
        for key in [own, mislabelled, derived] {
            let refused = await service.gatehouse.send(Self.call(by: key, guest, at: service.gatehouse.clock.now))
            #expect(refused.status == 403)
            #expect(refused.text.contains("<Code>SignatureDoesNotMatch</Code>"))
        }
        // The secret itself signs the same call.
        let secret = SigningKey(
            secretAccessKey: guest.secretAccessKey, day: Self.day, region: "us-east-1", service: "sts")
        let accepted = Self.call(by: secret, guest, at: service.gatehouse.clock.now)
        #expect(await service.gatehouse.send(accepted).status == 200)
    }

    @Test func `the access key of a verifier permits nothing else`() async throws {
        let service = try await OrderService()
        let now = service.gatehouse.clock.now
        let form = "Action=GetFederationToken&Version=2011-06-15&Name=eve"
        let federated = await service.gatehouse.send(Self.signed(form, by: service.own, at: now))
        #expect(federated.status == 403)
        #expect(federated.text.contains("AccessDenied"))
        let request = TestRequest.call("AWSCognitoIdentityService.ListIdentityPools", json: #"{"MaxResults":1}"#)
        let added = SigV4.sign(
            SignableRequest(method: "POST", path: "/", headers: request.headers, body: Array(request.body)),
            credentials: service.own, region: "us-east-1", service: "cognito-identity", date: now)
        var listed = request
        listed.headers += added
        #expect(await service.gatehouse.send(listed).text.contains("AccessDeniedException"))
    }

    @Test func `an unsigned request, and one that is signed for another service, get no key`() async throws {
        let service = try await OrderService()
        let guest = try await service.guest().credentials
        var request = Self.request(guest, service: "orders")
        #expect(await service.gatehouse.send(request).text.contains("MissingAuthenticationTokenException"))
        request.headers += SigV4.sign(
            SignableRequest(
                method: "POST", path: request.path, headers: request.headers, body: Array(request.body)),
            credentials: service.own, region: "us-east-1", service: "sts", date: service.gatehouse.clock.now)
        #expect(await service.gatehouse.send(request).text.contains("InvalidSignatureException"))
    }

    @Test(arguments: ["", "[]", "{}", #"{"AccessKeyId":1}"#, "{", #"{"AccessKeyId":"a","AccessKeyId":"b"}"#])
    func `a malformed request gets a clear fault`(body: String) async throws {
        let service = try await OrderService()
        var request = Self.request(service.own, service: "orders")
        request.body = Data(body.utf8)
        let answer = try await Self.send(service, request)
        #expect(answer.status == 400)
        #expect(["SerializationException", "ValidationException"].contains(answer.value["__type"]?.stringValue))
    }

    @Test func `a response with a key is not stored by caches`() async throws {
        let service = try await OrderService()
        var request = Self.request(service.own, service: "orders")
        request.headers += SigV4.sign(
            SignableRequest(
                method: "POST", path: request.path, headers: request.headers, body: Array(request.body)),
            credentials: service.own, region: "us-east-1", service: "gatehouse", date: service.gatehouse.clock.now)
        let answer = await service.gatehouse.send(request)
        #expect(answer.status == 200)
        #expect(answer.header("cache-control") == "no-store")
        #expect(answer.header("access-control-allow-origin") == nil)
    }

    private static func request(_ credentials: SigningCredentials, service: String) -> TestRequest {
        let request = SigningKeyRequest(
            accessKeyID: credentials.accessKeyID, sessionToken: credentials.sessionToken, day: day,
            region: "us-east-1", service: service)
        return TestRequest(
            method: "POST", path: SigningKeyRequest.path, headers: [("host", "localhost:9229")], body: request.json)
    }

    private static func ask(
        _ service: OrderService, _ credentials: SigningCredentials, service name: String
    ) async throws -> (status: Int, value: WireValue) {
        try await send(service, Self.request(credentials, service: name))
    }

    /// Sends a request that the verifier's own access key signs.
    private static func send(
        _ service: OrderService, _ request: TestRequest
    ) async throws -> (status: Int, value: WireValue) {
        var request = request
        request.headers += SigV4.sign(
            SignableRequest(
                method: "POST", path: request.path, headers: request.headers, body: Array(request.body)),
            credentials: service.own, region: "us-east-1", service: SigningKeyRequest.service,
            date: service.gatehouse.clock.now)
        let answer = await service.gatehouse.send(request)
        return (answer.status, try WireValue(json: answer.body))
    }

    private static func call(by key: SigningKey, _ holder: SigningCredentials, at date: Date) -> TestRequest {
        var request = form(identityCall)
        request.headers += SigV4.sign(
            SignableRequest(method: "POST", path: "/", headers: request.headers, body: Array(request.body)),
            accessKeyID: holder.accessKeyID, sessionToken: holder.sessionToken, key: key, date: date)
        return request
    }

    private static func signed(_ fields: String, by credentials: SigningCredentials, at date: Date) -> TestRequest {
        var request = form(fields)
        request.headers += SigV4.sign(
            SignableRequest(method: "POST", path: "/", headers: request.headers, body: Array(request.body)),
            credentials: credentials, region: "us-east-1", service: "sts", date: date)
        return request
    }

    private static func form(_ fields: String) -> TestRequest {
        TestRequest(
            method: "POST",
            headers: [("host", "localhost:9229"), ("content-type", "application/x-www-form-urlencoded")],
            body: Data(fields.utf8))
    }
}

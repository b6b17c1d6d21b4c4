// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseVerifier
import Testing

@Suite struct RequestVerifierTests {
    @Test func `a request with vended credentials is accepted, and names the identity`() async throws {
        let service = try await OrderService()
        let guest = try await service.guest()
        let caller = try await service.verifier.verify(service.signed(by: guest.credentials))
        #expect(caller.accessKeyID == guest.credentials.accessKeyID)
        #expect(
            caller.arn
                == "arn:aws:sts::123456789012:assumed-role/test-unauthenticated/CognitoIdentityCredentials")
        #expect(caller.account == "123456789012")
        #expect(caller.identityID == guest.identity)
        #expect(caller.isGuest)
        #expect(caller.userID.hasSuffix(":CognitoIdentityCredentials"))
    }

    @Test func `a request with the access key of a user is accepted`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        let caller = try await service.verifier.verify(service.signed(by: ada))
        #expect(caller.arn == "arn:aws:iam::123456789012:user/ada")
        #expect(caller.identityID == nil)
        #expect(!caller.isGuest && !caller.isRestricted)
    }

    @Test func `a presigned address is accepted until its time is over`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        let request = service.presigned(by: ada, expires: 900, query: "page=2&name=%C3%A4")
        #expect(try await service.verifier.verify(request).accessKeyID == ada.accessKeyID)
        service.gatehouse.clock.advance(by: 900)
        #expect(await service.refusal(request) == nil)
    }

    @Test func `a presigned address is accepted on a later day`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        let request = service.presigned(by: ada, expires: 604_800)
        service.gatehouse.clock.advance(by: 604_800)
        #expect(await service.refusal(request) == nil)
    }

    @Test func `a presigned address of a session is accepted until the session is over`() async throws {
        let service = try await OrderService()
        let guest = try await service.guest()
        let request = service.presigned(by: guest.credentials, expires: 604_800)
        #expect(await service.refusal(request) == nil)
        service.gatehouse.clock.advance(by: 3_600)
        #expect(await service.refusal(request)?.kind == .sessionExpired)
    }

    @Test func `the target of a request line is taken apart`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        let parts = service.signed(by: ada, query: "a=%3F&b=?")
        let whole = SignedRequest(
            method: parts.method, target: "/orders?a=%3F&b=?", headers: parts.headers, body: parts.body)
        #expect(whole.path == parts.path)
        #expect(whole.query == parts.query)
        #expect(await service.refusal(whole) == nil)
    }

    @Test(arguments: [
        "http://gatehouse.example.com", "ftp://localhost", "localhost:9229", "", "https://", "https://a?b=c",
    ])
    func `a connection that shows keys on the network, or that is none, is refused`(url: String) {
        #expect(throws: GatehouseConnection.Flaw.self) {
            try GatehouseConnection(url: url, accessKeyID: "AKIA", secretAccessKey: "secret")
        }
    }

    @Test func `a connection over TLS or to this machine is accepted, and shows no secret`() throws {
        for url in [
            "https://gatehouse.example.com/auth/", "http://localhost:9229", "http://127.0.0.1", "http://[::1]:1",
        ] {
            let connection = try GatehouseConnection(url: url, accessKeyID: "AKIAID", secretAccessKey: "a secret")
            var dumped = ""
            dump(connection, to: &dumped)
            for text in ["\(connection)", String(reflecting: connection), dumped] {
                #expect(!text.contains("a secret"))
            }
        }
    }

    @Test func `a server that refuses the verifier is reported for the log, not to the caller`() async throws {
        let service = try await OrderService()
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        let stranger = try GatehouseConnection(
            url: "http://localhost:9229", accessKeyID: ada.accessKeyID, secretAccessKey: ada.secretAccessKey,
            transport: service.server)
        let verifier = RequestVerifier(
            rules: RequestVerifier.Rules(service: "orders", hosts: [OrderService.host]), gatehouse: stranger,
            now: service.gatehouse.clock.read)
        let error = await #expect(throws: RequestRefusal.self) {
            _ = try await verifier.verify(service.signed(by: ada))
        }
        #expect(error?.kind == .unavailable)
        #expect(error?.status == 503)
        #expect(error?.detail?.contains("gatehouse:GetSigningKey") == true)
        #expect(error?.message.contains("gatehouse") == false)
    }
}

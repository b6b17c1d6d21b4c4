// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@Suite(.tags(.security)) struct SignatureTests {
    private let call = TestRequest.call("\(userPoolsTarget).CreateUserPool", json: #"{"PoolName":"p"}"#)

    @Test func `an admin call without a signature is refused`() async throws {
        let answer = await (try await TestGatehouse()).send(call)
        #expect(answer.status == 400)
        #expect(answer.fault == "MissingAuthenticationTokenException")
        #expect(answer.json["message"] == "Missing Authentication Token")
    }

    @Test func `a right signature is accepted and its region names the pool`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let request = call.signed("cognito-idp", at: gatehouse.clock.now, region: "eu-west-1")
        let answer = await gatehouse.send(request)
        #expect(answer.status == 200)
        #expect(answer.json["UserPool"]?["Id"]?.stringValue?.hasPrefix("eu-west-1_") == true)
        #expect(
            answer.json["UserPool"]?["Arn"]?.stringValue?.hasPrefix("arn:aws:cognito-idp:eu-west-1:123456789012:")
                == true
        )
    }

    @Test func `a wrong secret is refused`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let answer = await gatehouse.send(
            call.signed("cognito-idp", at: gatehouse.clock.now, secret: TestGatehouse.administratorSecret + "x")
        )
        #expect(answer.status == 400)
        #expect(answer.fault == "InvalidSignatureException")
    }

    @Test(arguments: ["AKIANOBODY0000000000", "ASIAABCDEFGHIJKLMNOP"])
    func `an unknown key is refused`(keyID: String) async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let answer = await gatehouse.send(call.signed("cognito-idp", at: gatehouse.clock.now, keyID: keyID))
        #expect(answer.status == 400)
        #expect(answer.fault == "UnrecognizedClientException")
        #expect(answer.json["message"] == "The security token included in the request is invalid.")
    }

    @Test func `a session token beside a lasting key is refused`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let answer = await gatehouse.send(call.signed("cognito-idp", at: gatehouse.clock.now, token: "token"))
        #expect(answer.fault == "UnrecognizedClientException")
    }

    @Test(arguments: [(-360.0, false), (-240, true), (0, true), (240, true), (360, false)])
    func `clocks may differ by five minutes`(offset: TimeInterval, isAccepted: Bool) async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let answer = await gatehouse.send(
            call.signed("cognito-idp", at: gatehouse.clock.now.addingTimeInterval(offset))
        )
        #expect((answer.status == 200) == isAccepted)
        if !isAccepted { #expect(answer.fault == "InvalidSignatureException") }
        #expect(answer.header("date") != nil)
    }

    @Test func `an altered body is refused`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        var request = call.signed("cognito-idp", at: gatehouse.clock.now)
        request.body = Data(#"{"PoolName":"q"}"#.utf8)
        #expect(await gatehouse.send(request).fault == "InvalidSignatureException")
    }

    @Test func `an altered target is refused`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        var request = call.signed("cognito-idp", at: gatehouse.clock.now)
        request.headers.removeAll { $0.name == "x-amz-target" }
        request.headers.append(("x-amz-target", "\(userPoolsTarget).ListUserPools"))
        #expect(await gatehouse.send(request).fault == "InvalidSignatureException")
    }

    @Test func `a signature for another service is refused`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let answer = await gatehouse.send(call.signed("sts", at: gatehouse.clock.now))
        #expect(answer.fault == "InvalidSignatureException")
        #expect(answer.json["message"] == "Credential should be scoped to correct service: 'cognito-idp'")
    }

    @Test(arguments: [
        "AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256 Credential=a/b/c", "AWS4-HMAC-SHA256 Credential=////,SignedHeaders=;",
        "AWS4-HMAC-SHA256 Credential=A/20260101/us-east-1/cognito-idp/aws4_request,SignedHeaders=,Signature=",
        "Bearer token", "Basic \u{0}", "",
    ])
    func `a malformed signature is refused on admin calls and ignored on others`(text: String) async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        var request = call
        request.headers.append(("authorization", text))
        #expect(await gatehouse.send(request).status == 400)
        let json = #"{"ClientId":"x","AuthFlow":"USER_AUTH"}"#
        var open = TestRequest.call("\(userPoolsTarget).InitiateAuth", json: json)
        open.headers.append(("authorization", text))
        #expect(await gatehouse.send(open).fault == "ResourceNotFoundException")
    }

    @Test func `without a configured key any signature is an administrator's`() async throws {
        let gatehouse = try await TestGatehouse()
        let answer = await gatehouse.send(
            call.signed("cognito-idp", at: gatehouse.clock.now, keyID: "anything", secret: "whatever")
        )
        #expect(answer.status == 200)
    }

    @Test func `credentials of a guest may not administrate`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let guest = try await GuestCredentials(gatehouse)
        let answer = await gatehouse.send(guest.sign(call, for: "cognito-idp"))
        #expect(answer.status == 400)
        #expect(answer.fault == "AccessDeniedException")
        #expect(answer.json["Message"] == answer.json["message"])
        let message = answer.json["message"]?.stringValue ?? ""
        #expect(message.contains("is not authorized to perform: cognito-idp:CreateUserPool"))
    }

    @Test func `credentials of a guest end after an hour`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let guest = try await GuestCredentials(gatehouse)
        gatehouse.clock.advance(by: 3_601)
        #expect(await gatehouse.send(guest.sign(call, for: "cognito-idp")).fault == "ExpiredTokenException")
    }
}

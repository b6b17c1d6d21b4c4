// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseTesting
import Testing

@Suite struct SecurityTokenTests {
    private let call = TestRequest.form("Action=GetCallerIdentity&Version=2011-06-15")

    @Test func `an administrator gets the caller identity`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let answer = await gatehouse.send(call.signed("sts", at: gatehouse.clock.now))
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "text/xml")
        #expect(answer.text.contains("<GetCallerIdentityResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\">"))
        #expect(answer.text.contains("<Account>123456789012</Account>"))
        #expect(answer.text.contains("<RequestId>\(answer.header("x-amzn-requestid") ?? "?")</RequestId>"))
    }

    @Test func `a guest learns its role`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let guest = try await GuestCredentials(gatehouse)
        let answer = await gatehouse.send(guest.sign(call, for: "sts"))
        #expect(answer.status == 200)
        #expect(answer.text.contains(":assumed-role/test-unauthenticated/CognitoIdentityCredentials</Arn>"))
    }

    @Test func `a presigned address counts as a call`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        var request = TestRequest(
            query: "Action=GetCallerIdentity&Version=2011-06-15", headers: [("host", "localhost:9229")]
        )
        let added = SigV4.presign(
            SignableRequest(
                method: "GET", path: "/", query: SignableRequest.query(parsing: request.query),
                headers: request.headers
            ),
            credentials: SigningCredentials(
                accessKeyID: TestGatehouse.administratorKeyID, secretAccessKey: TestGatehouse.administratorSecret
            ),
            region: "us-east-1", service: "sts", date: gatehouse.clock.now, expires: 60
        )
        request.query += added.map { "&\($0.0)=\($0.1.replacing("/", with: "%2F"))" }.joined()
        #expect(await gatehouse.send(request).status == 200)
        gatehouse.clock.advance(by: 61)
        let late = await gatehouse.send(request)
        #expect(late.status == 403)
        #expect(late.text.contains("<Message>Request has expired.</Message>"))
    }

    @Test(arguments: [
        ("Action=GetCallerIdentity&Version=2011-06-15", 403, "MissingAuthenticationToken"),
        ("Action=Nothing&Version=2011-06-15", 400, "InvalidAction"),
        ("Action=GetCallerIdentity&Version=1999-01-01", 400, "InvalidAction"),
        ("Version=2011-06-15", 400, "MissingAction"),
        ("Action=SignUp&Version=2011-06-15", 400, "InvalidAction"),
        ("%", 400, "MalformedInput"), ("a%00b=%FF", 400, "MalformedInput"), ("=&=&a.b.c=&&&", 400, ""),
    ])
    func `a fault is XML`(form: String, status: Int, code: String) async throws {
        let answer = await (try await TestGatehouse(verifiesSignatures: true)).send(.form(form))
        #expect(answer.status == status)
        #expect(answer.header("content-type") == "text/xml")
        #expect(answer.text.contains("<ErrorResponse xmlns="))
        #expect(code.isEmpty || answer.text.contains("<Code>\(code)</Code>"))
        #expect(answer.text.contains("<RequestId>"))
    }

    @Test func `a wrong secret is named as STS names it`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let answer = await gatehouse.send(call.signed("sts", at: gatehouse.clock.now, secret: "wrong"))
        #expect(answer.status == 403)
        #expect(answer.text.contains("<Code>SignatureDoesNotMatch</Code>"))
    }

    @Test func `an unknown key is named as STS names it`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let answer = await gatehouse.send(call.signed("sts", at: gatehouse.clock.now, keyID: "AKIANOBODY"))
        #expect(answer.status == 403)
        #expect(answer.text.contains("<Code>InvalidClientTokenId</Code>"))
    }

    @Test func `an expired token in a request and an expired session have different codes`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let parts = [
            #"{"alg":"RS512","kid":"k"}"#, #"{"iss":"http://localhost:9229","exp":1}"#, "signature",
        ]
        let token = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let answer = await gatehouse.send(
            .form(
                "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleArn=arn:aws:iam::123456789012:role/app"
                    + "&RoleSessionName=app&WebIdentityToken=\(token)"))
        #expect(answer.status == 400)
        #expect(answer.text.contains("<Code>ExpiredTokenException</Code>"))
        let guest = try await GuestCredentials(gatehouse)
        gatehouse.clock.advance(by: 3_601)
        let late = await gatehouse.send(guest.sign(call, for: "sts"))
        #expect(late.status == 403)
        #expect(late.text.contains("<Code>ExpiredToken</Code>"))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct EnvelopeTests {
    @Test func `a success carries id, date, type and CORS headers`() async throws {
        let gatehouse = try await TestGatehouse()
        let request = TestRequest.call("\(userPoolsTarget).CreateUserPool", json: #"{"PoolName":"p"}"#)
        let answer = await gatehouse.send(request.signed("cognito-idp", at: gatehouse.clock.now))
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "application/x-amz-json-1.1")
        #expect(UUID(uuidString: answer.header("x-amzn-requestid") ?? "") != nil)
        #expect(answer.header("date") == "Thu, 01 Jan 2026 00:00:00 GMT")
        #expect(answer.header("access-control-allow-origin") == "*")
        #expect(answer.json["UserPool"]?["Id"]?.stringValue?.hasPrefix("us-east-1_") == true)
    }

    @Test(arguments: [
        (0.0, "Thu, 01 Jan 1970 00:00:00 GMT"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ])
    func `the date header follows the clock`(seconds: TimeInterval, text: String) async throws {
        let gatehouse = try await TestGatehouse(clock: TestClock(Date(timeIntervalSince1970: seconds)))
        #expect(await gatehouse.send(TestRequest(path: "/health")).header("date") == text)
    }

    @Test func `every answer has an id of its own`() async throws {
        let gatehouse = try await TestGatehouse()
        let first = await gatehouse.send(TestRequest(path: "/health"))
        let second = await gatehouse.send(TestRequest(path: "/health"))
        #expect(first.header("x-amzn-requestid") != second.header("x-amzn-requestid"))
    }

    @Test func `a fault stands in body and headers`() async throws {
        let gatehouse = try await TestGatehouse()
        let json = #"{"ClientId":"nosuchclient","AuthFlow":"USER_PASSWORD_AUTH"}"#
        let answer = await gatehouse.send(.call("\(userPoolsTarget).InitiateAuth", json: json))
        #expect(answer.status == 400)
        #expect(answer.fault == "ResourceNotFoundException")
        #expect(answer.json["message"]?.stringValue == "User pool client nosuchclient does not exist.")
        #expect(answer.header("x-amzn-errortype") == "ResourceNotFoundException:")
        #expect(answer.header("x-amzn-errormessage") == "User pool client nosuchclient does not exist.")
        #expect(answer.header("access-control-expose-headers")?.contains("x-amzn-ErrorType") == true)
    }

    @Test func `a header never repeats line ends or foreign letters of a caller`() async throws {
        let gatehouse = try await TestGatehouse()
        let json = #"{"ClientId":"a\r\nSet-Cookie: é","AuthFlow":"X"}"#
        let answer = await gatehouse.send(.call("\(userPoolsTarget).InitiateAuth", json: json))
        #expect(answer.fault == "InvalidParameterException")
        let header = try #require(answer.header("x-amzn-errormessage"))
        #expect(header.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }

    @Test(arguments: [
        "", "Nothing", "AWSCognitoIdentityProviderService", "AWSCognitoIdentityProviderService.",
        "AWSCognitoIdentityProviderService.Nothing", "awscognitoidentityproviderservice.signup",
        "AWSCognitoIdentityProviderService.SignUp.SignUp", "AWSCognitoIdentityService.SignUp",
    ])
    func `an unknown target is refused and repeated`(target: String) async throws {
        let gatehouse = try await TestGatehouse()
        let answer = await gatehouse.send(.call(target))
        #expect(answer.status == 400)
        #expect(answer.fault == "UnknownOperationException")
        let message =
            target.isEmpty ? Self.missing : "The X-Amz-Target \(target) is not an operation of this server."
        #expect(answer.json["message"]?.stringValue == message)
    }

    @Test func `of a long or unprintable target the beginning is repeated, in printable characters`() async throws {
        let answer = await (try await TestGatehouse()).send(.call("é<\u{7}" + String(repeating: "a", count: 10_000)))
        let repeated = "??<?" + String(repeating: "a", count: 124)
        #expect(
            answer.json["message"]?.stringValue
                == "The X-Amz-Target \(repeated) is not an operation of this server.")
    }

    private static let missing =
        "The header X-Amz-Target is missing: it names the operation, such as "
        + "AWSCognitoIdentityProviderService.InitiateAuth."

    @Test(arguments: [nil, "application/json", "application/x-www-form-urlencoded"], ["{}", #"{"Action":"a"}"#, ""])
    func `a POST without target or form says in JSON what is missing`(type: String?, body: String) async throws {
        let gatehouse = try await TestGatehouse()
        let headers = type.map { [(name: "content-type", value: $0)] } ?? []
        let answer = await gatehouse.send(TestRequest(method: "POST", headers: headers, body: Data(body.utf8)))
        #expect(answer.status == 400)
        #expect(answer.header("content-type") == "application/x-amz-json-1.1")
        #expect(answer.fault == "UnknownOperationException")
        #expect(answer.json["message"]?.stringValue == Self.missing)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// Attacks with text whose comparison costs the square of its length.
@Suite struct UnsafeTextTests {
    private static let marks = String(repeating: "\u{301}\u{323}", count: 16)
    private static let escapes = String(repeating: #"\u0301\u0323"#, count: 16)
    private static let encoded = String(repeating: "%CC%81%CC%A3", count: 16)
    private static let words = "combining marks in a row"

    @Test(arguments: [
        "host", "origin", "x-amz-target", "authorization", "content-type", "user-agent", "x-amz-date", "accept",
        "x-any",
    ])
    func `a header with a long run of combining marks is refused`(_ name: String) async throws {
        let gatehouse = try await TestGatehouse()
        for value in [Self.marks, "a" + Self.marks, "localhost" + Self.marks + ":9229"] {
            var request = TestRequest.call("\(userPoolsTarget).ListUserPools", json: #"{"MaxResults": 1}"#)
            request.headers = request.headers.filter { $0.name.lowercased() != name } + [(name, value)]
            try expectRefusal(await gatehouse.send(request))
        }
    }

    @Test(arguments: [
        ("/" + marks, ""), ("/", "a=" + marks), ("/", marks + "=a"), ("/", "Action=" + encoded), ("/", encoded),
    ])
    func `a request target with a long run of combining marks is refused`(_ path: String, _ query: String) async throws
    {
        let gatehouse = try await TestGatehouse()
        for method in ["GET", "POST", "PUT"] {
            let answer = await gatehouse.send(TestRequest(method: method, path: path, query: query))
            #expect(answer.status == 400)
            #expect(String(decoding: answer.body, as: UTF8.self).contains(Self.words))
        }
    }

    @Test(arguments: [
        #"{"TEXT": 1}"#, #"{"ClientId": "TEXT"}"#, #"{"AuthFlow": "TEXT"}"#,
        #"{"AuthParameters": {"USERNAME": "TEXT"}}"#,
        #"{"AuthParameters": {"TEXT": "a"}}"#, #"{"Unknown": [[{"a": "TEXT"}]]}"#,
    ])
    func `a JSON body with a long run of combining marks is refused`(_ body: String) async throws {
        let gatehouse = try await TestGatehouse()
        for text in [Self.marks, Self.escapes] {
            let json = body.replacingOccurrences(of: "TEXT", with: text)
            try expectRefusal(await gatehouse.send(.call("\(userPoolsTarget).InitiateAuth", json: json)))
        }
    }

    @Test func `JSON inside of a string with a long run of combining marks is refused`() async throws {
        let gatehouse = try await TestGatehouse()
        let inner = #"{\"\#(Self.escapes.replacingOccurrences(of: "\\", with: #"\\"#))\": 1}"#
        let answer = await gatehouse.send(
            .call(
                "\(userPoolsTarget).CompleteWebAuthnRegistration",
                json: #"{"AccessToken": "a.b.c", "Credential": "\#(inner)"}"#))
        #expect(answer.fault == "SerializationException")
    }

    @Test(arguments: ["Action=TEXT", "TEXT=a&Action=A", "Action=A&Version=TEXT", "Action=A&a.TEXT.b=c"])
    func `a form with a long run of combining marks is refused`(_ form: String) async throws {
        let gatehouse = try await TestGatehouse()
        for text in [Self.marks, Self.encoded] {
            let answer = await gatehouse.send(.form(form.replacingOccurrences(of: "TEXT", with: text)))
            #expect(answer.status == 400)
            let body = String(decoding: answer.body, as: UTF8.self)
            #expect(body.contains("<Code>MalformedInput</Code>") && body.contains(Self.words))
        }
    }

    @Test func `a name with as many marks as the format allows is a name`() async throws {
        let gatehouse = try await TestGatehouse()
        let name = "a" + String(repeating: "\u{301}\u{323}", count: 15)
        let json = #"{"ClientId": "abcdefghij", "Username": "\#(name)", "Password": "Correct-Horse-7!"}"#
        let answer = await gatehouse.send(.call("\(userPoolsTarget).SignUp", json: json))
        #expect(answer.fault == "ResourceNotFoundException")
    }

    private func expectRefusal(_ answer: TestResponse) throws {
        #expect(answer.status == 400)
        #expect(answer.fault == "SerializationException")
        #expect(try #require(answer.json["message"]?.stringValue).contains(Self.words))
    }
}

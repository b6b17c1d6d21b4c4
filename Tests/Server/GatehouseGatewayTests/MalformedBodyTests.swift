// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct MalformedBodyTests {
    static let garbage: [Data] =
        [
            "{", "[", "}", "[]", "null", "1", "\"text\"", "{\"ClientId\":}", "{\"ClientId\":\"x\"", "{'ClientId':'x'}",
            "{\"ClientId\":\"\\ud800\"}", "{\"ClientId\":1e999999}", "{\"ClientId\":NaN}", "{\"ClientId\":{}}",
            "{\"ClientId\":[[]]}", "{\"ClientId\":true}", "<xml/>", "Action=SignUp", "\u{0}",
            String(repeating: "[", count: 200_000), String(repeating: "{\"a\":", count: 100_000),
            "{\"UserAttributes\":" + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "}",
        ].map { Data($0.utf8) } + [
            Data([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]), Data([0x7B, 0x22, 0xC3, 0x28, 0x22, 0x3A, 0x31, 0x7D]),
            Data([0x7B, 0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22, 0x3A, 0x31, 0x7D]),
        ]

    @Test(arguments: garbage)
    func `a malformed body is answered`(body: Data) async throws {
        let gatehouse = try await TestGatehouse()
        var request = TestRequest.call("\(userPoolsTarget).SignUp")
        request.body = body
        let answer = await gatehouse.send(request)
        #expect(answer.status == 400)
        #expect(answer.fault == "SerializationException")
    }

    @Test(arguments: [
        "{}", "", "{\"ClientId\":null}", "{\"Unknown\":123456789012345678901234567890}",
        "{\"ClientId\":\"\",\"Username\":\"\",\"Password\":\"\"}",
    ])
    func `a body that lacks members is refused by its rules`(json: String) async throws {
        let gatehouse = try await TestGatehouse()
        let answer = await gatehouse.send(.call("\(userPoolsTarget).SignUp", json: json))
        #expect(answer.status == 400)
        #expect(answer.fault == "InvalidParameterException")
        #expect(answer.json["message"]?.stringValue?.contains("validation error") == true)
    }

    @Test func `a body past the limit is refused`() async throws {
        let gatehouse = try await TestGatehouse()
        var request = TestRequest.call("\(userPoolsTarget).SignUp")
        request.body = Data(count: 1_048_577)
        let answer = await gatehouse.send(request)
        #expect(answer.status == 413)
        #expect(answer.header("access-control-allow-origin") == "*")
    }
}

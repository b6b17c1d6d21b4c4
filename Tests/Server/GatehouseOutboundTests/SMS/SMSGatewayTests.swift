// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import Foundation
import GatehouseCore
import GatehouseWire
import NIOHTTP1
import Testing

@testable import GatehouseOutbound

@Suite struct SMSGatewayTests {
    private func gateway(_ authorization: SMSGatewaySettings.Authorization) throws -> SMSGateway {
        let url = "https://sms.example.org/{to}/send?from={sender}"
        let body = try #require(SMSBody(SMSBody.Format.json.usualTemplate, format: .json, url: url))
        return SMSGateway(SMSGatewaySettings(url: url, body: body, sender: "My Shop", authorization: authorization))
    }

    @Test(
        arguments: [
            (.none, nil), (.bearer("t0ken"), "Bearer t0ken"),
            (.basic(LoginCredentials(username: "ada", password: "pw")), "Basic YWRhOnB3"),
        ] as [(SMSGatewaySettings.Authorization, String?)])
    func `a request to the gateway carries the credentials and the message id`(
        _ authorization: SMSGatewaySettings.Authorization, _ header: String?
    ) throws {
        let message = Message.make(to: "+1 202/555?x", medium: .sms)
        let request = try gateway(authorization).request(message, id: "id-1")
        #expect(request.url == "https://sms.example.org/%2B1%20202%2F555%3Fx/send?from=My%20Shop")
        #expect(request.method == .POST)
        #expect(request.headers.first(name: "Authorization") == header)
        #expect(request.headers.first(name: "Idempotency-Key") == "id-1")
        #expect(request.headers.first(name: "Content-Type") == "application/json")
    }

    @Test func `no description shows a secret`() throws {
        for authorization in [
            SMSGatewaySettings.Authorization.bearer("s3cret"),
            .basic(LoginCredentials(username: "ada", password: "s3cret")),
        ] {
            var dumped = ""
            dump(authorization, to: &dumped)
            #expect(!"\(authorization)\(dumped)".contains("s3cret"))
        }
    }
}

@Suite struct SMSBodyTests {
    private static let url = "https://sms.example.org"
    private static let hostile = "\"}&To=+1666\r\n{sender}{to}"

    private func filled(_ template: String, _ format: SMSBody.Format, text: String = "Code 1 & 2") throws -> Data {
        try #require(SMSBody(template, format: format, url: Self.url))
            .filled(SMSWords(to: "+12025550123", text: text, sender: "Shop"))
    }

    @Test func `JSON is filled at any depth, and everything else stays`() throws {
        let template = #"{"messages": [{"to": ["{to}"], "body": "{sender}: {text}"}], "flash": false, "ttl": 300}"#
        #expect(
            try WireValue(json: filled(template, .json))
                == [
                    "messages": [["to": ["+12025550123"], "body": "Shop: Code 1 & 2"]], "flash": false, "ttl": 300,
                ])
    }

    @Test func `a form is filled and escaped`() throws {
        let body = try filled("To={to}&Body={text}&From={sender}&a b=c", .form)
        #expect(String(decoding: body, as: UTF8.self) == "To=%2B12025550123&Body=Code%201%20%26%202&From=Shop&a%20b=c")
    }

    @Test func `hostile text stays in its field and is not filled in again`() throws {
        let json = try WireValue(json: filled(SMSBody.Format.json.usualTemplate, .json, text: Self.hostile))
        #expect(json == ["to": "+12025550123", "text": .string(Self.hostile), "sender": "Shop"])
        let form = try filled(SMSBody.Format.form.usualTemplate, .form, text: Self.hostile)
        let pairs = String(decoding: form, as: UTF8.self).split(separator: "&")
        #expect(pairs.count == 3)
        #expect(pairs[1].removingPercentEncoding == "text=\(Self.hostile)")
    }

    @Test(
        arguments: [
            ("{to} {text}", .json), (#"{"to": "{to}"}"#, .json), (#"{"text": "{text}"}"#, .json), ("", .json),
            ("to={to}", .form), ("to{to}&text={text}", .form), ("={to}{text}", .form), ("", .form),
        ] as [(String, SMSBody.Format)])
    func `a template in another format or without number or text is refused`(
        _ template: String, _ format: SMSBody.Format
    ) {
        #expect(SMSBody(template, format: format, url: Self.url) == nil)
    }

    @Test func `the address may contain the number`() {
        #expect(SMSBody("text={text}", format: .form, url: Self.url + "/{to}") != nil)
    }
}

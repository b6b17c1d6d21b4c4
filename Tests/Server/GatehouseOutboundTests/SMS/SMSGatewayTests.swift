// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import GatehouseCore
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

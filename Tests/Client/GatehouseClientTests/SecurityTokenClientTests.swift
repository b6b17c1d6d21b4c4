// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite struct SecurityTokenClientTests {
    private static let credentials = SigningCredentials(
        accessKeyID: "ASIAEXAMPLE",
        secretAccessKey: "secret",
        sessionToken: "session"
    )

    private func client(_ transport: ScriptedTransport, _ clock: ManualClock) throws -> SecurityTokenClient {
        SecurityTokenClient(
            endpoint: try Endpoint("http://localhost:9229/prefix", key: "k"),
            region: "us-east-1",
            credentials: Self.credentials,
            transport: transport,
            clock: clock.clock,
            entropy: .seeded(1)
        )
    }

    private static let answer = """
        <GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>\
        <Arn>arn:aws:iam::123456789012:user/admin</Arn><UserId>AIDA</UserId><Account>123456789012</Account>\
        </GetCallerIdentityResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata>\
        </GetCallerIdentityResponse>
        """

    @Test func `GetCallerIdentity is signed with a valid signature`() async throws {
        let transport = ScriptedTransport([.answer(200, Self.answer)])
        let clock = ManualClock()
        let response = try await client(transport, clock).getCallerIdentity(GetCallerIdentityRequest())
        #expect(response.arn == "arn:aws:iam::123456789012:user/admin")
        let sent = try #require(transport.requests.first)
        #expect(String(decoding: sent.body, as: UTF8.self) == "Action=GetCallerIdentity&Version=2011-06-15")
        let received = SignableRequest(
            method: "POST",
            path: "/prefix",
            headers: sent.headers + [(name: "host", value: "localhost:9229")],
            body: [UInt8](sent.body)
        )
        let authorization = try #require(try SigV4Authorization.parse(received))
        #expect(authorization.accessKeyID == "ASIAEXAMPLE")
        try authorization.verify(
            secretAccessKey: "secret",
            request: received,
            now: clock.clock.now(),
            region: "us-east-1",
            service: "sts"
        )
    }

    @Test func `a fault in XML is the service's`() async throws {
        let body =
            "<ErrorResponse><Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>m</Message></Error></ErrorResponse>"
        let client = try client(ScriptedTransport([.answer(403, body)]), ManualClock())
        await #expect(throws: ServiceFault(.queryExpiredToken, "m")) {
            try await client.getCallerIdentity(GetCallerIdentityRequest())
        }
    }

    @Test(arguments: [(502, "<html>"), (200, "{}"), (200, ""), (200, "<AssumeRoleResponse/>")])
    func `an answer of another form is garbled`(status: Int, body: String) async throws {
        let transport = ScriptedTransport([.answer(status, body)])
        let client = try client(transport, ManualClock())
        do throws(ServiceFault) {
            _ = try await client.getCallerIdentity(GetCallerIdentityRequest())
            Issue.record("The answer was taken.")
        } catch {
            #expect(error.origin == .garbled)
        }
        #expect(transport.requests.count == 3)
    }
}

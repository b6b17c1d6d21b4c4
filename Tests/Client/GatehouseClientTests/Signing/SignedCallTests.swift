// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

/// Calls of signed operations by `ServiceClient`.
@Suite struct SignedCallTests {
    /// A signed operation of user pools.
    private enum Administer: ServiceOperation {
        typealias Input = RevokeTokenRequest
        typealias Output = RevokeTokenResponse

        static let name = "AdminRevoke"
        static let service = ServiceIdentity.cognitoIdentityProvider
        static let isSigned = true
    }

    private static let credentials = SigningCredentials(
        accessKeyID: "ASIAEXAMPLE", secretAccessKey: "secret", sessionToken: "session")
    private static let request = RevokeTokenRequest(token: "t", clientId: "c")

    private static func client(
        _ transport: ScriptedTransport, _ authorization: CallAuthorization, _ clock: ManualClock = ManualClock()
    ) throws -> ServiceClient {
        ServiceClient(
            endpoint: try Endpoint("https://auth.example.com/idp", key: "k"), headers: [("X-App", "1")],
            authorization: authorization, transport: transport, clock: clock.clock, entropy: .seeded(1))
    }

    private static func verify(_ sent: TransportRequest, at date: Date) throws {
        let received = SignableRequest(
            method: "POST", path: "/idp", headers: sent.headers + [(name: "host", value: "auth.example.com")],
            body: [UInt8](sent.body))
        let authorization = try #require(try SigV4Authorization.parse(received))
        #expect(authorization.accessKeyID == "ASIAEXAMPLE")
        try authorization.verify(
            secretAccessKey: "secret", request: received, now: date, region: "eu-west-1", service: "cognito-idp")
    }

    @Test func `a signed operation is signed for its service, with all of its headers`() async throws {
        let transport = ScriptedTransport([.answer(200, "{}")])
        let clock = ManualClock()
        let client = try Self.client(
            transport, .signature(region: "eu-west-1", credentials: Self.credentials), clock)
        _ = try await client.call(Administer.self, Self.request)
        let sent = try #require(transport.requests.first)
        try Self.verify(sent, at: clock.clock.now())
        let authorization = sent.headers.first { $0.name == "authorization" }?.value
        let names = "content-type;host;x-amz-date;x-amz-security-token;x-amz-target;x-app"
        #expect(authorization?.contains("SignedHeaders=\(names),") == true)
    }

    @Test func `each attempt has a signature of its own time, with the credentials of the call`() async throws {
        let throttle = #"{"__type":"TooManyRequestsException"}"#
        let clock = ManualClock()
        let transport = ScriptedTransport([.answer(400, throttle), .answer(200, "{}")]) {
            clock.advance(by: .seconds(3))
        }
        let count = Mutex(0)
        let client = try Self.client(
            transport,
            .signature(region: "eu-west-1") { () async throws(ServiceFault) in
                count.withLock { $0 += 1 }
                return Self.credentials
            }, clock)
        _ = try await client.call(Administer.self, Self.request)
        let dates = transport.requests.map { sent in sent.headers.filter { $0.name == "x-amz-date" }.map(\.value) }
        #expect(dates.count == 2 && dates.allSatisfy { $0.count == 1 } && dates[0] != dates[1])
        #expect(count.withLock(\.self) == 1)
    }

    @Test func `an operation without a signature is sent as it is`() async throws {
        let transport = ScriptedTransport([.answer(200, "", headers: [(name: "x-amzn-requestid", value: "1")])])
        let client = try Self.client(transport, .signature(region: "eu-west-1", credentials: Self.credentials))
        _ = try await client.revokeToken(Self.request)
        let names = try #require(transport.requests.first).headers.map { $0.name.lowercased() }
        #expect(!names.contains("authorization") && !names.contains("x-amz-security-token"))
    }

    @Test func `without credentials nothing is sent, and the fault names the credentials`() async throws {
        let transport = ScriptedTransport([.answer(200, "{}")])
        let unsigned = try Self.client(transport, .unsigned)
        let missing = ServiceFault(.missingAuthenticationToken, "AdminRevoke needs AWS credentials.")
        await #expect(throws: missing) { try await unsigned.call(Administer.self, Self.request) }
        let ended = try Self.client(
            transport, .signature(region: "eu-west-1") { () async throws(ServiceFault) in throw .cancelled })
        await #expect(throws: ServiceFault.cancelled) { try await ended.call(Administer.self, Self.request) }
        #expect(transport.requests.isEmpty)
    }
}

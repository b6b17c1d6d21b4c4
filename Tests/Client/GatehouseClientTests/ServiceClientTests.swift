// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite struct ServiceClientTests {
    private func client(
        _ transport: ScriptedTransport,
        clock: ManualClock = ManualClock(),
        policy: RetryPolicy = RetryPolicy()
    ) throws -> ServiceClient {
        ServiceClient(
            endpoint: try Endpoint("https://auth.example.com/idp", key: "k"),
            transport: transport,
            policy: policy,
            clock: clock.clock,
            entropy: .seeded(1)
        )
    }

    private static let initiate = InitiateAuthRequest(authFlow: .userPasswordAuth, clientId: "client")
    private static let respond = RespondToAuthChallengeRequest(clientId: "client", challengeName: .newPasswordRequired)

    private func fault<Answer>(
        _ body: () async throws(ServiceFault) -> Answer
    ) async -> ServiceFault? {
        do throws(ServiceFault) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a request is one JSON object posted to the endpoint`() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"ChallengeName":"SOMETHING_NEW","Later":[1]}"#)])
        let response = try await client(transport).initiateAuth(Self.initiate)
        #expect(response.challengeName?.rawValue == "SOMETHING_NEW")
        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://auth.example.com/idp")
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        #expect(headers["X-Amz-Target"] == "AWSCognitoIdentityProviderService.InitiateAuth")
        #expect(headers["Content-Type"] == "application/x-amz-json-1.1")
        let body = try WireValue(json: request.body)
        #expect(body == ["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "client"])
    }

    @Test func `the policy says how long connections may take`() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"ChallengeName":"SOMETHING_NEW"}"#)])
        let policy = RetryPolicy(connectTimeout: .seconds(3), attemptTimeout: .seconds(7))
        _ = try await client(transport, policy: policy).initiateAuth(Self.initiate)
        #expect(transport.requests.map(\.connectTimeout) == [.seconds(3)])
        #expect(transport.requests.map(\.timeout) == [.seconds(7)])
    }

    @Test(
        arguments: [
            (#"{"__type":"CodeMismatchException","message":"no"}"#, [], "CodeMismatchException"),
            (
                #"{"__type":"com.amazonaws#CodeMismatchException:http://x/","message":"no"}"#, [],
                "CodeMismatchException"
            ),
            (#"{"message":"no"}"#, [("x-amzn-ErrorType", "CodeMismatchException:")], "CodeMismatchException"),
            (#"{"Message":"no"}"#, [("X-Amzn-Errortype", "a.b#CodeMismatchException")], "CodeMismatchException"),
            (#"{"code":"CodeMismatchException"}"#, [("x-amzn-ErrorMessage", "no")], "CodeMismatchException"),
            (
                "", [("x-amzn-ErrorType", "CodeMismatchException"), ("x-amzn-ErrorMessage", "no")],
                "CodeMismatchException"
            ),
        ] as [(String, [(String, String)], String)])
    func `an error answer becomes the service's fault`(body: String, headers: [(String, String)], code: String) async {
        let headers = headers.map { (name: $0.0, value: $0.1) }
        let transport = ScriptedTransport([.answer(400, body, headers: headers)])
        let fault = await fault { () throws(ServiceFault) in try await Self.call(transport, self) }
        #expect(fault == ServiceFault(ServiceFault.Code(rawValue: code), "no"))
        #expect(transport.requests.count == 1)
    }

    private static func call(
        _ transport: ScriptedTransport,
        _ suite: ServiceClientTests
    ) async throws(ServiceFault) -> InitiateAuthResponse {
        guard let client = try? suite.client(transport) else { throw .garbled("no client") }
        return try await client.initiateAuth(initiate)
    }

    @Test func `further members of an error answer are kept`() async {
        let body = #"{"__type":"InvalidParameterException","message":"m","reasonCode":"r"}"#
        let transport = ScriptedTransport([.answer(400, body)])
        let fault = await fault { () throws(ServiceFault) in try await Self.call(transport, self) }
        #expect(fault?.members == ["reasonCode": "r"])
    }

    @Test(arguments: [
        (502, "<html><body>Bad gateway</body></html>"),
        (200, "<html><body>Please accept our terms</body></html>"),
        (200, #"{"AuthenticationResult":{"AccessTok"#),
        (200, ""),
        (200, "[]"),
        (200, "null"),
        (200, #"{"AuthenticationResult":17}"#),
        (404, #"{"message":"Not Found"}"#),
        (400, ""),
        (400, #"{"__type":""}"#),
        (400, #"{"__type":"<script>"}"#),
        (302, ""),
        (204, ""),
    ])
    func `an answer of another form is garbled`(status: Int, body: String) async {
        let transport = ScriptedTransport([.answer(status, body)])
        let fault = await fault { () throws(ServiceFault) in try await Self.call(transport, self) }
        #expect(fault?.origin == .garbled)
    }

    @Test(arguments: TransportError.Kind.allCases)
    func `no answer is a fault of the transport`(kind: TransportError.Kind) async {
        let transport = ScriptedTransport([.trouble(kind)])
        let fault = await fault { () throws(ServiceFault) in try await Self.call(transport, self) }
        #expect(fault?.origin == .transport)
        #expect(fault?.transportKind == kind)
    }

    @Test(
        arguments: [
            (.trouble(.unreachable), 3, 3),
            (.trouble(.connectionLost), 3, 1),
            (.trouble(.timedOut), 3, 1),
            (.trouble(.tls), 1, 1),
            (.trouble(.cancelled), 1, 1),
            (.trouble(.tooLarge), 1, 1),
            (.answer(400, #"{"__type":"TooManyRequestsException"}"#), 3, 3),
            (.answer(429, "slow down"), 3, 3),
            (.answer(500, #"{"__type":"InternalErrorException"}"#), 3, 1),
            (.answer(503, ""), 3, 1),
            (.answer(200, "{"), 3, 1),
            (.answer(400, #"{"__type":"LimitExceededException"}"#), 1, 1),
            (.answer(400, #"{"__type":"NotAuthorizedException"}"#), 1, 1),
        ] as [(ScriptedTransport.Outcome, Int, Int)])
    func `a transient failure is retried where a repetition is safe`(
        outcome: ScriptedTransport.Outcome,
        harmless: Int,
        harmful: Int
    ) async throws {
        let first = ScriptedTransport([outcome])
        let firstClient = try client(first)
        _ = await fault { () throws(ServiceFault) in try await firstClient.initiateAuth(Self.initiate) }
        #expect(first.requests.count == harmless)
        let second = ScriptedTransport([outcome])
        let secondClient = try client(second)
        _ = await fault { () throws(ServiceFault) in try await secondClient.respondToAuthChallenge(Self.respond) }
        #expect(second.requests.count == harmful)
    }

    @Test func `the caller does not see failures that a retry overcomes`() async throws {
        let transport = ScriptedTransport([.trouble(.connectionLost), .answer(503, ""), .answer(200, "{}")])
        let clock = ManualClock()
        _ = try await client(transport, clock: clock).initiateAuth(Self.initiate)
        #expect(clock.pauses.count == 2)
    }

    @Test func `no attempt starts after the deadline`() async throws {
        let clock = ManualClock()
        let transport = ScriptedTransport([.trouble(.timedOut)]) { clock.advance(by: .seconds(25)) }
        let policy = RetryPolicy(maximumAttempts: 100, deadline: .seconds(60))
        let client = try client(transport, clock: clock, policy: policy)
        let fault = await fault { () throws(ServiceFault) in try await client.initiateAuth(Self.initiate) }
        #expect(fault?.transportKind == .timedOut)
        #expect(transport.requests.count == 3)
        let timeouts = transport.requests.map(\.timeout)
        #expect(timeouts[0] == .seconds(20))
        #expect(timeouts[2] <= .seconds(10))
    }

    @Test func `a cancelled call sends nothing more`() async throws {
        let transport = ScriptedTransport([.trouble(.unreachable)])
        let client = try client(transport)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await fault { () throws(ServiceFault) in try await client.initiateAuth(Self.initiate) }
        }
        #expect(await task.value?.transportKind == .cancelled)
        #expect(transport.requests.isEmpty)
    }

    @Test func `an empty answer with the service's headers is an empty object`() async throws {
        let headers = [(name: "x-amzn-requestid", value: "1")]
        let transport = ScriptedTransport([.answer(200, "", headers: headers)])
        _ = try await client(transport).revokeToken(RevokeTokenRequest(token: "t", clientId: "client"))
    }

    @Test func `a fault does not repeat what was sent`() async throws {
        let transport = ScriptedTransport([.answer(200, #"{"AuthenticationResult":{"AccessToken":"secret-token""#)])
        let client = try client(transport)
        var request = Self.initiate
        request.authParameters = ["PASSWORD": "secret-password"]
        let fault = await fault { () throws(ServiceFault) in try await client.initiateAuth(request) }
        #expect(!String(describing: fault).contains("secret"))
        #expect(!String(reflecting: fault).contains("secret"))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Testing

/// Calls that a server refuses because it has too much to do.
@Suite struct RefusedCallTests {
    private static let refusal = #"{"__type":"TooManyRequestsException","message":"Rate exceeded"}"#

    private func client(
        _ transport: ScriptedTransport, clock: ManualClock = ManualClock(), policy: RetryPolicy = RetryPolicy()
    ) throws -> ServiceClient {
        ServiceClient(
            endpoint: try Endpoint("https://auth.example.com", key: "k"), transport: transport, policy: policy,
            clock: clock.clock, entropy: .seeded(1))
    }

    private func respond(_ client: ServiceClient) async -> ServiceFault? {
        let request = RespondToAuthChallengeRequest(clientId: "client", challengeName: .newPasswordRequired)
        do throws(ServiceFault) {
            _ = try await client.respondToAuthChallenge(request)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [400, 429, 503])
    func `a refusal is followed by a second attempt, and not before the time that it names`(status: Int) async throws {
        let refused = ScriptedTransport.Outcome.answer(status, Self.refusal, headers: [("Retry-After", "3")])
        let transport = ScriptedTransport([refused, .answer(200, "{}")])
        let clock = ManualClock()
        #expect(await respond(try client(transport, clock: clock)) == nil)
        #expect(transport.requests.count == 2)
        let pause = try #require(clock.pauses.first)
        #expect(pause >= .seconds(3) && pause <= .milliseconds(4_500))
    }

    @Test func `an outage that names a time is waited for only where the request may be repeated`() async throws {
        let outage = #"{"__type":"ServiceUnavailableException","message":"later"}"#
        let answers: [ScriptedTransport.Outcome] = [
            .answer(503, outage, headers: [("Retry-After", "5")]), .answer(200, "{}"),
        ]
        let clock = ManualClock()
        let first = ScriptedTransport(answers)
        #expect(await respond(try client(first, clock: clock))?.code == .serviceUnavailable)
        #expect(clock.pauses.isEmpty)
        let second = ScriptedTransport(answers)
        _ = try await client(second, clock: clock).getUser(GetUserRequest(accessToken: "token"))
        #expect(clock.pauses.allSatisfy { $0 >= .seconds(5) } && clock.pauses.count == 1)
    }

    @Test(arguments: ["21", "86400", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func `a refusal that names a longer time than the policy permits ends the call`(value: String) async throws {
        let transport = ScriptedTransport([.answer(429, Self.refusal, headers: [("Retry-After", value)])])
        let clock = ManualClock()
        #expect(await respond(try client(transport, clock: clock))?.code == .tooManyRequests)
        #expect(transport.requests.count == 1)
        #expect(clock.pauses.isEmpty)
    }

    @Test func `the waits that a server asks for fit into the deadline of the call`() async throws {
        let transport = ScriptedTransport([.answer(429, Self.refusal, headers: [("Retry-After", "8")])])
        let clock = ManualClock()
        let policy = RetryPolicy(maximumAttempts: 1_000, deadline: .seconds(30))
        // Jitter follows each wait of 8 seconds, so that there are three at the most.
        clock.setPatience(.seconds(20))
        #expect(await respond(try client(transport, clock: clock, policy: policy))?.code == .tooManyRequests)
        #expect((2...3).contains(clock.pauses.count))
        #expect(clock.pauses.reduce(.zero, +) < .seconds(30))
    }

    @Test func `cancelling a call ends its wait at once`() async throws {
        let (sent, continuation) = AsyncStream<Void>.makeStream()
        let refused = ScriptedTransport.Outcome.answer(429, Self.refusal, headers: [("Retry-After", "15")])
        let transport = ScriptedTransport([refused]) { continuation.yield() }
        let client = try client(transport)
        let call = Task { await respond(client) }
        for await _ in sent { break }
        call.cancel()
        #expect(await call.value?.transportKind == .cancelled)
        #expect(transport.requests.count == 1)
    }

    @Test func `many refusals in a row leave each call one attempt`() async throws {
        let transport = ScriptedTransport([.answer(429, Self.refusal)])
        let client = try client(transport)
        for _ in 0..<50 { _ = await respond(client) }
        #expect(transport.requests.count == 150)
        _ = await respond(client)
        #expect(transport.requests.count == 151)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Logging
import Testing

/// A server whose queues are full by the books.
@Suite(.timeLimit(.minutes(15))) struct OverloadTests {
    /// The services of a server, with books that the test fills.
    private struct FullServer {
        let fixture: PoolFixture
        let gateway: Gateway
        let metrics = PrometheusMetrics()
        private let admission = Admission(computingThreads: 1, fewest: 0, now: { 0 })

        init() async throws {
            fixture = try await PoolFixture.make()
            try await fixture.makeUser("alice")
            let installation = fixture.gatehouse.installation
            let settings = GatewaySettings(signaturePolicy: .anyAdministrator)
            let clock = WallClock { [fixture] in fixture.gatehouse.clock.now }
            gateway = Gateway(
                sites: [
                    .services(
                        userPools: installation.userPools, identityPools: installation.identityPools,
                        deployment: installation.deployment, settings: settings, clock: clock, admission: admission),
                    .wellKnown(installation.userPools, installation.identityPools), .health {},
                    .metrics(needsKey: false) { "" },
                ],
                deployment: installation.deployment, settings: settings, clock: clock, entropy: .seeded(1),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metrics: metrics)
        }

        /// Fills the queues with four seconds of work.
        func fill(_ priorities: [WorkPriority] = WorkPriority.allCases) throws -> [AdmittedRequest] {
            try priorities.map { priority in
                try admission.admit(admission.kind(priority, guess: (4_000_000_000, 4_000_000_000)))
            }
        }

        func request(_ operation: String, _ body: WireValue) -> GatewayRequest {
            GatewayRequest(
                method: "POST", path: "/",
                headers: [
                    ("Host", "localhost:9229"), ("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)"),
                ],
                body: body.json())
        }

        func signIn(_ name: String = "alice", _ password: String = PoolFixture.password) -> GatewayRequest {
            request(
                "InitiateAuth",
                [
                    "ClientId": .string(fixture.client.id), "AuthFlow": "USER_PASSWORD_AUTH",
                    "AuthParameters": ["USERNAME": .string(name), "PASSWORD": .string(password)],
                ])
        }

        func refreshToken() async throws -> String {
            let answer = try WireValue(foreignJSON: await gateway.respond(to: signIn()).body)
            return try #require(answer.objectValue?["AuthenticationResult"]?.objectValue?["RefreshToken"]?.stringValue)
        }

        func renewal(_ token: String) -> GatewayRequest {
            request(
                "InitiateAuth",
                [
                    "ClientId": .string(fixture.client.id), "AuthFlow": "REFRESH_TOKEN_AUTH",
                    "AuthParameters": ["REFRESH_TOKEN": .string(token)],
                ])
        }
    }

    @Test(
        "A request is refused by its head, with a status and a code that clients repeat",
        arguments: [
            "InitiateAuth", "RespondToAuthChallenge", "GetTokensFromRefreshToken",
        ])
    func head(_ operation: String) async throws {
        let server = try await FullServer()
        let fillers = try server.fill()
        let body = PiecedBody([Array("{}".utf8)])
        let answer = try await server.gateway.respond(to: server.request(operation, [:]), receiving: body)
        #expect(body.read == 0)
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "1")
        #expect(answer.header("x-amzn-ErrorType") == "TooManyRequestsException:")
        #expect(server.metrics.text.contains(#"gatehouse_overload_refused_total{queue="computing"} 1"#))
        #expect(!server.metrics.text.contains("gatehouse_throttled_total{"))
        for admitted in fillers { admitted.leave() }
        #expect(await server.gateway.respond(to: server.signIn()).status == 200)
    }

    @Test("Refused sign-ins count no failure, and known names are refused like unknown ones")
    func tries() async throws {
        let server = try await FullServer()
        let fillers = try server.fill()
        for _ in 0..<10 {
            let known = await server.gateway.respond(to: server.signIn("alice", "wrong"))
            let unknown = await server.gateway.respond(to: server.signIn("nobody-here", "wrong"))
            #expect(known.status == 503)
            #expect(known.body == unknown.body)
        }
        for admitted in fillers { admitted.leave() }
        #expect(await server.gateway.respond(to: server.signIn()).status == 200)
    }

    @Test("While sign-ins fill the queues, new tokens for a session are issued, and a refused sign-in is read first")
    func renewals() async throws {
        let server = try await FullServer()
        let token = try await server.refreshToken()
        let fillers = try server.fill([.beginning])
        defer { for admitted in fillers { admitted.leave() } }
        #expect(await server.gateway.respond(to: server.signIn()).status == 503)
        #expect(await server.gateway.respond(to: server.renewal(token)).status == 200)
    }

    @Test("A refused renewal spends nothing")
    func spending() async throws {
        let server = try await FullServer()
        let token = try await server.refreshToken()
        let fillers = try server.fill()
        #expect(await server.gateway.respond(to: server.renewal(token)).status == 503)
        for admitted in fillers { admitted.leave() }
        #expect(await server.gateway.respond(to: server.renewal(token)).status == 200)
    }

    @Test("Pages for monitoring and keys for checking tokens are served during an overload")
    func pages() async throws {
        let server = try await FullServer()
        let fillers = try server.fill()
        defer { for admitted in fillers { admitted.leave() } }
        for path in ["/health", "/metrics", "/\(server.fixture.poolID)/.well-known/jwks.json"] {
            let request = GatewayRequest(method: "GET", path: path, headers: [("Host", "localhost:9229")])
            #expect(await server.gateway.respond(to: request).status == 200, "\(path)")
        }
    }

    @Test("Work whose client has gone is not begun, and a request that has written ends as usual")
    func clientGone() async throws {
        let server = try await FullServer()
        let presence = ClientPresence()
        presence.leave()
        let refused = await ClientPresence.$current.withValue(presence) {
            await server.gateway.respond(to: server.signIn("alice", "wrong"))
        }
        #expect(refused.status == 500)
        #expect(server.metrics.text.contains(#"code="ClientGone""#))
        presence.beginWriting()
        let served = await ClientPresence.$current.withValue(presence) {
            await server.gateway.respond(to: server.signIn())
        }
        #expect(served.status == 200)
        presence.beginRequest()
        #expect(throws: ClientGone.self) { try presence.require() }
    }
}

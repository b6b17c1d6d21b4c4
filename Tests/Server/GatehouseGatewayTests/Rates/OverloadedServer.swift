// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCallers
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseServer
import GatehouseServices
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Logging
import Testing

/// The services of a server, with books that the test fills.
struct OverloadedServer {
    let fixture: PoolFixture
    let gateway: Gateway
    let metrics = PrometheusMetrics()
    private let admission: Admission

    init(_ admission: Admission = Admission(computingThreads: 1, fewest: 0, now: { 0 })) async throws {
        self.admission = admission
        fixture = try await PoolFixture.make()
        try await fixture.makeUser("alice")
        let installation = fixture.gatehouse.installation
        let settings = GatewaySettings(signaturePolicy: .anyAdministrator)
        let clock = WallClock { [fixture] in fixture.gatehouse.clock.now }
        let callers = CallerAuthentication(
            administrators: [], securityTokens: installation.securityTokens, deployment: installation.deployment,
            policy: .anyAdministrator, clock: clock)
        gateway = Gateway(
            sites: [
                .services(
                    userPools: installation.userPools, identityPools: installation.identityPools,
                    securityTokens: installation.securityTokens, projects: installation.projects, callers: callers,
                    deployment: installation.deployment, admission: admission),
                .signingKeys(
                    installation.securityTokens, callers: callers, deployment: installation.deployment,
                    admission: admission),
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

    /// A request of the query protocol; without a body it is a GET.
    func form(_ body: String = "", query: String = "") -> GatewayRequest {
        var request = GatewayRequest(method: "GET", path: "/", query: query, headers: [("Host", "localhost:9229")])
        guard !body.isEmpty else { return request }
        request.method = "POST"
        request.headers.append(("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"))
        request.body = Data(body.utf8)
        return request
    }

    /// The number of requests of an operation that were refused for overload.
    func refusals(of operation: String) -> Int {
        let series = #"gatehouse_requests_total{operation="\#(operation)",code="TooManyRequestsException"} "#
        let line = metrics.text.split(separator: "\n").first { $0.hasPrefix(series) }
        return line.flatMap { Int($0.dropFirst(series.count)) } ?? 0
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

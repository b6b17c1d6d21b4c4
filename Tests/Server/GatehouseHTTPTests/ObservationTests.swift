// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import Logging
import Synchronization
import Testing

@Suite struct ObservationTests {
    private struct DiskIsGone: Error {}

    private let log = RecordedLog()
    private let metrics = PrometheusMetrics()

    private func gateway(isHealthy: Bool = true) async throws -> Gateway {
        let gatehouse = try await TestGatehouse()
        return Gateway(
            userPools: gatehouse.installation.userPools, identityPools: gatehouse.installation.identityPools,
            pages: GatewayPages(checkHealth: { if !isHealthy { throw DiskIsGone() } }), deployment: Deployment(),
            clock: .system, entropy: .system, logger: Logger(label: "test") { _ in log }, metrics: metrics
        )
    }

    private func call(_ target: String, body: String) -> GatewayRequest {
        GatewayRequest(method: "POST", path: "/", headers: [("X-Amz-Target", target)], body: Data(body.utf8))
    }

    @Test func `the id of an answer is the id in the log`() async throws {
        let gateway = try await gateway()
        var ids: [String?] = []
        for request in [
            call("\(userPoolsTarget).InitiateAuth", body: "{}"), call("\(userPoolsTarget).SignUp", body: "garbage"),
            call("Nothing.Known", body: ""), GatewayRequest(method: "GET", path: "/health"),
            GatewayRequest(method: "POST", path: "/", body: Data("Action=GetCallerIdentity".utf8)),
            GatewayRequest(method: "PUT", path: "/nowhere", body: Data(count: 2_000_000)),
        ] {
            ids.append(await gateway.respond(to: request).header("x-amzn-requestid"))
        }
        #expect(log.values(of: "request_id") == ids)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `why the server is not well is in the log, and not in the answer`() async throws {
        let gateway = try await gateway(isHealthy: false)
        let answer = await gateway.respond(to: GatewayRequest(method: "GET", path: "/health"))
        #expect(answer.status == 503)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("DiskIsGone"))
        #expect(log.values(of: "cause").map { $0?.contains("DiskIsGone") } == [true])
    }

    @Test func `a caller's own id is not taken for the server's`() async throws {
        let gateway = try await gateway()
        let request = GatewayRequest(
            method: "GET", path: "/health", headers: [("x-amzn-RequestId", "mine"), ("X-Request-Id", "mine")]
        )
        #expect(await gateway.respond(to: request).header("x-amzn-requestid") != "mine")
    }

    @Test func `answers are counted by operation and error, never by what a caller invents`() async throws {
        let gateway = try await gateway(isHealthy: false)
        for _ in 0..<2 { _ = await gateway.respond(to: call("\(userPoolsTarget).SignUp", body: "garbage")) }
        _ = await gateway.respond(
            to: call("\(userPoolsTarget).GetUser", body: #"{"AccessToken":"a.b.c"}"#)
        )
        for number in 0..<20 { _ = await gateway.respond(to: call("Invented.\(number)", body: "")) }
        _ = await gateway.respond(to: GatewayRequest(method: "GET", path: "/health"))
        let lines = Set(metrics.text.split(separator: "\n").filter { $0.hasPrefix("gatehouse_requests_total{") })
        #expect(
            lines == [
                #"gatehouse_requests_total{operation="SignUp",code="SerializationException"} 2"#,
                #"gatehouse_requests_total{operation="GetUser",code="NotAuthorizedException"} 1"#,
                #"gatehouse_requests_total{operation="unknown",code="UnknownOperationException"} 20"#,
                #"gatehouse_requests_total{operation="health",code="Unavailable"} 1"#,
            ]
        )
        #expect(metrics.text.contains(#"gatehouse_request_duration_seconds_count{operation="SignUp"} 2"#))
        #expect(!metrics.text.contains("Invented"))
    }
}

/// A log that a test can read.
private final class RecordedLog: LogHandler {
    private let entries = Mutex<[Logger.Metadata]>([])

    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func values(of key: String) -> [String?] {
        entries.withLock { $0.map { $0[key]?.description } }
    }

    func log(event: LogEvent) {
        entries.withLock { $0.append(event.metadata ?? [:]) }
    }
}

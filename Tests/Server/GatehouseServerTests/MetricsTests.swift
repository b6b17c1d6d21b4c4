// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseHTTP
import GatehouseMeasurements
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseSites
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Logging
import ServiceLifecycleTestKit
import Testing

@testable import GatehouseServer

@Suite(.hangLimit) struct MetricsTests {
    @Test func `messages, triggers and the database are measured`() async throws {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makeUserPool()
        let client = try await gatehouse.makeClient(ofPool: pool).id
        _ = await gatehouse.send(
            .call(
                "AWSCognitoIdentityProviderService.SignUp",
                json: """
                    {"ClientId":"\(client)","Username":"ada","Password":"Correct-Horse-7!",
                    "UserAttributes":[{"Name":"email","Value":"ada@example.com"}]}
                    """))
        let text = await gatehouse.send(TestRequest(path: "/metrics")).text
        #expect(text.contains(#"gatehouse_messages_queued_total{medium="EMAIL"} 1"#))
        for access in ["read", "write"] {
            #expect(text.contains(#"gatehouse_database_duration_seconds_count{access="\#(access)"}"#))
        }
    }

    @Test func `runs of a transaction after its first are counted by operation`() async throws {
        /// A database in which each write has two conflicts.
        struct Contended: SQLDatabase {
            struct Conflict: Error {}

            let base: any SQLDatabase

            func read<Value: Sendable>(
                _ body: @escaping @Sendable (any SQLReader) throws -> Value
            ) async throws -> Value {
                try await base.read(body)
            }

            @discardableResult
            func write<Value: Sendable>(
                _ body: @escaping @Sendable (any SQLConnection) throws -> Value
            ) async throws -> Value {
                for _ in 0..<2 {
                    _ = try? await base.write { connection -> Int in
                        _ = try body(connection)
                        throw Conflict()
                    }
                }
                return try await base.write(body)
            }
        }
        let metrics = PrometheusMetrics()
        let database = MeasuredDatabase(Contended(base: try SQLiteDatabase.inMemory()), metrics)
        _ = try await database.read { reader in try reader.query("SELECT 1") }
        try await database.write { connection in try connection.execute("CREATE TABLE one (id BIGINT)") }
        #expect(metrics.text.contains(#"gatehouse_database_runs_again_total{operation="none"} 2"#))

        let admission = Admission.unlimited()
        let route = RouteAdmission(admission, head: { _ in nil })
        let work = RouteWork(name: "SignUp", kinds: .alike(admission.kind(.beginning)), form: .json)
        let admitted = try route.admit(work, Data())
        defer { admitted.leave() }
        try await AdmittedRequest.$current.withValue(admitted) {
            _ = try await database.write { connection in try connection.execute("INSERT INTO one VALUES (1)") }
        }
        #expect(metrics.text.contains(#"gatehouse_database_runs_again_total{operation="SignUp"} 2"#))
    }

    @Test func `attempts to deliver are counted by result`() async throws {
        let metrics = PrometheusMetrics()
        let server = MailServer()
        let carrier = MeasuredCarrier(base: server, metrics: metrics)
        let message = Message(
            to: "ada@example.org", medium: .email, kind: .signUp, code: "1", subject: "", body: "1", at: Date())
        try await carrier.carry(message, id: "1")
        server.refuse(true)
        await #expect(throws: (any Error).self) { try await carrier.carry(message, id: "2") }
        for result in ["sent", "refused"] {
            #expect(metrics.text.contains(#"attempts_total{medium="EMAIL",result="\#(result)"} 1"#))
        }
    }

    @Test func `calls of triggers are counted by result and timed`() async throws {
        struct Failing: PromptFunctions {
            func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue { throw .timedOut }
            func codeKey(_ id: String) -> RawAESKey? { nil }
        }
        let metrics = PrometheusMetrics()
        let call = TriggerCall(id: "1", function: "f", poolID: "p", event: [:])
        await #expect(throws: TriggerFailure.timedOut) { try await MeasuredTriggers(Failing(), metrics).call(call) }
        #expect(metrics.text.contains(#"gatehouse_trigger_calls_total{result="timed_out"} 1"#))
        #expect(metrics.text.contains("gatehouse_trigger_duration_seconds_count 1"))
    }

    @Test func `requests to identity providers are counted by result and timed`() async throws {
        struct Provider: OutboundFetch {
            let result: Result<OutboundResponse, OutboundFailure>
            func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
                try result.get()
            }
        }
        let metrics = PrometheusMetrics()
        let request = OutboundRequest(url: "https://a.example/keys?secret", bodyLimit: 1, timeLimit: .seconds(1))
        for status in [200, 503] {
            let answer = OutboundResponse(status: status, body: [])
            _ = try await MeasuredFetch(Provider(result: .success(answer)), metrics).fetch(request)
        }
        await #expect(throws: OutboundFailure.timedOut) {
            try await MeasuredFetch(Provider(result: .failure(.timedOut)), metrics).fetch(request)
        }
        for result in ["answered", "other_status", "timed_out"] {
            #expect(metrics.text.contains(#"gatehouse_provider_fetches_total{result="\#(result)"} 1"#))
        }
        #expect(metrics.text.contains("gatehouse_provider_fetch_duration_seconds_count 3"))
        #expect(!metrics.text.contains("a.example"))
    }

    @Test func `rounds of background jobs are counted by result`() async throws {
        struct DiskIsFull: Error {}
        let metrics = PrometheusMetrics()
        let jobs = JobMetrics(factory: metrics)
        await jobs.measured(.purge) {}
        await #expect(throws: DiskIsFull.self) { try await jobs.measured(.purge) { throw DiskIsFull() } }
        for result in ["done", "failed"] {
            #expect(metrics.text.contains(#"gatehouse_jobs_total{job="purge",result="\#(result)"} 1"#))
        }
        #expect(metrics.text.contains(#"gatehouse_job_duration_seconds_count{job="purge"} 2"#))
    }

    @Test(arguments: [
        ("GET /metrics", "200", true), ("GET /dev/outbox", "404", false), ("POST /metrics", "405", false),
    ])
    func `a port of their own answers the metrics and nothing else`(
        request: String, status: String, hasMetrics: Bool
    ) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let service = HTTPService(
            metrics: { "the_metrics 1\n" }, host: "127.0.0.1", port: 0,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { listening.yield($0) }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup { group in
                group.addTask { try await service.run() }
                let port = try #require(await ports.first { _ in true })
                let answer = try await RawConnection.open(port: port) { connection in
                    await connection.send("\(request) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    return await connection.read()
                }
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
                #expect(answer.contains("the_metrics 1") == hasMetrics)
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }
}

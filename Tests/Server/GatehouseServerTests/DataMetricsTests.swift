// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataSite
import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseMeasurements
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

/// The metrics of data APIs.
@Suite(.hangLimit) struct DataMetricsTests {
    private static let notes = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"

    @Test func `a server of data APIs measures requests, refusals and records of each API and operation`()
        async throws
    {
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let key = try #require(dev.development.api?.key)
        func send(_ document: String, key: String) async {
            let body: WireValue = ["query": .string(document)]
            _ = await dev.answer(
                TestRequest(
                    method: "POST", path: "/graphql", headers: [("host", "localhost:9229"), ("x-api-key", key)],
                    body: Data(body.jsonBytes())))
        }
        for _ in 0..<2 { await send("mutation { createNote(input: {text: \"secret text\"}) { id } }", key: key) }
        await send("{ listNotes { items { text } } }", key: key)
        await send("{ unknownFieldOfCaller }", key: key)
        await send("{ listNotes { items { text } } }", key: "da2-wrong-key")
        let text = await dev.answer(TestRequest(path: "/metrics", headers: [("host", "localhost:9229")])).text
        func value(_ name: String, _ labels: String) -> String? {
            let lines = text.split(separator: "\n")
            let beginning = "gatehouse_data_\(name){api=\""
            return lines.first { $0.hasPrefix(beginning) && $0.contains("\"\(labels)} ") }
                .flatMap { $0.split(separator: " ").last.map(String.init) }
        }
        #expect(value("requests_total", ",operation=\"mutation\"") == "2")
        #expect(value("requests_total", ",operation=\"query\"") == "1")
        #expect(value("records_read_total", ",operation=\"query\"") == "2")
        #expect(value("request_duration_seconds_count", ",operation=\"query\"") == "1")
        #expect(value("refusals_total", ",operation=\"none\",reason=\"invalid\"") == "1")
        #expect(value("refusals_total", ",operation=\"none\",reason=\"unauthenticated\"") == "1")
        #expect(text.contains("gatehouse_data_feed_lag_seconds 0"))
        for word in ["secret text", "unknownFieldOfCaller", "da2-"] { #expect(!text.contains(word)) }
    }

    @Test func `subscribers, events and dropped readers are measured, and counters count each once`() async throws {
        let metrics = PrometheusMetrics()
        let hub = DataEvents()
        let gauges = DataGauges(hub, metrics)
        gauges.record()
        #expect(!metrics.text.contains("gatehouse_data_subscribers{"))
        let dev = try await DevelopmentFolder(schema: Self.notes)
        let measured = DataGauges(dev.process.events, metrics)
        let console = dev.development.console
        let (lines, line) = AsyncStream.makeStream(of: Data.self)
        let listening = Task {
            let body: WireValue = ["query": "subscription { onCreateNote { text } }", "caller": ["kind": "apiKey"]]
            try await console.listen(Data(body.jsonBytes())) { line.yield($0) }
        }
        var iterator = lines.makeAsyncIterator()
        _ = await iterator.next()
        let create: WireValue = [
            "query": "mutation { createNote(input: {text: \"x\"}) { text } }", "caller": ["kind": "apiKey"],
        ]
        _ = try await console.send(Data(create.jsonBytes()))
        _ = await iterator.next()
        for _ in 0..<2 { measured.record() }
        let text = metrics.text
        #expect(text.contains(/gatehouse_data_subscribers\{api="[a-z0-9]{26}"\} 1/))
        #expect(text.contains(/gatehouse_data_events_total\{api="[a-z0-9]{26}"\} 1\n/))
        #expect(text.contains(/gatehouse_data_readers_dropped_total\{api="[a-z0-9]{26}"\} 0\n/))
        let api = try #require(dev.process.events.tallies.keys.first)
        dev.process.events.end(api: api)
        measured.record()
        #expect(metrics.text.contains(/gatehouse_data_subscribers\{api="[a-z0-9]{26}"\} 0/))
        listening.cancel()
        _ = await listening.result
    }
}

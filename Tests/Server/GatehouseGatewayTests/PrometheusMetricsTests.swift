// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import Metrics
import Testing

@Suite struct PrometheusMetricsTests {
    @Test func `counters add up by their labels`() {
        let metrics = PrometheusMetrics()
        Counter(label: "calls", dimensions: [("code", "OK")], factory: metrics).increment()
        Counter(label: "calls", dimensions: [("code", "OK")], factory: metrics).increment(by: 2)
        Counter(label: "calls", dimensions: [("code", "a\"b\\c\nd")], factory: metrics).increment()
        #expect(
            metrics.text == """
                # TYPE calls counter
                calls{code="OK"} 3
                calls{code="a\\"b\\\\c\\nd"} 1

                """
        )
    }

    @Test func `the buckets of a histogram include the smaller ones`() {
        let metrics = PrometheusMetrics()
        let timer = Timer(label: "time.taken", dimensions: [], factory: metrics)
        timer.recordNanoseconds(2_000_000)
        timer.recordNanoseconds(20_000_000_000)
        let lines = metrics.text.split(separator: "\n").map(String.init)
        #expect(lines.contains("time_taken_bucket{le=\"0.001\"} 0"))
        #expect(lines.contains("time_taken_bucket{le=\"0.0025\"} 1"))
        #expect(lines.contains("time_taken_bucket{le=\"10.0\"} 1"))
        #expect(lines.contains("time_taken_bucket{le=\"+Inf\"} 2"))
        #expect(lines.contains("time_taken_count 2"))
    }

    @Test func `each metric has its help text and type before its values`() {
        let metrics = PrometheusMetrics()
        for name in MetricName.allCases { Counter(label: name.rawValue, factory: metrics).increment() }
        let lines = metrics.text.split(separator: "\n").map(String.init)
        for name in MetricName.allCases {
            let start = lines.firstIndex { $0.hasPrefix("# HELP \(name.rawValue) ") }
            #expect(start.map { lines[$0 + 1] } == "# TYPE \(name.rawValue) counter")
            #expect(!name.help.contains("\n") && name.help.hasSuffix("."))
        }
    }

    @Test func `the number of series is bounded`() {
        let metrics = PrometheusMetrics(maximumSeries: 3)
        for number in 0..<100 {
            Counter(label: "calls", dimensions: [("n", String(number))], factory: metrics).increment()
        }
        #expect(metrics.text.split(separator: "\n").count == 4)
    }
}

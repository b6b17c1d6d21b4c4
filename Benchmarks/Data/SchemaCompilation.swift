// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSchemaCompiler
import GatehouseStorage

/// The compilation of a large schema, and the first request after it.
enum SchemaCompilation {
    private static let models = 100
    /// The most milliseconds of a compilation.
    private static let limit = 200.0
    /// The most milliseconds by which the first request is slower.
    private static let delay = 5.0

    private static let schema: String = (0..<models).map { model in
        let fields = (0..<10).map { "  field\($0): String\n" }.joined()
        return """
            type Model\(model) @model @auth(rules: [
              { allow: owner }
              { allow: groups, groups: ["Admin"] }
              { allow: private, operations: [read] }
            ]) {
            \(fields)}

            """
    }.joined()

    static func measure() async throws -> [Row] {
        var compilations: [Double] = []
        var delays: [Double] = []
        for _ in 0..<(DataSizes.rounds * 2 + 1) {
            let time = try Stopwatch.median(of: 1) { _ = try DataAPI(compiling: schema) }
            compilations.append(time * 1e3)
            delays.append(try await firstRequest() * 1e3)
        }
        let (time, delay) = (compilations.sorted()[compilations.count / 2], delays.sorted()[delays.count / 2])
        return [
            Row(
                name: "Schema of \(models) models with 10 fields and 3 rules, compiled",
                result: "\(time.rounded(0)) ms", limit: "\(limit.rounded(0)) ms",
                ratio: "\((time / limit).rounded(2)) ×", promise: "< \(limit.rounded(0)) ms", holds: time < limit),
            Row(
                name: "The first request of that API, beside the second", result: "\(delay.rounded(2)) ms slower",
                limit: "\(Self.delay.rounded(0)) ms", ratio: "\((delay / Self.delay).rounded(2)) ×",
                promise: "< \(Self.delay.rounded(0)) ms", holds: delay < Self.delay),
        ]
    }

    /// The seconds by which the first request is slower than the second.
    private static func firstRequest() async throws -> Double {
        let api = try await LocalAPI(schema)
        defer { api.remove() }
        // The file is open before.
        _ = try await api.store.read { try $0.record(RecordID([.string("none")]), of: "Model7", in: LocalAPI.id) }
        let document = "{ listModel7s { items { id field3 owner } nextToken } }"
        let first = try await Stopwatch.seconds { try await api.data(document) }
        let second = try await Stopwatch.seconds { try await api.data(document) }
        return first - second
    }
}

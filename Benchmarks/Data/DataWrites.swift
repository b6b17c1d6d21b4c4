// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage
import Synchronization

/// Mutations by many callers at once, each on disk before it is answered.
enum DataWrites {
    private static let callers = 64
    private static let schema = """
        type Note @model @auth(rules: [{ allow: owner }]) { text: String }
        """

    static func measure() async throws -> [Row] {
        [try await creations(), try await contention()]
    }

    // MARK: - Creations

    private static func creations() async throws -> Row {
        let api = try await LocalAPI(schema)
        defer { api.remove() }
        let model = try api.model("Note")
        let document = "mutation create($text: String) { createNote(input: { text: $text }) { id text owner } }"
        let number = Atomic(0)
        let rate = try await rate {
            try await api.data(document, ["text": .string(LocalAPI.text)])
        }
        let limit = try await self.rate {
            let id = "note-\(number.add(1, ordering: .relaxed).newValue)"
            let fields = LocalAPI.fields(id, ["owner": LocalAPI.ownerValue("ada")])
            try await api.store.write { try LocalAPI.put(fields, of: model, expecting: nil, version: 0, $0) }
        }
        return Row(
            name: "Creations, \(callers) at once, on disk", result: "\(rate.rounded(0))/s",
            limit: "\(limit.rounded(0))/s (the same SQL)", ratio: "\((rate / limit * 100).rounded(0)) %",
            promise: "≥ 1500/s", holds: rate >= 1_500)
    }

    /// The calls in a second by the clock.
    private static func rate(_ work: @escaping @Sendable () async throws -> Void) async throws -> Double {
        let count = max(DataSizes.calls, callers)
        let seconds = try await Stopwatch.seconds {
            try await MeasuredProcess.run(count, workers: callers) { _ in try await work() }
        }
        return Double(count / callers * callers) / seconds
    }

    // MARK: - One record

    /// Updates of one record by callers that each know the version of the last answer.
    private static func contention() async throws -> Row {
        let api = try await LocalAPI(schema, conflicts: .optimisticConcurrency)
        defer { api.remove() }
        try await api.data(#"mutation { createNote(input: { id: "1" }) { id } }"#)
        let count = DataSizes.calls / callers
        var won = 0
        let seconds = try await Stopwatch.seconds {
            won = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<callers { group.addTask { try await update(api, count) } }
                return try await group.reduce(0, +)
            }
        }
        let stored = try await api.store.read { try $0.record(RecordID([.string("1")]), of: "Note", in: LocalAPI.id) }
        let rate = Double(count * callers) / seconds
        let isExact = stored?.version == won + 1
        let commits = try await commits(api)
        return Row(
            name: "Updates of one record with its version, by \(callers) at once",
            result: "\(rate.rounded(0))/s answered, \((Double(won) / seconds).rounded(0))/s won"
                + (isExact ? "" : ", **\(won) won to version \(stored?.version ?? 0)**"),
            limit: "\(commits.rounded(0))/s (single commits)", ratio: "\((rate / commits * 100).rounded(0)) %",
            promise: "≥ 1000/s, one a version", holds: isExact && rate >= 1_000)
    }

    /// Updates the record, each time with the version that the caller knows.
    /// - Returns: the number of updates that were made.
    private static func update(_ api: LocalAPI, _ count: Int) async throws -> Int {
        let document = "mutation update($input: UpdateNoteInput!) { updateNote(input: $input) { id _version } }"
        var (version, won) = (1, 0)
        for _ in 0..<count {
            let input: GraphQLObject = [
                "id": .string("1"), "_version": .int(version), "text": .string(LocalAPI.text),
            ]
            let answer = try await api.answer(document, ["input": .object(input)])
            let made = answer["data"]?["updateNote"]?["_version"]
            if made != nil { won += 1 }
            guard case .int(let next)? = made ?? conflict(answer) else { throw IncompleteAnswer(from: document) }
            version = next
        }
        return won
    }

    /// The version that the answer to a lost update names.
    private static func conflict(_ answer: GraphQLValue) -> GraphQLValue? {
        answer["errors"]?.elements?.first?["data"]?["_version"]
    }

    /// The writes of one record in a second, one after the other.
    private static func commits(_ api: LocalAPI) async throws -> Double {
        let model = try api.model("Note")
        let count = DataSizes.calls / 4
        let fields = LocalAPI.fields("2", ["owner": LocalAPI.ownerValue("ada")])
        let seconds = try await Stopwatch.seconds {
            for version in 1...count {
                try await api.store.write { store in
                    try LocalAPI.put(
                        fields, of: model, expecting: version == 1 ? nil : version - 1, version: version, store)
                }
            }
        }
        return Double(count) / seconds
    }
}

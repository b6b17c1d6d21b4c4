// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage

/// Reads of an owner who has 100 records, among few and among very many records of others.
struct DataReads {
    private static let schema = """
        type Note @model(subscriptions: null) @auth(rules: [{ allow: owner }]) { text: String }
        """
    private static let get = "query get($id: ID!) { getNote(id: $id) { id text owner } }"
    private static let list = "{ listNotes(limit: 100) { items { id text owner } nextToken } }"
    private static let owned = 100

    private let few: LocalAPI
    private let many: LocalAPI
    private let alone: LocalAPI

    static func measure() async throws -> [Row] {
        let reads = DataReads(
            few: try await filled(DataSizes.few), many: try await filled(DataSizes.many), alone: try await filled(owned)
        )
        defer { for api in [reads.few, reads.many, reads.alone] { api.remove() } }
        return try await reads.gets() + [reads.page()]
    }

    /// An API with records, of which every so many belongs to the owner who reads.
    private static func filled(_ count: Int) async throws -> LocalAPI {
        let api = try await LocalAPI(schema)
        let step = count / owned
        try await api.fill("Note", count) { number in
            let owner = number.isMultiple(of: step) ? "ada" : "other-\(number / owned)"
            return LocalAPI.fields(identifier(number), ["owner": LocalAPI.ownerValue(owner)])
        }
        return api
    }

    private static func identifier(_ number: Int) -> String {
        let digits = String(number)
        return "note-" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }

    // MARK: - One record

    private func gets() async throws -> [Row] {
        let few = try await gets(self.few, of: DataSizes.few)
        let many = try await gets(self.many, of: DataSizes.many)
        let ratio = few.rate / many.rate
        return [
            few.row("Get by its owner, of \(DataSizes.few.grouped) records", atLeast: 5_000),
            many.row("Get by its owner, of \(DataSizes.many.grouped) records", atLeast: 5_000),
            Row(
                name: "Get by its owner, \(DataSizes.few.grouped) and \(DataSizes.many.grouped) records",
                result: "\(few.rate.rounded(0)), \(many.rate.rounded(0)) /s per core", limit: "the smaller model",
                ratio: "\(ratio.rounded(2)) ×", promise: "≤ 1.2 ×", holds: ratio <= 1.2),
        ]
    }

    private func gets(_ api: LocalAPI, of count: Int) async throws -> LocalRates {
        let id = GraphQLValue.string(Self.identifier(count / Self.owned * 42))
        return try await LocalRates.measure(DataSizes.calls) {
            try await api.data(Self.get, ["id": id])
        } beside: {
            let record = try await api.store.read { try $0.record(RecordID([id]), of: "Note", in: LocalAPI.id) }
            guard record != nil else { throw IncompleteAnswer(from: "the store") }
        }
    }

    // MARK: - A page

    private func page() async throws -> Row {
        let alone = try await lists(self.alone)
        let many = try await lists(self.many)
        let ratio = alone.rate / many.rate
        return Row(
            name: "List page of \(Self.owned) by an owner, of \(DataSizes.many.grouped) records",
            result: "\(many.rate.rounded(0))/s per core",
            limit: "\(alone.rate.rounded(0))/s for these \(Self.owned) alone, \(many.limit.rounded(0))/s the same SQL",
            ratio: "\(ratio.rounded(2)) ×", promise: "≤ 2 ×", holds: ratio <= 2)
    }

    private func lists(_ api: LocalAPI) async throws -> LocalRates {
        let values = [LocalAPI.ownerValue("ada").text ?? "", "sub-ada", "ada"]
        let owner = RecordScope.members([RecordScope.Membership("owner", values)])
        return try await LocalRates.measure(DataSizes.calls / 16) {
            let page = try await api.data(Self.list)["listNotes"]
            guard page?["items"]?.elements?.count == Self.owned else { throw IncompleteAnswer(from: Self.list) }
        } beside: {
            let page = try await api.store.read { store in
                try store.page(RecordQuery(scope: owner, limit: Self.owned), of: "Note", in: LocalAPI.id)
            }
            guard page.records.count == Self.owned else { throw IncompleteAnswer(from: "the store") }
        }
    }
}

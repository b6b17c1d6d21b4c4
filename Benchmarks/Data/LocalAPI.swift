// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSQLite
import GatehouseSchemaCompiler
import GatehouseServerCrypto
import GatehouseStorage

/// The numbers of the part `data`.
///
/// A debug build has small ones, which only show that the part runs.
enum DataSizes {
    #if DEBUG
    static let few = 200
    static let many = 2_000
    static let calls = 128
    static let rounds = 1
    static let subscribers = 100
    static let sockets = 10
    #else
    /// The records of the smaller model.
    static let few = 1_000
    /// The records of the larger model.
    static let many = 1_000_000
    /// The calls of one measurement.
    static let calls = 4_096
    /// The measurements, of which the median counts.
    static let rounds = 5
    /// The subscriptions that one mutation reaches.
    static let subscribers = 10_000
    /// The connections with ten subscriptions each.
    static let sockets = 1_000
    #endif
}

/// A data API in this process, whose records are in a database on disk.
///
/// It is measured without HTTP, which the part `server` measures.
struct LocalAPI: Sendable {
    static let id = "bench"
    /// The user with the records that are read.
    static let owner = caller("ada")

    let folder: URL
    let store: SQLRecordStore
    let service: DataService

    /// Makes an API without records.
    init(_ schema: String, conflicts: ConflictStrategy? = nil) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = try SQLiteDatabase(path: folder.appending(path: "data.sqlite").path)
        try await Migrator(Migrations.all).migrate(database)
        store = SQLRecordStore(database)
        service = DataService(
            id: Self.id, revision: nil,
            api: try DataAPI(compiling: schema, settings: DataSettings(conflicts: conflicts)), store: store,
            events: DataEvents(), sealer: Sealer(ring: try KeyRing.generate(id: Self.id), entropy: .system),
            clock: .system, forwardClock: ForwardClock(.system), entropy: .system)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// A user of the API.
    static func caller(_ name: String) -> Caller {
        .userPools(["iss": .string("pool"), "sub": .string("sub-" + name), "username": .string(name)])
    }

    /// The value of owner fields for a user.
    static func ownerValue(_ name: String) -> GraphQLValue {
        .string(OwnerValue(["sub-" + name, name]).stored)
    }

    // MARK: - Requests

    /// The answer to a document, with errors if there are any; its JSON is made as for a caller over HTTP.
    func answer(
        _ document: String, _ variables: GraphQLObject = [:], by caller: Caller = owner
    ) async throws -> GraphQLValue {
        let request = DataRequest(query: document, variables: variables)
        guard case .response(let members) = await service.answer(request, by: caller) else {
            throw IncompleteAnswer(from: document)
        }
        let answer = GraphQLValue.object(members)
        guard !answer.jsonBytes().isEmpty else { throw IncompleteAnswer(from: document) }
        return answer
    }

    /// The data of an answer without errors.
    @discardableResult
    func data(
        _ document: String, _ variables: GraphQLObject = [:], by caller: Caller = owner
    ) async throws -> GraphQLValue {
        let answer = try await answer(document, variables, by: caller)
        guard answer["errors"] == nil, let data = answer["data"] else { throw IncompleteAnswer(from: document) }
        return data
    }

    // MARK: - Records

    /// The model with a name.
    func model(_ name: String) throws -> Model {
        guard let model = service.api.model(name) else { throw IncompleteAnswer(from: "the schema, without \(name)") }
        return model
    }

    /// Stores records without requests, many in a transaction.
    func fill(_ model: String, _ count: Int, _ fields: @escaping @Sendable (Int) -> GraphQLObject) async throws {
        let model = try self.model(model)
        for start in stride(from: 0, to: count, by: 5_000) {
            try await store.write { store in
                for number in start..<min(start + 5_000, count) {
                    try Self.put(fields(number), of: model, expecting: nil, version: 0, store)
                }
            }
        }
    }

    /// Stores a record with its places.
    static func put(
        _ fields: GraphQLObject, of model: Model, expecting former: Int?, version: Int, _ store: any RecordWriting
    ) throws {
        guard let key = RecordID(fields, model.key) else { throw IncompleteAnswer(from: "a record without a key") }
        try store.put(
            Record(model: model.name, key: key, fields: fields, version: version, changedAt: 1_800_000_000_000),
            expecting: former, indexes: RecordIndexValues(fields, model), in: id)
    }

    /// The fields of a record of about a kilobyte.
    static func fields(_ id: String, _ more: GraphQLObject) -> GraphQLObject {
        var fields: GraphQLObject = ["id": .string(id)]
        for (name, value) in more { fields[name] = value }
        fields["text"] = .string(text)
        fields["createdAt"] = .string("2027-01-15T08:00:00.000Z")
        fields["updatedAt"] = .string("2027-01-15T08:00:00.000Z")
        return fields
    }

    /// The text of a record.
    static let text = String(repeating: "0123456789abcdef", count: 52)
}

/// Work through an API beside the same statements without GraphQL, in this process.
struct LocalRates {
    let rate: Double
    let limit: Double

    /// Measures both in turn, and takes the round whose ratio is the median; each per second of processor time.
    ///
    /// The limit is faster, and runs more often: the system counts processor time in steps of ten milliseconds.
    static func measure(
        _ count: Int, _ work: @escaping @Sendable () async throws -> Void,
        beside limit: @escaping @Sendable () async throws -> Void
    ) async throws -> LocalRates {
        let process = MeasuredProcess(id: ProcessInfo.processInfo.processIdentifier)
        try await work()
        try await limit()
        var rounds: [LocalRates] = []
        for _ in 0..<DataSizes.rounds {
            let rate = try await process.rate(of: count, workers: 4) { _ in try await work() }
            let bound = try await process.rate(of: count * 4, workers: 4) { _ in try await limit() }
            rounds.append(LocalRates(rate: rate, limit: bound))
        }
        return rounds.sorted { $0.ratio < $1.ratio }[rounds.count / 2]
    }

    /// The rate as a part of the limit.
    var ratio: Double { rate / limit }

    /// A row that promises a rate.
    func row(_ name: String, atLeast promise: Double, of limitName: String = "the same SQL") -> Row {
        Row(
            name: name, result: "\(rate.rounded(0))/s per core", limit: "\(limit.rounded(0))/s (\(limitName))",
            ratio: "\((ratio * 100).rounded(0)) %", promise: "≥ \(promise.rounded(0))/s", holds: rate >= promise)
    }
}

extension Int {
    /// With separators of thousands, for a table.
    var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}

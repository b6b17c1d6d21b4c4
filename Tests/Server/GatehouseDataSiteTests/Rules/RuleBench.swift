// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSchemaCompiler
import GatehouseServerCrypto
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting

/// The API of a pattern on the SQL store, without a site: it executes operations by callers who are authenticated.
struct RuleBench {
    let pattern: RulePattern
    private let api: DataAPI
    private let store: SQLRecordStore
    private let sealer: Sealer
    private let events = DataEvents()
    private let clock = ManualClock()

    init(_ pattern: RulePattern) async throws {
        self.pattern = pattern
        api = try DataAPI(compiling: pattern.schema, settings: pattern.settings)
        let database = try await EmptyDatabase.make()
        store = SQLRecordStore(database)
        sealer = Sealer(ring: try KeyRing.generate(id: "test", entropy: .seeded(1)), entropy: .seeded(2))
    }

    /// The cells of authenticated callers whose answers are others.
    func differences() async throws -> [(cell: RulePattern.Cell, found: String)] {
        var wrong: [(cell: RulePattern.Cell, found: String)] = []
        for (name, cells) in Dictionary(grouping: pattern.cells, by: \.caller).sorted(by: { $0.key < $1.key }) {
            guard let caller = RuleCaller.all[name] else { continue }
            var number = 0
            var session: RuleSession?
            for cell in cells {
                let current: RuleSession
                if let session {
                    current = session
                } else {
                    // An API whose records are as at the beginning.
                    number += 1
                    current = try await self.session("\(name) \(number)", caller)
                }
                let found = try await current.answer(cell.operation)
                session = try await current.isUntouched(after: cell.operation) ? current : nil
                if found != cell.answer { wrong.append((cell, found)) }
            }
        }
        return wrong
    }

    /// A new API with the three records.
    private func session(_ id: String, _ caller: RuleCaller) async throws -> RuleSession {
        let model = api.model("Note")
        let requests = RuleRequests(
            own: RuleOwner(caller, pattern.ownName), foreign: .foreign(pattern.ownName), model: model)
        let records = ["own": requests.own, "foreign": requests.foreign, "free": nil].map { id, owner in
            var fields: GraphQLObject = ["id": .string(id), "title": .string("t"), "kind": .string("k")]
            if let owner {
                fields["owner"] = Self.value(owner.owner, isList: requests.hasOwners)
                fields["teams"] = Self.value(owner.team, isList: requests.hasTeams)
            }
            return Record(
                model: "Note", key: RecordID([.string(id)]), fields: fields, version: 1,
                changedAt: Int(clock.now.timeIntervalSince1970 * 1_000))
        }
        try await store.write { writer in
            for record in records {
                let indexes = model.map { RecordIndexValues(record.fields, $0) }
                if let indexes { try writer.put(record, expecting: nil, indexes: indexes, in: id) }
            }
        }
        let wall = WallClock { [clock] in clock.now }
        let service = DataService(
            id: id, revision: nil, api: api, store: store, events: events, sealer: sealer,
            clock: wall, forwardClock: ForwardClock(wall), entropy: .seeded(3))
        return try await RuleSession(
            service: service, store: store, caller: caller, requests: requests,
            joined: RuleOwner(caller, ["sub", "username"]).owner)
    }

    private static func value(_ text: String, isList: Bool) -> GraphQLValue {
        isList ? .list([.string(text)]) : .string(text)
    }
}

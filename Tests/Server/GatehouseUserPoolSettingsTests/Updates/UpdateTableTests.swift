// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// The tables of docs/updates.md beside the service model and the server.
@Suite(.hangLimit) struct UpdateTableTests {
    private static func model() throws -> WireValue {
        try WireValue(json: Data(contentsOf: UpdateTable.root.appending(path: "Models/cognito-idp.json")))
    }

    /// The operations of the model that change settings and that the server has, with the shapes of their requests.
    private static func operations() throws -> [String: WireValue] {
        let document = try String(contentsOf: UpdateTable.root.appending(path: "docs/operations.md"), encoding: .utf8)
        let missing = try #require(document.firstRange(of: "Operations that are not built")).upperBound
        let end = try #require(document[missing...].firstRange(of: "<!-- operations: end -->")).lowerBound
        let model = try model()
        var shapes: [String: WireValue] = [:]
        for (name, operation) in model["operations"]?.objectValue ?? [:]
        where name.text.starts(with: /(Admin)?(Update|Set)[A-Z]/) {
            guard !document[missing..<end].contains("`\(name)`") else { continue }
            let shape = try #require(operation["input"]?["shape"]?.stringValue)
            shapes[name.text] = try #require(model["shapes"]?[shape])
        }
        return shapes
    }

    @Test func `each member of each update in the model has its row, and no other has one`() throws {
        let (rows, operations, model) = (try UpdateTable.rows(), try Self.operations(), try Self.model())
        #expect(Set(rows.map(\.operation)) == Set(operations.keys))
        for (operation, shape) in operations {
            let own = rows.filter { $0.operation == operation }
            #expect(Set(own.map(\.member)).count == own.count, "\(operation) has a row twice.")
            let members = shape["members"]?.objectValue ?? [:]
            #expect(Set(own.map(\.topMember)) == Set(members.keys), "\(operation)")
            for (name, member) in members {
                let parts = own.filter { $0.topMember == name }.map(\.member)
                guard parts != [name.text] else { continue }
                let inner = model["shapes"]?[member["shape"]?.stringValue ?? ""]?["members"]?.objectValue ?? [:]
                #expect(Set(parts) == Set(inner.keys.map { "\(name).\($0)" }), "\(operation).\(name)")
            }
            let required = Set((shape["required"]?.arrayValue ?? []).compactMap(\.stringValue))
            for row in own {
                switch row.rule {
                case .names: break
                case .required: #expect(required.contains(row.member), "\(row)")
                case .notStored, .stored: #expect(!required.contains(row.member), "\(row)")
                }
            }
        }
    }

    @Test func `each row with a value that the server stores is performed`() throws {
        for row in try UpdateTable.rows() where row.isStored {
            let performed = UpdateScenario.all.contains { scenario in
                scenario.operation == row.operation && UpdateScenario.value(row.member, in: scenario.full) != nil
            }
            #expect(performed, "\(row.testDescription)")
        }
    }

    @Test(arguments: UpdateScenario.all)
    func `a request without optional members keeps and resets what the table says`(
        _ scenario: UpdateScenario
    ) async throws {
        let rows = try UpdateTable.rows().filter { $0.operation == scenario.operation }
        let object = try await scenario.make()
        let new = try await object.read()
        try await object.prepare()
        try await scenario.fill(object)
        let full = try await object.read()
        let needed = rows.filter { if case .required = $0.rule { true } else { false } }.map(\.topMember)
        let request = (scenario.full.objectValue ?? [:]).filter { needed.contains($0.key) }
        try await object.call(scenario.operation, .object(request))
        let left = try await object.read()
        for row in rows where row.isStored {
            guard let value = UpdateScenario.value(row.member, in: full) else { continue }
            let (before, after) = (
                UpdateScenario.value(row.member, in: new), UpdateScenario.value(row.member, in: left)
            )
            #expect(value != before || scenario.constant.contains(row.member), "\(row.testDescription) is the default.")
            let fate = row.fate(in: scenario.condition, beside: Set(request.keys))
            #expect(after == (fate == .kept ? value : before), "\(row.testDescription) is not \(fate.debugDescription)")
        }
    }

    @Test(arguments: UpdateScenario.all)
    func `a member that a request leaves out alone is kept or reset, and the others stay`(
        _ scenario: UpdateScenario
    ) async throws {
        let rows = try UpdateTable.rows().filter { $0.operation == scenario.operation && $0.isStored }
        let object = try await scenario.make()
        let new = try await object.read()
        try await object.prepare()
        try await scenario.fill(object)
        let full = try await object.read()
        for row in rows where UpdateScenario.value(row.member, in: scenario.full) != nil {
            let gone = [row.member] + row.partners
            let request = UpdateScenario.request(scenario.full, without: gone)
            let others = Set((request.objectValue ?? [:]).keys)
            try await object.call(scenario.operation, request)
            let left = try await object.read()
            let fate = row.fate(in: scenario.condition, beside: others)
            let expected = UpdateScenario.value(row.member, in: fate == .kept ? full : new)
            #expect(
                UpdateScenario.value(row.member, in: left) == expected,
                "\(row.testDescription) is not \(fate.debugDescription).")
            for other in rows where !gone.contains(other.member) {
                let (before, after) = (
                    UpdateScenario.value(other.member, in: full), UpdateScenario.value(other.member, in: left)
                )
                #expect(before == after, "\(other.testDescription) changed without \(row.member).")
            }
            try await scenario.fill(object)
            for dependent in row.neededBy where UpdateScenario.value(dependent, in: scenario.full) != nil {
                let before = try await object.read()
                let request = UpdateScenario.request(scenario.full, without: gone.filter { $0 != dependent })
                let refusal = try await fault { try await object.call(scenario.operation, request) }
                #expect(refusal?.code == .invalidParameter, "\(row.testDescription) is not needed by \(dependent).")
                #expect(try await object.read() == before)
            }
        }
    }

    @Test func `a request that contradicts the settings is refused and changes nothing`() async throws {
        let contradictions = try UpdateTable.contradictions()
        #expect(contradictions.count > 15)
        for contradiction in contradictions {
            let scenario = try #require(
                UpdateScenario.all.first { $0.operation == contradiction.first.operation })
            let object = try await scenario.make()
            try await object.call(contradiction.first.operation, contradiction.first.input)
            let before = try await object.read()
            let refusal = try await fault {
                try await object.call(contradiction.then.operation, contradiction.then.input)
            }
            #expect(refusal?.code.rawValue == contradiction.code, "\(contradiction.testDescription)")
            #expect(refusal?.message == contradiction.message, "\(contradiction.testDescription)")
            #expect(try await object.read() == before, "\(contradiction.testDescription)")
        }
    }
}

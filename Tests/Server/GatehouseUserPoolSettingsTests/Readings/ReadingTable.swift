// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

/// A table of what readings contain, in a document, beside the model of its service.
struct ReadingTable {
    /// The decision about the members of a structure.
    struct Row {
        let always, whenSet, never: Set<WireName>
    }

    /// How often a member was in a structure, and how often it was not.
    struct Count {
        var present = 0
        var absent = 0
    }

    let service: ReadService
    let model: WireValue
    let rows: [String: Row]

    init(of service: ReadService) throws {
        self.service = service
        let root = UpdateTable.root
        model = try WireValue(json: Data(contentsOf: root.appending(path: service.model)))
        let text = try String(contentsOf: root.appending(path: service.document), encoding: .utf8)
        var rows: [String: Row] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).map { cell in
                Set(cell.matches(of: /`(\w+)`/).map { WireName(String($0.1)) })
            }
            let name = try #require(cells[0].first).text
            #expect(rows[name] == nil, "\(name) has two rows.")
            rows[name] = Row(always: cells[1], whenSet: cells[2], never: cells[3])
        }
        self.rows = rows
    }

    func shape(_ name: String) -> WireValue? { model["shapes"]?[name] }

    /// The members of a structure in the model; `nil` for another shape and for one without members.
    func members(of name: String) -> [WireName: WireValue]? {
        guard let shape = shape(name), shape["type"] == "structure" else { return nil }
        let members = shape["members"]?.objectValue ?? [:]
        return members.isEmpty ? nil : members
    }

    /// The operations of the model that read, but those that the server does not have, with the shapes of their answers.
    func operations() throws -> [String: String] {
        let known = (model["operations"]?.objectValue ?? [:]).filter { name, _ in
            service.isReading(name.text)
        }
        let document = try String(contentsOf: UpdateTable.root.appending(path: "docs/operations.md"), encoding: .utf8)
        let missing = try #require(document.firstRange(of: "Operations that are not built")).upperBound
        let end = try #require(document[missing...].firstRange(of: "<!-- operations: end -->")).lowerBound
        var answers: [String: String] = [:]
        for (name, operation) in known where !document[missing..<end].contains("`\(name)`") {
            answers[name.text] = operation["output"]?["shape"]?.stringValue
        }
        return answers
    }

    /// The decision about a structure: that of its row, or that of an answer which only wraps something.
    func decision(on name: String) -> Row? {
        if let row = rows[name] { return row }
        guard name.hasSuffix("Response"), let members = members(of: name) else { return nil }
        let tokens: Set<WireName> = ["NextToken", "PaginationToken"]
        let all = Set(members.keys)
        return Row(always: all.subtracting(tokens), whenSet: all.intersection(tokens), never: [])
    }

    /// The structures that answers can contain.
    func reachable(from shapes: some Sequence<String>) -> Set<String> {
        var found: Set<String> = []
        var waiting = Array(shapes)
        while let name = waiting.popLast() {
            guard let shape = shape(name) else { continue }
            for part in ["member", "value"] {
                if let inner = shape[part]?["shape"]?.stringValue { waiting.append(inner) }
            }
            guard let members = members(of: name), found.insert(name).inserted else { continue }
            let never = decision(on: name)?.never ?? []
            waiting += members.filter { !never.contains($0.key) }.compactMap { $0.value["shape"]?.stringValue }
        }
        return found
    }

    /// Counts the members of a value and of everything in it.
    func count(_ value: WireValue, as name: String, in counts: inout [String: [WireName: Count]]) {
        guard let shape = shape(name) else { return }
        if let inner = shape["member"]?["shape"]?.stringValue {
            for element in value.arrayValue ?? [] { count(element, as: inner, in: &counts) }
        } else if let inner = shape["value"]?["shape"]?.stringValue {
            for element in (value.objectValue ?? [:]).values { count(element, as: inner, in: &counts) }
        }
        for (member, target) in members(of: name) ?? [:] {
            if let inner = value[member.text] {
                counts[name, default: [:]][member, default: Count()].present += 1
                count(inner, as: target["shape"]?.stringValue ?? "", in: &counts)
            } else {
                counts[name, default: [:]][member, default: Count()].absent += 1
            }
        }
    }
}

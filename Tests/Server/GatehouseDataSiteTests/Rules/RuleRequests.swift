// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// The documents of the operations of the matrix.
struct RuleRequests {
    let own: RuleOwner
    let foreign: RuleOwner
    /// Whether owners and teams are lists.
    let hasOwners: Bool
    let hasTeams: Bool

    /// Makes documents for a caller's own record and the foreign one.
    init(own: RuleOwner, foreign: RuleOwner, model: Model?) {
        self.own = own
        self.foreign = foreign
        hasOwners = model?.fields["owner"]?.isList ?? false
        hasTeams = model?.fields["teams"]?.isList ?? false
    }

    /// The root field of an operation.
    static func field(_ operation: String) -> String {
        switch operation {
        case "create", "create own", "create foreign": "createNote"
        case "get own", "get foreign", "get missing", "read owner": "getNote"
        case "list": "listNotes"
        case "sync": "syncNotes"
        case "index": "notesByKind"
        case "index own", "index foreign": "notesByOwner"
        case "delete own", "delete foreign", "delete missing": "deleteNote"
        case "subscribe", "subscribe own", "subscribe foreign": "onUpdateNote"
        default: "updateNote"
        }
    }

    /// Whether an operation is a query.
    static func isQuery(_ operation: String) -> Bool {
        ["getNote", "listNotes", "syncNotes", "notesByKind", "notesByOwner"].contains(field(operation))
    }

    /// The record that an operation asks for, by its key or its owner: the last word of the operation.
    static func target(_ operation: String) -> String {
        operation == "read owner" || operation == "give away"
            ? "own" : String(operation.split(separator: " ").last ?? "")
    }

    /// The document of an operation.
    func document(_ operation: String) -> String {
        let field = Self.field(operation)
        let id = #"id: "\#(Self.target(operation))""#
        let record = Self.target(operation) == "foreign" ? foreign : own
        let owner = operation.contains(" ") ? #"(owner: "\#(record.shown)")"# : ""
        return switch operation {
        case "create": Self.create("")
        case "create own", "create foreign": Self.create(", \(self.owner(record)), \(teams(record))")
        case "get own", "get foreign", "get missing": "{ \(field)(\(id)) { id title } }"
        case "read owner": "{ \(field)(\(id)) { owner } }"
        case "list", "sync": "{ \(field) { items { id title } } }"
        case "index": #"{ \#(field)(kind: "k") { items { id title } } }"#
        case "index own", "index foreign": #"{ \#(field)(owner: "\#(record.owner)") { items { id title } } }"#
        case "give away": "mutation { \(field)(input: { \(id), \(self.owner(foreign)), _version: 1 }) { id } }"
        case "delete own", "delete foreign", "delete missing":
            "mutation { \(field)(input: { \(id), _version: 1 }) { id } }"
        case "subscribe", "subscribe own", "subscribe foreign": "subscription { \(field)\(owner) { id } }"
        default: Self.update(Self.target(operation), version: 1)
        }
    }

    private static func create(_ members: String) -> String {
        #"mutation { createNote(input: { id: "new", title: "t", kind: "k"\#(members) }) { id title } }"#
    }

    /// The document that gives a record another title.
    static func update(_ id: String, version: Int) -> String {
        #"mutation { updateNote(input: { id: "\#(id)", title: "x", _version: \#(version) }) { id title } }"#
    }

    private func owner(_ record: RuleOwner) -> String { "owner: " + literal(record.owner, isList: hasOwners) }

    private func teams(_ record: RuleOwner) -> String { "teams: " + literal(record.team, isList: hasTeams) }

    private func literal(_ text: String, isList: Bool) -> String { isList ? "[\"\(text)\"]" : "\"\(text)\"" }
}

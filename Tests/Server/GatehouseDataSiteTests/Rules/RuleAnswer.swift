// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL

/// The answer to an operation of the matrix, in its words; an answer that has no words is shown as it is.
struct RuleAnswer {
    private let response: GraphQLObject
    private let data: GraphQLValue
    private let errors: [GraphQLObject]
    /// The words for an answer without data; `nil` for one with data.
    let refusal: String?

    init(_ response: GraphQLObject, _ field: String) {
        self.response = response
        data = response["data"]?[field] ?? .null
        errors = (response["errors"]?.elements ?? []).compactMap(\.members)
        let type = field.hasSuffix("Note") && !field.hasPrefix("get") ? "Mutation" : "Query"
        refusal =
            data == .null && !errors.isEmpty
            ? Self.refusal(errors, "\(field) on type \(type)") ?? Self.text(.object(response)) : nil
    }

    static func text(_ value: GraphQLValue) -> String { String(decoding: value.jsonBytes(), as: UTF8.self) }

    /// The words for errors; `nil` if there are none.
    static func refusal(_ errors: [GraphQLObject], _ place: String) -> String? {
        let messages = errors.map { $0["message"]?.text ?? "" }
        if messages.allSatisfy({ $0.hasPrefix("Validation error of type ") }) { return "invalid" }
        guard errors.count == 1 else { return nil }
        switch errors[0]["errorType"]?.text {
        case "Unauthorized" where messages[0] == "Not Authorized to access \(place)": return "refused"
        case "Unauthorized" where messages[0].hasPrefix("Unauthorized on [") && messages[0].hasSuffix("]"):
            return "refused on " + messages[0].dropFirst(17).dropLast()
        case "ConditionalCheckFailedException" where messages[0].hasPrefix("The conditional request failed"):
            return "no record"
        default: return nil
        }
    }

    /// The words for records or events: those of the owner in the arguments, or all.
    static func set(_ ids: [String], asked: String?) -> String {
        if ids.isEmpty { return "none" }
        if let asked { return ids == [asked] ? "as asked" : ids.joined(separator: " and ") }
        return ids == ["foreign", "free", "own"] ? "all" : ids.joined(separator: " and ")
    }

    /// Whether the errors are those of refused fields of records, as many as there are nulls.
    private func haveRefused(_ field: String, _ count: Int) -> Bool {
        errors.count == count
            && errors.allSatisfy {
                $0["errorType"] == .string("Unauthorized")
                    && $0["message"] == .string("Not Authorized to access \(field) on type Note")
            }
    }

    /// The words for the title in the answer of a mutation.
    var mutationTitle: String {
        if data["title"]?.text != nil { return errors.isEmpty ? "" : ", " + Self.text(.object(response)) }
        return errors.isEmpty ? ", title hidden" : ", title refused"
    }

    /// The words for a record.
    func record(_ id: String) -> String {
        if data == .null { return "null" }
        guard data["id"] == .string(id) else { return Self.text(.object(response)) }
        if data["title"]?.text != nil, errors.isEmpty { return "record" }
        return haveRefused("title", 1) ? "record, no title" : Self.text(.object(response))
    }

    /// The words for the owner of a record.
    func owner(stored: RuleOwner) -> String {
        let owners = data["owner"].flatMap { ($0.elements ?? [$0]).compactMap(\.text) } ?? []
        switch owners {
        case [stored.owner]: return errors.isEmpty ? "as stored" : Self.text(.object(response))
        case [stored.shown]: return errors.isEmpty ? "last part" : Self.text(.object(response))
        default: return haveRefused("owner", 1) ? "no owner" : Self.text(.object(response))
        }
    }

    /// The words for a list, in which titles may be refused.
    func list(asked: String?) -> String {
        guard let items = data["items"]?.elements else { return Self.text(.object(response)) }
        let ids = items.compactMap { $0["id"]?.text }.sorted()
        let titled = items.filter { $0["title"]?.text != nil }.compactMap { $0["id"]?.text }
        guard ids.count == items.count, haveRefused("title", ids.count - titled.count) else {
            return Self.text(.object(response))
        }
        let set = Self.set(ids, asked: asked)
        if titled.count == ids.count { return set }
        return set + (titled.isEmpty ? ", no title" : ", title of " + titled.sorted().joined(separator: " and "))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseWire

/// Makes the stored fields of a record from the input of a mutation.
struct RecordInput {
    /// The values that the caller sent, without the version, in the form in which they are stored.
    let values: GraphQLObject
    /// The version that the caller has seen; 0 without one.
    let version: Int

    init(_ input: GraphQLObject) {
        values = input.reduce(into: GraphQLObject()) { values, member in
            if member.key != "_version" { values[member.key] = member.value.stored }
        }
        version = if case .int(let version)? = input["_version"] { version } else { 0 }
    }

    /// The fields of a new record: defaults, then the input, then what the server fills.
    func created(_ model: Model, owners: GraphQLObject, id: () -> String, at time: Date) -> GraphQLObject {
        var fields = GraphQLObject()
        for field in model.fields {
            if let value = field.defaultValue { fields[field.name.text] = value.stored }
        }
        for (name, value) in values { fields[name] = value }
        for (name, value) in owners { fields[name] = value }
        if let field = model.fields["id"], ["ID", "String"].contains(field.type.name), fields["id"] ?? .null == .null {
            fields["id"] = .string(id())
        }
        for name in [model.createdAt, model.updatedAt].compactMap({ $0 }) where fields[name] ?? .null == .null {
            fields[name] = .string(time.awsDateTime)
        }
        return fields.withoutNulls
    }

    /// The first field that must have a value and that the input of a change sets to `null`; `nil` if there is none.
    ///
    /// Of the time of the change, `null` means the present.
    func removedField(_ model: Model) -> String? {
        model.requiredFields.first { values[$0] == .null && $0 != model.updatedAt }
    }

    /// The fields of a changed record: those that the input does not have stay, and `null` removes.
    func updated(_ stored: GraphQLObject, _ model: Model, at time: Date) -> GraphQLObject {
        var fields = stored
        for (name, value) in values { fields[name] = value }
        if let name = model.updatedAt, values[name] ?? .null == .null { fields[name] = .string(time.awsDateTime) }
        return fields.withoutNulls
    }

    /// The fields of a record that was changed after the version of the caller: AUTOMERGE.
    ///
    /// `base` has the fields of the version that the caller has seen. A field that the caller did not change stays; a
    /// field that only the caller changed is taken. Without `base`, each value that differs counts as changed by both. Of what both
    /// changed, the server's scalars stay, elements of lists are appended, objects are merged member by member; what
    /// the server does not have is taken from the input.
    func merged(
        _ stored: GraphQLObject, since base: GraphQLObject?, _ model: Model, at time: Date
    ) -> GraphQLObject {
        var fields = Self.merged(stored, values, base).withoutNulls
        // A time that only a difference set would tell whether the input has what the caller may write but not read.
        if let name = model.updatedAt, values[name] ?? .null == .null { fields[name] = .string(time.awsDateTime) }
        return fields
    }

    private static func merged(
        _ stored: GraphQLObject, _ incoming: GraphQLObject, _ base: GraphQLObject?
    ) -> GraphQLObject {
        var fields = stored
        for (name, value) in incoming {
            let old = stored[name] ?? .null
            if let base {
                let seen = base[name] ?? .null
                if value.isSame(as: seen) { continue }
                if old.isSame(as: seen) {
                    fields[name] = value
                    continue
                }
            }
            switch (old, value) {
            case (_, .null): break
            case (.null, _): fields[name] = value
            case (let old, let new) where old.isSame(as: new): break
            case (.list(let old), .list(let new)): fields[name] = .list(old + new)
            case (.object(let old), .object(let new)):
                fields[name] = .object(merged(old, new, base?[name]?.members))
            default: break
            }
        }
        return fields
    }
}

extension GraphQLObject {
    /// The members in the form in which a store returns them.
    var stored: GraphQLObject { reduce(into: GraphQLObject()) { $0[$1.key] = $1.value.stored } }

    /// The members with a value.
    var withoutNulls: GraphQLObject {
        reduce(into: GraphQLObject()) { if $1.value != .null { $0[$1.key] = $1.value } }
    }
}

extension GraphQLValue {
    /// The value as a store returns it: names of enums are texts.
    var stored: GraphQLValue {
        switch self {
        case .enumeration(let name): .string(name)
        case .list(let elements): .list(elements.map(\.stored))
        case .object(let members): .object(members.stored)
        case .null, .int, .float, .string, .boolean: self
        }
    }
}

extension Date {
    /// The time in UTC with milliseconds, as the server fills it in: `2026-01-31T08:00:00.000Z`.
    var awsDateTime: String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        let whole = rest < 0 ? seconds - 1 : seconds
        let digits = String((rest + 1_000) % 1_000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return WireTimestamp.iso8601(Date(timeIntervalSince1970: Double(whole))).dropLast() + ".\(fraction)Z"
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
import GatehouseGraphQL

/// What happens to the stored records of an API when one compiled schema replaces another.
package struct SchemaPlan: Hashable, Sendable {
    /// A difference between two schemas, with the number of records that it touches.
    package struct Step: Hashable, Sendable, CustomStringConvertible {
        /// The model.
        package var model: String
        /// The difference.
        package var kind: Kind
        /// The number of records that it touches.
        package var records: Int

        /// Whether stored values are lost, or no longer fit the schema.
        package var isDestructive: Bool { records > 0 && kind.isDestructive }
    }

    /// The kinds of differences.
    package enum Kind: Hashable, Sendable {
        /// The model is new.
        case addModel
        /// The model is gone, with its records.
        case dropModel
        /// The primary key has other fields, or fields of other types.
        case changeKey
        /// A field is new.
        case addField(String)
        /// A field is gone, with its values.
        case dropField(String)
        /// A field has another type, which does not have all values of the former one.
        case changeType(String, from: String, to: String)
        /// The enum or the plain type of a field no longer has all of its values; they stay, and might not be readable.
        case narrowType(String, type: String)
        /// A field, perhaps a new one, is not `null` any more; it touches the records without a value.
        case requireField(String)
        /// An index is new; it is filled.
        case addIndex(String)
        /// An index has other fields.
        case changeIndex(String)
        /// An index is gone.
        case dropIndex(String)
        /// Rules name further fields with owners or groups.
        case indexOwners([String])

        /// Whether the difference loses values of the records that it touches.
        var isDestructive: Bool {
            switch self {
            case .dropModel, .changeKey, .dropField, .changeType, .narrowType, .requireField, .changeIndex: true
            case .addModel, .addField, .addIndex, .dropIndex, .indexOwners: false
            }
        }
    }

    /// The differences by model, in the order of the schemas.
    package private(set) var steps: [Step] = []

    /// The differences that lose values.
    package var losses: [Step] { steps.filter(\.isDestructive) }

    /// Whether no step loses values.
    package var isSafe: Bool { losses.isEmpty }

    /// Plans the way from one schema to another; `nil` is an API without a schema.
    package init(from former: DataAPI?, to next: DataAPI, counts: RecordCounts) {
        let formerModels = former?.models ?? []
        for model in next.models {
            if let old = former?.model(model.name) {
                compare(old, model, counts[model.name]) { former?.narrows($0, in: next) == true }
            } else {
                steps.append(Step(model: model.name, kind: .addModel, records: 0))
            }
        }
        for model in formerModels where next.model(model.name) == nil {
            steps.append(Step(model: model.name, kind: .dropModel, records: counts[model.name].records))
        }
    }

    /// The models of the former schema whose records the plan must count.
    package static func modelsToCount(from former: DataAPI?, to next: DataAPI) -> [Model] {
        let plan = SchemaPlan(from: former, to: next, counts: RecordCounts())
        let names = Set(plan.steps.filter(\.needsCount).map(\.model))
        return (former?.models ?? []).filter { names.contains($0.name) }
    }
}

extension SchemaPlan {
    private mutating func compare(
        _ old: Model, _ new: Model, _ counts: RecordCounts.OfModel, isNarrower: (_ type: String) -> Bool
    ) {
        func add(_ kind: Kind, _ records: Int) { steps.append(Step(model: new.name, kind: kind, records: records)) }
        if Self.changesKey(old, new) { add(.changeKey, counts.records) }
        for field in new.fields.elements where field.isStored {
            let name = field.name.text
            guard let former = old.fields[name], former.isStored else {
                add(.addField(name), 0)
                if field.type.isNonNull, field.isOfAuthor { add(.requireField(name), counts.records) }
                continue
            }
            let values = counts.values[name] ?? 0
            let isChanged = !former.type.hasOnlyValues(of: field.type) && !new.key.fields.contains(name)
            if isChanged {
                add(.changeType(name, from: "\(former.type)", to: "\(field.type)"), values)
            } else if isNarrower(field.type.name) {
                add(.narrowType(name, type: field.type.name), values)
            }
            guard field.type.isNonNull, field.isOfAuthor else { continue }
            // Values of the former type are lost, so that no record has one.
            if isChanged {
                add(.requireField(name), counts.records)
            } else if !former.type.isNonNull {
                add(.requireField(name), counts.records - values)
            }
        }
        // A field that the compiler added keeps its values: a later schema may add it again.
        for field in old.fields.elements where field.isStored && field.isOfAuthor {
            if new.fields[field.name.text]?.isStored != true {
                add(.dropField(field.name.text), counts.values[field.name.text] ?? 0)
            }
        }
        for index in new.indexes {
            guard let former = old.index(index.name) else {
                add(.addIndex(index.name), counts.records)
                continue
            }
            if former.partition != index.partition || former.sort != index.sort {
                add(.changeIndex(index.name), counts.records)
            }
        }
        for index in old.indexes where new.index(index.name) == nil { add(.dropIndex(index.name), 0) }
        let known = Set(old.access.recordFields)
        let fields = new.access.recordFields.filter { !known.contains($0) }
        if !fields.isEmpty { add(.indexOwners(fields), counts.records) }
    }

    private static func changesKey(_ old: Model, _ new: Model) -> Bool {
        guard old.key.fields == new.key.fields else { return true }
        return new.key.fields.contains { old.fields[$0]?.type.nullable != new.fields[$0]?.type.nullable }
    }
}

extension SchemaPlan.Step {
    /// Whether the number of records matters.
    fileprivate var needsCount: Bool {
        switch kind {
        case .addModel, .addField, .dropIndex: false
        case .dropModel, .changeKey, .dropField, .changeType, .narrowType, .requireField, .addIndex, .changeIndex,
            .indexOwners:
            true
        }
    }

    /// Whether the records of the model must get new places.
    var needsPlaces: Bool {
        switch kind {
        case .addIndex, .changeIndex, .indexOwners: true
        case .addModel, .dropModel, .changeKey, .addField, .dropField, .changeType, .narrowType, .requireField,
            .dropIndex:
            false
        }
    }

    /// The step in words, for people.
    package var description: String {
        let count = records == 1 ? "1 record" : "\(records) records"
        return switch kind {
        case .addModel: "\(model): the model is added"
        case .dropModel: "\(model): the model is dropped with \(count)"
        case .changeKey: "\(model): the primary key changes; \(count) with the former key would be dropped"
        case .addField(let field): "\(model).\(field): the field is added"
        case .dropField(let field): "\(model).\(field): the field is dropped; \(count) with a value would lose it"
        case .changeType(let field, let from, let to):
            "\(model).\(field): the type changes from \(from) to \(to); \(count) with a value would lose it"
        case .narrowType(let field, let type):
            "\(model).\(field): the type \(type) has fewer values or other members; \(count) with a value might not be "
                + "readable"
        case .requireField(let field):
            "\(model).\(field): the field must have a value; \(count) without one could not be read"
        case .addIndex(let index): "\(model): the index \(index) is added; it is filled with \(count)"
        case .changeIndex(let index):
            "\(model): the fields of the index \(index) change; readers of \(count) would get an index that is not filled"
        case .dropIndex(let index): "\(model): the index \(index) is dropped"
        case .indexOwners(let fields):
            "\(model): the owners and groups in \(fields.joined(separator: ", ")) are indexed, in \(count)"
        }
    }
}

/// The numbers of stored records that a plan needs.
package struct RecordCounts: Hashable, Sendable {
    /// The numbers of one model.
    package struct OfModel: Hashable, Sendable {
        /// The number of records, tombstones left out.
        package var records = 0
        /// The number of records with a value of a field, by the field's name.
        package var values: [String: Int] = [:]
    }

    private var models: [String: OfModel] = [:]

    /// Makes counts of an empty store.
    package init() {}

    /// The numbers of a model.
    package subscript(model: String) -> OfModel {
        get { models[model] ?? OfModel() }
        set { models[model] = newValue }
    }
}

extension ModelField {
    /// Whether the author wrote the field, or a relation whose stored end it is.
    fileprivate var isOfAuthor: Bool {
        switch origin {
        case .written, .relationKey: true
        case .key, .timestamp, .owner, .version: false
        }
    }
}

extension DataAPI {
    /// Whether an enum or a plain type has values in this schema that it does not have in another one.
    fileprivate func narrows(_ type: String, in next: DataAPI) -> Bool {
        var seen: Set<String> = []
        return narrows(type, in: next, &seen)
    }

    private func narrows(_ type: String, in next: DataAPI, _ seen: inout Set<String>) -> Bool {
        guard seen.insert(type).inserted else { return false }
        if let values = enums[type] { return !values.allSatisfy { next.enums[type]?.contains($0) == true } }
        guard let old = plainTypes[type] else { return false }
        guard let new = next.plainTypes[type] else { return true }
        for member in old.fields.elements {
            guard let other = new.fields[member.name.text], member.type.hasOnlyValues(of: other.type),
                member.type.isNonNull || !other.type.isNonNull, !narrows(member.type.name, in: next, &seen)
            else { return true }
        }
        return new.fields.elements.contains { $0.type.isNonNull && old.fields[$0.name.text] == nil }
    }
}

extension GraphQLType {
    /// Whether each value of this type, `null` left out, is a value of another one.
    fileprivate func hasOnlyValues(of other: GraphQLType) -> Bool {
        switch (nullable, other.nullable) {
        case (.named(let name), .named(let otherName)): name == otherName
        case (.list(let element), .list(let otherElement)):
            element.hasOnlyValues(of: otherElement) && (element.isNonNull || !otherElement.isNonNull)
        default: false
        }
    }
}

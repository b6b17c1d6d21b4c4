// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

extension SchemaCompiler {
    /// One end of a many-to-many relation.
    private struct End {
        var position: Int
        var field: FieldDefinition
        var directive: Directive
    }

    /// Makes the join models of many-to-many relations.
    mutating func compileJoins() {
        var names: [String] = []
        var ends: [String: [End]] = [:]
        for position in drafts.indices {
            for field in drafts[position].type.fields {
                guard let directive = field.directive("manyToMany") else { continue }
                guard let name = directive.string("relationName"), !name.isEmpty else { continue }
                if !field.isList {
                    report("@manyToMany must be used with a list.", drafts[position].name, at: directive.location)
                    continue
                }
                let title = Names.capital(name)
                if ends[title] == nil { names.append(title) }
                ends[title, default: []].append(End(position: position, field: field, directive: directive))
            }
        }
        for name in names { compileJoin(name, ends[name] ?? []) }
    }

    private mutating func compileJoin(_ name: String, _ ends: [End]) {
        guard !ends.contains(where: { written.meansModel($0.field.type.name.text) }) else { return }
        guard ends.count == 2 else {
            for end in ends {
                report(
                    "@manyToMany relation '\(end.directive.string("relationName") ?? name)' must be used in exactly two locations.",
                    drafts[end.position].name, at: end.directive.location)
            }
            return
        }
        let (one, other) = (ends[0], ends[1])
        var isValid = true
        for (end, opposite) in [(one, other), (other, one)] {
            let expected = drafts[opposite.position].name
            guard end.field.type.name.text != expected else { continue }
            isValid = false
            let message =
                positions[end.field.type.name.text] == nil
                ? "Object type \(end.field.type.name) must be annotated with @model."
                : "@manyToMany relation '\(name)' expects '\(expected)' but got '\(end.field.type.name)'."
            report(message, drafts[end.position].name, at: end.directive.location)
        }
        if one.position == other.position {
            isValid = false
            report(
                "@manyToMany relation '\(name)' cannot connect '\(drafts[one.position].name)' with itself.",
                drafts[one.position].name, at: one.directive.location)
        }
        if let taken = written[name] {
            isValid = false
            report(
                "'\(name)' is the join model of @manyToMany fields and a type of the schema.", name,
                at: taken.name.location)
        }
        guard isValid else { return }
        addJoin(name, one, other)
    }

    private mutating func addJoin(_ name: String, _ one: End, _ other: End) {
        var fields = [ModelField("id", .nonNull(.named("ID")), origin: .key)]
        var indexes: [RecordIndex] = []
        var relations: [ModelField] = []
        let plural = Plural.of(name)
        for end in [one, other] {
            let side = drafts[end.position]
            let small = Names.small(side.name)
            let keys = joinKeys(side)
            for (key, attribute) in zip(side.key.fields, keys) {
                let field = side.field(key)
                fields.append(
                    ModelField(
                        Name(attribute), .nonNull(field?.type.nullable ?? .named("ID")), kind: field?.kind ?? .scalar,
                        origin: .relationKey))
            }
            relations.append(
                ModelField(
                    Name(small), .nonNull(.named(side.name)),
                    kind: .relation(
                        Relation(.belongsTo, to: side.name, ownFields: keys, otherFields: side.key.fields))))
            let sort = Array(keys.dropFirst())
            indexes.append(
                RecordIndex(
                    name: "by\(side.title)", partition: keys[0], sort: sort,
                    queryField: Names.index(plural: plural, partition: keys[0], sort: sort)))
        }
        fields += relations
        for time in ["createdAt", "updatedAt"] {
            fields.append(ModelField(Name(time), .nonNull(.named("AWSDateTime")), origin: .timestamp))
        }
        positions[name] = drafts.count
        drafts.append(ModelDraft(joinType(name, one, other), join(name, plural, indexes), fields))
        for end in [one, other] {
            let side = drafts[end.position]
            guard var field = side.field(end.field.name.text) else { continue }
            field.type = .list(.named(name))
            field.kind = .relation(
                Relation(
                    .hasMany, to: name, ownFields: side.key.fields, otherFields: joinKeys(side),
                    index: "by\(side.title)", limit: end.directive.int("limit") ?? 100))
            drafts[end.position].replace(field)
        }
    }

    /// The attributes of the join model that hold a side's key.
    private func joinKeys(_ side: ModelDraft) -> [String] {
        let small = Names.small(side.name)
        return [small + Names.capital(side.key.partition)] + side.key.sort.map { small + Names.capital($0) }
    }

    /// The type of the join model with the rules of both sides.
    private func joinType(_ name: String, _ one: End, _ other: End) -> TypeDefinition {
        var type = TypeDefinition(.object, Name(name, at: one.directive.location))
        let sides = [drafts[one.position].type, drafts[other.position].type]
        type.directives = sides.compactMap { $0.directive("auth") }
        return type
    }

    private func join(_ name: String, _ plural: String, _ indexes: [RecordIndex]) -> Model {
        let isVersioned = settings.conflicts(of: name) != nil
        return Model(
            name: name, title: name, plural: plural, fields: [], key: RecordKey(), indexes: indexes,
            operations: ModelOperations(
                get: Names.camelCase("get", name), list: Names.camelCase("list", plural),
                sync: isVersioned ? Names.camelCase("sync", plural) : nil, create: Names.camelCase("create", name),
                update: Names.camelCase("update", name), delete: Names.camelCase("delete", name),
                onCreate: [Names.subscription("onCreate\(name)")], onUpdate: [Names.subscription("onUpdate\(name)")],
                onDelete: [Names.subscription("onDelete\(name)")]),
            createdAt: "createdAt", updatedAt: "updatedAt", isVersioned: isVersioned, isJoin: true,
            access: AccessMatrix(name, fields: []))
    }
}

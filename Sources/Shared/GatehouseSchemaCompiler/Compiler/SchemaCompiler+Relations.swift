// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

extension SchemaCompiler {
    /// Compiles all relations: first those that stand alone, then the ends that follow from them.
    mutating func compileRelations() {
        compileJoins()
        for position in drafts.indices where !drafts[position].isJoin {
            for field in drafts[position].type.fields {
                guard let directive = field.directive("hasOne") ?? field.directive("hasMany") else { continue }
                guard let other = relatedModel(directive, field, position) else { continue }
                if directive.name.text == "hasOne" {
                    compileHasOne(directive, field, position, to: other)
                } else {
                    compileHasMany(directive, field, position, to: other)
                }
            }
        }
        for position in drafts.indices where !drafts[position].isJoin {
            for field in drafts[position].type.fields {
                guard let directive = field.directive("belongsTo"),
                    let other = relatedModel(directive, field, position)
                else { continue }
                compileBelongsTo(directive, field, position, to: other)
            }
        }
        checkModelFields()
        checkMutualRelations()
    }

    /// The model of a relation, if the directive stands in a place where it may.
    private mutating func relatedModel(
        _ directive: Directive, _ field: FieldDefinition, _ position: Int
    ) -> Int? {
        let owner = drafts[position].name
        let kind = directive.name.text
        var message: String?
        if kind == "hasMany", !field.isList {
            message = "@hasMany must be used with a list. Use @hasOne for non-list types."
        } else if kind == "hasOne", field.isList {
            message = "@hasOne cannot be used with lists. Use @hasMany instead."
        } else if kind == "belongsTo", field.isList {
            message = "@belongsTo cannot be used with lists."
        } else if directive.arguments["fields"].map({ $0.value.kind != .null }) == true,
            directive.arguments["references"].map({ $0.value.kind != .null }) == true
        {
            message = "fields and references cannot be defined in the same \(kind). Use 'references'"
        } else if directive.strings("fields")?.isEmpty == true {
            message = "No fields passed to @\(kind) directive."
        } else if directive.strings("references")?.isEmpty == true {
            message = "No references passed to @\(kind) directive."
        } else if positions[field.type.name.text] == nil,
            written[field.type.name.text] != nil || isLeaf(field.type.name.text),
            !written.meansModel(field.type.name.text)
        {
            message = "Object type \(field.type.name) must be annotated with @model."
        }
        if let message {
            report(message, owner, at: directive.location)
            return nil
        }
        return positions[field.type.name.text]
    }

    // MARK: - has one

    private mutating func compileHasOne(
        _ directive: Directive, _ field: FieldDefinition, _ position: Int, to other: Int
    ) {
        let owner = drafts[position]
        let key = drafts[other].key.fields
        if let references = directive.strings("references") {
            guard checkFields(references, of: other, directive, owner.name),
                checkCount(references, owner.key.fields, directive, field, owner.name)
            else { return }
            let index = relationIndex(
                on: other, references, name: Names.relationIndex(of: owner.name, field: field.name.text))
            return relate(field, position, .hasOne, other, owner.key.fields, references, index: index)
        }
        if let fields = directive.strings("fields") {
            guard checkFields(fields, of: position, directive, owner.name),
                checkCount(fields, key, directive, field, owner.name)
            else { return }
            return relate(field, position, .hasOne, other, fields, key)
        }
        relate(field, position, .hasOne, other, addKeys(field, position, to: other), key)
    }

    /// Adds the attributes that hold the key of a related record, and returns their names.
    private mutating func addKeys(_ field: FieldDefinition, _ position: Int, to other: Int) -> [String] {
        let isRequired = field.type.type.isNonNull
        return drafts[other].key.fields.map { key in
            let name = Names.camelCase(drafts[position].name, field.name.text, key)
            let type = drafts[other].field(key)?.type.nullable ?? .named("ID")
            let kind = drafts[other].field(key)?.kind ?? .scalar
            drafts[position].add(
                ModelField(Name(name), isRequired ? .nonNull(type) : type, kind: kind, origin: .relationKey))
            return name
        }
    }

    // MARK: - has many

    private mutating func compileHasMany(
        _ directive: Directive, _ field: FieldDefinition, _ position: Int, to other: Int
    ) {
        let owner = drafts[position]
        let limit = directive.int("limit") ?? 100
        if let references = directive.strings("references") {
            guard checkFields(references, of: other, directive, owner.name),
                checkCount(references, owner.key.fields, directive, field, owner.name)
            else { return }
            let index = relationIndex(
                on: other, references, name: Names.relationIndex(of: owner.name, field: field.name.text))
            return relate(field, position, .hasMany, other, owner.key.fields, references, index: index, limit: limit)
        }
        let indexName = directive.string("indexName")
        if indexName != nil || directive.strings("fields") != nil {
            let own = directive.strings("fields") ?? [owner.key.partition]
            guard checkFields(own, of: position, directive, owner.name) else { return }
            var target = drafts[other].key.fields
            if let indexName {
                guard let index = drafts[other].indexes.first(where: { $0.name == indexName }) else {
                    let hint = hints.name(meantBy: indexName, among: drafts[other].indexes.lazy.map(\.name))
                    return report(
                        "Index \(indexName) does not exist for model \(drafts[other].name)"
                            + (hint.map { ".\(NameHints.question($0))" } ?? ""),
                        owner.name, at: directive.location)
                }
                target = [index.partition] + index.sort
            }
            guard own.count == 1 || own.count == target.count else {
                return report(
                    "Invalid @hasMany directive on \(field.name). Partial sort keys are not accepted.", owner.name,
                    at: directive.location)
            }
            return relate(
                field, position, .hasMany, other, own, Array(target.prefix(own.count)), index: indexName, limit: limit)
        }
        let isRequired = field.type.type.isNonNull
        let names = owner.key.fields.map { key in
            let name = Names.camelCase(owner.name, field.name.text, key)
            let keyField = owner.field(key)
            let type = keyField?.type.nullable ?? .named("ID")
            drafts[other].add(
                ModelField(
                    Name(name), isRequired ? .nonNull(type) : type, kind: keyField?.kind ?? .scalar,
                    origin: .relationKey))
            return name
        }
        let index = relationIndex(on: other, names, name: Names.relationIndex(of: owner.name, field: field.name.text))
        relate(field, position, .hasMany, other, owner.key.fields, names, index: index, limit: limit)
    }

    /// Adds an index for a relation, and returns its name.
    private mutating func relationIndex(on position: Int, _ fields: [String], name: String) -> String {
        if !drafts[position].indexes.contains(where: { $0.name == name }) {
            drafts[position].indexes.append(
                RecordIndex(name: name, partition: fields[0], sort: Array(fields.dropFirst())))
        }
        return name
    }

    // MARK: - belongs to

    private mutating func compileBelongsTo(
        _ directive: Directive, _ field: FieldDefinition, _ position: Int, to other: Int
    ) {
        let owner = drafts[position]
        let key = drafts[other].key.fields
        let partner = drafts[other].type.fields.first {
            $0.type.name.text == owner.name && ($0.directive("hasOne") ?? $0.directive("hasMany")) != nil
        }
        guard let partner else {
            return report(
                "\(drafts[other].name) must have a relationship with \(owner.name) in order to use @belongsTo.",
                owner.name, at: directive.location)
        }
        if let fields = directive.strings("fields") ?? directive.strings("references") {
            guard checkFields(fields, of: position, directive, owner.name),
                checkCount(fields, key, directive, field, owner.name)
            else { return }
            return relate(field, position, .belongsTo, other, fields, key)
        }
        // The ends of a has-many, and of a has-one by references, are attributes of this model.
        if let relation = drafts[other].field(partner.name.text)?.relation,
            relation.kind == .hasMany || partner.directive("hasOne")?.strings("references") != nil
        {
            guard relation.ownFields == key else {
                return report(
                    "Invalid @belongsTo directive on \(field.name). Partial sort keys are not accepted.", owner.name,
                    at: directive.location)
            }
            return relate(field, position, .belongsTo, other, relation.otherFields, key)
        }
        relate(field, position, .belongsTo, other, addKeys(field, position, to: other), key)
    }

    // MARK: - Parts

    private mutating func relate(
        _ field: FieldDefinition, _ position: Int, _ kind: Relation.Kind, _ other: Int, _ own: [String],
        _ target: [String], index: String? = nil, limit: Int = 100
    ) {
        guard var compiled = drafts[position].field(field.name.text) else { return }
        compiled.kind = .relation(
            Relation(
                kind, to: drafts[other].name, ownFields: own, otherFields: target, index: index, limit: limit))
        drafts[position].replace(compiled)
    }

    private mutating func checkFields(
        _ names: [String], of position: Int, _ directive: Directive, _ owner: String
    ) -> Bool {
        var isValid = true
        for name in names where drafts[position].field(name)?.relation != nil || drafts[position].field(name) == nil {
            isValid = false
            let hint = hints.name(meantBy: name, among: drafts[position].fields.lazy.map(\.name.text))
            report(
                "\(name) is not a field in \(drafts[position].name)"
                    + (hint.map { ".\(NameHints.question($0))" } ?? ""),
                owner, at: directive.location)
        }
        return isValid
    }

    /// A relation names the whole key of the other record.
    private mutating func checkCount(
        _ names: [String], _ key: [String], _ directive: Directive, _ field: FieldDefinition, _ owner: String
    ) -> Bool {
        if names.count == key.count { return true }
        report(
            "Invalid @\(directive.name) directive on \(field.name). Partial sort keys are not accepted.", owner,
            at: directive.location)
        return false
    }

    /// A field with another model's type has to say how its records are found.
    private mutating func checkModelFields() {
        for position in drafts.indices {
            let draft = drafts[position]
            for field in draft.type.fields where positions[field.type.name.text] != nil {
                let directives = ["hasOne", "hasMany", "belongsTo", "manyToMany", "function"]
                guard !directives.contains(where: { field.directive($0) != nil }), !draft.isJoin else { continue }
                let cure = field.isList ? "@hasMany or @manyToMany" : "@belongsTo or @hasOne"
                warn(
                    "The field '\(field.name)' has the type of a model, but no relation; it is always null. Write \(cure) "
                        + "after its type.",
                    draft.name, at: field.name.location)
            }
        }
    }

    /// With versions, each end of a relation would need the other one first.
    private mutating func checkMutualRelations() {
        var pairs: Set<[String]> = []
        for draft in drafts where settings.conflicts(of: draft.name) != nil {
            for field in draft.fields {
                guard let relation = field.relation, relation.kind != .belongsTo else { continue }
                guard relation.model != draft.name, let other = self.draft(named: relation.model) else { continue }
                let isMutual = other.fields.contains {
                    $0.relation.map { $0.kind != .belongsTo && $0.model == draft.name } ?? false
                }
                guard isMutual, pairs.insert([draft.name, other.name].sorted()).inserted else { continue }
                report(
                    "\(draft.name) and \(other.name) cannot refer to each other via @hasOne or @hasMany when DataStore is in use. Use @belongsTo instead. See https://docs.amplify.aws/cli/graphql/data-modeling/#belongs-to-relationship",
                    draft.name, at: field.name.location)
            }
        }
    }
}

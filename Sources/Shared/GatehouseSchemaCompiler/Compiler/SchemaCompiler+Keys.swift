// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

extension SchemaCompiler {
    /// Compiles `@primaryKey` and `@index` of a model.
    mutating func compileKeys(_ position: Int) {
        let type = drafts[position].type
        var hasKey = false
        for field in type.fields {
            for directive in field.directives {
                switch directive.name.text {
                case "primaryKey":
                    if hasKey {
                        report(
                            "You may only supply one primary key on type '\(type.name)'.", type.name.text,
                            at: directive.location)
                    } else {
                        compileKey(directive, field, position)
                    }
                    hasKey = true
                case "index": compileIndex(directive, field, position)
                default: break
                }
            }
        }
        if !hasKey { checkID(type) }
    }

    /// A declared `id` is the key, so that it must have a value that finds one record.
    private mutating func checkID(_ type: TypeDefinition) {
        guard let field = type.fields["id"] else { return }
        let name = type.name.text
        if !isKeyType(field.type.type) {
            report("The primary key on type '\(name).id' cannot be a non-scalar.", name, at: field.name.location)
        } else if !field.type.type.isNonNull {
            report("The primary key on type '\(name)' must reference non-null fields.", name, at: field.name.location)
        }
    }

    private mutating func compileKey(_ directive: Directive, _ field: FieldDefinition, _ position: Int) {
        let type = drafts[position].type
        let name = type.name.text
        var isValid = true
        func fail(_ compiler: inout SchemaCompiler, _ message: String) {
            isValid = false
            compiler.report(message, name, at: directive.location)
        }
        let sort = directive.strings("sortKeyFields") ?? []
        for (index, part) in ([field.name.text] + sort).enumerated() {
            if index > 0, part == field.name.text {
                fail(&self, "@primaryKey field '\(part)' cannot reference itself.")
                continue
            }
            guard let partType = type.fields[part]?.type.type else {
                let hint = hint(forKeyField: part, position)
                fail(
                    &self, "Can't find field '\(part)' in \(name), but it was specified in the primary key.\(hint)")
                continue
            }
            if !isKeyType(partType) {
                fail(&self, "The primary key on type '\(name).\(part)' cannot be a non-scalar.")
            } else if !partType.isNonNull {
                fail(&self, "The primary key on type '\(name)' must reference non-null fields.")
            }
        }
        if isValid { drafts[position].key = RecordKey(partition: field.name.text, sort: sort, isCustom: true) }
    }

    private mutating func compileIndex(_ directive: Directive, _ field: FieldDefinition, _ position: Int) {
        let type = drafts[position].type
        let name = type.name.text
        let sort = directive.strings("sortKeyFields") ?? []
        let usual = Names.index(plural: drafts[position].plural, partition: field.name.text, sort: sort)
        let index = directive.string("name") ?? usual
        var isValid = true
        if drafts[position].indexes.contains(where: { $0.name == index }) {
            isValid = false
            report(
                "You may only supply one @index with the name '\(index)' on type '\(name)'.", name,
                at: directive.location)
        }
        for (number, part) in ([field.name.text] + sort).enumerated() {
            if number > 0, part == field.name.text {
                isValid = false
                report("@index field '\(part)' cannot reference itself.", name, at: directive.location)
                continue
            }
            // Stored ends of relations may be indexed without being declared; they are known later.
            guard let partType = type.fields[part]?.type.type else {
                isValid = false
                let hint = hint(forKeyField: part, position)
                report(
                    "Can't find field '\(part)' in \(name), but it was specified in index '\(index)'.\(hint)", name,
                    at: directive.location)
                continue
            }
            if !isKeyType(partType) {
                isValid = false
                report(
                    "Index '\(index)' on type '\(name).\(part)' cannot be a non-scalar.", name, at: directive.location)
            }
        }
        guard isValid else { return }
        let query = directive.isNull("queryField") ? nil : directive.string("queryField") ?? usual
        drafts[position].indexes.append(
            RecordIndex(name: index, partition: field.name.text, sort: sort, queryField: query))
    }

    /// What to write in place of a field of a key that the author did not declare: its declaration, if the compiler
    /// adds the field, or the name that was meant.
    private mutating func hint(forKeyField name: String, _ position: Int) -> String {
        if let field = drafts[position].field(name) {
            return " The compiler adds this field; declare it to use it in a key: \(name): \(field.type)"
        }
        return hints.meant(by: name, among: drafts[position].type.fields.lazy.map(\.name.text))
    }

    /// Whether the values are of a scalar type or an enum, and not lists.
    func isKeyType(_ type: GraphQLType) -> Bool {
        guard case .named(let name) = type.nullable else { return false }
        return isLeaf(name)
    }

    /// Whether the type is a scalar or an enum.
    func isLeaf(_ name: String) -> Bool {
        switch written[name]?.kind {
        case .scalar, .enumeration: true
        case nil: ScalarRules.builtInNames.contains(name) || WrittenPrelude.scalarNames.contains(name)
        default: false
        }
    }

    // MARK: - Defaults

    /// Compiles `@default` of a model's fields.
    mutating func compileDefaults(_ position: Int) {
        let type = drafts[position].type
        for field in type.fields {
            for directive in field.directives where directive.name.text == "default" {
                guard let value = defaultValue(directive, field, type.name.text),
                    var compiled = drafts[position].field(field.name.text)
                else { continue }
                compiled.defaultValue = value
                drafts[position].replace(compiled)
            }
        }
    }

    private mutating func defaultValue(
        _ directive: Directive, _ field: FieldDefinition, _ type: String
    ) -> GraphQLValue? {
        let name = field.type.name.text
        var message: String?
        // An unknown type has an error of its own.
        guard written[name] != nil || isLeaf(name) else { return nil }
        if !isKeyType(field.type.type) {
            message = "The @default directive may only be added to scalar or enum field types."
        } else if directive.isNull("value") {
            message = "The @default directive does not support null values."
        } else if directive.arguments["value"] == nil {
            message = "The @default directive requires a value property on non-Postgres datasources."
        }
        guard message == nil, let text = directive.string("value") else {
            // A value of another type is an error of the language.
            if let message { report(message, type, at: directive.location) }
            return nil
        }
        if let values = written.enums[name] {
            if values.contains(text) { return .enumeration(text) }
            let hint = hints.meant(by: text, among: values)
            report("Default value \"\(text)\" is not a member of \(name) enum.\(hint)", type, at: directive.location)
            return nil
        }
        if let value = AWSScalars.value(of: text, as: name) { return value }
        report("Default value \"\(text)\" is not a valid \(name).", type, at: directive.location)
        return nil
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// A model while it is compiled.
struct ModelDraft {
    /// The type as its author wrote it; that of a join model is made.
    let type: TypeDefinition
    /// The model; its fields are those in `fields`.
    private var base: Model
    /// The fields so far.
    var fields: [ModelField]

    init(_ type: TypeDefinition, _ model: Model, _ fields: [ModelField]) {
        self.type = type
        base = model
        self.fields = fields
    }

    /// The name of the type.
    var name: String { base.name }
    /// The name with a capital.
    var title: String { base.title }
    /// The plural of the title.
    var plural: String { base.plural }
    /// The primary key.
    var key: RecordKey {
        get { base.key }
        set { base.key = newValue }
    }
    /// The indexes so far.
    var indexes: [RecordIndex] {
        get { base.indexes }
        set { base.indexes = newValue }
    }
    /// The names of the operations.
    var operations: ModelOperations { base.operations }
    /// The rules.
    var access: AccessMatrix {
        get { base.access }
        set { base.access = newValue }
    }
    /// Whether the model was made for a many-to-many relation.
    var isJoin: Bool { base.isJoin }

    /// The model with the fields so far.
    var model: Model {
        var model = base
        model.fields = NamedList(fields)
        return model
    }

    /// The field with a name.
    func field(_ name: String) -> ModelField? { fields.first { $0.name.text == name } }

    /// Adds a field unless there is one of the name.
    mutating func add(_ field: ModelField) {
        if self.field(field.name.text) == nil { fields.append(field) }
    }

    /// Replaces a field.
    mutating func replace(_ field: ModelField) {
        guard let position = fields.firstIndex(where: { $0.name.text == field.name.text }) else { return }
        fields[position] = field
    }
}

extension SchemaCompiler {
    /// Makes the draft of a type with `@model`: names, fields, times.
    mutating func draft(_ type: TypeDefinition) {
        let name = type.name.text
        guard positions[name] == nil, let directive = type.directive("model") else { return }
        if written.rootKind(of: name) != nil || Self.reserved.contains(name) {
            report(
                "'\(name)' is a reserved type name and currently in use within the default schema element.", name,
                at: type.name.location)
        }
        let title = Names.capital(name)
        let plural = Plural.of(title)
        var fields = type.fields.map { modelField($0, of: name) }
        let hasKey = type.fields.contains { $0.directive("primaryKey") != nil }
        if !hasKey, type.fields["id"] == nil {
            fields.insert(ModelField("id", .nonNull(.named("ID")), origin: .key), at: 0)
        }
        let times = timestamps(directive, &fields)
        let model = Model(
            name: name, title: title, plural: plural, fields: [], key: RecordKey(), indexes: [],
            operations: operations(directive, name, title: title, plural: plural), createdAt: times.createdAt,
            updatedAt: times.updatedAt, isVersioned: settings.conflicts(of: name) != nil, isJoin: false,
            access: AccessMatrix(name, fields: []))
        positions[name] = drafts.count
        drafts.append(ModelDraft(type, model, fields))
    }

    /// Names that the generated schema has whatever the models are.
    private static let reserved: Set<String> = [
        "ModelSortDirection", "ModelAttributeTypes", "ModelSizeInput", "ModelStringInput", "ModelIDInput",
        "ModelIntInput", "ModelFloatInput", "ModelBooleanInput",
    ]

    /// The field of a written one, before its relation is known.
    func modelField(_ field: FieldDefinition, of type: String) -> ModelField {
        let name = field.type.name.text
        let kind: ModelField.Kind
        switch written[name]?.kind {
        case .enumeration: kind = .enumeration
        case .object, .interface, .union: kind = .plain
        default: kind = .scalar
        }
        return ModelField(
            field.name, field.type.type, kind: kind, functions: functions(of: field), description: field.description)
    }

    /// The functions of a field.
    func functions(of field: FieldDefinition) -> [FunctionCall] {
        field.directives.filter { $0.name.text == "function" }.compactMap { directive in
            directive.string("name").map {
                FunctionCall(
                    $0, region: directive.string("region"), account: directive.string("accountId"),
                    isEvent: directive.string("invocationType") == "Event")
            }
        }
    }

    /// The fields of times that the server fills; generated ones are added.
    private func timestamps(
        _ directive: Directive, _ fields: inout [ModelField]
    ) -> (createdAt: String?, updatedAt: String?) {
        var names: [String?] = []
        for kind in ["createdAt", "updatedAt"] {
            guard let name = Self.name(directive.arguments["timestamps"]?.value, kind, default: kind) else {
                names.append(nil)
                continue
            }
            if let position = fields.firstIndex(where: { $0.name.text == name }) {
                // A declared field of another type is an ordinary one.
                names.append(fields[position].type.nullable == .named("AWSDateTime") ? name : nil)
            } else {
                fields.append(ModelField(Name(name), .nonNull(.named("AWSDateTime")), origin: .timestamp))
                names.append(name)
            }
        }
        return (names[0], names[1])
    }

    /// The name in a map of names: `nil` if the map or the name is `null`.
    private static func name(_ map: Literal?, _ key: String, default name: String) -> String? {
        guard let map else { return name }
        if map.kind == .null { return nil }
        guard let value = map[key] else { return name }
        return value.kind == .null ? nil : value.text ?? name
    }

    private func operations(
        _ directive: Directive, _ name: String, title: String, plural: String
    ) -> ModelOperations {
        let queries = directive.arguments["queries"]?.value
        let mutations = directive.arguments["mutations"]?.value
        let subscriptions = directive.arguments["subscriptions"]?.value
        let isVersioned = settings.conflicts(of: name) != nil
        var operations = ModelOperations(
            get: Self.name(queries, "get", default: Names.camelCase("get", title)),
            list: Self.name(queries, "list", default: Names.camelCase("list", plural)),
            sync: isVersioned ? Self.name(queries, "sync", default: Names.camelCase("sync", plural)) : nil,
            create: Self.name(mutations, "create", default: Names.camelCase("create", title)),
            update: Self.name(mutations, "update", default: Names.camelCase("update", title)),
            delete: Self.name(mutations, "delete", default: Names.camelCase("delete", title)),
            level: subscriptions?["level"]?.text.flatMap(ModelOperations.Level.init) ?? .on)
        guard subscriptions?.kind != .null, operations.level != .off else {
            operations.level = .off
            return operations
        }
        func names(_ key: String) -> [String] {
            guard let value = subscriptions?[key] else { return [Names.subscription(Names.camelCase(key, title))] }
            return value.kind == .null ? [] : (value.texts ?? [])
        }
        if operations.create != nil { operations.onCreate = names("onCreate") }
        if operations.update != nil { operations.onUpdate = names("onUpdate") }
        if operations.delete != nil { operations.onDelete = names("onDelete") }
        return operations
    }

    /// Refuses directives in places where they mean nothing.
    mutating func checkPlaces() {
        for type in written.types where type.kind == .object || type.kind == .interface {
            let name = type.name.text
            let isModel = written.isModel(type) || written.meansModel(type)
            if type.directive("auth") != nil, !isModel, let directive = type.directive("auth") {
                report("Types annotated with @auth must also be annotated with @model.", name, at: directive.location)
            }
            for field in type.fields {
                for directive in field.directives { check(directive, on: field, of: type, isModel: isModel) }
            }
        }
    }

    private mutating func check(
        _ directive: Directive, on field: FieldDefinition, of type: TypeDefinition, isModel: Bool
    ) {
        let name = type.name.text
        switch directive.name.text {
        case "primaryKey", "index", "default":
            guard !isModel else { return }
            report(
                "The @\(directive.name) directive may only be added to object definitions annotated with @model.", name,
                at: directive.location)
        case "hasOne", "hasMany", "belongsTo", "manyToMany":
            guard !isModel else { return }
            report("@\(directive.name) must be on an @model object type field.", name, at: directive.location)
        case "auth" where type.kind == .interface:
            report(
                "The @auth directive cannot be placed on an interface's field. See \(name).\(field.name)", name,
                at: directive.location)
        case "function" where directive.string("invocationType") == "Event":
            let kind = written.rootKind(of: name)
            guard kind != .query, kind != .mutation else { return }
            report(
                "@function with invocationType Event is allowed on fields of Query and Mutation only.", name,
                at: directive.location)
        default: break
        }
    }
}

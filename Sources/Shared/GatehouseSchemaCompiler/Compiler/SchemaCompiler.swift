// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// Makes a compiled schema of a written one.
///
/// This file has the order of the steps; the others have the steps. Each step reports all errors that it finds, and the
/// following ones work with what is left, so that an author sees all errors at once.
struct SchemaCompiler {
    let written: WrittenSchema
    let settings: DataSettings
    var errors: [SchemaNotice]
    var warnings: [SchemaNotice]
    /// Sentences about unknown names.
    var hints = NameHints()
    /// The models by the names of their types, in the order of the schema.
    var drafts: [ModelDraft] = []
    var positions: [String: Int] = [:]

    init(_ written: WrittenSchema, _ settings: DataSettings) {
        self.written = written
        self.settings = settings
        errors = written.errors
        warnings = written.warnings
    }

    /// Notes an error.
    mutating func report(_ message: String, _ type: String?, at location: SourceLocation) {
        if errors.count < 1_000 { errors.append(SchemaNotice(message, type: type, at: location)) }
    }

    /// Notes what the author should know.
    mutating func warn(_ message: String, _ type: String?, at location: SourceLocation) {
        if warnings.count < 1_000 { warnings.append(SchemaNotice(message, type: type, at: location)) }
    }

    mutating func compile() throws(SchemaErrors) -> CompiledSchema {
        checkLimits()
        checkLanguage()
        checkPlaces()
        for type in written.models { draft(type) }
        for position in drafts.indices { compileKeys(position) }
        compileRelations()
        checkConflictHandlers()
        for position in drafts.indices { compileDefaults(position) }
        for position in drafts.indices { compileRules(position) }
        let plainTypes = compilePlainTypes()
        let rootFields = compileRootFields()
        let models = drafts.map(\.model)
        checkRootNames(models)
        warnOfRootFields(rootFields, models)
        checkQueries()
        guard errors.isEmpty else { throw SchemaErrors(errors) }

        var generator = SchemaGenerator(written, settings, models, plainTypes, rootFields)
        let generated = generator.generate()
        let schema: Schema
        do {
            schema = try Schema(generated)
        } catch {
            throw SchemaErrors(error.errors.map { notice($0) })
        }
        let api = DataAPI(
            settings: settings, models: models, enums: written.enums, plainTypes: plainTypes, rootFields: rootFields,
            isSandbox: written.isSandbox, schema: schema, text: generated.printed(), warnings: warnings.sorted())
        let rules = Dictionary(drafts.map { ($0.name, writtenRules(of: $0)) }) { first, _ in first }
        return CompiledSchema(api: api, types: NamedList(written.types), rules: rules)
    }

    /// The draft of a model.
    func draft(named name: String) -> ModelDraft? { positions[name].map { drafts[$0] } }

    /// An error of the language with the type in which it is.
    func notice(_ error: GraphQLError) -> SchemaNotice {
        let location = error.locations.first ?? .none
        return SchemaNotice(error.message, type: location == .none ? nil : written.type(at: location), at: location)
    }

    /// The rules of a model's type as their author wrote them; a join model has those of both sides.
    private func writtenRules(of draft: ModelDraft) -> [AuthRule] {
        draft.type.directives.filter { $0.name.text == "auth" }
            .flatMap { $0.arguments["rules"]?.value.elements ?? [] }
            .compactMap { AuthRule($0, settings) }
    }

    // MARK: - Checks of the whole

    /// Warns about handlers of models that the schema does not have.
    private mutating func checkConflictHandlers() {
        for name in settings.modelConflicts.keys.sorted() where positions[name] == nil {
            warn(
                "The conflict handler of the model '\(name)' has no effect: the schema has no such model.", nil,
                at: .none)
        }
    }

    private mutating func checkLimits() {
        if written.typeCount > DataAPI.typeCount {
            report(
                "The schema has \(written.typeCount) types; at most \(DataAPI.typeCount) are allowed.", nil, at: .none)
        }
        for type in written.types {
            let count = max(type.fields.count, type.inputFields.count)
            // The fields of root types are limited by the size of the schema alone.
            guard count > DataAPI.fieldCount, written.rootKind(of: type.name.text) == nil else { continue }
            report(
                "The type has \(count) fields; at most \(DataAPI.fieldCount) are allowed.", type.name.text,
                at: type.name.location)
        }
    }

    /// Checks the grammar's meaning: types exist, directives have their arguments, names are there once.
    private mutating func checkLanguage() {
        do {
            _ = try Schema(written.checkedDocument, synonyms: WrittenPrelude.synonyms)
        } catch {
            for error in error.errors where errors.count < 1_000 { errors.append(notice(error)) }
        }
    }

    /// Refuses a schema without any query, which has no error but that a `@model` is missing.
    private mutating func checkQueries() {
        guard errors.isEmpty, written.models.isEmpty, written.roots[.query] == nil else { return }
        let plain = written.types.first { $0.kind == .object && written.rootKind(of: $0.name.text) == nil }
        report(
            "No type has @model, so the API would have no records and no queries. Write @model after the name of each "
                + "type with records: type \(plain?.name.text ?? "Todo") @model { … }", plain?.name.text,
            at: plain?.name.location ?? .none)
    }

    /// Refuses two operations with one name; two models whose names differ by case only have one error.
    private mutating func checkRootNames(_ models: [Model]) {
        var owners: [String: String] = [:]
        var clashes: Set<[String]> = []
        for type in written.types {
            guard let kind = written.rootKind(of: type.name.text) else { continue }
            for field in type.fields { owners["\(kind).\(field.name)"] = type.name.text }
        }
        for model in models {
            let operations = model.operations
            let queries = [operations.get, operations.list, operations.sync] + model.indexes.map(\.queryField)
            let names =
                queries.compactMap { $0.map { "query.\($0)" } }
                + [operations.create, operations.update, operations.delete].compactMap { $0.map { "mutation.\($0)" } }
                + (operations.onCreate + operations.onUpdate + operations.onDelete).map { "subscription.\($0)" }
            for name in names {
                guard let other = owners.updateValue(model.name, forKey: name) else { continue }
                guard positions[other] == nil || clashes.insert([other, model.name]).inserted else { continue }
                let location = written[model.name]?.name.location ?? .none
                report("The operation '\(name)' is already an operation of '\(other)'.", model.name, at: location)
            }
        }
    }
}

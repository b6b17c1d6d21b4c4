// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// Writes the schema that requests are validated against: the author's types and all that models add to them.
///
/// Types are written as text, which the parser reads: a reader of this file sees what a client sees.
struct SchemaGenerator {
    let written: WrittenSchema
    let settings: DataSettings
    let models: [Model]
    let plainTypes: [String: PlainType]
    private let byName: [String: Model]
    /// The rules of fields without records, by type and field.
    private var fieldAccess: [String: [String: AccessMatrix]]
    /// The text of the generated types.
    private var text = ""
    /// The text of the generated root fields.
    private var roots: [OperationKind: [String]] = [:]
    /// The names of the shared inputs that are used.
    private(set) var shared: Set<String> = []

    init(
        _ written: WrittenSchema, _ settings: DataSettings, _ models: [Model], _ plainTypes: [String: PlainType],
        _ rootFields: [RootField]
    ) {
        self.written = written
        self.settings = settings
        self.models = models
        self.plainTypes = plainTypes
        byName = Dictionary(models.map { ($0.name, $0) }) { first, _ in first }
        fieldAccess = plainTypes.mapValues(\.access)
        for field in rootFields {
            guard let root = written.roots[field.operation] else { continue }
            fieldAccess[root, default: [:]][field.name] = field.access
        }
    }

    /// The document of the whole schema.
    mutating func generate() -> Document {
        for model in models { write(model) }
        writePlainInputs()
        writeEnumInputs()
        writeSharedInputs()
        var definitions = WrittenPrelude.parse(WrittenPrelude.scalars + "\n" + WrittenPrelude.modes).definitions
        definitions += written.keptDefinitions
        for type in written.types where !written.isModel(type) && written.rootKind(of: type.name.text) == nil {
            definitions.append(.type(withoutCompileTime(type, modes: nestedModes(of: type.name.text))))
        }
        definitions += rootTypes()
        // A schema without models has no text of its own, and an empty text is no document.
        if !text.isEmpty { definitions += WrittenPrelude.parse(text).definitions }
        return Document(definitions)
    }

    /// Adds lines of text.
    mutating func add(_ lines: String) { text += lines + "\n" }

    /// Adds a root field.
    mutating func add(_ field: String, to root: OperationKind) { roots[root, default: []].append(field) }

    /// Notes the use of a shared input, and returns its name.
    mutating func use(_ name: String) -> String {
        shared.insert(name)
        return name
    }

    /// The model with a name.
    func model(_ name: String) -> Model? { byName[name] }

    // MARK: - Types of the author

    private func rootTypes() -> [Definition] {
        var definitions: [Definition] = []
        var entries: [SchemaDefinition.Root] = []
        for (kind, usual) in WrittenSchema.usualRoots {
            let name = written.roots[kind] ?? usual
            var type = written[name].map { withoutCompileTime($0, modes: "") } ?? TypeDefinition(.object, Name(name))
            let fields = roots[kind] ?? []
            if !fields.isEmpty {
                let document = WrittenPrelude.parse("type \(name) {\n\(fields.joined(separator: "\n"))\n}")
                for case .type(let generated) in document.definitions {
                    for field in generated.fields { type.fields.append(field) }
                }
            }
            guard !type.fields.isEmpty else { continue }
            definitions.append(.type(type))
            entries.append(SchemaDefinition.Root(kind, Name(name)))
        }
        let isUsual = entries.allSatisfy { entry in
            WrittenSchema.usualRoots.contains { $0.0 == entry.kind && $0.1 == entry.type.text }
        }
        if !isUsual { definitions.insert(.schema(SchemaDefinition(roots: entries)), at: 0) }
        return definitions
    }

    /// A type without what only the compiler reads; rules of fields become directives of modes.
    private func withoutCompileTime(_ type: TypeDefinition, modes: String) -> TypeDefinition {
        var type = type
        type.directives.removeAll { WrittenPrelude.compileTime.contains($0.name.text) }
        if type.kind == .object, !type.directives.contains(where: { $0.name.text.hasPrefix("aws_") }) {
            type.directives += Self.directives(modes)
        }
        let access = fieldAccess[type.name.text] ?? [:]
        type.fields = NamedList(
            type.fields.map { field in
                var field = field
                field.directives.removeAll { WrittenPrelude.compileTime.contains($0.name.text) }
                if let matrix = access[field.name.text] {
                    let text = directives(matrix.modes(for: AccessAction.allCases), isField: true)
                    field.directives += Self.directives(text)
                }
                return field
            })
        return type
    }

    private static func directives(_ text: String) -> [Directive] {
        guard !text.isEmpty else { return [] }
        guard case .type(let type)? = WrittenPrelude.parse("type T \(text) { f: Int }").definitions.first else {
            return []
        }
        return type.directives
    }

    // MARK: - Modes

    /// The directives that admit modes, with a blank in front of each; none if the default mode is the only one.
    func directives(_ modes: Set<AuthorizationMode>, isField: Bool = false) -> String {
        guard modes != [settings.defaultMode] || isField else { return "" }
        return settings.modes.filter(modes.contains).map { " @\($0.directive)" }.joined()
    }

    /// The directives of a model's type and connection.
    func directives(of model: Model) -> String { directives(model.access.modes(for: AccessAction.allCases)) }

    /// The directives of a plain type: those of the models that hold it.
    private func nestedModes(of name: String) -> String {
        var modes: Set<AuthorizationMode> = []
        for model in models where holds(name, model.fields, seen: []) {
            modes.formUnion(model.access.modes(for: AccessAction.allCases))
        }
        return modes.isEmpty ? "" : directives(modes)
    }

    private func holds(_ name: String, _ fields: NamedList<ModelField>, seen: Set<String>) -> Bool {
        fields.contains { field in
            guard field.kind == .plain else { return false }
            let type = field.type.name
            if type == name { return true }
            guard !seen.contains(type), let plain = plainTypes[type] else { return false }
            return holds(name, plain.fields, seen: seen.union([type]))
        }
    }
}

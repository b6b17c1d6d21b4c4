// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The two files of a type whose values are stored inside records.
struct PlainTypeFile {
    private let type: ClientSchema.PlainType
    private let name: String

    init(_ type: ClientSchema.PlainType) {
        self.type = type
        name = SwiftName.escaped(type.name)
    }

    /// The content of the file with the type: `Place.swift`.
    var text: String {
        let properties = type.properties.map { "var \($0.identifier): \($0.swiftType)" }
        return ([String].fileStart + ["public struct \(name): Embeddable {"] + properties.indented() + ["}"]).fileText
    }

    /// The content of the file with the description: `Place+Schema.swift`.
    var schemaText: String {
        let keys = KeysConstant(type.name)
        let fields = ["model.fields("] + type.properties.map(keys.field).separated.indented() + [")"]
        let lines = ["let \(keys.name) = \(name).keys", ""] + PluralText.lines(type.plural) + [""] + fields
        let body = CodingKeysText.lines(type.properties) + [""] + SchemaText.lines(lines)
        return ([String].fileStart + ["extension \(name) {"] + body.indented() + ["}"]).fileText
    }
}

/// The file of an enum: `Status.swift`.
struct EnumFile {
    private let type: ClientSchema.Enumeration

    init(_ type: ClientSchema.Enumeration) { self.type = type }

    /// The content of the file.
    var text: String {
        let cases = type.values.map { value in
            let name = SwiftName.escaped(value.name)
            return value.name == value.raw ? "case \(name)" : "case \(name) = \(SwiftName.literal(value.raw))"
        }
        let head = "public enum \(SwiftName.escaped(type.name)): String, EnumPersistable {"
        return ([String].fileStart + [head] + cases.indented() + ["}"]).fileText
    }
}

/// The file that registers all models: `AmplifyModels.swift`.
struct RegistryFile {
    private let schema: ClientSchema

    init(_ schema: ClientSchema) { self.schema = schema }

    /// The content of the file.
    var text: String {
        let registrations = schema.models.map {
            "ModelRegistry.register(modelType: \(SwiftName.escaped($0.name)).self)"
        }
        let version = SwiftName.literal(SchemaVersion(schema).text)
        let body =
            [
                "/// It changes with the models. DataStore rebuilds its local database when it differs.",
                "public let version: String = \(version)", "",
                "public func registerModels(registry: ModelRegistry.Type) {",
            ] + registrations.indented() + ["}"]
        return
            ([String].fileStart + [
                "/// Registers all models of the schema.",
                "final public class AmplifyModels: AmplifyModelRegistration {",
            ] + body.indented() + ["}"]).fileText
    }
}

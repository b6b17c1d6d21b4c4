// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel

/// The file of a model's description: `Post+Schema.swift`.
struct SchemaFile {
    private let model: ClientSchema.Model
    private let name: String
    private let keys: KeysConstant

    init(_ model: ClientSchema.Model) {
        self.model = model
        name = SwiftName.escaped(model.name)
        keys = KeysConstant(model.name)
    }

    /// The content of the file.
    var text: String {
        let path = [
            "", "public class Path: ModelPath<\(name)> {}", "",
            "public static var rootPath: PropertyContainerPath? { Path() }",
        ]
        let body = CodingKeysText.lines(model.properties) + [""] + schema + path
        return ([String].fileStart + ["extension \(name) {"] + body.indented() + ["}", ""] + identifier + [""] + paths)
            .fileText
    }

    // MARK: - The schema

    private var schema: [String] {
        var lines = ["let \(keys.name) = \(name).keys", ""]
        let rules = RuleText.lines(model.rules)
        if !rules.isEmpty { lines += ["model.authRules = ["] + rules.separated.indented() + ["]", ""] }
        lines += PluralText.lines(model.plural) + [""]
        lines += ["model.attributes("] + attributes.separated.indented() + [")", ""]
        lines += ["model.fields("] + model.properties.map(keys.field).separated.indented() + [")"]
        return SchemaText.lines(lines)
    }

    private var attributes: [String] {
        var attributes: [String] = []
        if model.hasChosenKey { attributes.append(".index(fields: \(SwiftName.list(model.key)), name: nil)") }
        for index in model.indexes {
            let fields = SwiftName.list([index.partition] + index.sort)
            attributes.append(".index(fields: \(fields), name: \(SwiftName.literal(index.name)))")
        }
        let key = model.keyProperties.map { "\(keys.name).\($0.identifier)" }.joined(separator: ", ")
        return attributes + [".primaryKey(fields: [\(key)])"]
    }

    // MARK: - The identifier

    private var identifier: [String] {
        let isDefault = model.hasDefaultIdentifier
        let type = isDefault ? "DefaultModelIdentifier<Self>" : "ModelIdentifier<Self, ModelIdentifierFormat.Custom>"
        let lines = [
            "extension \(name): ModelIdentifiable {",
            "  public typealias IdentifierFormat = ModelIdentifierFormat.\(isDefault ? "Default" : "Custom")",
            "  public typealias IdentifierProtocol = \(type)",
            "}",
        ]
        return isDefault ? lines : lines + [""] + maker
    }

    /// The function that makes an identifier of the key's values.
    private var maker: [String] {
        let parameters = model.keyProperties.map { "\(SwiftName.parameter($0.name)): \($0.valueType)" }
        let fields = model.keyProperties.map { property in
            let value = property.kind == .enumeration ? ".rawValue" : ""
            return "(name: \(SwiftName.literal(property.name)), value: \(property.identifier)\(value))"
        }
        return [
            "extension \(name).IdentifierProtocol {",
            "  public static func identifier(",
        ] + parameters.separated.indented(by: 2) + [
            "  ) -> Self {",
            "    .make(fields: [\(fields.joined(separator: ", "))])",
            "  }",
            "}",
        ]
    }

    // MARK: - Paths

    /// A path for each property, for the choice of what a request loads; enums and plain types have none.
    private var paths: [String] {
        ["extension ModelPath where ModelType == \(name) {"] + model.properties.flatMap(path).indented() + ["}"]
    }

    private func path(_ property: Property) -> [String] {
        let type: String
        let value: String
        let spelled = SwiftName.literal(property.name)
        switch property.kind {
        case .enumeration, .plain: return []
        case .scalar(let scalar):
            // Lists of lists have no path.
            guard !property.elementType.hasPrefix("[") else { return [] }
            type = "FieldPath<\(scalar.type)>"
            value = "\(scalar.path)(\(spelled))"
        case .relation(let association):
            type = "ModelPath<\(SwiftName.escaped(property.leaf))>"
            let isCollection = association.kind == .hasMany ? "isCollection: true, " : ""
            value = "\(SwiftName.escaped(property.leaf)).Path(name: \(spelled), \(isCollection)parent: self)"
        }
        return ["public var \(property.identifier): \(type) {", "  \(value)", "}"]
    }
}

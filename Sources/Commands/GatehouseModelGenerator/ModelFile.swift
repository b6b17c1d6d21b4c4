// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel

/// The file of a model's type: `Post.swift`.
struct ModelFile {
    private let model: ClientSchema.Model

    init(_ model: ClientSchema.Model) { self.model = model }

    /// The content of the file.
    var text: String {
        var body = model.properties.flatMap(declaration)
        body += [""] + initializers
        for property in model.properties where property.isReference { body += [""] + setter(property) }
        if model.properties.contains(where: \.isReference) { body += [""] + decoder + [""] + encoder }
        let head = "public struct \(SwiftName.escaped(model.name)): Model {"
        return ([String].fileStart + [head] + body.indented() + ["}"]).fileText
    }

    private func declaration(_ property: Property) -> [String] {
        guard property.isReference else {
            return ["public \(property.isKey ? "let" : "var") \(property.identifier): \(property.swiftType)"]
        }
        return [
            "internal var \(property.storage): LazyReference<\(property.valueType)>",
            "public var \(property.identifier): \(property.swiftType) {",
            "  get async throws {",
            "    try await \(property.storage).\(property.isRequired ? "require()" : "get()")",
            "  }",
            "}",
        ]
    }

    // MARK: - Initializers

    /// One with all properties and, if the server gives some of them, a public one without these.
    private var initializers: [String] {
        let all = model.properties
        let assignments = all.map {
            "self.\($0.storage) = " + ($0.isReference ? "LazyReference(\($0.identifier))" : $0.identifier)
        }
        guard all.contains(where: \.isReadOnly) else { return initializer("public", all, assignments) }
        let arguments = all.map { "\(SwiftName.argument($0.name)): \($0.isReadOnly ? "nil" : $0.identifier)" }
        let delegation = ["self.init("] + arguments.separated.indented() + [")"]
        return initializer("public", all.filter { !$0.isReadOnly }, delegation) + [""]
            + initializer("internal", all, assignments)
    }

    private func initializer(_ access: String, _ parameters: [Property], _ body: [String]) -> [String] {
        ["\(access) init("] + parameters.map(\.parameter).separated.indented() + [") {"] + body.indented() + ["}"]
    }

    private func setter(_ property: Property) -> [String] {
        let name = "set" + property.name.prefix(1).uppercased() + property.name.dropFirst()
        return [
            "public mutating func \(name)(_ \(property.parameter)) {",
            "  self.\(property.storage) = LazyReference(\(property.identifier))",
            "}",
        ]
    }

    // MARK: - Coding

    private var decoder: [String] {
        let values = model.properties.map { property in
            let key = "forKey: .\(property.identifier)"
            let type = property.isReference ? "LazyReference<\(property.valueType)>" : property.valueType
            let isRequired = property.isRequired && property.association == nil
            let value = "try values.\(isRequired ? "decode" : "decodeIfPresent")(\(type).self, \(key))"
            let otherwise =
                switch property.association?.kind {
                case .hasOne, .belongsTo: " ?? LazyReference(identifiers: nil)"
                case .hasMany: " ?? .init()"
                case nil: ""
                }
            return "\(property.storage) = \(value)\(otherwise)"
        }
        return ["public init(from decoder: Decoder) throws {"]
            + (["let values = try decoder.container(keyedBy: CodingKeys.self)"] + values).indented() + ["}"]
    }

    private var encoder: [String] {
        let values = model.properties.map { "try container.encode(\($0.storage), forKey: .\($0.identifier))" }
        return ["public func encode(to encoder: Encoder) throws {"]
            + (["var container = encoder.container(keyedBy: CodingKeys.self)"] + values).indented() + ["}"]
    }
}

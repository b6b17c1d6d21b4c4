// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A document with one root field, and the values of its variables.
struct ModelDocument {
    /// The value of an argument: a variable, or a text of the document.
    enum Argument {
        case variable(type: String, value: Any)
        case literal(String)
    }

    private let operation: GraphQLOperationType
    /// The root field.
    let field: String
    /// The arguments of the root field by name.
    var arguments: [String: Argument] = [:]
    private let selection: [Selection]

    /// Makes a document without arguments.
    init(_ operation: GraphQLOperationType, _ field: String, _ selection: [Selection]) {
        self.operation = operation
        self.field = field
        self.selection = selection
    }

    /// The text; arguments and variables are sorted by name.
    var text: String {
        let sorted = arguments.sorted { $0.key < $1.key }
        let declarations = sorted.compactMap { name, argument -> String? in
            if case .variable(let type, _) = argument { "$\(name): \(type)" } else { nil }
        }
        let values = sorted.map { name, argument in
            if case .literal(let text) = argument { "\(name): \(text)" } else { "\(name): $\(name)" }
        }
        return "\(operation.rawValue) \(field.pascalCased())\(Self.list(declarations)) { "
            + "\(field)\(Self.list(values)) { \(Selection.text(of: selection)) } }"
    }

    private static func list(_ items: [String]) -> String {
        items.isEmpty ? "" : "(\(items.joined(separator: ", ")))"
    }

    /// The values of the variables; nil without any.
    var variables: [String: Any]? {
        let variables = arguments.compactMapValues { argument -> Any? in
            if case .variable(_, let value) = argument { value } else { nil }
        }
        return variables.isEmpty ? nil : variables
    }
}

extension ModelDocument {
    /// A query for the record with a key.
    ///
    /// The service takes a single text of any type as an `ID`. Several fields are written into the document, and so is a
    /// number, for which the original sends an `ID` that no service takes.
    static func get(
        _ schema: ModelSchema, key: [(name: String, value: any Sendable)], _ selection: [Selection]
    ) -> ModelDocument {
        var document = ModelDocument(.query, "get\(schema.name.pascalCased())", selection)
        for (name, value) in key {
            document.arguments[name] =
                key.count == 1 && value is String
                ? .variable(type: "ID!", value: value) : .literal(Self.literal(value))
        }
        return document
    }

    /// A query for a page of records.
    static func list(
        _ schema: ModelSchema, filter: GraphQLFilter?, limit: Int?, nextToken: String?, _ selection: [Selection]
    ) -> ModelDocument {
        page(
            .list, of: schema, plural: schema.listPluralName ?? schema.name.pluralize(), filter: filter, limit: limit,
            nextToken: nextToken, selection)
    }

    /// A query for a page of records, with further fields of the page.
    static func page(
        _ type: GraphQLQueryType, of schema: ModelSchema, plural: String, filter: GraphQLFilter?, limit: Int?,
        nextToken: String?, _ selection: [Selection], _ further: [Selection] = []
    ) -> ModelDocument {
        let page = [Selection(name: "items", fields: selection), Selection(name: "nextToken")] + further
        var document = ModelDocument(.query, "\(type.rawValue)\(plural.pascalCased())", page)
        document.arguments["limit"] = .variable(type: "Int", value: limit ?? 1_000)
        if let filter, !filter.isEmpty {
            document.arguments["filter"] = .variable(
                type: "Model\(schema.name.pascalCased())FilterInput", value: filter)
        }
        if let nextToken { document.arguments["nextToken"] = .variable(type: "String", value: nextToken) }
        return document
    }

    /// A mutation of a record.
    static func mutation(
        _ type: GraphQLMutationType, _ model: any Model, _ schema: ModelSchema, condition: GraphQLFilter?,
        _ selection: [Selection]
    ) -> ModelDocument {
        let name = schema.name.pascalCased()
        var document = ModelDocument(.mutation, "\(type.rawValue)\(name)", selection)
        let input = ModelInput(model, schema)
        document.arguments["input"] = .variable(
            type: "\(document.field.pascalCased())Input!",
            value: type == .delete ? input.key : input.values(isNew: type == .create))
        if let condition, !condition.isEmpty {
            document.arguments["condition"] = .variable(type: "Model\(name)ConditionInput", value: condition)
        }
        return document
    }

    /// A subscription to the changes of records.
    static func subscription(
        _ type: GraphQLSubscriptionType, _ schema: ModelSchema, _ selection: [Selection]
    ) -> ModelDocument {
        ModelDocument(.subscription, "\(type.rawValue)\(schema.name.pascalCased())", selection)
    }

    /// A value as a document has it (GraphQL specification of June 2018, section 2.9).
    private static func literal(_ value: any Sendable) -> String {
        guard let text = value as? String else { return "\(value)" }
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": #"\""#
            case "\\": #"\\"#
            case ..<" ":
                #"\u00"# + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

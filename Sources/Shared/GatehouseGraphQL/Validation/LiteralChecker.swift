// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A use of a variable, and what stands at its place.
struct VariableUsage {
    var name: String
    var location: SourceLocation
    /// The type of the argument, the field or the element; `nil` if the schema does not have it.
    var type: GraphQLType?
    /// Whether the argument or the field has a default value.
    var hasDefault = false
}

/// What is wrong with a literal.
struct LiteralProblem {
    enum Kind: Hashable {
        case null
        case invalid(type: String)
        case noObject
        case missing(fields: [String])
        case unknown(field: String, type: String)
        case repeated(field: String)
    }

    var kind: Kind
    /// The value at fault.
    var literal: Literal
    /// The way from the whole value to the one at fault, such as `.name[0]`.
    var path: String
    var location: SourceLocation

    /// The text for people, in AppSync's words: a predicate of the value.
    var text: String {
        switch kind {
        case .null: "must not be null"
        case .invalid(let type): "is not a valid '\(type)'"
        case .noObject: "must be an object type"
        case .missing(let fields): "is missing required fields '[\(fields.joined(separator: ", "))]'"
        case .unknown(let field, let type): "contains a field not in '\(type)': '\(field)'"
        case .repeated(let field): "contains the field '\(field)' more than once"
        }
    }

    /// The text of the value, at most 200 characters of it.
    var value: String {
        let text = literal.printed()
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(200)))
        return start.utf8.count < text.utf8.count ? start + "…" : start
    }
}

/// Compares literals with types (specification, section 5.6), and notes their variables.
struct LiteralChecker {
    let schema: Schema
    let scalars: ScalarRules
    private(set) var problems: [LiteralProblem] = []
    private(set) var usages: [VariableUsage] = []
    private var path: [PathSegment] = []

    init(_ schema: Schema, _ scalars: ScalarRules) {
        self.schema = schema
        self.scalars = scalars
    }

    /// Checks a literal; without a type, only its variables are noted.
    mutating func check(_ literal: Literal, _ type: GraphQLType?, hasDefault: Bool = false) {
        switch (literal.kind, type) {
        case (.variable(let name), _):
            usages.append(
                VariableUsage(name: name, location: literal.location, type: type, hasDefault: hasDefault))
        case (.list(let elements), nil): for element in elements { check(element, nil) }
        case (.object(let fields), nil): for field in fields { check(field.value, nil) }
        case (_, nil): break
        case (.null, .nonNull?): report(.null, literal)
        case (_, .nonNull(let type)?): check(literal, type, hasDefault: hasDefault)
        case (.null, _): break
        case (.list(let elements), .list(let type)?):
            for (index, element) in elements.enumerated() {
                path.append(.index(index))
                check(element, type)
                path.removeLast()
            }
        case (_, .list(let type)?): check(literal, type)
        case (_, .named(let name)?): check(literal, named: name)
        }
    }

    private mutating func check(_ literal: Literal, named name: String) {
        guard let definition = schema.type(name) else { return check(literal, nil) }
        switch definition.kind {
        case .scalar:
            // Variables in a value of a scalar type have no type of their own.
            let former = usages.count
            check(literal, nil)
            if usages.count == former, literal.scalar(name, scalars) == nil {
                report(.invalid(type: name), literal)
            }
        case .enumeration:
            guard case .enumeration(let value) = literal.kind, definition.values[value] != nil else {
                return report(.invalid(type: name), literal)
            }
        case .inputObject:
            guard case .object(let fields) = literal.kind else { return report(.noObject, literal) }
            check(fields, of: definition, literal)
        case .object, .interface, .union: check(literal, nil)
        }
    }

    private mutating func check(_ fields: [ObjectField], of type: TypeDefinition, _ literal: Literal) {
        var present: Set<String> = []
        for field in fields {
            let definition = type.inputFields[field.name.text]
            if !present.insert(field.name.text).inserted {
                report(.repeated(field: field.name.text), literal, at: field.name.location)
            } else if definition == nil {
                report(.unknown(field: field.name.text, type: type.name.text), literal, at: field.name.location)
            }
            path.append(.key(field.name.text))
            check(field.value, definition?.type.type, hasDefault: definition?.defaultValue != nil)
            path.removeLast()
        }
        let missing = type.inputFields.filter { $0.isRequired && !present.contains($0.name.text) }.map(\.name.text)
        if !missing.isEmpty { report(.missing(fields: missing), literal) }
    }

    private mutating func report(_ kind: LiteralProblem.Kind, _ literal: Literal, at location: SourceLocation? = nil) {
        // More are of no use, and each has a copy of a path.
        guard problems.count < 100 else { return }
        let way = path.map { segment in
            switch segment {
            case .key(let key): ".\(key)"
            case .index(let index): "[\(index)]"
            }
        }
        problems.append(
            LiteralProblem(
                kind: kind, literal: literal, path: way.joined(), location: location ?? literal.location))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Literal {
    /// The value that the spelling says, without a type; variables have their values, `null` if they have none.
    ///
    /// A whole number that does not fit in 64 bits becomes a floating-point number. The value is `nil` if it has a
    /// number that is not finite.
    package func untyped(_ variables: GraphQLObject = [:]) -> GraphQLValue? {
        switch kind {
        case .variable(let name): return variables[name] ?? .null
        case .int(let digits):
            if let number = Int(digits) { return .int(number) }
            return Double(digits).flatMap { $0.isFinite ? .float($0) : nil }
        case .float(let characters): return Double(characters).flatMap { $0.isFinite ? .float($0) : nil }
        case .string(let text): return .string(text)
        case .boolean(let value): return .boolean(value)
        case .null: return .null
        case .enumeration(let name): return .enumeration(name)
        case .list(let literals):
            var elements: [GraphQLValue] = []
            for literal in literals {
                guard let element = literal.untyped(variables) else { return nil }
                elements.append(element)
            }
            return .list(elements)
        case .object(let fields):
            var members = GraphQLObject()
            for field in fields {
                guard let value = field.value.untyped(variables) else { return nil }
                members[field.name.text] = value
            }
            return .object(members)
        }
    }

    /// The value of a scalar type; `nil` if the spelling is none.
    func scalar(_ name: String, _ rules: ScalarRules, _ variables: GraphQLObject = [:]) -> GraphQLValue? {
        // An identifier of digits has as many as it likes.
        if name == "ID", case .int(let digits) = kind { return .string(digits) }
        return untyped(variables).flatMap { rules[name].accept($0, true) }
    }
}

extension GraphQLValue {
    /// The literal that spells a value: text as a string.
    package var literal: Literal {
        switch self {
        case .null: Literal(.null)
        case .int(let number): Literal(.int(String(number)))
        case .float(let number): Literal(number.isFinite ? .float(Self.spelling(of: number)) : .null)
        case .string(let text): Literal(.string(text))
        case .boolean(let value): Literal(.boolean(value))
        case .enumeration(let name): Literal(.enumeration(name))
        case .list(let elements): Literal(.list(elements.map(\.literal)))
        case .object(let members): Literal(.object(members.map { ObjectField(Name($0.key), $0.value.literal) }))
        }
    }

    private static func spelling(of number: Double) -> String { String(number) }
}

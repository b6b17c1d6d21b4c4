// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The values of one scalar type, in requests and in responses.
package struct ScalarRule: Sendable {
    /// The value for the value of a variable or a literal; `nil` if that is not valid.
    ///
    /// A literal comes as what its spelling says: `1` as an integer, `A` as a value of an enum.
    package let accept: @Sendable (_ value: GraphQLValue, _ isLiteral: Bool) -> GraphQLValue?
    /// The value of a response for the value of a resolver; `nil` if that is not valid.
    package let serialize: @Sendable (GraphQLValue) -> GraphQLValue?

    /// Makes a rule of two functions.
    package init(
        accept: @escaping @Sendable (_ value: GraphQLValue, _ isLiteral: Bool) -> GraphQLValue?,
        serialize: @escaping @Sendable (GraphQLValue) -> GraphQLValue?
    ) {
        self.accept = accept
        self.serialize = serialize
    }

    /// A rule for values that are the same in requests and responses.
    package init(_ accept: @escaping @Sendable (GraphQLValue) -> GraphQLValue?) {
        self.init(accept: { value, _ in accept(value) }, serialize: accept)
    }

    /// The rule of a scalar type that has no other: every value is one of it.
    package static let anything = ScalarRule { $0 }
}

/// The rules of the scalar types of a schema, by name.
package struct ScalarRules: Sendable {
    private var rules: [String: ScalarRule]

    /// Adds rules to those of the five scalar types of the specification.
    package init(_ custom: [String: ScalarRule] = [:]) {
        rules = Self.builtIn.merging(custom) { builtIn, _ in builtIn }
    }

    /// The rule of a type; a type without one accepts everything.
    package subscript(_ name: String) -> ScalarRule { rules[name] ?? .anything }

    /// The scalar types of the specification (section 3.5).
    package static let builtInNames = ["Int", "Float", "String", "Boolean", "ID"]

    private static let builtIn = [
        "Int": ScalarRule(accept: acceptInt, serialize: serializeInt),
        "Float": ScalarRule(accept: { value, _ in acceptFloat(value) }, serialize: serializeFloat),
        "String": ScalarRule(
            accept: { value, _ in if case .string = value { value } else { nil } }, serialize: serializeText),
        "Boolean": ScalarRule { if case .boolean = $0 { $0 } else { nil } },
        "ID": ScalarRule(accept: { value, _ in acceptID(value) }, serialize: serializeText),
    ]

    /// 32 bits; JSON does not tell `1.0` from `1`, a document does.
    private static func acceptInt(_ value: GraphQLValue, _ isLiteral: Bool) -> GraphQLValue? {
        switch value {
        case .int(let number): Int32(exactly: number).map { .int(Int($0)) }
        case .float(let number) where !isLiteral: Int32(exactly: number).map { .int(Int($0)) }
        default: nil
        }
    }

    private static func acceptFloat(_ value: GraphQLValue) -> GraphQLValue? {
        switch value {
        case .int(let number): .float(Double(number))
        case .float(let number) where number.isFinite: value
        default: nil
        }
    }

    private static func acceptID(_ value: GraphQLValue) -> GraphQLValue? {
        switch value {
        case .string: value
        case .int(let number): .string(String(number))
        default: nil
        }
    }

    private static func serializeInt(_ value: GraphQLValue) -> GraphQLValue? {
        switch value {
        case .boolean(let value): .int(value ? 1 : 0)
        default: acceptInt(value, false)
        }
    }

    private static func serializeFloat(_ value: GraphQLValue) -> GraphQLValue? {
        switch value {
        case .boolean(let value): .float(value ? 1 : 0)
        default: acceptFloat(value)
        }
    }

    private static func serializeText(_ value: GraphQLValue) -> GraphQLValue? {
        switch value {
        case .string: value
        case .enumeration(let name): .string(name)
        case .int(let number): .string(String(number))
        case .float(let number): number.isFinite ? .string(String(number)) : nil
        case .boolean(let value): .string(value ? "true" : "false")
        default: nil
        }
    }
}

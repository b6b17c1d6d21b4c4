// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The kind of a model's key.
public protocol AnyModelIdentifierFormat {}

/// The kinds of keys.
public enum ModelIdentifierFormat {
    /// A single field `id`.
    public enum Default: AnyModelIdentifierFormat {
        /// The name of the field.
        public static let name = "id"
    }

    /// One or several fields of other names.
    public enum Custom: AnyModelIdentifierFormat {
        /// The text between the values in the text of a key.
        public static let separator = "#"
    }
}

/// A model whose kind of key is known to the compiler.
public protocol ModelIdentifiable {
    /// The kind of the key.
    associatedtype IdentifierFormat: AnyModelIdentifierFormat

    /// The type of the key.
    associatedtype IdentifierProtocol: ModelIdentifierProtocol
}

/// The key of a record: the values of its fields.
public protocol ModelIdentifierProtocol: Sendable {
    /// A field with its value.
    typealias Field = (name: String, value: any Persistable)

    /// Fields with their values, in the order of the key.
    typealias Fields = [Field]

    /// The fields.
    var fields: Fields { get }

    /// The text of a single value, or the quoted texts of all values with `#` between them.
    var stringValue: String { get }

    /// The names of the fields.
    var keys: [String] { get }

    /// The values of the fields.
    var values: [any Persistable] { get }

    /// The condition that only the record with the key meets.
    var predicate: any QueryPredicate { get }
}

extension ModelIdentifierProtocol {
    /// The text of a single value, or the quoted texts of all values with `#` between them.
    public var stringValue: String {
        let texts = fields.map { FieldValue($0.value)?.text ?? "" }
        guard texts.count != 1 else { return texts[0] }
        return texts.map { "\"\($0)\"" }.joined(separator: ModelIdentifierFormat.Custom.separator)
    }

    /// The names of the fields.
    public var keys: [String] { fields.map(\.name) }

    /// The values of the fields.
    public var values: [any Persistable] { fields.map(\.value) }

    /// The condition that only the record with the key meets; a key without fields fits each record.
    public var predicate: any QueryPredicate {
        let conditions = fields.map { field($0.name).eq($0.value) }
        guard let first = conditions.first else { return QueryPredicateConstant.all }
        // Each further field comes before the former ones, as in the original, because the order counts for equality.
        return conditions.dropFirst().reduce(first as any QueryPredicate) { $1.and($0) }
    }
}

/// The key of a record of a model.
public struct ModelIdentifier<M: Model, F: AnyModelIdentifierFormat>: ModelIdentifierProtocol {
    /// The fields with their values.
    public var fields: Fields

    init(fields: Fields) {
        self.fields = fields
    }
}

extension ModelIdentifier where F == ModelIdentifierFormat.Custom {
    /// Makes a key of its fields, in the order of the key.
    public static func make(fields: ModelIdentifierProtocol.Field...) -> Self {
        Self(fields: fields)
    }

    /// Makes a key of its fields, in the order of the key.
    public static func make(fields: [ModelIdentifierProtocol.Field]) -> Self {
        Self(fields: fields)
    }
}

/// The key of a model with a single field `id`.
public typealias DefaultModelIdentifier<M: Model> = ModelIdentifier<M, ModelIdentifierFormat.Default>

extension DefaultModelIdentifier {
    /// Makes a key of its `id`.
    public static func makeDefault(id: String) -> ModelIdentifier<M, ModelIdentifierFormat.Default> {
        ModelIdentifier<M, ModelIdentifierFormat.Default>(fields: [(ModelIdentifierFormat.Default.name, id)])
    }

    /// The key of a record.
    public static func makeDefault(fromModel model: M) -> ModelIdentifier<M, ModelIdentifierFormat.Default> {
        makeDefault(id: FieldValue(model[ModelIdentifierFormat.Default.name] ?? nil)?.text ?? "")
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// A field of a record's key, as a text.
public struct LazyReferenceIdentifier: Codable, Sendable, Equatable {
    /// The name of the field.
    public let name: String

    /// The text of its value.
    public let value: String

    /// Makes a field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension [LazyReferenceIdentifier] {
    /// The text of a single value, or the quoted texts of all values with `#` between them.
    public var stringValue: String {
        guard count != 1 else { return self[0].value }
        return map { "\"\($0.value)\"" }.joined(separator: ModelIdentifierFormat.Custom.separator)
    }

    /// The key of a record, if a value has the fields of its model's key and no others.
    ///
    /// - Parameters:
    ///   - json: the members of the value; the ones of each type, such as `__typename`, do not count.
    ///   - schema: the model.
    package init?(only json: [String: JSONValue], of schema: ModelSchema) {
        let members = json.filter { !$0.key.hasPrefix("_") }
        let identifiers = schema.primaryKey.fields.compactMap { field in
            members[field.name]?.scalarText.map { LazyReferenceIdentifier(name: field.name, value: $0) }
        }
        guard !identifiers.isEmpty, identifiers.count == members.count,
            identifiers.count == schema.primaryKey.fields.count
        else { return nil }
        self = identifiers
    }
}

extension JSONValue {
    /// The text of a value that is neither a list nor an object nor `null`.
    package var scalarText: String? {
        switch self {
        case .string(let value): value
        case .boolean(let value): String(value)
        case .number(let value): Int(exactly: value).map { String($0) } ?? String(value)
        case .array, .object, .null: nil
        }
    }
}

// swift-format-ignore: NoLeadingUnderscores
/// A property that refers to a record.
public protocol _LazyReferenceValue {
    /// What is known of the record.
    var _state: _LazyReferenceValueState { get }
}

// swift-format-ignore: NoLeadingUnderscores
/// What is known of the record behind a property.
public enum _LazyReferenceValueState: Sendable {
    /// The record's key; nil for no record.
    case notLoaded(identifiers: [LazyReferenceIdentifier]?)

    /// The record; nil if there is none.
    case loaded(model: (any Model)?)
}

/// A record that another one refers to, which is loaded when it is read.
public final class LazyReference<ModelType: Model>: Codable, _LazyReferenceValue, Sendable {
    private let provider: AnyModelProvider<ModelType>
    private let state: Mutex<ModelProviderState<ModelType>>

    // swift-format-ignore: NoLeadingUnderscores
    /// What is known of the record.
    public var _state: _LazyReferenceValueState {
        switch state.withLock({ $0 }) {
        case .notLoaded(let identifiers): .notLoaded(identifiers: identifiers)
        case .loaded(let model): .loaded(model: model)
        }
    }

    /// Makes a reference to the record of a source.
    public init(modelProvider: AnyModelProvider<ModelType>) {
        provider = modelProvider
        state = Mutex(modelProvider.getState())
    }

    /// Makes a reference to a record; nil for none.
    public convenience init(_ reference: ModelType?) {
        self.init(modelProvider: DefaultModelProvider(element: reference).eraseToAnyModelProvider())
    }

    /// Makes a reference to the record with a key, which cannot be loaded; nil for none.
    public convenience init(identifiers: [LazyReferenceIdentifier]?) {
        self.init(modelProvider: DefaultModelProvider(identifiers: identifiers).eraseToAnyModelProvider())
    }

    /// Reads a reference: a record, its key, or the key from which a plugin loads it.
    public convenience init(from decoder: any Decoder) throws {
        if let provider = try decoder.recordOrigin?.modelProvider(of: ModelType.self, from: decoder) {
            self.init(modelProvider: provider)
            return
        }
        for type in ModelProviderRegistry.decoders.get() {
            if let provider = type.decode(modelType: ModelType.self, decoder: decoder) {
                self.init(modelProvider: provider)
                return
            }
        }
        switch try JSONValue(from: decoder) {
        case .object(let members):
            if let identifiers = [LazyReferenceIdentifier](only: members, of: ModelType.schema) {
                self.init(identifiers: identifiers)
            } else {
                self.init(try ModelType(from: decoder))
            }
        case .array: self.init(identifiers: try [LazyReferenceIdentifier](from: decoder))
        default: self.init(identifiers: nil)
        }
    }

    /// Writes the record, or the fields of its key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch state.withLock({ $0 }) {
        case .notLoaded(let identifiers): try container.encode(identifiers)
        case .loaded(let model): try container.encode(model)
        }
    }

    /// The record; nil if there is none.
    ///
    /// It is loaded unless an earlier call has loaded it. With the API plugin, calls at the same time make one request.
    ///
    /// - Throws: `CoreError.listOperation` if it cannot be loaded.
    public func get() async throws -> ModelType? {
        if case .loaded(let model) = state.withLock({ $0 }) { return model }
        let model = try await provider.load()
        // A missing record leaves its key: it may arrive later, or be one that the user may not read, and a save of the
        // record that refers to it must not end the relation.
        if model != nil { state.withLock { $0 = .loaded(model: model) } }
        return model
    }

    /// The record, which is loaded as by ``get()``.
    ///
    /// - Throws: `CoreError.clientValidation` if there is none, `CoreError.listOperation` if it cannot be loaded.
    public func require() async throws -> ModelType {
        guard let model = try await get() else {
            throw CoreError.clientValidation(
                "There is no \(ModelType.modelName), which the field requires",
                "Check that the record exists, and that the caller may read it")
        }
        return model
    }
}

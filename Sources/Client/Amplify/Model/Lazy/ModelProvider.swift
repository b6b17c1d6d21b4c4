// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What is known of the record of a reference.
public enum ModelProviderState<Element: Model>: Sendable {
    /// The record's key; nil for no record.
    case notLoaded(identifiers: [LazyReferenceIdentifier]?)

    /// The record; nil if there is none.
    case loaded(model: Element?)
}

/// The source of a record that another one refers to.
public protocol ModelProvider<Element>: Sendable {
    /// The type of the record.
    associatedtype Element: Model

    /// The record; nil if there is none.
    ///
    /// - Throws: `CoreError.listOperation` if it cannot be loaded.
    func load() async throws -> Element?

    /// What is known now.
    func getState() -> ModelProviderState<Element>

    /// Writes the record or its key.
    func encode(to encoder: any Encoder) throws
}

extension ModelProvider {
    /// The source without the name of its type.
    public func eraseToAnyModelProvider() -> AnyModelProvider<Element> {
        AnyModelProvider(provider: self)
    }
}

/// A source of a record whose type is not named.
public struct AnyModelProvider<Element: Model>: ModelProvider {
    private let provider: any ModelProvider<Element>

    /// Makes the source of another one.
    public init<Provider: ModelProvider>(provider: Provider) where Provider.Element == Self.Element {
        self.provider = provider
    }

    /// The record; nil if there is none.
    public func load() async throws -> Element? { try await provider.load() }

    /// What is known now.
    public func getState() -> ModelProviderState<Element> { provider.getState() }

    /// Writes the record or its key.
    public func encode(to encoder: any Encoder) throws { try provider.encode(to: encoder) }
}

/// A source of a record that is there, or of a key whose record cannot be loaded.
public struct DefaultModelProvider<Element: Model>: ModelProvider {
    private let state: ModelProviderState<Element>

    /// Makes the source of a record; nil for none.
    public init(element: Element? = nil) {
        state = .loaded(model: element)
    }

    /// Makes the source of a key; nil for none.
    public init(identifiers: [LazyReferenceIdentifier]?) {
        state = .notLoaded(identifiers: identifiers)
    }

    /// The record; nil for a key.
    public func load() async throws -> Element? {
        if case .loaded(let model) = state { model } else { nil }
    }

    /// What is known now.
    public func getState() -> ModelProviderState<Element> { state }

    /// Writes the record or its key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch state {
        case .notLoaded(let identifiers): try container.encode(identifiers)
        case .loaded(let model): try container.encode(model)
        }
    }
}

/// A plugin's way to make references from its answers.
public protocol ModelProviderDecoder {
    /// The source of the record; nil if the reference is not from an answer of the plugin.
    static func decode<ModelType: Model>(
        modelType: ModelType.Type, decoder: any Decoder
    ) -> AnyModelProvider<ModelType>?
}

/// The plugins' ways to make references from their answers.
public enum ModelProviderRegistry {
    static let decoders = AtomicValue<[any ModelProviderDecoder.Type]>(initialValue: [])

    /// Adds a way, once.
    public static func registerDecoder(_ decoder: any ModelProviderDecoder.Type) {
        decoders.with { decoders in
            if !decoders.contains(where: { $0 == decoder }) { decoders.append(decoder) }
        }
    }
}

extension ModelProviderRegistry {
    /// The names of the plugins in the JSON of references.
    public enum DecoderSource {
        /// The store of the app.
        public static let dataStore = "DataStore"

        /// The API.
        public static let appSync = "AppSync"
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A type that is a list of records.
public protocol ModelListMarker {}

/// What is known of a list's records.
public enum ModelListProviderState<Element: Model>: Sendable {
    /// The list is of the records that refer to a record by fields with the values of its key.
    case notLoaded(associatedIdentifiers: [String], associatedFields: [String])

    /// The records.
    case loaded([Element])
}

/// The source of a list's records.
public protocol ModelListProvider<Element>: Sendable {
    /// The type of the records.
    associatedtype Element: Model

    /// What is known now.
    func getState() -> ModelListProviderState<Element>

    /// The records of the first page.
    ///
    /// They are loaded unless an earlier call has loaded them. With the API plugin, calls at the same time make one
    /// request.
    ///
    /// - Throws: `CoreError.listOperation` if they cannot be loaded.
    func load() async throws -> [Element]

    /// Whether the records that are loaded are followed by others.
    func hasNextPage() -> Bool

    /// The records that follow.
    ///
    /// - Throws: `CoreError.clientValidation` if there are none, `CoreError.listOperation` if they cannot be loaded.
    func getNextPage() async throws -> List<Element>

    /// Writes the records, or the values by which they are found.
    func encode(to encoder: any Encoder) throws
}

extension ModelListProvider {
    /// The source without the name of its type.
    public func eraseToAnyModelListProvider() -> AnyModelListProvider<Element> {
        AnyModelListProvider(provider: self)
    }
}

/// A source of a list's records whose type is not named.
public struct AnyModelListProvider<Element: Model>: ModelListProvider {
    private let provider: any ModelListProvider<Element>

    /// Makes the source of another one.
    public init<Provider: ModelListProvider>(provider: Provider) where Provider.Element == Self.Element {
        self.provider = provider
    }

    /// What is known now.
    public func getState() -> ModelListProviderState<Element> { provider.getState() }

    /// The records of the first page.
    public func load() async throws -> [Element] { try await provider.load() }

    /// Whether the records that are loaded are followed by others.
    public func hasNextPage() -> Bool { provider.hasNextPage() }

    /// The records that follow.
    public func getNextPage() async throws -> List<Element> { try await provider.getNextPage() }

    /// Writes the records, or the values by which they are found.
    public func encode(to encoder: any Encoder) throws { try provider.encode(to: encoder) }
}

/// A source of records that are there.
public struct ArrayLiteralListProvider<Element: Model>: ModelListProvider {
    private let elements: [Element]

    /// Makes a source.
    public init(elements: [Element]) {
        self.elements = elements
    }

    /// The records.
    public func getState() -> ModelListProviderState<Element> { .loaded(elements) }

    /// The records, as a result.
    public func load() -> Result<[Element], CoreError> { .success(elements) }

    /// Calls the block with the records.
    public func load(completion: @escaping (Result<[Element], CoreError>) -> Void) { completion(load()) }

    /// The records.
    public func load() async throws -> [Element] { elements }

    /// False.
    public func hasNextPage() -> Bool { false }

    /// Calls the block with an error, since there are no further records.
    public func getNextPage(completion: @escaping (Result<List<Element>, CoreError>) -> Void) {
        completion(.failure(.noNextPage))
    }

    /// Throws, since there are no further records.
    public func getNextPage() async throws -> List<Element> { throw CoreError.noNextPage }

    /// Writes the records.
    public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension CoreError {
    /// The error of a call for the page after the last one.
    package static var noNextPage: CoreError {
        .clientValidation("There is no next page.", "Call getNextPage() only if hasNextPage() is true.")
    }
}

/// A plugin's way to make lists from its answers.
public protocol ModelListDecoder {
    /// The source of a list's records; nil if the list is not from an answer of the plugin.
    static func decode<ModelType: Model>(
        modelType: ModelType.Type, decoder: any Decoder
    ) -> AnyModelListProvider<ModelType>?
}

/// The plugins' ways to make lists from their answers.
public enum ModelListDecoderRegistry {
    /// The registered ways, the first one first.
    public static let listDecoders = AtomicValue<[any ModelListDecoder.Type]>(initialValue: [])

    /// Adds a way, once.
    public static func registerDecoder(_ listDecoder: any ModelListDecoder.Type) {
        listDecoders.with { decoders in
            if !decoders.contains(where: { $0 == listDecoder }) { decoders.append(listDecoder) }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import Synchronization

/// The records of a page, or the records that refer to another record, before and after they are loaded.
final class AppSyncListProvider<Element: Model>: ModelListProvider {
    private enum State {
        case notLoaded(RelationMarks.Mark)
        /// The list with the records, which knows the next page.
        case loaded(List<Element>)
        case page([Element], nextToken: String?)
    }

    private let origin: AnswerOrigin
    private let state: Mutex<State>
    private let flight = RelationFlight<[Element]>()

    /// Creates the source of a page.
    init(elements: [Element], nextToken: String?, origin: AnswerOrigin) {
        self.origin = origin
        state = Mutex(.page(elements, nextToken: nextToken))
    }

    /// Creates the source of the records that refer to another one.
    init(_ mark: RelationMarks.Mark, origin: AnswerOrigin) {
        self.origin = origin
        state = Mutex(.notLoaded(mark))
    }

    func getState() -> ModelListProviderState<Element> {
        switch state.withLock({ $0 }) {
        case .notLoaded(let mark):
            .notLoaded(
                associatedIdentifiers: mark.associatedIdentifiers.compactMap(\.scalarText),
                associatedFields: mark.associatedFields)
        case .loaded(let list): .loaded(list.elements)
        case .page(let elements, _): .loaded(elements)
        }
    }

    func load() async throws -> [Element] {
        try await flight.join { [self] in
            switch state.withLock({ $0 }) {
            case .loaded(let list): return list.elements
            case .page(let elements, _): return elements
            case .notLoaded(let mark):
                let list = try await origin.load(
                    GraphQLRequest<List<Element>>.list(
                        Element.self, where: mark.predicate(for: Element.schema), apiName: origin.apiName,
                        authMode: origin.mode))
                state.withLock { $0 = .loaded(list) }
                return list.elements
            }
        }
    }

    func hasNextPage() -> Bool {
        switch state.withLock({ $0 }) {
        case .notLoaded: false
        case .loaded(let list): list.hasNextPage()
        case .page(_, let nextToken): nextToken != nil
        }
    }

    func getNextPage() async throws -> List<Element> {
        switch state.withLock({ $0 }) {
        case .notLoaded:
            throw CoreError.clientValidation("The list is not loaded.", "Call fetch() before getNextPage().")
        case .loaded(let list): return try await list.getNextPage()
        case .page(_, let nextToken):
            guard let nextToken else { throw CoreError.noNextPage }
            return try await origin.load(origin.nextPage(of: Element.self, after: nextToken))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch state.withLock({ $0 }) {
        case .notLoaded(let mark): try mark.encode(to: encoder)
        case .loaded(let list): try list.encode(to: encoder)
        case .page(let elements, _): try elements.encode(to: encoder)
        }
    }
}

extension RelationMarks.Mark {
    /// The condition that the related records meet: their attributes have the values of the record's key.
    func predicate(for schema: ModelSchema) -> any QueryPredicate {
        let attributes = associatedFields.flatMap { name in
            let names = schema.field(withName: name)?.targetNames(in: schema.name) ?? []
            return names.isEmpty ? [name] : names
        }
        let conditions = zip(attributes, associatedIdentifiers).map { attribute, value in
            field(attribute).eq(value.persistable)
        }
        return conditions.count == 1 ? conditions[0] : QueryPredicateGroup(type: .and, predicates: conditions)
    }
}

extension JSONValue {
    /// The value of a key's field as predicates compare it.
    fileprivate var persistable: (any Persistable)? {
        switch self {
        case .number(let value): Int(exactly: value) ?? value
        case .boolean(let value): value
        case .string(let value): value
        case .array, .object, .null: nil
        }
    }
}

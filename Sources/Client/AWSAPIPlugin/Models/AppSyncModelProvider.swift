// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Synchronization

/// The record that another one refers to by its key, before and after it is loaded.
final class AppSyncModelProvider<Element: Model>: ModelProvider {
    private let identifiers: [LazyReferenceIdentifier]
    private let origin: AnswerOrigin
    private let state: Mutex<ModelProviderState<Element>>
    private let flight = RelationFlight<Element?>()

    /// Creates the source of the record with a key.
    init(identifiers: [LazyReferenceIdentifier], origin: AnswerOrigin) {
        self.identifiers = identifiers
        self.origin = origin
        state = Mutex(.notLoaded(identifiers: identifiers))
    }

    func load() async throws -> Element? {
        try await flight.join { [self] in
            if case .loaded(let model) = state.withLock({ $0 }) { return model }
            let model = try await origin.load(
                GraphQLRequest<Element?>.get(
                    Element.self, by: identifiers, apiName: origin.apiName, authMode: origin.mode))
            state.withLock { $0 = .loaded(model: model) }
            return model
        }
    }

    func getState() -> ModelProviderState<Element> { state.withLock { $0 } }

    func encode(to encoder: any Encoder) throws {
        switch getState() {
        case .notLoaded(let identifiers): try identifiers.encode(to: encoder)
        case .loaded(let model): try model.encode(to: encoder)
        }
    }
}
